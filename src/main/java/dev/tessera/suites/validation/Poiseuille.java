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
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Case;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// Plane Poiseuille flow between half-way walls, driven by a force: second order with BGK, exact with TRT at
/// 3/16, and with MRT on D3Q13 at 1/4.
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
                new ValidationCase("D3Q13 mrt", this::d3q13));
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
                .accelerationMPerS2(8, 0, 0)
                .relaxationTime(0.8)
                .atMostS(3)
                .build();
        return laboratory.solve(theCase, solution -> error(solution, nodes));
    }

    /// Relative L2 error of velocity across a channel along x, 1 m high, with a maximum velocity of 1 m/s.
    static double error(Laboratory.Solution solution, int nodes) {
        double[] u = solution.snapshot().velocityMPerS()[0];
        var map = solution.simulation().nodes();
        double[] computed = new double[nodes];
        double[] exact = new double[nodes];
        for (int y = 0; y < nodes; y++) {
            double place = (y + 0.5) / nodes;
            exact[y] = 4 * place * (1 - place);
            computed[y] = u[(int) map.fluid().number(map.box().index(0, y, 0))];
        }
        return RelativeError.l2(computed, exact);
    }
}
