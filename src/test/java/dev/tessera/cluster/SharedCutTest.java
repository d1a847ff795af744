package dev.tessera.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.Ranks;
import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Parts;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Reduction;
import dev.tessera.layout.Geometries;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Processes that share the methods of cutting find the cut that one process finds.
class SharedCutTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void ranks_find_the_cut_of_one_process(int count) throws Exception {
        for (int seed = 0; seed < 4; seed++) {
            NodeMap nodes = porous(seed);
            Parts alone = CutDivision.balanced().of(nodes, count, ForkJoinPool.commonPool());
            for (Parts shared : shared(nodes, count)) {
                assertThat(shared.partition().owners())
                        .isEqualTo(alone.partition().owners());
            }
        }
    }

    @Test
    void more_ranks_than_tiles_are_refused_on_all() throws Exception {
        NodeMap oneTile = Geometries.nodes(FluidNodes.where(new Box(4, 4, 4, false, false, false), (x, y, z) -> true));
        assertThatThrownBy(() -> shared(oneTile, 8)).hasMessageContaining("8 parts are too many");
    }

    private static NodeMap porous(int seed) {
        Random random = new Random(seed);
        Box box = new Box(30, 22, 17, true, false, true);
        return Geometries.nodes(FluidNodes.where(box, (x, y, z) -> random.nextInt(4) > 0));
    }

    private static List<Parts> shared(NodeMap nodes, int count) throws Exception {
        Exchange exchange = new Exchange(count);
        try (ExecutorService threads = Executors.newFixedThreadPool(count)) {
            List<Future<Parts>> running = new ArrayList<>();
            for (int rank = 0; rank < count; rank++) {
                Processes own = exchange.ofRank(rank);
                running.add(threads.submit(() -> CutDivision.balanced().of(nodes, own, ForkJoinPool.commonPool())));
            }
            List<Parts> found = new ArrayList<>();
            for (Future<Parts> each : running) {
                found.add(each.get());
            }
            return found;
        }
    }

    /// Ranks that are threads of this process.
    private static final class Exchange {
        private final CyclicBarrier all;
        private final Object[] given;

        Exchange(int count) {
            this.all = new CyclicBarrier(count);
            this.given = new Object[count];
        }

        private Object[] exchanged(int rank, Object own) {
            try {
                given[rank] = own;
                all.await();
                Object[] found = given.clone();
                all.await();
                return found;
            } catch (InterruptedException | BrokenBarrierException failure) {
                throw new IllegalStateException(failure);
            }
        }

        Processes ofRank(int rank) {
            return new Processes() {
                @Override
                public boolean holds(int part) {
                    return part == rank;
                }

                @Override
                public double[] values(int part, IntSupplier count, Supplier<double[]> own) {
                    throw new AssertionError("nothing is read");
                }

                @Override
                public Reduced combined(List<? extends Reduction<?>> wanted, Reduced own) {
                    throw new AssertionError("nothing is reduced");
                }

                @Override
                public long sum(long own) {
                    throw new AssertionError("nothing is counted");
                }

                @Override
                public void sum(long[] numbers) {
                    long[] sums = new long[numbers.length];
                    for (Object each : exchanged(rank, numbers.clone())) {
                        for (int k = 0; k < sums.length; k++) {
                            sums[k] += ((long[]) each)[k];
                        }
                    }
                    System.arraycopy(sums, 0, numbers, 0, sums.length);
                }

                @Override
                public long least(long own) {
                    throw new AssertionError("nothing is compared");
                }

                @Override
                public Ranks ranks() {
                    return new OfThread(rank);
                }
            };
        }

        private final class OfThread implements Ranks {
            private final int rank;

            OfThread(int rank) {
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
                throw new AssertionError("nothing is sent by the first rank");
            }

            @Override
            public void first(double[] values) {
                throw new AssertionError("nothing is sent by the first rank");
            }

            @Override
            public boolean any(boolean value) {
                throw new AssertionError("nothing is decided");
            }

            @Override
            public List<String> all(String own) {
                List<String> texts = new ArrayList<>();
                for (Object each : exchanged(rank, own)) {
                    texts.add((String) each);
                }
                return texts;
            }
        }
    }
}
