package dev.tessera.suites.validation;

import dev.tessera.expr.Expr;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.Collision;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.collision.Elbm;
import dev.tessera.model.collision.Kbc;
import dev.tessera.model.collision.Smagorinsky;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.output.LinePlot.Axis;
import dev.tessera.output.LinePlot.Style;
import dev.tessera.solver.Case;
import dev.tessera.solver.FlowMean;
import dev.tessera.solver.Observable;
import dev.tessera.solver.OutputChoice;
import dev.tessera.solver.Simulation;
import dev.tessera.solver.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// The double shear layer at Re 10⁴ in a periodic square of edge L: two layers of width L/80 roll up, and what the
/// lattice does not resolve grows into further vortices or into infinity. Which collisions survive to t = 2 L/U, and
/// how much kinetic energy and enstrophy they keep.
///
/// Source: Minion & Brown, J. Comput. Phys. 138, 734 (1997).
final class ShearLayer implements ValidationSuite {
    private static final double REYNOLDS = 1e4;
    private static final double STEEPNESS = 80;
    private static final double DISTURBANCE = 0.05;
    private static final double LATTICE_SPEED = 0.04;
    private static final double END = 2; // L/U
    private static final int SAMPLES = 20;
    private static final String SURVIVES = "survives or not";

    /// By nodes per edge.
    private final SequencedMap<Integer, Series> energies = new LinkedHashMap<>();

    private final SequencedMap<Integer, Series> enstrophies = new LinkedHashMap<>();

    @Override
    public String key() {
        return "shear-layer";
    }

    @Override
    public String title() {
        return "double shear layer at Re 10⁴: which collisions survive (Minion & Brown 1997)";
    }

    @Override
    public boolean onlyWhenAsked() {
        return true;
    }

    @Override
    public List<ValidationCase> cases(boolean full) {
        List<Collision> collisions = new ArrayList<>(Collisions.on(Lattices.D2Q9, new QuasiCompressible()));
        collisions.add(new Smagorinsky(new Bgk(), Smagorinsky.USUAL));
        List<ValidationCase> cases = new ArrayList<>();
        for (int nodes : full ? List.of(128, 256, 512) : List.of(128)) {
            for (Collision collision : collisions) {
                String setup = "D2Q9 %s, %d x %d".formatted(collision.key(), nodes, nodes);
                cases.add(new ValidationCase(setup, laboratory -> rows(laboratory, setup, collision, nodes)));
            }
        }
        return cases;
    }

    List<ValidationRow> rows(Laboratory laboratory, String setup, Collision collision, int nodes) {
        Decay decay = decay(laboratory, collision, nodes);
        laboratory.plots().accept(plot("kinetic energy", nodes, collision, decay, decay.energy, energies));
        laboratory.plots().accept(plot("enstrophy", nodes, collision, decay, decay.enstrophy, enstrophies));
        boolean hasToSurvive = collision instanceof Elbm || collision instanceof Kbc;
        String reached = "t U / L reached";
        List<ValidationRow> rows = new ArrayList<>();
        rows.add(
                hasToSurvive
                        ? ValidationRow.atLeast(key(), setup, reached, decay.reached, END, "survives")
                        : ValidationRow.reported(key(), setup, reached, decay.reached, END, SURVIVES));
        if (decay.reached >= END / 2) {
            double energy = decay.energy[SAMPLES / 2];
            double enstrophy = decay.enstrophy[SAMPLES / 2];
            rows.add(ValidationRow.reported(
                    key(), setup, "kinetic energy at t = L/U over that at the start", energy, 1, "no loss"));
            rows.add(ValidationRow.reported(
                    key(), setup, "enstrophy at t = L/U over that at the start", enstrophy, 1, "no loss"));
        }
        return rows;
    }

    /// @param reached time of the last sample whose energy is at most that of the start, L/U
    /// @param energy of all samples over that at the start, @param enstrophy the same
    private record Decay(double reached, double[] energy, double[] enstrophy) {
        int samples() {
            return 1 + (int) Math.round(reached * SAMPLES / END);
        }
    }

    /// All collisions so far; a line ends where its collision diverges.
    private static ValidationPlot plot(
            String of, int nodes, Collision collision, Decay decay, double[] values, Map<Integer, Series> all) {
        double[] times = Curves.upTo(END, SAMPLES + 1);
        Series series = all.computeIfAbsent(nodes, none -> new Series());
        series.add(collision.key(), Arrays.copyOf(times, decay.samples()), Arrays.copyOf(values, decay.samples()));
        return series.onto(
                        new Curves(
                                "Double shear layer at Re 10⁴: " + of,
                                "D2Q9, %d x %d".formatted(nodes, nodes),
                                new Axis("t U / L", ""),
                                new Axis(of + " / that at the start", "")),
                        Style.LINE)
                .named("shear-layer %s %d nodes".formatted(of, nodes));
    }

    private static Decay decay(Laboratory laboratory, Collision collision, int nodes) {
        double[] energy = new double[SAMPLES + 1];
        double[] enstrophy = new double[SAMPLES + 1];
        int last = 0;
        try (Simulation flow = Simulation.open(theCase(collision, nodes), laboratory.device(), laboratory.workers())) {
            double steps = END / flow.units().timeStepS();
            for (int sample = 0; sample <= SAMPLES; sample++) {
                flow.step(Math.round(steps * sample / SAMPLES) - flow.steps());
                List<Observable> now = flow.observables(false);
                energy[sample] = Observable.value(now, FlowMean.KINETIC_ENERGY.observable());
                enstrophy[sample] = Observable.value(now, FlowMean.ENSTROPHY.observable());
                if (!(energy[sample] <= energy[0])) {
                    break;
                }
                last = sample;
            }
        }
        double energyAtStart = energy[0];
        double enstrophyAtStart = enstrophy[0];
        return new Decay(
                END * last / SAMPLES,
                Arrays.stream(energy).map(e -> e / energyAtStart).toArray(),
                Arrays.stream(enstrophy).map(e -> e / enstrophyAtStart).toArray());
    }

    /// Lengths in L, velocities in U.
    private static Case theCase(Collision collision, int nodes) {
        Side open = Side.periodic();
        Value along = Value.varying(at -> {
            Expr fromMiddle = at.y().minus(at.number(0.5));
            Expr inside = at.number(0.25).minus(at.max(fromMiddle, fromMiddle.negated()));
            return at.tanh(inside.times(at.number(STEEPNESS)));
        });
        Value across = Value.varying(at -> at.number(DISTURBANCE)
                .times(at.sin(at.number(2 * Math.PI).times(at.x().plus(at.number(0.25))))));
        return Case.named("shear-layer")
                .geometry(ShapeSource.in(Domain.of2d(1, 1, open, open, open, open)))
                .spacingM(1.0 / nodes)
                .fluid(1, 1 / REYNOLDS)
                .lattice(Lattices.D2Q9)
                .equilibrium(new QuasiCompressible())
                .collision(collision)
                .initial(new Case.Initial(List.of(along, across, Value.ZERO), Value.ZERO))
                .referenceVelocityMPerS(1)
                .referenceLengthM(1)
                .latticeSpeed(LATTICE_SPEED)
                .beyondStability()
                .output(OutputChoice.of(FlowMean.KINETIC_ENERGY, FlowMean.ENSTROPHY))
                .atMostSteps(1)
                .build();
    }
}
