package dev.tessera.device.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OneKernelTest {
    @ParameterizedTest
    @CsvSource({
        "Portable Computing Language 3.1+debian, true",
        "Portable Computing Language 1.8, true",
        "Portable Computing Language 5.0, false",
        "NVIDIA CUDA 580.159, false"
    })
    void a_second_driver_of_an_early_pocl_waits_for_each_kernel(String driver, boolean waits) {
        OneKernel all = new OneKernel();
        OneKernel.Launches first = all.of(driver);
        OneKernel.Launches second = all.of(driver);
        List<String> calls = new ArrayList<>();
        second.launch(() -> calls.add("launch"), () -> calls.add("finish"));
        assertThat(calls).isEqualTo(waits ? List.of("launch", "finish") : List.of("launch"));
        first.close();
        calls.clear();
        second.launch(() -> calls.add("launch"), () -> calls.add("finish"));
        assertThat(calls).containsExactly("launch");
    }
}
