package dev.tessera.suites.validation;

import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.Collision;
import dev.tessera.model.Forcing;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.output.LinePlot.Axis;
import dev.tessera.output.LinePlot.Scale;
import dev.tessera.output.LinePlot.Style;
import dev.tessera.solver.Boundaries;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.Case;
import dev.tessera.solver.Value;
import dev.tessera.solver.boundary.FullWayWall;
import dev.tessera.solver.boundary.RestingWall;
import dev.tessera.solver.boundary.TammMottSmithWall;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// Plane Poiseuille flow between half-way walls, driven by a force: second order with BGK, exact with TRT at
/// 3/16, and with MRT on D3Q13 at 1/4. Between full-way walls it is the same; between walls of Tamm and
/// Mott-Smith it is of first order; with the force as an exact difference of second. Between openings: by every scheme
/// on the nodes of a side.
final class Poiseuille implements ValidationSuite {
    static final String EXACT = "u = g y (h - y) / (2 nu)";

    private static final int[] NODES = {8, 16, 32}; // across
    private final Series byWalls = new Series();
    private final Series byOpenings = new Series();

    @Override
    public String key() {
        return "poiseuille";
    }

    @Override
    public String title() {
        return "plane Poiseuille flow, exact solution";
    }

    @Override
    public List<ValidationCase> cases(boolean full) {
        return List.of(
                converging("", new RestingWall(), Optional.empty(), 5e-3, 1.9),
                new ValidationCase("D2Q9 trt", this::trt),
                converging("full-way", new FullWayWall(), Optional.empty(), 5e-3, 1.9),
                converging("tamm-mott-smith", new TammMottSmithWall(), Optional.empty(), 0.05, 0.9),
                converging("exact-difference", new RestingWall(), Optional.of(Forcing.EXACT_DIFFERENCE), 5e-3, 1.9),
                new ValidationCase("D3Q13 mrt", this::d3q13),
                between(Scheme.ZOU_HE, 1.8),
                between(Scheme.REGULARIZED, 1.8),
                between(Scheme.GUO, 1.8),
                between(Scheme.EQUILIBRIUM, 0.8));
    }

    private ValidationCase between(Scheme scheme, double order) {
        return new ValidationCase("openings, " + scheme.word(), laboratory -> between(laboratory, scheme, order));
    }

    /// A channel of twice its width between openings; diffusive scaling.
    private List<ValidationRow> between(Laboratory laboratory, Scheme scheme, double least) throws IOException {
        double[] errors = new double[NODES.length];
        double flow = 0;
        for (int k = 0; k < NODES.length; k++) {
            double[] both = openingErrors(laboratory, scheme, NODES[k]);
            errors[k] = both[0];
            flow = both[1];
        }
        byOpenings.add(scheme.word(), places(), errors);
        laboratory.plots().accept(convergence(byOpenings, "between openings", "D2Q9 trt, incompressible", "openings"));
        String setup = "between openings by " + scheme.word();
        return List.of(
                ValidationRow.error(
                        key(), setup + ", 32 nodes", "relative L2 error of velocity", errors[2], EXACT, 0.02),
                ValidationRow.error(key(), setup + ", 32 nodes", "relative error of the flow", flow, EXACT, 0.01),
                ValidationRow.atLeast(
                        key(), setup + ", 16 to 32 nodes", "order of convergence", order(errors), least, EXACT));
    }

    /// Of velocity and of the flow through the outlet.
    private static double[] openingErrors(Laboratory laboratory, Scheme scheme, int nodes) throws IOException {
        double dx = 1.0 / nodes;
        Side wall = Side.wall("wall");
        Domain channel = Domain.of2d(
                2, 1, Side.opening("inlet").wet(), Side.opening("outlet").wet(), wall, wall);
        Case theCase = Case.named("poiseuille")
                .geometry(ShapeSource.in(channel))
                .spacingM(dx)
                .fluid(1, 1)
                .lattice(Lattices.D2Q9)
                .collision(new Trt())
                .equilibrium(new Incompressible())
                .boundary(
                        "inlet",
                        Boundaries.meanVelocity("0.66666666666666667 m/s")
                                .parabolic()
                                .by(scheme))
                .boundary("outlet", Boundaries.pressure("0 Pa").by(scheme))
                .relaxationTime(0.8)
                .atMostS(3)
                .build();
        return laboratory.solve(theCase, solution -> {
            double flow = solution.simulation().observables(false).stream()
                    .filter(observable -> observable.name().equals("outlet.flow_rate"))
                    .mapToDouble(observable -> -observable.value())
                    .findFirst()
                    .orElseThrow();
            return new double[] {channelError(solution, nodes), Math.abs(flow * 1.5 - 1)};
        });
    }

    /// Relative L2 error of velocity at all nodes.
    private static double channelError(Laboratory.Solution solution, int nodes) {
        double[][] u = solution.snapshot().velocityMPerS();
        var box = solution.simulation().nodes().box();
        var fluid = solution.simulation().nodes().fluid();
        double[] computed = new double[2 * u[0].length];
        double[] exact = new double[computed.length];
        for (int n = 0; n < u[0].length; n++) {
            exact[2 * n] = exact((box.y(fluid.boxIndex(n)) + 0.5) / nodes);
            computed[2 * n] = u[0][n];
            computed[2 * n + 1] = u[1][n];
        }
        return RelativeError.l2(computed, exact);
    }

