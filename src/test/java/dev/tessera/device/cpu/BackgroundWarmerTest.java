package dev.tessera.device.cpu;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.emit.SampleKernels;
import dev.tessera.kernel.Precision;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class BackgroundWarmerTest {
    private final BackgroundWarmer warmer = new BackgroundWarmer();

    @Test
    void closing_interrupts_the_work_and_drops_what_waits() throws Exception {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        AtomicInteger further = new AtomicInteger();
        warmer.later(Duration.ZERO, () -> {
            thread.complete(Thread.currentThread());
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException closed) {
                interrupted.complete(true);
            }
        });
        warmer.later(Duration.ZERO, further::incrementAndGet);
        Thread started = thread.get(60, SECONDS);

        warmer.close();
        warmer.later(Duration.ZERO, further::incrementAndGet);
        assertThat(interrupted.get(60, SECONDS)).isTrue();
        started.join(SECONDS.toMillis(60));
        assertThat(started.isAlive()).isFalse();
        assertThat(further).hasValue(0);
    }

    /// A kernel that allocates in each call never becomes warm; without the interrupt its warm-up takes an hour.
    @Test
    void an_interrupted_warm_up_ends_early() throws Exception {
        CompletableFuture<JvmWarmUp.Outcome> outcome = new CompletableFuture<>();
        CountDownLatch running = new CountDownLatch(1);
        var allocated = new AtomicReference<byte[]>(new byte[0]);
        LaneKernel allocating = (in, out, parameters, count) -> {
            running.countDown();
            allocated.set(new byte[100_000]);
        };
        warmer.later(
                Duration.ZERO,
                () -> outcome.complete(new JvmWarmUp(Duration.ofHours(1))
                        .warm(allocating, SampleKernels.relaxation(), Precision.FP64, 4)));
        assertThat(running.await(60, SECONDS)).isTrue();

        warmer.close();
        assertThat(outcome.get(60, SECONDS).warm()).isFalse();
    }
}
