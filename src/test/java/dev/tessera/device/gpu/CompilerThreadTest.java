package dev.tessera.device.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class CompilerThreadTest {
    @Test
    void shutdown_waits_for_the_compiler_and_nothing_is_compiled_afterwards() throws Exception {
        CompilerThread compiler = new CompilerThread();
        CountDownLatch isAtWork = new CountDownLatch(1);
        CountDownLatch mayFinish = new CountDownLatch(1);
        var binary = CompletableFuture.supplyAsync(
                () -> compiler.compiled(() -> {
                    isAtWork.countDown();
                    await(mayFinish);
                    return new byte[] {7};
                }),
                CompilerThreadTest::onItsOwnThread);
        await(isAtWork);

        assertThat(compiler.end(1_000_000))
                .as("ended while the compiler worked")
                .isFalse();
        mayFinish.countDown();
        assertThat(compiler.end(TimeUnit.MINUTES.toNanos(1))).isTrue();
        assertThat(binary.get(1, TimeUnit.MINUTES)).containsExactly(7);

        var late = CompletableFuture.supplyAsync(
                () -> compiler.compiled(() -> new byte[] {8}), CompilerThreadTest::onItsOwnThread);
        Assertions.assertThatThrownBy(() -> late.get(200, TimeUnit.MILLISECONDS))
                .as("compiled after the end")
                .isInstanceOf(TimeoutException.class);
    }

    /// A call that never returns would occupy a thread that other tests share.
    private static void onItsOwnThread(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        thread.start();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException impatient) {
            throw new AssertionError(impatient);
        }
    }
}
