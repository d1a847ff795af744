package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.Devices;
import dev.tessera.device.MemoryBandwidth;
import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.layout.Geometries;
import dev.tessera.suites.bench.Benchmark.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// Rows of suites on a CPU, with a fake clock: every repeat takes a second.
final class CpuSuitesTest {
    private static final long SECOND_NS = 1_000_000_000;

    @Test
    void each_of_the_papers_storages_has_a_row_with_a_predicted_speed() {
        AtomicLong clock = new AtomicLong();
        ForkJoinPool pool = ForkJoinPool.commonPool();
        Benchmark benchmark = new Benchmark(
                Devices.on(pool).byKey("cpu:jvm"),
                () -> clock.addAndGet(SECOND_NS),
                1,
                1,
                new MemoryBandwidth(20, 40),
                pool);
        FluidNodes fluid = FluidNodes.where(new Box(9, 8, 7, true, true, false), (x, y, z) -> x != y);
        List<String> storages = new ArrayList<>();
        for (Subject subject : CpuBench.papersStorages()) {
            BenchRow row = benchmark.measure("storages", "small", Geometries.nodes(fluid), subject);
            storages.add("%s %s %s".formatted(row.addressing(), row.pattern(), row.precision()));
            assertThat(row.mlups()).isPositive();
            assertThat(row.predictedMlups()).isPositive();
        }
        assertThat(storages)
                .contains(
                        "dense pull fp64",
                        "connectivity-matrix pull fp64",
                        "fluid-index pull fp64",
                        "tiles pull fp64",
                        "tiles pull fp32",
                        "ghost-tiles push fp64",
                        "ghost-tiles push fp32",
                        "compact-tiles aa fp64");
    }
}
