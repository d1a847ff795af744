package dev.tessera.device.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

final class WorkerPoolTest {
    private static final ForkJoinPool POOL = new ForkJoinPool(3);

    @AfterAll
    static void close() {
        POOL.close();
    }

    @Test
    void no_worker_begins_a_round_before_all_have_finished_the_previous_one() {
        WorkerPool crew = new WorkerPool(POOL);
        AtomicIntegerArray ended = new AtomicIntegerArray(200);
        crew.rounds(200, (worker, round) -> {
            if (round > 0) {
                assertThat(ended.get((int) round - 1)).isEqualTo(3);
            }
            ended.incrementAndGet((int) round);
        });
        assertThat(ended.get(199)).isEqualTo(3);
    }

    @Test
    void a_failure_of_one_worker_ends_all_and_is_rethrown() {
        WorkerPool crew = new WorkerPool(POOL);
        assertThatThrownBy(() -> crew.rounds(1000, (worker, round) -> {
                    if (worker == 1 && round == 7) {
                        throw new IllegalStateException("seven");
                    }
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("seven");
    }

    @Test
    void chunks_are_distributed_once_per_round() {
        ChunkQueue<String> queue = new ChunkQueue<>(List.of(List.of("a", "b"), List.of("c")));
        for (int round = 0; round < 3; round++) {
            assertThat(queue.next(1, round)).isEqualTo("c");
            assertThat(queue.next(1, round)).isEqualTo("a");
            assertThat(queue.next(0, round)).isEqualTo("b");
            assertThat(queue.next(0, round)).isNull();
            assertThat(queue.next(1, round)).isNull();
        }
    }
}
