package dev.tessera.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.Device;
import dev.tessera.device.MemoryBandwidth;
import dev.tessera.device.interpreter.Interpreter;
import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class MemorySpeedsTest {
    private final List<Device> devices = List.of(new Interpreter(), new Interpreter());
    private final AtomicInteger measurements = new AtomicInteger();
    private final MemorySpeeds speeds = new MemorySpeeds(devices, () -> {
        measurements.incrementAndGet();
        return new MemoryBandwidth(60, 80);
    });

    private double[] speeds(StreamingPattern pattern, int edge) {
        FluidNodes all = FluidNodes.where(new Box(edge, edge, 1, true, true, false), (x, y, z) -> true);
        StepPlan plan = TestPlans.bulk(Lattices.D2Q9, pattern, new Dense(), Geometries.nodes(all), Precision.FP32);
        return speeds.of(devices, plan);
    }

    @Test
    void small_cases_begin_with_equal_parts_and_measure_nothing() {
        assertThat(speeds(new AaPattern(), 100)).containsExactly(1, 1);
        assertThat(measurements).hasValue(0);
    }

    @Test
    void devices_that_use_the_memory_of_the_host_have_its_bandwidth() {
        assertThat(speeds(new AaPattern(), 2048)).containsExactly(80, 80);
        assertThat(speeds(new TwoBufferPull(), 2048)).containsExactly(40, 40); // of 60, a third is cache lines read
        assertThat(measurements).hasValue(1);
    }
}
