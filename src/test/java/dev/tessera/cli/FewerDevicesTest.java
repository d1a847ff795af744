package dev.tessera.cli;

import static dev.tessera.cli.FewerDevices.Kind.GPU;
import static dev.tessera.cli.FewerDevices.Kind.PROCESSOR;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class FewerDevicesTest {
    private static final double D3Q19_FP64 = 2 * 19 * 8;

    /// The example of an aneurysm has 86 258 nodes: 64 µs a step on one H200, 165 µs on two.
    @Test
    void a_small_case_is_for_one_gpu() {
        assertThat(FewerDevices.advice(86_258, D3Q19_FP64, List.of(GPU, GPU)))
                .hasValueSatisfying(text ->
                        assertThat(text).contains("86,258 nodes are few for 2 GPUs", "about 0.11 ms", "tessera sweep"));
        assertThat(FewerDevices.advice(14_800_000, D3Q19_FP64, List.of(GPU, GPU)))
                .isEmpty();
    }

    @Test
    void a_cpu_beside_a_gpu_hardly_helps() {
        assertThat(FewerDevices.advice(100_000_000, D3Q19_FP64, List.of(PROCESSOR, GPU)))
                .hasValueSatisfying(text -> assertThat(text).contains("Name the GPU alone in --device"));
    }

    @Test
    void there_is_no_advice_for_one_device_and_for_processors() {
        assertThat(FewerDevices.advice(100, D3Q19_FP64, List.of())).isEmpty();
        assertThat(FewerDevices.advice(100, D3Q19_FP64, List.of(GPU))).isEmpty();
        assertThat(FewerDevices.advice(100, D3Q19_FP64, List.of(PROCESSOR, PROCESSOR)))
                .isEmpty();
    }
}
