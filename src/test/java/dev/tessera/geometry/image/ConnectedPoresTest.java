package dev.tessera.geometry.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.IsolatedFluid;
import dev.tessera.geometry.NodeMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The pores of an image that can carry flow.
final class ConnectedPoresTest extends ImageKit {
    /// A straight pore along x, a closed one, and a dead end at the low face.
    private ImageSource poresOfThreeKinds() {
        return image(20, 20, 20, VoxelOrder.X_FASTEST, (x, y, z) -> {
            boolean through = y < 5 && z < 5;
            boolean closed = x > 5 && x < 10 && y > 10 && y < 15 && z > 10 && z < 15;
            boolean deadEnd = x < 5 && y > 14 && y < 18 && z > 14 && z < 18;
            return through || closed || deadEnd ? 0 : 1;
        });
    }

    @Test
    void pores_that_carry_no_flow_are_reported_and_dropped_on_request() {
        ImageSource image = poresOfThreeKinds();
        AxisEnds wall = AxisEnds.closed();
        NodeMap kept = image.ends(AxisEnds.open(0), wall, wall).voxelise(1, workers);
        assertThat(kept.findings())
                .contains("porosity of the image: 0.07613, connected 0.06813")
                .contains("1 isolated pore with 64 nodes, 10.5 % of the pore space, carries no flow; kept");
        assertThat(kept.fluid().count()).isEqualTo(500 + 64 + 45);
        NodeMap dropped = image.ends(AxisEnds.open(2), wall, wall)
                .isolated(IsolatedFluid.DROP)
                .voxelise(1, workers);
        assertThat(dropped.fluid().count()).isEqualTo(500 + 45 + 4 * 400);
        assertThat(dropped.findings()).contains("porosity of the image: 0.07613, connected 0.06813");
        NodeMap periodic = image.isolated(IsolatedFluid.DROP).voxelise(1, workers);
        assertThat(periodic.fluid().count()).isEqualTo(500);
    }

    @Test
    void an_image_that_nothing_can_flow_through_is_named() {
        ImageSource image = poresOfThreeKinds();
        assertThat(image.ends(AxisEnds.closed(), AxisEnds.open(1), AxisEnds.closed())
                        .voxelise(1, workers)
                        .findings())
                .contains("warning: no pore leads from inlet to outlet: nothing will flow");
        assertThat(image.ends(AxisEnds.closed(), PERIODIC, PERIODIC)
                        .voxelise(1, workers)
                        .findings())
                .contains("warning: no pore percolates along y or z: nothing will flow that way");
    }

    /// The findings of an image that is periodic along all axes, and the nodes that remain where isolated pores are
    /// dropped; -1 where none remain.
    private record Percolating(List<String> findings, long left) {}

    private Percolating percolating(int nx, int ny, int nz, Labels labels) {
        ImageSource image = image(nx, ny, nz, VoxelOrder.X_FASTEST, labels);
        List<String> findings = image.voxelise(1, workers).findings();
        try {
            NodeMap left = image.isolated(IsolatedFluid.DROP).voxelise(1, workers);
            return new Percolating(findings, left.fluid().count());
        } catch (GeometryException e) {
            assertThat(e).hasMessageStartingWith("image.raw: no pore percolates along ");
            return new Percolating(findings, -1);
        }
    }

    @Test
    void a_pore_that_is_blocked_in_the_middle_is_isolated_though_it_touches_both_faces() {
        for (int depth : new int[] {1, 5}) {
            for (int across = 0; across < (depth == 1 ? 2 : 3); across++) {
                int axis = across;
                Percolating found = percolating(12, 12, depth == 1 ? 1 : 12, (x, y, z) -> {
                    int along = axis == 0 ? x : axis == 1 ? y : z;
                    int beside = axis == 0 ? y : x;
                    return beside > 3 && beside < 7 && along != 5 ? 0 : 1;
                });
                // In 3D the pore is a slit, open along the third axis, and percolates there.
                String axes = depth == 1 ? "x or y" : axis == 0 ? "x or y" : axis == 1 ? "x or y" : "x or z";
                assertThat(found.findings())
                        .contains((depth == 1 ? "warning: " : "") + "no pore percolates along " + axes
                                + ": nothing will flow that way");
                assertThat(found.left()).isEqualTo(depth == 1 ? -1 : 3 * 11 * 12);
            }
        }
        Percolating tube = percolating(12, 9, 9, (x, y, z) -> y == 4 && z == 4 && x != 6 ? 0 : 1);
        assertThat(tube.left()).isEqualTo(-1);
        assertThat(tube.findings())
                .contains(
                        "porosity of the image: 0.01132, connected 0.00000",
                        "warning: no pore percolates along x or y or z: nothing will flow that way",
                        "1 isolated pore with 11 nodes, 100 % of the pore space, carries no flow; kept");
    }

