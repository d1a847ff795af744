package dev.tessera.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

final class ParallelLoopTest {
    private static final int COUNT = 1000;

    @Test
    void every_iteration_runs_once() {
        var calls = new AtomicIntegerArray(COUNT);
        ParallelLoop.over(ForkJoinPool.commonPool(), COUNT, calls::incrementAndGet);
        for (int i = 0; i < COUNT; i++) {
            assertThat(calls.get(i)).isEqualTo(1);
        }
    }

    @Test
    void a_failure_is_thrown_unchanged_when_no_iteration_runs_any_more() {
        try (var workers = new ForkJoinPool(4)) {
            for (int repeat = 0; repeat < 50; repeat++) {
                var full = new OutOfMemoryError("Java heap space");
                var running = new AtomicInteger();
                assertThatThrownBy(() -> ParallelLoop.over(workers, COUNT, i -> {
                            running.incrementAndGet();
                            try {
                                Thread.onSpinWait();
                                if (i == 700) {
                                    throw full;
                                }
                            } finally {
                                running.decrementAndGet();
                            }
                        }))
                        .isSameAs(full);
                assertThat(running).hasValue(0);
            }
        }
    }

    @Test
    void iterations_that_have_not_begun_when_one_fails_are_skipped() {
        var calls = new AtomicInteger();
        try (var one = new ForkJoinPool(1)) {
            assertThatThrownBy(() -> ParallelLoop.over(one, COUNT, i -> {
                        calls.incrementAndGet();
                        throw new IllegalStateException("iteration " + i);
                    }))
                    .isInstanceOf(IllegalStateException.class);
        }
        assertThat(calls).hasValue(1);
    }

    @Test
    void a_loop_that_was_begun_runs_meanwhile_and_tells_its_failure_when_awaited() {
        try (var workers = new ForkJoinPool(2)) {
            var go = new CountDownLatch(1);
            var calls = new AtomicIntegerArray(COUNT);
            ParallelLoop.Started waiting = ParallelLoop.begin(workers, COUNT, i -> {
                awaitUninterrupted(go);
                calls.incrementAndGet(i);
            });
            go.countDown();
            waiting.await();
            for (int i = 0; i < COUNT; i++) {
                assertThat(calls.get(i)).isEqualTo(1);
            }
            ParallelLoop.begin(workers, 0, calls::incrementAndGet).await();
            var failure = new IllegalStateException("the third");
            ParallelLoop.Started failing = ParallelLoop.begin(workers, 4, i -> {
                if (i == 2) {
                    throw failure;
                }
            });
            assertThatThrownBy(failing::await).isSameAs(failure);
        }
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
