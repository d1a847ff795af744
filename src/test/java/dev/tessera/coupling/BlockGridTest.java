package dev.tessera.coupling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BlockGridTest {
    /// Nodes of the whole box are numbered; each node that gets a value gets that of its own place.
    @Test
    void every_envelope_node_inside_the_box_gets_the_node_at_its_place_once() {
        int[][] cuts = {{0, 5, 12}, {0, 6, 10, 15}, {0, 7}};
        for (int width = 1; width <= 2; width++) {
            int w = width;
            List<BlockLayers> blocks = new ArrayList<>();
            List<int[]> origins = new ArrayList<>(); // of the node 0 of each block
            for (int i = 0; i < 2; i++) {
                for (int j = 0; j < 3; j++) {
                    origins.add(new int[] {cuts[0][i] - w, cuts[1][j] - w, -w});
                    blocks.add(new BlockLayers(
                            cuts[0][i + 1] - cuts[0][i] + 2 * w, cuts[1][j + 1] - cuts[1][j] + 2 * w, 7 + 2 * w, w));
                }
            }
            int[][] got = new int[6][];
            for (int k = 0; k < 6; k++) {
                got[k] = new int[Math.toIntExact(blocks.get(k).nodes())];
            }
            for (BlockGrid.Overlap overlap : new BlockGrid(2, 3, 1, blocks).overlaps()) {
                BlockLayers to = blocks.get(overlap.to());
                NodeBox target = overlap.target();
                assertThat(target.hasShapeOf(overlap.source())).isTrue();
                int[] a = origins.get(overlap.to());
                int[] b = origins.get(overlap.from());
                assertThat(a[0] + target.x0()).isEqualTo(b[0] + overlap.source().x0());
                assertThat(a[1] + target.y0()).isEqualTo(b[1] + overlap.source().y0());
                assertThat(a[2] + target.z0()).isEqualTo(b[2] + overlap.source().z0());
                for (long index : target.indices(DomainSize.of(3, to.nx(), to.ny(), to.nz()))) {
                    got[overlap.to()][(int) index]++;
                }
            }
            for (int k = 0; k < 6; k++) {
                BlockLayers of = blocks.get(k);
                for (int n = 0; n < got[k].length; n++) {
                    int x = n / of.nz() / of.ny();
                    int y = n / of.nz() % of.ny();
                    int z = n % of.nz();
                    boolean isInside =
                            x >= w && x < of.nx() - w && y >= w && y < of.ny() - w && z >= w && z < of.nz() - w;
                    int[] o = origins.get(k);
                    boolean isInBox = o[0] + x >= 0
                            && o[0] + x < 12
                            && o[1] + y >= 0
                            && o[1] + y < 15
                            && o[2] + z >= 0
                            && o[2] + z < 7;
                    assertThat(got[k][n])
                            .as("width %d, block %d, node %d", w, k, n)
                            .isEqualTo(isInBox && !isInside ? 1 : 0);
                }
            }
        }
    }

    @Test
    void a_grid_that_is_not_full_is_refused() {
        assertThatThrownBy(() -> new BlockGrid(2, 1, 1, List.of(new BlockLayers(4, 4, 4, 1))))
                .hasMessageContaining("1 blocks do not fill a grid of 2 x 1 x 1");
    }
}
