package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class GeometryBenchTest {
    @Test
    void every_geometry_gives_a_row_with_its_size_and_its_seconds() {
        AtomicLong clock = new AtomicLong();
        List<Map<String, Object>> rows = new ArrayList<>();
        try (ForkJoinPool pool = new ForkJoinPool(2)) {
            GeometryBench bench = GeometryBench.ofSize(pool, () -> clock.addAndGet(500_000_000L), 200_000, 4_000);
            bench.timings().forEach(timing -> rows.add(timing.row()));
        }
        assertThat(rows)
                .allSatisfy(row -> assertThat(row)
                        .doesNotContainKey("error")
                        .containsEntry("suite", "geometry")
                        .containsEntry("seconds", 0.5) // this clock advances half a second per reading
                        .containsEntry("first_seconds", 0.5)
                        .containsEntry("spread", 0.0)
                        .containsKeys("box", "nodes", "fluid_nodes", "cut_links", "tile_utilisation", "repeats"));
        assertThat(rows)
                .extracting(row -> row.get("geometry") + " " + row.get("kernel"))
                .containsExactly("ring read-repair", "ring voxelise", "aneurysm voxelise", "scan voxelise");
        Map<String, Object> ring = rows.get(1);
        assertThat((int) Objects.requireNonNull(ring.get("triangles"))).isBetween(3_600, 4_400);
        assertThat((long) Objects.requireNonNull(ring.get("nodes"))).isBetween(170_000L, 300_000L);
        double filled = (long) Objects.requireNonNull(ring.get("fluid_nodes"))
                / (double) (long) Objects.requireNonNull(ring.get("nodes"));
        assertThat(filled).isCloseTo(0.17, within(0.03)); // 0.187 if the box ends at the surface
        assertThat((long) Objects.requireNonNull(rows.get(2).get("nodes"))).isBetween(150_000L, 300_000L);
        assertThat(GeometryBench.line(ring)).contains("ring", "triangles", "0.50 s");
    }
}
