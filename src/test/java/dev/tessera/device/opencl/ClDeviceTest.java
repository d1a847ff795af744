package dev.tessera.device.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.kernel.GpuFacts;
import dev.tessera.testkit.SomeGpu;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Facts of a GPU that OpenCL does not report are taken from another driver.
final class ClDeviceTest {
    private static final byte[] UUID = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

    private final GpuFacts said = new SomeGpu()
            .named("OpenCL's GPU")
            .withMemory(80L << 30, 20L << 30)
            .withCache(4L << 20)
            .withoutSheet()
            .facts();
    private final GpuFacts known =
            new SomeGpu().withCache(60L << 20).withSheet(4800).facts();

    private Optional<GpuFacts> elsewhere(byte[] uuid) {
        return Arrays.equals(uuid, UUID) ? Optional.of(known) : Optional.empty();
    }

    @Test
    void caches_and_bandwidth_come_from_another_driver_of_the_same_gpu() {
        GpuFacts facts = ClDevice.completed(said, Optional.of(UUID.clone()), this::elsewhere);
        assertThat(facts.cacheBytes()).isEqualTo(60L << 20);
        assertThat(facts.sheetGbPerS()).hasValue(4800);
        assertThat(facts.name()).isEqualTo("OpenCL's GPU");
        assertThat(facts.memoryBytes()).isEqualTo(80L << 30);
        assertThat(facts.largestBufferBytes()).isEqualTo(20L << 30);
    }

    @Test
    void another_gpu_or_one_without_a_uuid_keeps_the_facts_of_opencl() {
        assertThat(ClDevice.completed(said, Optional.of(new byte[16]), this::elsewhere))
                .isEqualTo(said);
        assertThat(ClDevice.completed(said, Optional.empty(), this::elsewhere)).isEqualTo(said);
    }
}
