package dev.tessera.suites.validation;

import dev.tessera.expr.Expr;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.kernel.Precision;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.output.LinePlot.Axis;
import dev.tessera.output.LinePlot.Scale;
import dev.tessera.output.LinePlot.Style;
import dev.tessera.solver.Case;
import dev.tessera.solver.Simulation;
import dev.tessera.solver.Snapshot;
import dev.tessera.solver.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/// Errors of Taylor and Green's vortices at Re 1000 over the lattice speed, at the same physical time: in FP64 they are
/// those of the spacing, and at high speeds of compressibility, which grows with the square of the speed; in FP32
/// rounding adds up over the many steps of a low speed, so that a speed between has the smallest error; deviations from
/// rest keep the density, which differs from 1 by the square of the speed.
///
/// Source: Januszewski & Kostur, Comput. Phys. Commun. 185, 2350 (2014), whose size and number of steps are lost: those
/// here are our choice.
final class RoundOff implements ValidationSuite {
    private static final String SOURCE = "Januszewski & Kostur 2014";
    private static final double REYNOLDS = 1000;
    private static final double END_S = 1; // L/U
    private static final double[] SPEEDS = {1e-4, 3e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1, 0.2};
    private static final double HIGH_SPEED = 0.1;
    private static final double LOW_SPEED = 0.01;

    @Override
    public String key() {
        return "round-off";
    }

    @Override
    public String title() {
        return "rounding errors of Taylor–Green vortices over the lattice speed, " + SOURCE;
    }

    @Override
    public boolean onlyWhenAsked() {
        return true;
    }

    @Override
    public List<ValidationCase> cases(boolean full) {
        int nodes = full ? 128 : 64;
        double[] speeds = full ? SPEEDS : Arrays.copyOfRange(SPEEDS, 2, SPEEDS.length);
        String setup = "D2Q9 bgk, %d x %d".formatted(nodes, nodes);
        return List.of(new ValidationCase(setup, laboratory -> rows(laboratory, setup, nodes, speeds)));
    }

    /// @param speeds lattice speeds, ascending; the last one is twice the one before
    List<ValidationRow> rows(Laboratory laboratory, String setup, int nodes, double[] speeds) {
        Branch fp64 = branch(laboratory, Precision.FP64, nodes, speeds);
        Branch fp32 = branch(laboratory, Precision.FP32, nodes, speeds);
        Branch deviations = branch(laboratory, Precision.FP32_DEVIATIONS, nodes, speeds);
        List<ValidationRow> rows = new ArrayList<>();
        for (Branch branch : List.of(fp64, fp32, deviations)) {
            for (int k = 0; k < speeds.length; k++) {
                String at = "%s, %s, lattice speed %s".formatted(setup, branch.precision.key(), speeds[k]);
                rows.add(reported(at, "relative L2 error of velocity", branch.velocity[k]));
                rows.add(reported(at, "relative L2 error of pressure", branch.pressure[k]));
            }
        }
        laboratory.plots().accept(plot("velocity", setup, List.of(fp64, fp32, deviations), Branch::velocity));
        laboratory.plots().accept(plot("pressure", setup, List.of(fp64, fp32, deviations), Branch::pressure));
        ofFp64(rows, setup, fp64);
        ofFp32(rows, setup, fp32, fp64);
        double ratio = 0;
        for (int k = 0; k < speeds.length && speeds[k] <= LOW_SPEED; k++) {
            ratio = Math.max(ratio, deviations.pressure[k] / fp32.pressure[k]);
        }
        rows.add(ValidationRow.error(
                key(),
                setup,
                "error of pressure up to speed %s, fp32-deviations over fp32, the largest".formatted(LOW_SPEED),
                ratio,
                SOURCE,
                0.1));
        return rows;
    }

    private static ValidationPlot plot(
            String of, String setup, List<Branch> branches, Function<Branch, double[]> errors) {
        var curves = new Curves(
                "Taylor–Green vortices at Re 1000: relative error of " + of,
                setup,
                new Axis("lattice speed", "", Scale.DECADES),
                new Axis("relative L2 error", "", Scale.DECADES));
        for (Branch branch : branches) {
            curves.add(branch.precision.key(), branch.speeds, errors.apply(branch), Style.LINE_AND_MARKS);
        }
        return curves.named("round-off " + of);
    }

    private ValidationRow reported(String setup, String quantity, double error) {
        return ValidationRow.error(key(), setup, quantity, error, SOURCE, Double.POSITIVE_INFINITY);
    }

    /// Flat, then the square of the speed: of the velocity's difference from that at the lowest speed, since errors of
    /// spacing and of compressibility have different shapes and signs.
    private void ofFp64(List<ValidationRow> rows, String setup, Branch fp64) {
        int last = fp64.speeds.length - 1;
        int low = Arrays.binarySearch(fp64.speeds, LOW_SPEED);
        rows.add(ValidationRow.relative(
                key(),
                setup,
                "fp64: error of velocity at speed %s over that at the lowest".formatted(LOW_SPEED),
                fp64.velocity[low] / fp64.velocity[0],
                1,
                "no rounding",
                0.02));
        double highest = RelativeError.l2(fp64.fields.get(last), fp64.fields.getFirst());
        double half = RelativeError.l2(fp64.fields.get(last - 1), fp64.fields.getFirst());
        double exponent = Math.log(highest / half) / Math.log(fp64.speeds[last] / fp64.speeds[last - 1]);
        rows.add(new ValidationRow(
                key(),
                setup,
                "fp64: exponent of the difference from the lowest speed, from %s to %s"
                        .formatted(fp64.speeds[last - 1], fp64.speeds[last]),
                exponent,
                2,
                "compressibility",
                Math.abs(exponent - 2),
                0.2));
    }

