package dev.tessera.geometry.shape;

import static dev.tessera.geometry.DividedSourceKit.assertEqualToOnePart;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.geometry.DividedSourceKit;
import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.IsolatedFluid;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Vec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DividedShapesTest {
    private static final Side WALL = Side.wall("wall");

    /// A winding tube that crosses every border between slabs several times, with pockets of fluid beside it.
    private static ShapeSource tubeWithPockets() {
        Shape tube = Tube.along(
                List.of(
                        new Vec(0.3, 0.3, -0.2),
                        new Vec(0.3, 0.3, 2.3),
                        new Vec(0.9, 0.3, 0.2),
                        new Vec(0.9, 0.9, 2.6)),
                0.3);
        Shape pockets = Union.of(List.of(
                new Sphere(new Vec(0.3, 1, 0.6), 0.12),
                new Sphere(new Vec(0.3, 1, 1.2), 0.2), // across a border
                new Sphere(new Vec(0.3, 1, 1.8), 0.05)));
        return ShapeSource.in(new Domain(
                        Vec.ZERO,
                        new Vec(1.2, 1.2, 2.4),
                        List.of(WALL, WALL, WALL, WALL, Side.opening("inlet"), Side.opening("outlet"))))
                .fluid(Union.of(List.of(tube, pockets)));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 8})
    void a_tube_and_its_pockets_are_those_of_one_part(int parts) {
        NodeMap kept = assertEqualToOnePart(tubeWithPockets(), 0.04, parts);
        assertThat(kept.findings())
                .filteredOn(f -> f.startsWith("isolated fluid"))
                .hasSizeGreaterThan(1);
        NodeMap dropped = assertEqualToOnePart(tubeWithPockets().isolated(IsolatedFluid.DROP), 0.04, parts);
        assertThat(dropped.fluid().count()).isLessThan(kept.fluid().count());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8})
    void thin_places_across_borders_are_those_of_one_part(int parts) {
        ShapeSource slit = ShapeSource.in(new Domain(
                        Vec.ZERO,
                        new Vec(1, 1, 5),
                        List.of(WALL, WALL, Side.periodic(), Side.periodic(), Side.periodic(), Side.periodic())))
                .obstacle("block", new Cuboid(new Vec(0.15, -1, 0.5), new Vec(2, 2, 3.3)))
                .obstacle("other", new Cuboid(new Vec(0.1, -1, 4.1), new Vec(2, 2, 4.6)));
        NodeMap one = assertEqualToOnePart(slit, 0.06, parts);
        assertThat(one.findings()).anyMatch(f -> f.contains("nodes wide") && f.contains("2 places"));
    }

    @Test
    void a_box_with_too_few_planes_is_refused() {
        ShapeSource flat =
                ShapeSource.in(new Domain(Vec.ZERO, new Vec(1, 1, 1), List.of(WALL, WALL, WALL, WALL, WALL, WALL)));
        assertThatThrownBy(() -> DividedSourceKit.slabs(flat, 0.05, 8))
                .isInstanceOf(GeometryException.class)
                .hasMessage("8 processes cannot share 20 x 20 x 20 nodes: each needs at least 6 planes along z. Use at"
                        + " most 3 processes.");
    }
}
