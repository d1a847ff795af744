package dev.tessera.testkit;

import dev.tessera.device.Ranks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BinaryOperator;

/// Ranks that are threads of this process.
public final class ThreadRanks {
    private static final long LONGEST_S = 60;

    private final Object[] given;
    private final CyclicBarrier barrier;

    private ThreadRanks(int count) {
        given = new Object[count];
        barrier = new CyclicBarrier(count);
    }

    /// What a rank does.
    public interface Work<T> {
        T of(Ranks ranks) throws Exception;
    }

    /// Runs work on every rank.
    /// @return the results, by rank
    public static <T> List<T> run(int count, Work<T> work) throws Exception {
        ThreadRanks all = new ThreadRanks(count);
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            List<Future<T>> running = new ArrayList<>();
            for (int rank = 0; rank < count; rank++) {
                Ranks self = all.new Rank(rank);
                running.add(threads.submit(() -> {
                    try {
                        return work.of(self);
                    } catch (Throwable failed) {
                        all.barrier.reset(); // ends the waits of the others
                        throw failed;
                    }
                }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> one : running) {
                results.add(one.get(LONGEST_S, TimeUnit.SECONDS));
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    private <T> T combined(int rank, T own, BinaryOperator<T> join) {
        List<T> values = all(rank, own);
        T sum = values.getFirst();
        for (T value : values.subList(1, values.size())) {
            sum = join.apply(sum, value);
        }
        return sum;
    }

    @SuppressWarnings("unchecked")
    private <T> List<T> all(int rank, T own) {
        try {
            given[rank] = own;
            barrier.await(LONGEST_S, TimeUnit.SECONDS);
            List<T> values = (List<T>) Arrays.asList(given.clone());
            barrier.await(LONGEST_S, TimeUnit.SECONDS);
            return values;
        } catch (Exception broken) {
            throw new IllegalStateException("another rank has failed or waits", broken);
        }
    }

    /// One of them, which also gives values of any type to the others.
    public final class Rank implements Ranks {
        private final int rank;

        private Rank(int rank) {
            this.rank = rank;
        }

        @Override
        public int rank() {
            return rank;
        }

        @Override
        public int count() {
            return given.length;
        }

        @Override
        public void first(long[] values) {
            System.arraycopy(each(values.clone()).getFirst(), 0, values, 0, values.length);
        }

        @Override
        public void first(double[] values) {
            System.arraycopy(each(values.clone()).getFirst(), 0, values, 0, values.length);
        }

        @Override
        public boolean any(boolean value) {
            return combined(rank, value, Boolean::logicalOr);
        }

        @Override
        public List<String> all(String own) {
            return each(own);
        }

        /// The values of all ranks.
        public <T> List<T> each(T own) {
            return ThreadRanks.this.all(rank, own);
        }

        /// The sum over all ranks.
        public long sum(long own) {
            return combined(rank, own, Long::sum);
        }

        /// The least over all ranks.
        public long least(long own) {
            return combined(rank, own, Math::min);
        }
    }
}
