package dev.tessera.solver;

import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.collision.Bgk;
import dev.tessera.solver.Boundary.Flow;
import dev.tessera.solver.Boundary.Profile;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.boundary.PressureOpening;
import dev.tessera.solver.boundary.VelocityOpening;
import java.util.ArrayList;
import java.util.List;

/// Small ducts between openings, for tests.
final class Ducts {
    static final int ACROSS = 8;

    private Ducts() {}

    /// A square duct of 8 nodes across and 24 along an axis; flow of mean velocity 1 m/s enters at the low
    /// or the high end.
    static CaseBuilder duct(int axis, boolean fromHighEnd, Scheme scheme) {
        List<Side> sides = new ArrayList<>();
        double[] size = {1, 1, 1};
        size[axis] = 3;
        for (int side = 0; side < 6; side++) {
            boolean end = side / 2 == axis;
            boolean inlet = (side % 2 == 1) == fromHighEnd;
            sides.add(end ? Side.opening(inlet ? "inlet" : "outlet") : Side.wall("wall"));
        }
        return Case.named("duct")
                .geometry(ShapeSource.in(new Domain(Vec.ZERO, Vec.of(size), sides)))
                .spacingM(1.0 / ACROSS)
                .fluid(1, 0.4)
                .collision(new Bgk())
                .boundary(
                        "inlet", new VelocityOpening(new Flow.MeanVelocity(Value.of(1)), Profile.DEVELOPED, scheme, 0))
                .boundary("outlet", new PressureOpening(Value.ZERO, scheme, 0, false, null))
                .relaxationTime(0.8)
                .atMostSteps(2500);
    }

    /// The same along x between mixed walls with nodes on the walls.
    static CaseBuilder betweenMixedWalls(Scheme scheme, Profile profile) {
        boolean wet = scheme == Scheme.ZOU_HE;
        Side inlet = wet ? Side.opening("inlet").wet() : Side.opening("inlet");
        Side outlet = wet ? Side.opening("outlet").wet() : Side.opening("outlet");
        Side wall = Side.wall("wall").wet();
        return duct(0, false, scheme)
                .geometry(ShapeSource.in(
                        new Domain(Vec.ZERO, new Vec(3, 1, 1), List.of(inlet, outlet, wall, wall, wall, wall))))
                .boundary("wall", Boundaries.mixedWall())
                .boundary("inlet", new VelocityOpening(new Flow.MeanVelocity(Value.of(1)), profile, scheme, 0));
    }
}
