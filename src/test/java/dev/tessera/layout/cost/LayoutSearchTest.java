package dev.tessera.layout.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.Tiling;
import dev.tessera.geometry.TilingStatistics;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.spheres.Packing;
import dev.tessera.geometry.spheres.SphereSource;
import dev.tessera.layout.addressing.InTileLayout;
import dev.tessera.layout.addressing.TileLayout;
import dev.tessera.model.lattice.Lattices;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// Results of the search for layouts; docs/decisions/0014 has the numbers.
final class LayoutSearchTest {
    private static final Tiling TILE = Tiling.of(4, 4, 4);

    @Test
    void no_searched_layout_needs_fewer_bursts_of_32_bytes_than_grouped_on_full_tiles() {
        FluidNodes full = FluidNodes.where(new Box(4, 4, 4, true, true, true), (x, y, z) -> true);
        for (int valueBytes : new int[] {8, 4}) {
            TileLayout found = LayoutSearch.best(Lattices.D3Q19, full, valueBytes, 32);
            assertThat(count(found, full, valueBytes)).isEqualTo(count(TileLayout.byKey("grouped"), full, valueBytes));
        }
    }

    @Test
    void the_search_counts_like_bursts() {
        FluidNodes fluid = FluidNodes.where(new Box(12, 8, 8, true, true, true), (x, y, z) -> (x * y + z) % 3 != 0);
        for (int i = 0; i < 19; i++) {
            long counted = LayoutSearch.count(Lattices.D3Q19.velocity(i), fluid, new InTileLayout.Xyz(), 8);
            Bursts bursts = new Bursts(Lattices.D3Q19, TileLayout.byKey("xyz"), TILE, 4, 32, Bursts.WARP);
            assertThat(counted).isEqualTo(bursts.of(fluid, i));
        }
    }

    private static long count(TileLayout layout, FluidNodes fluid, int valueBytes) {
        return new Bursts(Lattices.D3Q19, layout, TILE, valueBytes, 32, Bursts.WARP).of(fluid);
    }

    /// Prints the table of docs/decisions/0014; takes half a minute.
    @Test
    @EnabledIfSystemProperty(named = "tessera.search", matches = "true")
    void the_table_of_the_decision_record() {
        StringBuilder rows = new StringBuilder();
        for (double porosity : new double[] {0.9, 0.5, 0.2, 0.1}) {
            FluidNodes fluid = SphereSource.of(new Vec(48, 48, 48), 20, porosity, Packing.Overlap.NO_CENTRE_INSIDE, 1)
                    .fluidNodes(1, ForkJoinPool.commonPool());
            rows.append(row("spheres, porosity " + porosity, fluid));
        }
        rows.append(row(
                "threads 2 nodes wide",
                FluidNodes.where(
                        new Box(48, 48, 48, true, true, true),
                        (x, y, z) -> (x + 2 * y + z) % 16 < 2 && (x - y + 3 * z + 480) % 16 < 2)));
        throw new AssertionError(rows);
    }

    private static String row(String name, FluidNodes fluid) {
        StringBuilder text = new StringBuilder("\n| " + name);
        text.append(" | %.2f".formatted(TilingStatistics.of(TILE, fluid).utilisation()));
        for (int valueBytes : new int[] {8, 4}) {
            for (TileLayout layout : TileLayout.all()) {
                text.append(" | %.2f"
                        .formatted(LayoutSearch.count(Lattices.D3Q19, fluid, layout, 32 / valueBytes)
                                / (double) fluid.count()));
            }
            TileLayout found = LayoutSearch.best(Lattices.D3Q19, fluid, valueBytes, 32);
            text.append(" | %.2f"
                    .formatted(LayoutSearch.count(Lattices.D3Q19, fluid, found, 32 / valueBytes)
                            / (double) fluid.count()));
        }
        return text.toString();
    }
}