    @Test
    void a_diagonal_helix_percolates_along_both_axes_that_it_winds_round() {
        Percolating flat = percolating(9, 9, 1, (x, y, z) -> x == y ? 0 : 1);
        assertThat(flat.left()).isEqualTo(9);
        assertThat(flat.findings()).noneMatch(f -> f.contains("percolates"));
        Percolating solid = percolating(9, 9, 5, (x, y, z) -> x == y && z == 2 ? 0 : 1);
        assertThat(solid.left()).isEqualTo(9);
        assertThat(solid.findings()).contains("no pore percolates along z: nothing will flow that way");
        Percolating cut = percolating(9, 9, 5, (x, y, z) -> x == y && z == 2 && x != 4 ? 0 : 1);
        assertThat(cut.left()).isEqualTo(-1);
    }

    @Test
    void of_two_disjoint_pores_only_the_one_that_percolates_remains() {
        Percolating flat = percolating(20, 12, 1, (x, y, z) -> y < 3 || y > 6 && y < 9 && x != 11 ? 0 : 1);
        assertThat(flat.left()).isEqualTo(3 * 20);
        Percolating solid = percolating(20, 12, 7, (x, y, z) -> z == 3 && (y == 2 || y == 8 && x != 11) ? 0 : 1);
        assertThat(solid.left()).isEqualTo(20);
        Percolating both = percolating(20, 12, 7, (x, y, z) -> z == 1 && y == 2 || z == 5 && x == 8 ? 0 : 1);
        assertThat(both.left()).isEqualTo(20 + 12);
    }

    @Test
    void a_pore_may_percolate_through_buffer_layers_or_its_mirror_image() {
        Labels deadEnd = (x, y, z) -> y == 2 && z == 2 && x < 5 ? 0 : 1;
        AxisEnds mirrored = AxisEnds.mirrored();
        ImageSource image = image(10, 6, 6, VoxelOrder.X_FASTEST, deadEnd).isolated(IsolatedFluid.DROP);
        assertThatThrownBy(() -> image.ends(mirrored, mirrored, mirrored).voxelise(1, workers))
                .hasMessage(
                        "image.raw: no pore percolates along x or y or z, so that no pore remains if isolated pores are"
                                + " dropped. Write isolated: keep to see the pores, or use another part of the image");
        NodeMap buffered = image.ends(AxisEnds.periodicWithBuffer(2), AxisEnds.closed(), PERIODIC)
                .voxelise(1, workers);
        assertThat(buffered.findings()).contains("no pore percolates along x: nothing will flow that way");
        NodeMap blocked = image.isolated(IsolatedFluid.KEEP)
                .ends(AxisEnds.periodicWithBuffer(2), AxisEnds.closed(), AxisEnds.closed())
                .voxelise(1, workers);
        assertThat(blocked.findings())
                .contains(
                        "porosity of the image: 0.01389, connected 0.00000",
                        "warning: no pore percolates along x: nothing will flow that way",
                        "1 isolated pore with 5 nodes, 100 % of the pore space, carries no flow; kept");
        ImageSource tube = image(10, 6, 6, VoxelOrder.X_FASTEST, (x, y, z) -> y == 2 && z == 2 ? 0 : 1);
        assertThat(tube.isolated(IsolatedFluid.DROP)
                        .ends(mirrored, mirrored, mirrored)
                        .voxelise(1, workers)
                        .fluid()
                        .count())
                .isEqualTo(4 * 20);
    }
}
