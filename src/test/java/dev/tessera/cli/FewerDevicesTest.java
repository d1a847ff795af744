package dev.tessera.cli;

import static dev.tessera.cli.FewerDevices.Kind.GPU;
import static dev.tessera.cli.FewerDevices.Kind.PROCESSOR;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class FewerDevicesTest {
    private static final double D3Q19_FP64 = 2 * 19 * 8;
    private static final double CAPTURED = 1.4e-5; // seconds of a step

    /// The example of an aneurysm has 86 258 nodes: 17 µs a step on one H200, 30 µs on two, 38 µs with two ranks.
    @Test
    void a_small_case_is_for_one_gpu() {
        assertThat(FewerDevices.advice(86_258, D3Q19_FP64, List.of(GPU, GPU), CAPTURED))
                .hasValueSatisfying(text -> assertThat(text)
                        .contains("86,258 nodes are few for 2 GPUs", "about 0.014 ms", "tessera sweep"));
        assertThat(FewerDevices.advice(884_736, D3Q19_FP64, List.of(GPU, GPU), CAPTURED))
                .isEmpty();
    }

    /// Their messages may go through memory of the host.
    @Test
    void a_case_for_two_parts_of_a_process_can_be_small_for_two_ranks() {
        assertThat(FewerDevices.advice(884_736, D3Q19_FP64, List.of(GPU, GPU), 1.1e-4))
                .hasValueSatisfying(text -> assertThat(text).contains("about 0.11 ms"));
        assertThat(FewerDevices.advice(14_800_000, D3Q19_FP64, List.of(GPU, GPU), 1.1e-4))
                .isEmpty();
    }

    @Test
    void a_cpu_beside_a_gpu_hardly_helps() {
        assertThat(FewerDevices.advice(100_000_000, D3Q19_FP64, List.of(PROCESSOR, GPU), CAPTURED))
                .hasValueSatisfying(text -> assertThat(text).contains("Name the GPU alone in --device"));
    }

    @Test
    void there_is_no_advice_for_one_device_and_for_processors() {
        assertThat(FewerDevices.advice(100, D3Q19_FP64, List.of(), CAPTURED)).isEmpty();
        assertThat(FewerDevices.advice(100, D3Q19_FP64, List.of(GPU), CAPTURED)).isEmpty();
        assertThat(FewerDevices.advice(100, D3Q19_FP64, List.of(PROCESSOR, PROCESSOR), CAPTURED))
                .isEmpty();
    }
}