    /// BGK between walls: its error with 8, 16 and 32 nodes across, and the order from the finest two.
    /// @param setup of the rows; empty: half-way walls and the usual forcing
    private ValidationCase converging(
            String setup, Boundary walls, Optional<Forcing> forcing, double most, double least) {
        String name = setup.isEmpty() ? "D2Q9 bgk" : "D2Q9 bgk, " + setup;
        return new ValidationCase(name, laboratory -> {
            var channel = new Channel(Lattices.D2Q9, new Bgk(), walls, forcing);
            double[] errors = new double[NODES.length];
            for (int k = 0; k < NODES.length; k++) {
                errors[k] = error(laboratory, channel, NODES[k]);
            }
            byWalls.add(setup.isEmpty() ? "half-way" : setup, places(), errors);
            laboratory.plots().accept(convergence(byWalls, "driven, between walls", "D2Q9 bgk", "walls"));
            return List.of(
                    ValidationRow.error(
                            key(), name + ", 32 nodes", "relative L2 error of velocity", errors[2], EXACT, most),
                    ValidationRow.atLeast(
                            key(), name + ", 16 to 32 nodes", "order of convergence", order(errors), least, EXACT));
        });
    }

    private static double[] places() {
        return Arrays.stream(NODES).asDoubleStream().toArray();
    }

    private static double order(double[] errors) {
        return Math.log(errors[1] / errors[2]) / Math.log(2);
    }

    private static ValidationPlot convergence(Series errors, String flow, String setup, String file) {
        return errors.onto(
                        new Curves(
                                "Flow between plates, %s: error of velocity".formatted(flow),
                                setup,
                                new Axis("nodes across", "", Scale.DECADES),
                                new Axis("relative L2 error", "", Scale.DECADES)),
                        Style.LINE_AND_MARKS)
                .named("poiseuille convergence " + file);
    }

    private List<ValidationRow> trt(Laboratory laboratory) throws IOException {
        double error = error(laboratory, Channel.of(Lattices.D2Q9, new Trt()), 16);
        return List.of(ValidationRow.error(
                key(), "D2Q9 trt 3/16, 16 nodes", "relative L2 error of velocity", error, EXACT, 1e-6));
    }

    private List<ValidationRow> d3q13(Laboratory laboratory) throws IOException {
        // viscosity 0.1: 1/omega - 1/2 = 2 nu, times 1/omega_m - 1/2 is 1/4
        SequencedMap<String, Double> odd = new LinkedHashMap<>();
        odd.put("omega_m", 1 / (0.25 / 0.2 + 0.5));
        double error = error(laboratory, Channel.of(Lattices.D3Q13, new Mrt(odd)), 16);
        return List.of(ValidationRow.error(
                key(), "D3Q13 mrt 1/4, 16 nodes", "relative L2 error of velocity", error, EXACT, 1e-6));
    }

    /// What drives a flow between walls, and what walls.
    private record Channel(VelocitySet lattice, Collision collision, Boundary walls, Optional<Forcing> forcing) {
        static Channel of(VelocitySet lattice, Collision collision) {
            return new Channel(lattice, collision, new RestingWall(), Optional.empty());
        }
    }

    /// Channel of height 1 m with `nodes` across; its maximum velocity is 1 m/s.
    private static double error(Laboratory laboratory, Channel flow, int nodes) throws IOException {
        VelocitySet lattice = flow.lattice();
        Collision collision = flow.collision();
        double dx = 1.0 / nodes;
        Side open = Side.periodic();
        Side wall = Side.wall("wall");
        Domain channel = lattice.dimensions() == 2
                ? Domain.of2d(4 * dx, 1, open, open, wall, wall)
                : Domain.of(new Vec(4 * dx, 1, 4 * dx), open, open, wall, wall, open, open);
        Case theCase = Case.named("poiseuille")
                .geometry(ShapeSource.in(channel))
                .spacingM(dx)
                .fluid(1, 1)
                .lattice(lattice)
                .collision(collision)
                .boundary("wall", flow.walls())
                .drive(new Case.Drive(List.of(Value.of(8), Value.ZERO, Value.ZERO), flow.forcing()))
                .relaxationTime(0.8)
                .atMostS(3)
                .build();
        return laboratory.solve(theCase, solution -> {
            if (collision instanceof Trt) {
                String setup = "%s %s, %d nodes across".formatted(lattice.name(), collision.key(), nodes);
                laboratory.plots().accept(plot(solution, nodes, setup));
            }
            return error(solution, nodes);
        });
    }

    private static ValidationPlot plot(Laboratory.Solution solution, int nodes, String setup) {
        double[] place = new double[nodes];
        for (int y = 0; y < nodes; y++) {
            place[y] = (y + 0.5) / nodes;
        }
        double[] line = Curves.upTo(1, 101);
        return new Curves(
                        "Flow between plates: velocity",
                        setup,
                        new Axis("place across", "m"),
                        new Axis("velocity", "m/s"))
                .computed("computed", place, profile(solution, nodes))
                .reference(
                        EXACT, line, Arrays.stream(line).map(Poiseuille::exact).toArray())
                .named("poiseuille trt " + nodes);
    }

    private static double exact(double place) {
        return 4 * place * (1 - place);
    }

    /// Relative L2 error of velocity across a channel along x, 1 m high, with a maximum velocity of 1 m/s.
    static double error(Laboratory.Solution solution, int nodes) {
        double[] exact = new double[nodes];
        for (int y = 0; y < nodes; y++) {
            exact[y] = exact((y + 0.5) / nodes);
        }
        return RelativeError.l2(profile(solution, nodes), exact);
    }

    private static double[] profile(Laboratory.Solution solution, int nodes) {
        double[] u = solution.snapshot().velocityMPerS()[0];
        var map = solution.simulation().nodes();
        double[] profile = new double[nodes];
        for (int y = 0; y < nodes; y++) {
            profile[y] = u[(int) map.fluid().number(map.box().index(0, y, 0))];
        }
        return profile;
    }
}
