package dev.tessera.suites.validation;

import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.Collision;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.output.LinePlot.Axis;
import dev.tessera.solver.Boundaries;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.Case;
import dev.tessera.solver.boundary.FullWayWall;
import dev.tessera.solver.boundary.RestingWall;
import dev.tessera.solver.boundary.TammMottSmithWall;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// Plane Poiseuille flow between half-way walls, driven by a force: second order with BGK, exact with TRT at
/// 3/16, and with MRT on D3Q13 at 1/4. Between full-way walls it is the same; between walls of Tamm and
/// Mott-Smith it is of first order. Between openings: by every scheme on the nodes of a side.
final class Poiseuille implements ValidationSuite {
    static final String EXACT = "u = g y (h - y) / (2 nu)";

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
                new ValidationCase("D2Q9 bgk", this::bgk),
                new ValidationCase("D2Q9 trt", this::trt),
                new ValidationCase("D2Q9 bgk, full-way", this::fullWay),
                new ValidationCase("D2Q9 bgk, tamm-mott-smith", this::tammMottSmith),
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
        double[] coarse = openingErrors(laboratory, scheme, 16);
        double[] fine = openingErrors(laboratory, scheme, 32);
        String setup = "between openings by " + scheme.word();
        return List.of(
                ValidationRow.error(key(), setup + ", 32 nodes", "relative L2 error of velocity", fine[0], EXACT, 0.02),
                ValidationRow.error(key(), setup + ", 32 nodes", "relative error of the flow", fine[1], EXACT, 0.01),
                ValidationRow.atLeast(
                        key(),
                        setup + ", 16 to 32 nodes",
                        "order of convergence",
                        Math.log(coarse[0] / fine[0]) / Math.log(2),
                        least,
                        EXACT));
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

    private List<ValidationRow> fullWay(Laboratory laboratory) throws IOException {
        double coarse = error(laboratory, Lattices.D2Q9, new Bgk(), 16, new FullWayWall());
        double fine = error(laboratory, Lattices.D2Q9, new Bgk(), 32, new FullWayWall());
        double order = Math.log(coarse / fine) / Math.log(2);
        return List.of(
                ValidationRow.error(
                        key(), "D2Q9 bgk, full-way, 32 nodes", "relative L2 error of velocity", fine, EXACT, 5e-3),
                ValidationRow.atLeast(
                        key(), "D2Q9 bgk, full-way, 16 to 32 nodes", "order of convergence", order, 1.9, EXACT));
    }

    private List<ValidationRow> tammMottSmith(Laboratory laboratory) throws IOException {
        double coarse = error(laboratory, Lattices.D2Q9, new Bgk(), 16, new TammMottSmithWall());
        double fine = error(laboratory, Lattices.D2Q9, new Bgk(), 32, new TammMottSmithWall());
        String walls = "D2Q9 bgk, walls of Tamm and Mott-Smith";
        return List.of(
                ValidationRow.error(key(), walls + ", 32 nodes", "relative L2 error of velocity", fine, EXACT, 0.05),
                ValidationRow.atLeast(
                        key(),
                        walls + ", 16 to 32 nodes",
                        "order of convergence",
                        Math.log(coarse / fine) / Math.log(2),
                        0.9,
                        EXACT));
    }

    private List<ValidationRow> bgk(Laboratory laboratory) throws IOException {
        double coarse = error(laboratory, Lattices.D2Q9, new Bgk(), 16);
        double fine = error(laboratory, Lattices.D2Q9, new Bgk(), 32);
        double order = Math.log(coarse / fine) / Math.log(2);
        return List.of(
                ValidationRow.error(key(), "D2Q9 bgk, 32 nodes", "relative L2 error of velocity", fine, EXACT, 5e-3),
                ValidationRow.atLeast(key(), "D2Q9 bgk, 16 to 32 nodes", "order of convergence", order, 1.9, EXACT));
    }

    private List<ValidationRow> trt(Laboratory laboratory) throws IOException {
        double error = error(laboratory, Lattices.D2Q9, new Trt(), 16);
        return List.of(ValidationRow.error(
                key(), "D2Q9 trt 3/16, 16 nodes", "relative L2 error of velocity", error, EXACT, 1e-6));
    }

    private List<ValidationRow> d3q13(Laboratory laboratory) throws IOException {
        // viscosity 0.1: 1/omega - 1/2 = 2 nu, times 1/omega_m - 1/2 is 1/4
        SequencedMap<String, Double> odd = new LinkedHashMap<>();
        odd.put("omega_m", 1 / (0.25 / 0.2 + 0.5));
        double error = error(laboratory, Lattices.D3Q13, new Mrt(odd), 16);
        return List.of(ValidationRow.error(
                key(), "D3Q13 mrt 1/4, 16 nodes", "relative L2 error of velocity", error, EXACT, 1e-6));
    }

    /// Channel of height 1 m with `nodes` across; its maximum velocity is 1 m/s.
    private static double error(Laboratory laboratory, VelocitySet lattice, Collision collision, int nodes)
            throws IOException {
        return error(laboratory, lattice, collision, nodes, new RestingWall());
    }

    private static double error(
            Laboratory laboratory, VelocitySet lattice, Collision collision, int nodes, Boundary resting)
            throws IOException {
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
                .boundary("wall", resting)
                .accelerationMPerS2(8, 0, 0)
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