    private void ofFp32(List<ValidationRow> rows, String setup, Branch fp32, Branch fp64) {
        double[] errors = fp32.velocity;
        double least = Arrays.stream(errors).min().orElseThrow();
        rows.add(ValidationRow.atLeast(
                key(),
                setup,
                "fp32: error of velocity at the lowest speed over the smallest",
                errors[0] / least,
                2,
                SOURCE));
        rows.add(ValidationRow.atLeast(
                key(),
                setup,
                "fp32: error of velocity at the highest speed over the smallest",
                errors[errors.length - 1] / least,
                1.2,
                SOURCE));
        double difference = 0;
        for (int k = 0; k < errors.length; k++) {
            if (fp32.speeds[k] >= HIGH_SPEED) {
                difference = Math.max(difference, Math.abs(errors[k] / fp64.velocity[k] - 1));
            }
        }
        rows.add(ValidationRow.error(
                key(),
                setup,
                "error of velocity from speed %s on, fp32 over fp64 - 1, the largest".formatted(HIGH_SPEED),
                difference,
                SOURCE,
                0.05));
    }

    /// Relative L2 errors, by lattice speed.
    ///
    /// @param fields velocities, `[axis 0..1][fluid node]` of each speed
    private record Branch(
            Precision precision, double[] speeds, double[] velocity, double[] pressure, List<double[][]> fields) {}

    private static Branch branch(Laboratory laboratory, Precision precision, int nodes, double[] speeds) {
        double[] ofVelocity = new double[speeds.length];
        double[] ofPressure = new double[speeds.length];
        List<double[][]> fields = new ArrayList<>();
        for (int k = 0; k < speeds.length; k++) {
            Case theCase = theCase(precision, nodes, speeds[k]);
            try (Simulation flow = Simulation.open(theCase, laboratory.device(), laboratory.workers())) {
                flow.step(Math.round(END_S / flow.units().timeStepS()));
                Exact exact = Exact.at(flow);
                Snapshot now = flow.snapshot();
                fields.add(Arrays.copyOf(now.velocityMPerS(), exact.velocity.length));
                ofVelocity[k] = RelativeError.l2(fields.getLast(), exact.velocity);
                ofPressure[k] = RelativeError.l2(now.pressurePa(), exact.pressure);
            }
        }
        return new Branch(precision, speeds, ofVelocity, ofPressure, fields);
    }

    /// @param velocity `[axis 0..1][fluid node]`, @param pressure `[fluid node]`
    private record Exact(double[][] velocity, double[] pressure) {
        static Exact at(Simulation flow) {
            int count = (int) flow.nodes().fluid().count();
            var exact = new Exact(new double[2][count], new double[count]);
            double k = 2 * Math.PI;
            double decay = Math.exp(-2 * k * k * flow.timeS() / REYNOLDS);
            for (int n = 0; n < count; n++) {
                double x = k * NodeCoordinates.of(flow.nodes(), n).x();
                double y = k * NodeCoordinates.of(flow.nodes(), n).y();
                exact.velocity[0][n] = -Math.cos(x) * Math.sin(y) * decay;
                exact.velocity[1][n] = Math.sin(x) * Math.cos(y) * decay;
                exact.pressure[n] = -(Math.cos(2 * x) + Math.cos(2 * y)) / 4 * decay * decay;
            }
            return exact;
        }
    }

    /// Lengths in L, velocities in U, density 1.
    private static Case theCase(Precision precision, int nodes, double latticeSpeed) {
        Side open = Side.periodic();
        List<Value> velocity = List.of(
                Value.varying(
                        at -> sine(at, at.x(), 0.25).times(sine(at, at.y(), 0)).negated()),
                Value.varying(at -> sine(at, at.x(), 0).times(sine(at, at.y(), 0.25))),
                Value.ZERO);
        Value pressure = Value.varying(at -> sine(at, at.x().plus(at.x()), 0.25)
                .plus(sine(at, at.y().plus(at.y()), 0.25))
                .times(at.number(-0.25)));
        return Case.named("round-off")
                .geometry(ShapeSource.in(Domain.of2d(1, 1, open, open, open, open)))
                .spacingM(1.0 / nodes)
                .fluid(1, 1 / REYNOLDS)
                .lattice(Lattices.D2Q9)
                .collision(new Bgk())
                .precision(precision)
                .initial(new Case.Initial(velocity, pressure))
                .referenceVelocityMPerS(1e-3) // the vortices are faster than a run may be otherwise
                .referenceLengthM(1)
                .timeStepS(latticeSpeed / nodes)
                .beyondStability()
                .atMostSteps(1)
                .build();
    }

    /// The sine of an angle.
    /// @param turn part of a full turn that is added
    private static Expr sine(Value.Somewhere at, Expr place, double turn) {
        return at.sin(at.number(2 * Math.PI).times(place.plus(at.number(turn))));
    }
}
