package dev.tessera.device.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CheckedChunksTest {
    private static final int COUNT = 300;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void chunks_before_the_first_that_fails_are_done_once_and_no_others(int workers) {
        try (ForkJoinPool pool = new ForkJoinPool(workers)) {
            for (int bad : new int[] {0, 1, 2, 17, COUNT - 1, COUNT}) {
                AtomicIntegerArray done = new AtomicIntegerArray(COUNT);
                CheckedChunks chunks = new CheckedChunks(COUNT, chunk -> passes(chunk, bad));
                new WorkerPool(pool).each(worker -> chunks.run(done::incrementAndGet));
                assertThat(chunks.accepted()).isEqualTo(bad);
                assertThat(IntStream.range(0, COUNT).map(done::get))
                        .containsExactlyElementsOf(IntStream.range(0, COUNT)
                                .map(chunk -> chunk < bad ? 1 : 0)
                                .boxed()
                                .toList());
            }
        }
    }

    /// Chunks after the first bad one fail, too; some take so long that other workers check them.
    private static boolean passes(int chunk, int bad) {
        for (int spin = 0; spin < chunk % 3 * 3000; spin++) {
            Thread.onSpinWait();
        }
        return chunk < bad || (chunk - bad) % 2 == 1;
    }
}
