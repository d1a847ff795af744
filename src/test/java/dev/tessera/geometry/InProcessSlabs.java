package dev.tessera.geometry;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/// The processes of a divided geometry as threads of this one.
public final class InProcessSlabs {
    private final int count;
    private final CyclicBarrier barrier;
    private final long[][] given;

    private InProcessSlabs(int count) {
        this.count = count;
        this.barrier = new CyclicBarrier(count);
        this.given = new long[count][];
    }

    /// Runs work on each of `count` processes and returns what each gives. The first exception is thrown.
    public static <T> List<T> run(int count, Function<SlabExchange, T> work) {
        var all = new InProcessSlabs(count);
        try (ExecutorService threads = Executors.newFixedThreadPool(count)) {
            List<Future<T>> results = new ArrayList<>();
            for (int rank = 0; rank < count; rank++) {
                SlabExchange exchange = all.new Rank(rank);
                results.add(threads.submit(() -> all.work(work, exchange)));
            }
            List<T> found = new ArrayList<>();
            for (Future<T> result : results) {
                found.add(result.get());
            }
            return found;
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException itself) {
                throw itself;
            }
            throw new IllegalStateException(failed);
        } catch (InterruptedException ended) {
            throw new IllegalStateException(ended);
        }
    }

    private <T> T work(Function<SlabExchange, T> work, SlabExchange exchange) {
        try {
            return work.apply(exchange);
        } catch (RuntimeException | Error failure) {
            barrier.reset(); // the others do not wait for ever
            throw failure;
        }
    }

    private final class Rank implements SlabExchange {
        private final int rank;

        Rank(int rank) {
            this.rank = rank;
        }

        @Override
        public int rank() {
            return rank;
        }

        @Override
        public int count() {
            return count;
        }

        @Override
        public List<long[]> all(long[] own) {
            given[rank] = own.clone();
            await();
            List<long[]> all = new ArrayList<>();
            for (long[] one : given) {
                all.add(one.clone());
            }
            await();
            return all;
        }

        @Override
        public long[] fromNext(long[] own) {
            return all(own).get((rank + 1) % count);
        }

        private void await() {
            try {
                barrier.await();
            } catch (InterruptedException | BrokenBarrierException ended) {
                throw new IllegalStateException("another process has failed", ended);
            }
        }
    }
}
