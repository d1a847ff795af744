package dev.tessera.suites.validation;

import dev.tessera.geometry.shape.Cylinder;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Boundary.Flow;
import dev.tessera.solver.Boundary.Profile;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.Case;
import dev.tessera.solver.FieldAt;
import dev.tessera.solver.Value;
import dev.tessera.solver.boundary.PressureOpening;
import dev.tessera.solver.boundary.VelocityOpening;
import java.io.IOException;
import java.util.List;

/// Laminar flow around a cylinder in a channel at Re 20 (case 2D-1), with half-way bounce-back on the cylinder.
final class Cylinder2d implements ValidationSuite {
    static final String SOURCE = "Schäfer & Turek 1996; FEATFLOW";
    static final double DRAG = 5.57953523384;
    static final double LIFT = 0.010618948146;
    static final double PRESSURE_DROP_PA = 0.11752016697;

    @Override
    public String key() {
        return "cylinder-2d";
    }

    @Override
    public String title() {
        return "cylinder in a channel at Re 20, " + SOURCE;
    }

    @Override
    public List<ValidationCase> cases(boolean full) {
        var usual = new ValidationCase("40 nodes", laboratory -> rows(laboratory, 40, 0.05));
        var fine = new ValidationCase("80 nodes", laboratory -> rows(laboratory, 80, 0.02));
        return full ? List.of(usual, fine) : List.of(usual);
    }

    private List<ValidationRow> rows(Laboratory laboratory, int nodesPerDiameter, double dragTolerance)
            throws IOException {
        String setup = "D2Q9 mrt, %d nodes per diameter".formatted(nodesPerDiameter);
        return laboratory.solve(channel(nodesPerDiameter), solution -> {
            // Mean velocity 0.2 m/s, diameter 0.1 m, density 1.
            double drag = 2 * solution.observable("cylinder.force_x") / (0.2 * 0.2 * 0.1);
            double lift = 2 * solution.observable("cylinder.force_y") / (0.2 * 0.2 * 0.1);
            double drop = surfacePressure(solution, 0.15, -1) - surfacePressure(solution, 0.25, 1);
            return List.of(
                    ValidationRow.relative(key(), setup, "drag coefficient", drag, DRAG, SOURCE, dragTolerance),
                    ValidationRow.relative(
                            key(), setup, "pressure drop, Pa (relative)", drop, PRESSURE_DROP_PA, SOURCE, 0.03),
                    ValidationRow.reported(key(), setup, "lift coefficient", lift, LIFT, SOURCE));
        });
    }

    private static Case channel(int nodesPerDiameter) {
        Side wall = Side.wall("wall");
        Domain domain = Domain.of2d(
                2.2, 0.41, Side.opening("inlet").wet(), Side.opening("outlet").wet(), wall, wall);
        return Case.named("cylinder-2d")
                .geometry(ShapeSource.in(domain).obstacle("cylinder", Cylinder.disc(0.2, 0.2, 0.05)))
                .spacingM(0.1 / nodesPerDiameter)
                .fluid(1, 1e-3)
                .lattice(Lattices.D2Q9)
                .collision(new Mrt())
                .boundary(
                        "inlet",
                        new VelocityOpening(new Flow.PeakVelocity(Value.of(0.3)), Profile.PARABOLIC, Scheme.AUTO, 0.5))
                .boundary("outlet", new PressureOpening(Value.ZERO, Scheme.AUTO, 0, false, null))
                .latticeSpeed(0.05)
                .referenceLengthM(0.1)
                .steady(1e-6)
                .atMostS(40)
                .build();
    }

    /// Pressure on the cylinder's surface at y = 0.2, extrapolated linearly from one and two spacings outside.
    private static double surfacePressure(Laboratory.Solution solution, double x, int outward) {
        var nodes = solution.simulation().nodes();
        double dx = nodes.spacingM();
        double[] p = solution.snapshot().pressurePa();
        double near = FieldAt.place(nodes, p, x + 1.5 * outward * dx, 0.2, 0);
        double far = FieldAt.place(nodes, p, x + 2.5 * outward * dx, 0.2, 0);
        return near + 1.5 * (near - far);
    }
}
