package dev.tessera.kernel.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Partition;
import dev.tessera.geometry.Parts;
import dev.tessera.geometry.Subdomain;
import dev.tessera.geometry.Tiling;
import dev.tessera.kernel.EdgeNodes;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.model.lattice.Lattices;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

final class ScatteredEdgeTest {
    private static final Box BOX = new Box(128, 6, 8, false, false, false);

    /// The plan of the first of two parts.
    private static StepPlan plan(Addressing addressing, Tiling halves) {
        NodeMap map = Geometries.nodes(FluidNodes.where(BOX, (x, y, z) -> true));
        Parts parts = Parts.of(
                map,
                Partition.of(BOX, halves, new int[] {0, 1}),
                Subdomain.PeriodicSides.KEPT,
                ForkJoinPool.commonPool());
        return TestPlans.bulk(
                Lattices.D3Q19,
                new AaPattern(),
                addressing,
                parts.all().getFirst().nodes(),
                Precision.FP32);
    }

    private static int[] groups(int[] positions) {
        return Arrays.stream(positions)
                .map(position -> position / 32)
                .distinct()
                .sorted()
                .toArray();
    }

    @Test
    void beside_a_cut_across_x_whole_groups_are_updated() {
        for (Addressing addressing : new Addressing[] {CompactTiles.forGpu(), new Dense()}) {
            StepPlan plan = plan(addressing, Tiling.of(64, 6, 8));
            GpuPlan onGpu = GpuPlan.of(plan, null);
            int[] edge = onGpu.edge().orElseThrow().positions();
            long[] alone = EdgeNodes.of(plan).numbers();
            assertThat(alone).hasSize(6 * 8);
            assertThat(edge).as("%s", addressing).hasSizeGreaterThan(10 * alone.length);
            int[] positions = NodeTables.positions(plan, alone);
            assertThat(edge).contains(positions).doesNotHaveDuplicates();
            assertThat(edge)
                    .doesNotContain(NodeTables.positions(plan, plan.nodes().halo()));
            assertThat(groups(edge)).isEqualTo(groups(positions));
        }
    }

    @Test
    void beside_other_cuts_only_edge_nodes_are_updated() {
        StepPlan plan = plan(CompactTiles.forGpu(), Tiling.of(128, 6, 4));
        assertThat(GpuPlan.of(plan, null).edge().orElseThrow().positions()).hasSize(128 * 6);
    }
}
