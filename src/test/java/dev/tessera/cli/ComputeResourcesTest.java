package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.cluster.PartedDevice;
import dev.tessera.device.Device;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ComputeResourcesTest {
    @ParameterizedTest
    @CsvSource({
        "0, 16, 16, 16",
        "1, 16, 16, 15",
        "2, 16, 16, 14",
        "1, 8, 16, 8", // given by the user, who leaves cores anyway
        "1, 1, 1, 1",
        "4, 2, 2, 1"
    })
    void a_core_is_left_for_each_gpu(int gpus, int threads, int cores, int expected) {
        assertThat(ComputeResources.threadsBeside(gpus, threads, cores)).isEqualTo(expected);
    }

    @Test
    void cpus_that_share_a_case_share_their_threads() {
        try (ComputeResources resources = new ComputeResources(2, false)) {
            PartedDevice both = (PartedDevice) resources.device("cpu:jvm,cpu:jvm");
            assertThat(both.devices()).extracting(Device::resource).containsOnly(resources.workers());
        }
    }
}
