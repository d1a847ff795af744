package dev.tessera.kernel.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Segments of lines with the nodes on either side: lines of one node, of whole segments, and one more or less.
final class SegmentTablesTest {
    private static final int PLACE = 31;

    @ParameterizedTest
    @CsvSource({
        "1, true",
        "2, true",
        "29, true",
        "30, true",
        "31, true",
        "60, true",
        "75, true",
        "1, false",
        "30, false",
        "61, false"
    })
    void a_mask_and_a_count_give_positions_of_a_node_and_its_neighbours_along_x(int nx, boolean isPeriodic) {
        Box box = new Box(nx, 7, 3, isPeriodic, false, true);
        FluidNodes fluid = FluidNodes.where(box, (x, y, z) -> y == 1 || (5 * x + 3 * y + z) % 7 > 2);
        StepPlan plan = TestPlans.bulk(
                Lattices.D3Q19, new TwoBufferPull(), CompactTiles.forGpu(), Geometries.nodes(fluid), Precision.FP32);
        GpuPlan onGpu = GpuPlan.of(plan, null);
        int[] places = table(onGpu, "nodes");
        int[] segments = table(onGpu, "segments");
        for (int z = 0; z < box.nz(); z++) {
            for (int y = 0; y < box.ny(); y++) {
                for (int x = 0; x < nx; x++) {
                    if (fluid.isFluid(x, y, z)) {
                        int position = (int) plan.storage().placement().position(x, y, z);
                        int place = places[position] & ~NodeTables.BULK;
                        int mask = segments[2 * (place >> 5)];
                        int before = Integer.bitCount(mask & (1 << (place & PLACE)) - 1);
                        assertThat(segments[2 * (place >> 5) + 1] + before).isEqualTo(position);
                        int beside = mask >>> (place & PLACE) - 1 & 7;
                        assertThat(beside)
                                .as("%d, %d, %d", x, y, z)
                                .isEqualTo(fluidAt(fluid, x - 1, y, z) | 2 | fluidAt(fluid, x + 1, y, z) << 2);
                    }
                }
            }
        }
    }

    private static int fluidAt(FluidNodes fluid, int x, int y, int z) {
        Box box = fluid.box();
        boolean isInside = x >= 0 && x < box.nx();
        return (isInside || box.periodicX()) && fluid.isFluid(Math.floorMod(x, box.nx()), y, z) ? 1 : 0;
    }

    @ParameterizedTest
    @CsvSource({"100, 40, true", "2147483647, 0, true", "2147483647, 1, false", "3000000000, 10, false"})
    void slots_have_32_bits_only_if_unused_sums_fit_too(long slots, long stride, boolean isNarrow) {
        assertThat(KernelMaker.isNarrow(slots, stride)).isEqualTo(isNarrow);
    }

    private static int[] table(GpuPlan plan, String name) {
        List<GpuTable> named = plan.tables().stream()
                .filter(table -> table.name().equals(name))
                .toList();
        assertThat(named).hasSize(1);
        return (int[]) named.getFirst().content();
    }
}
