package dev.tessera.geometry.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Surface;
import dev.tessera.geometry.shape.Side;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ImageSourceTest extends ImageKit {
    private static Labels random(long seed) {
        return (x, y, z) -> new Random(seed + x + 1000L * y + 1000_000L * z).nextInt(100) < 40 ? 1 : 0;
    }

    @Test
    void pores_become_fluid_in_both_orders() {
        for (VoxelOrder order : VoxelOrder.values()) {
            Labels labels = random(3);
            NodeMap map = image(70, 9, 11, order, labels).voxelise(2e-6, workers);
            assertThat(map.box()).isEqualTo(new Box(70, 9, 11, true, true, true));
            for (int z = 0; z < 11; z++) {
                for (int y = 0; y < 9; y++) {
                    for (int x = 0; x < 70; x++) {
                        assertThat(map.fluid().isFluid(x, y, z)).isEqualTo(labels.at(x, y, z) == 0);
                    }
                }
            }
            assertThat(map.originM()).containsExactly(new double[] {1e-6, 1e-6, 1e-6}, within(1e-18));
            assertThat(map.surfaces()).containsExactly(new Surface(0, "wall", Surface.Kind.WALL));
            assertThat(map.links().hasDistances()).isFalse();
        }
    }

    @Test
    void a_crop_keeps_its_place_and_a_voxel_becomes_n_cubed_nodes() {
        Labels labels = random(5);
        for (VoxelOrder order : VoxelOrder.values()) {
            NodeMap map = image(12, 10, 9, order, labels)
                    .cropped(new int[] {3, 2, 1}, new int[] {6, 5, 7})
                    .refined(3, 3e-6)
                    .voxelise(1e-6, workers);
            assertThat(map.box()).isEqualTo(new Box(18, 15, 21, true, true, true));
            assertThat(map.originM()).containsExactly(new double[] {9.5e-6, 6.5e-6, 3.5e-6}, within(1e-18));
            for (long n = 0; n < map.box().size(); n++) {
                int x = 3 + map.box().x(n) / 3;
                int y = 2 + map.box().y(n) / 3;
                int z = 1 + map.box().z(n) / 3;
                assertThat(map.fluid().isFluid(n)).isEqualTo(labels.at(x, y, z) == 0);
            }
        }
    }

    @Test
    void a_mirrored_image_is_its_own_mirror_image_and_periodic() {
        AxisEnds mirrored = AxisEnds.mirrored();
        for (VoxelOrder order : VoxelOrder.values()) {
            Labels labels = random(7);
            NodeMap map = image(9, 7, 5, order, labels)
                    .ends(mirrored, mirrored, mirrored)
                    .refined(2, 2)
                    .voxelise(1, workers);
            Box box = map.box();
            assertThat(box).isEqualTo(new Box(36, 28, 20, true, true, true));
            FluidNodes fluid = map.fluid();
            for (long n = 0; n < box.size(); n++) {
                int x = Math.min(box.x(n), 35 - box.x(n)) / 2;
                int y = Math.min(box.y(n), 27 - box.y(n)) / 2;
                int z = Math.min(box.z(n), 19 - box.z(n)) / 2;
                assertThat(fluid.isFluid(n)).isEqualTo(labels.at(x, y, z) == 0);
            }
            assertThat(map.findings()).noneMatch(f -> f.contains("do not match"));
        }
    }

    @Test
    void openings_are_behind_layers_of_pure_fluid() {
        NodeMap map = image(10, 6, 5, VoxelOrder.X_FASTEST, random(11))
                .ends(AxisEnds.open(3), AxisEnds.closed(), PERIODIC)
                .voxelise(0.1, workers);
        Box box = map.box();
        assertThat(box).isEqualTo(new Box(16, 6, 5, false, false, true));
        assertThat(map.originM()[0]).isCloseTo(-0.25, within(1e-12));
        assertThat(map.fluid().isFluid(2, 4, 4)).isTrue();
        assertThat(map.surfaces()).extracting(Surface::name).containsExactly("wall", "inlet", "outlet", "sides");
        assertThat(map.openings()).hasSize(2);
        assertThat(map.openings().get(0).areaM2()).isCloseTo(0.3, within(1e-12));
        assertThat(map.openings().get(0).centreM()).containsExactly(new double[] {-0.3, 0.3, 0.25}, within(1e-12));
        assertThat(map.openings().get(1).centreM()).containsExactly(new double[] {1.3, 0.3, 0.25}, within(1e-12));
        assertThat(map.openings().get(1).normal()).containsExactly(1, 0, 0);
        CutLinks links = map.links();
        int corner = links.find(map.fluid().number(0));
        for (int link = links.firstLink(corner); link < links.endLink(corner); link++) {
            int code = links.code(link);
            boolean overTheSide = code / 3 % 3 == 0;
            assertThat(links.surface(link)).isEqualTo(overTheSide ? 3 : 1);
        }
    }

    @Test
    void nodes_are_on_wet_openings() {
        AxisEnds wet = new AxisEnds.Open(2, "in", "out", Side.Placement.WET);
        NodeMap map = image(8, 6, 1, VoxelOrder.X_FASTEST, (x, y, z) -> 0)
                .ends(wet, AxisEnds.closed(), AxisEnds.closed())
                .voxelise(1, workers);
        assertThat(map.box()).isEqualTo(new Box(12, 6, 1, false, false, true));
        assertThat(map.openings().get(0).centreM()).containsExactly(new double[] {-1.5, 3, 0}, within(1e-12));
        assertThat(map.openings().get(0).areaM2()).isEqualTo(6);
        CutLinks links = map.links();
        for (int link = 0; link < links.links(); link++) {
            boolean wall = map.surfaces().get(links.surface(link)).kind() == Surface.Kind.WALL;
            assertThat(links.distance(link)).isEqualTo(wall ? 0.5 : 0);
        }
    }

    @Test
    void several_labels_can_be_pore_and_none_is_an_error_that_lists_them() {
        ImageSource three = image(10, 10, 10, VoxelOrder.X_FASTEST, (x, y, z) -> x < 2 ? 7 : x < 5 ? 0 : 255);
        NodeMap map = ImageSource.of(three.stack(), PoreLabels.of(0, 7, 9)).voxelise(1, workers);
        assertThat(map.fluid().count()).isEqualTo(500);
        ImageSource none = ImageSource.of(three.stack(), PoreLabels.of(1, 2));
        assertThatThrownBy(() -> none.voxelise(1, workers))
                .isInstanceOf(GeometryException.class)
                .hasMessage(
                        "image.raw: no voxel has a pore label [1, 2]; the image holds 0 (30.0 %), 7 (20.0 %), 255 (50.0 %)");
    }

    @Test
    void a_greyscale_image_is_recognised() {
        ImageSource grey = image(16, 16, 1, VoxelOrder.X_FASTEST, (x, y, z) -> x + 16 * y);
        assertThat(LabelShares.of(grey.stack(), workers).text())
                .endsWith("and 248 more between 0 and 255: a greyscale image has to be segmented first");
    }

    @Test
    void faces_that_do_not_match_are_found() {
        NodeMap map = image(10, 10, 10, VoxelOrder.X_FASTEST, (x, y, z) -> y < 5 && x < 8 || z < 2 ? 1 : 0)
                .voxelise(1, workers);
        assertThat(map.findings()).filteredOn(f -> f.contains("do not match")).hasSize(3);
        assertThat(map.findings()).anyMatch(f -> f.startsWith("warning: the faces across z do not match: 100 %"));
    }

    @Test
    void channels_under_four_nodes_are_narrow_until_refined() {
        for (int axis = 0; axis < 3; axis++) {
            int across = axis;
            for (int width = 2; width <= 5; width++) {
                int wide = width;
                ImageSource slits = image(72, 16, 16, VoxelOrder.X_FASTEST, (x, y, z) -> {
                    int at = across == 0 ? x : across == 1 ? y : z;
                    return at % 8 < wide ? 0 : 1;
                });
                boolean warned = slits.voxelise(1, workers).findings().stream()
                        .anyMatch(f -> f.startsWith("warning: 100 % of the pore space is under 4 nodes wide"));
                assertThat(warned).isEqualTo(width < 4);
                assertThat(slits.refined(2, 2).voxelise(1, workers).findings())
                        .noneMatch(f -> f.contains("nodes wide"));
            }
        }
    }

    @Test
    void normals_of_a_voxelised_sphere_point_away_from_its_centre() {
        double radius = 10;
        NodeMap map = image(
                        30,
                        30,
                        30,
                        VoxelOrder.X_FASTEST,
                        (x, y, z) -> Math.hypot(Math.hypot(x - 14.3, y - 14.6), z - 14.9) < radius ? 1 : 0)
                .voxelise(1, workers);
        CutLinks links = map.links();
        double worst = 1;
        double sum = 0;
        for (int b = 0; b < links.boundaryNodes(); b++) {
            long at = map.fluid().boxIndex(links.node(b));
            double x = map.box().x(at) - 14.3;
            double y = map.box().y(at) - 14.6;
            double z = map.box().z(at) - 14.9;
            double along = (x * links.normal(b, 0) + y * links.normal(b, 1) + z * links.normal(b, 2))
                    / Math.sqrt(x * x + y * y + z * z);
            worst = Math.min(worst, along);
            sum += Math.toDegrees(Math.acos(Math.min(1, along)));
        }
        assertThat(sum / links.boundaryNodes()).isLessThan(5);
        assertThat(worst).isGreaterThan(Math.cos(Math.toRadians(15)));
    }

    @Test
    void buffer_layers_count_in_the_porosity_of_the_box_only() {
        ImageSource image = image(20, 10, 10, VoxelOrder.X_FASTEST, (x, y, z) -> y < 3 ? 0 : 1);
        AxisEnds wall = AxisEnds.closed();
        for (AxisEnds along : new AxisEnds[] {AxisEnds.periodicWithBuffer(5), AxisEnds.open(5)}) {
            ImageSource buffered = image.ends(along, wall, wall);
            NodeMap map = buffered.voxelise(1, workers);
            assertThat(map.porosityWithout(buffered.bufferNodes())).isCloseTo(0.3, within(1e-12));
            assertThat(map.porosity()).isCloseTo((600 + 1000) / 3000.0, within(1e-12));
        }
        assertThat(image.voxelise(1, workers).porosityWithout(image.bufferNodes()))
                .isCloseTo(0.3, within(1e-12));
    }

    @Test
    void normals_of_a_channel_are_straight_up_to_openings_and_periodic_ends_and_lean_at_walls() {
        for (int depth : new int[] {1, 6}) {
            ImageSource channel = image(70, 9, depth, VoxelOrder.X_FASTEST, (x, y, z) -> y < 2 || y > 6 ? 1 : 0);
            for (AxisEnds along : new AxisEnds[] {AxisEnds.open(0), PERIODIC, AxisEnds.mirrored()}) {
                NodeMap map = channel.ends(along, PERIODIC, PERIODIC).voxelise(1, workers);
                CutLinks links = map.links();
                assertThat(links.boundaryNodes()).isGreaterThanOrEqualTo(2 * 70 * depth);
                for (int b = 0; b < links.boundaryNodes(); b++) {
                    int y = map.box().y(map.fluid().boxIndex(links.node(b)));
                    if (y == 2 || y == 6) {
                        assertThat(links.normal(b, 0)).isCloseTo(0.0, within(1e-6));
                        assertThat(links.normal(b, 1)).isCloseTo(y == 2 ? 1.0 : -1.0, within(1e-6));
                        assertThat(links.normal(b, 2)).isCloseTo(0.0, within(1e-6));
                    }
                }
            }
            NodeMap shut = channel.ends(AxisEnds.closed(), PERIODIC, PERIODIC).voxelise(1, workers);
            int corner = shut.links().find(shut.fluid().number(shut.box().index(0, 2, 0)));
            assertThat(shut.links().normal(corner, 0)).isCloseTo(0.7, within(0.1));
            assertThat(shut.links().normal(corner, 1)).isCloseTo(0.7, within(0.1));
        }
    }

    @Test
    void openings_have_the_radius_of_their_area_and_the_pores_centre() {
        Labels pore = (x, y, z) -> y > 1 && y < 6 && z < 3 ? 0 : 1;
        AxisEnds wall = AxisEnds.closed();
        NodeMap solid = image(6, 8, 5, VoxelOrder.X_FASTEST, pore)
                .ends(AxisEnds.open(0), wall, wall)
                .voxelise(0.5, workers);
        assertThat(solid.openings().get(0).areaM2()).isCloseTo(12 * 0.25, within(1e-12));
        assertThat(solid.openings().get(0).radiusM()).isCloseTo(Math.sqrt(3 / Math.PI), within(1e-12));
        assertThat(solid.openings().get(1).centreM()).containsExactly(new double[] {3, 2, 0.75}, within(1e-12));
        NodeMap flat = image(6, 8, 1, VoxelOrder.X_FASTEST, pore)
                .ends(wall, AxisEnds.open(2), wall)
                .voxelise(0.5, workers);
        assertThat(flat.openings().get(0).areaM2()).isCloseTo(3, within(1e-12));
        assertThat(flat.openings().get(0).radiusM()).isCloseTo(1.5, within(1e-12));
        assertThat(flat.openings().get(0).normal()).containsExactly(0, -1, 0);
    }

    @Test
    void warnings_of_narrow_pores_and_of_faces_begin_at_their_shares() {
        for (int length : new int[] {37, 38}) { // of a slit 3 nodes high, beside 1000 nodes of a wide pore
            NodeMap map = image(
                            100,
                            20,
                            1,
                            VoxelOrder.X_FASTEST,
                            (x, y, z) -> y < 10 || y > 11 && y < 15 && x < length ? 0 : 1)
                    .voxelise(1, workers);
            assertThat(map.findings().stream().anyMatch(f -> f.contains("% of the pore space is under 4 nodes wide")))
                    .isEqualTo(length > 37);
        }
        for (int blocked : new int[] {3, 4, 5}) { // of 200 nodes in both faces, less the blocked ones
            NodeMap map = image(20, 100, 1, VoxelOrder.X_FASTEST, (x, y, z) -> x == 19 && y < blocked ? 1 : 0)
                    .ends(PERIODIC, AxisEnds.closed(), PERIODIC)
                    .voxelise(1, workers);
            assertThat(map.findings().stream().anyMatch(f -> f.contains("the faces across x do not match")))
                    .isEqualTo(blocked > 3);
        }
    }

    @Test
    void names_are_compared_in_natural_order() {
        List<String> ordered = List.of("a", "a0", "a01", "a1", "a2", "a2b", "a10", "a10b2", "a10b11", "b");
        for (int i = 0; i < ordered.size(); i++) {
            for (int j = 0; j < ordered.size(); j++) {
                assertThat(Integer.signum(NaturalOrder.compare(ordered.get(i), ordered.get(j))))
                        .as("%s, %s", ordered.get(i), ordered.get(j))
                        .isEqualTo(Integer.compare(i, j));
            }
        }
    }

    @Test
    void contradictory_arguments_are_refused() {
        ImageSource image = image(4, 4, 4, VoxelOrder.X_FASTEST, (x, y, z) -> 0);
        assertThatThrownBy(() -> image.cropped(new int[] {0, 0, 2}, new int[] {4, 4, 3}))
                .hasMessage("image.raw: 3 voxels from voxel 2 on along z do not lie within its 4");
        assertThatThrownBy(() -> image.ends(AxisEnds.open(1), AxisEnds.open(1), PERIODIC))
                .hasMessageStartingWith("image.raw: more than one axis has openings");
        assertThatThrownBy(() -> image.refined(2, 5e-6).voxelise(5e-6, workers))
                .hasMessage("image.raw: 2 nodes per voxel of 5 um need a spacing of 2.5 um, not 5 um");
        ImageSource slice = image.cropped(new int[3], new int[] {4, 4, 1}).ends(PERIODIC, PERIODIC, AxisEnds.open(1));
        assertThatThrownBy(() -> slice.voxelise(1, workers)).hasMessageContaining("no openings along z");
        ImageSource shut = image(4, 4, 4, VoxelOrder.X_FASTEST, (x, y, z) -> x == 0 ? 1 : 0)
                .ends(AxisEnds.open(0), PERIODIC, PERIODIC);
        assertThatThrownBy(() -> shut.voxelise(1, workers)).hasMessageStartingWith("no pore meets the opening inlet");
    }
}
