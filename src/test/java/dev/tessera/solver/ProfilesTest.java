package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Cylinder;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.solver.Boundary.Profile;
import dev.tessera.solver.Boundary.Scheme;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ProfilesTest {
    /// The inlet of a square duct of 1 m along an axis.
    private static Profiles parabolic(int axis) {
        return parabolic(Ducts.duct(axis, false, Scheme.LINK_WISE).build());
    }

    private static Profiles parabolic(Case theCase) {
        NodeMap nodes = theCase.geometry().voxelise(theCase.spacingM(), ForkJoinPool.commonPool());
        var units = Discretization.of(theCase, nodes, ImposedSpeed.largestMPerS(theCase, nodes))
                .units();
        int inlet = nodes.openings().stream()
                .filter(opening -> opening.name().equals("inlet"))
                .findFirst()
                .orElseThrow()
                .surface();
        return Profiles.of(
                Profile.PARABOLIC, BoundaryPlan.of(theCase, nodes, units).openings()[inlet]);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void a_parabolic_profile_of_a_rectangle_falls_to_zero_at_all_four_sides(int axis) {
        Profiles profile = parabolic(axis);
        double[][] across = {{0.5, 0.5, 1}, {0.25, 0.5, 0.75}, {0.5, 0.75, 0.75}, {0.25, 0.25, 0.5625}, {0, 0.5, 0}};
        for (double[] place : across) {
            for (double along : new double[] {0, 0.3}) {
                double[] point = new double[3];
                point[axis] = along;
                point[(axis + 1) % 3] = place[0];
                point[(axis + 2) % 3] = place[1];
                assertThat(profile.at(point)).isCloseTo(place[2], within(1e-9));
            }
        }
    }

    @Test
    void between_plates_it_does_not_depend_on_the_place_along_them() {
        List<Side> sides = List.of(
                Side.opening("inlet"),
                Side.opening("outlet"),
                Side.wall("wall"),
                Side.wall("wall"),
                Side.periodic(),
                Side.periodic());
        Profiles profile = parabolic(Ducts.duct(0, false, Scheme.LINK_WISE)
                .geometry(ShapeSource.in(new Domain(Vec.ZERO, new Vec(3, 1, 1), sides)))
                .build());
        for (double z : new double[] {0, 0.4, 1}) {
            assertThat(profile.at(new double[] {0, 0.5, z})).isCloseTo(1, within(1e-9));
            assertThat(profile.at(new double[] {0, 0.25, z})).isCloseTo(0.75, within(1e-9));
        }
    }

    /// The radius is that of the circle of the same area.
    @Test
    void in_a_round_opening_it_is_a_paraboloid() {
        List<Side> sides = List.of(
                Side.opening("inlet"),
                Side.opening("outlet"),
                Side.wall("wall"),
                Side.wall("wall"),
                Side.wall("wall"),
                Side.wall("wall"));
        Profiles profile = parabolic(Ducts.duct(0, false, Scheme.LINK_WISE)
                .geometry(ShapeSource.in(new Domain(Vec.ZERO, new Vec(3, 1.25, 1.25), sides))
                        .fluid(new Cylinder(new Vec(0, 0.625, 0.625), new Vec(1, 0, 0), 0.5)))
                .build());
        assertThat(profile.at(new double[] {0, 0.625, 0.625})).isCloseTo(1, within(1e-9));
        assertThat(profile.at(new double[] {0, 0.875, 0.625})).isCloseTo(0.75, within(0.05));
        assertThat(profile.at(new double[] {0, 0.375, 0.375})).isCloseTo(0.5, within(0.1));
        assertThat(profile.at(new double[] {0, 0, 0})).isZero();
    }
}
