package dev.tessera.suites.validation;

import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Cylinder;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.Shape;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.collision.Trt;
import dev.tessera.solver.Case;
import dev.tessera.solver.field.WallTraction;
import java.io.IOException;
import java.util.List;

/// A round tube along (1, 2, 3) in a periodic box, driven by a force along it: flow and wall shear stress of
/// Hagen–Poiseuille.
///
/// @param nodes per diameter
record PeriodicTube(int nodes) implements WalledFlow {
    private static final Vec DIRECTION = new Vec(1, 2, 3).unit();

    @Override
    public String setup() {
        return "tube along (1,2,3), %d nodes per diameter".formatted(nodes);
    }

    @Override
    public String source() {
        return "Hagen–Poiseuille";
    }

    @Override
    public List<Quantity> quantities() {
        return List.of(
                new Quantity("flow", 0.002),
                new Quantity("mean wall shear stress", 0.005),
                new Quantity("wall shear stress, RMS over nodes", 0.01));
    }

    /// A diameter of 1 m, viscosity 1 m²/s. The box, once and twice and three times as long along its axes,
    /// contains the tube once; its copies beyond the periodic sides are more than its diameter away.
    @Override
    public double[] errors(Laboratory laboratory, Setting setting) throws IOException {
        double dx = 1.0 / nodes;
        double dt = setting.viscosityLattice() * dx * dx;
        double edge = Math.ceil(1.2 * nodes) * dx;
        Vec size = new Vec(1, 2, 3).times(edge);
        double acceleration = 1e-2 * dx / dt;
        Case theCase = Case.named("periodic-tube")
                .geometry(ShapeSource.in(Domain.enclosed(size, Side.periodic()))
                        .fluid(tubes(setting.shift().times(dx), edge)))
                .spacingM(dx)
                .fluid(1, 1)
                .collision(new Trt())
                .walls(setting.walls())
                .accelerationMPerS2(
                        acceleration * DIRECTION.x(), acceleration * DIRECTION.y(), acceleration * DIRECTION.z())
                .timeStepS(dt)
                .atMostS(0.6) // 14 times the slowest decay, 1/(4 * 2.405²)
                .build();
        return laboratory.solve(theCase, solution -> errors(solution, acceleration, edge));
    }

    /// The tube through a corner, and its copies that reach into the box.
    private static Shape tubes(Vec shift, double edge) {
        Shape tubes = new Cylinder(shift, DIRECTION, 0.5);
        for (int x = -1; x <= 1; x++) {
            for (int y = -1; y <= 1; y++) {
                for (int z = -1; z <= 1; z++) {
                    Vec to = new Vec(x, 2 * y, 3 * z).times(edge);
                    tubes = tubes.or(new Cylinder(shift.plus(to), DIRECTION, 0.5));
                }
            }
        }
        return tubes;
    }

    private static double[] errors(Laboratory.Solution solution, double acceleration, double edge) {
        double[][] u = solution.snapshot().velocityMPerS();
        double along = 0;
        for (int n = 0; n < u[0].length; n++) {
            along += new Vec(u[0][n], u[1][n], u[2][n]).dot(DIRECTION);
        }
        double dx = solution.simulation().nodes().spacingM();
        double flow = along * dx * dx * dx / (edge * Math.sqrt(14));
        double exactFlow = Math.PI * acceleration / 128;
        double exactStress = acceleration / 4;
        WallTraction wall = solution.snapshot().wallShearStress();
        double sum = 0;
        double squares = 0;
        for (double stress : wall.magnitudePa()) {
            sum += stress / exactStress - 1;
            squares += (stress / exactStress - 1) * (stress / exactStress - 1);
        }
        int count = wall.magnitudePa().length;
        return new double[] {flow / exactFlow - 1, sum / count, Math.sqrt(squares / count)};
    }
}
