package dev.tessera.suites.validation;

import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.HalfSpace;
import dev.tessera.geometry.shape.Shape;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Case;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// A narrow plane channel along (slope, 1) in a periodic box, driven by a force along it.
///
/// @param width in spacings
record ObliqueChannel(int slope, double width) implements WalledFlow {
    private static final int EDGE = 12; // of the box, spacings

    /// From little more than one node to six nodes wide.
    static List<ObliqueChannel> all() {
        List<ObliqueChannel> all = new ArrayList<>();
        for (int slope : new int[] {2, 3}) {
            for (double width : new double[] {1.2, 1.6, 2.1, 2.7, 3.4, 6}) {
                all.add(new ObliqueChannel(slope, width));
            }
        }
        return all;
    }

    @Override
    public String setup() {
        return "channel along (%d,1), %s nodes wide".formatted(slope, width);
    }

    @Override
    public String source() {
        return "plane Poiseuille flow";
    }

    @Override
    public List<Quantity> quantities() {
        return List.of(new Quantity("flow", 0.05));
    }

    /// A spacing of 1 m, viscosity 1 m²/s.
    @Override
    public double[] errors(Laboratory laboratory, Setting setting) throws IOException {
        double dt = setting.viscosityLattice();
        Vec direction = new Vec(slope, 1, 0).unit();
        double acceleration = 1e-5 / dt / dt;
        Side open = Side.periodic();
        Case theCase = Case.named("oblique-channel")
                .geometry(ShapeSource.in(Domain.of2d(slope * EDGE, EDGE, open, open, open, open))
                        .fluid(slabs(setting.shift(), direction)))
                .spacingM(1)
                .fluid(1, 1)
                .lattice(Lattices.D2Q9)
                .collision(new Trt())
                .walls(setting.walls())
                .accelerationMPerS2(acceleration * direction.x(), acceleration * direction.y(), 0)
                .timeStepS(dt)
                .atMostS(Math.max(3 * width * width + 400, 10_000 * dt)) // walls follow in steps, whatever dt
                .build();
        return laboratory.solve(theCase, solution -> {
            double[][] u = solution.snapshot().velocityMPerS();
            double along = 0;
            for (int n = 0; n < u[0].length; n++) {
                along += u[0][n] * direction.x() + u[1][n] * direction.y();
            }
            double flow = along / (EDGE * Math.sqrt(slope * slope + 1));
            return new double[] {flow * 12 / (acceleration * width * width * width) - 1};
        });
    }

    /// The channel through a corner, and its copies beyond the periodic sides.
    private Shape slabs(Vec shift, Vec direction) {
        Vec normal = new Vec(-direction.y(), direction.x(), 0);
        Shape slabs = slab(shift, normal);
        for (int y = -1; y <= 1; y += 2) {
            slabs = slabs.or(slab(shift.plus(new Vec(0, y * EDGE, 0)), normal));
        }
        return slabs;
    }

    private Shape slab(Vec through, Vec normal) {
        Vec half = normal.times(width / 2);
        return new HalfSpace(through.plus(half), normal).and(new HalfSpace(through.minus(half), normal.times(-1)));
    }
}
