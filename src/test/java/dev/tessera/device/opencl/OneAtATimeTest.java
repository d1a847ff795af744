package dev.tessera.device.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OneAtATimeTest {
    @ParameterizedTest
    @CsvSource({
        "Portable Computing Language 3.1+debian, NEEDED",
        "Portable Computing Language 1.8, NEEDED",
        "Portable Computing Language 5.0, NOT_NEEDED",
        "NVIDIA CUDA 580.159, NOT_NEEDED"
    })
    void only_an_early_pocl_needs_it(String driver, OneAtATime expected) {
        assertThat(OneAtATime.of(driver)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"NEEDED, launch finish", "NOT_NEEDED, launch"})
    void a_launch_waits_for_its_kernel_where_it_is_needed(OneAtATime order, String expected) {
        List<String> calls = new CopyOnWriteArrayList<>();
        order.launch(() -> calls.add("launch"), () -> calls.add("finish"));
        assertThat(String.join(" ", calls)).isEqualTo(expected);
    }

    @Test
    void a_compilation_waits_for_a_kernel_of_another_thread() throws InterruptedException {
        List<String> calls = new CopyOnWriteArrayList<>();
        CountDownLatch launched = new CountDownLatch(1);
        CountDownLatch mayFinish = new CountDownLatch(1);
        Thread kernel = Thread.ofVirtual()
                .start(() -> OneAtATime.NEEDED.launch(launched::countDown, () -> {
                    await(mayFinish);
                    calls.add("kernel");
                }));
        await(launched);
        Thread compiler = Thread.ofPlatform().start(() -> OneAtATime.NEEDED.compile(() -> calls.add("compilation")));
        while (compiler.getState() != Thread.State.BLOCKED && compiler.isAlive()) {
            Thread.onSpinWait();
        }
        mayFinish.countDown();
        kernel.join();
        compiler.join();
        assertThat(calls).containsExactly("kernel", "compilation");
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
