package dev.tessera.device.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.kernel.lane.LanePlan;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/// Many chunks in random order, more workers than a small machine has cores.
final class WavefrontTest {
    private static final int WORKERS = 3;
    private static final ForkJoinPool POOL = new ForkJoinPool(WORKERS);

    @AfterAll
    static void close() {
        POOL.close();
    }

    @Test
    void every_chunk_runs_every_step_once_and_after_its_dependencies() {
        LanePlan plan = plan();
        int chunks = plan.waits()[0].length;
        assertThat(chunks).isGreaterThan(20);
        int depth = 4;
        Wavefront wavefront = new Wavefront(plan, shuffled(chunks), depth);
        AtomicLongArray ended = new AtomicLongArray(chunks);
        new WorkerPool(POOL)
                .rounds(
                        50,
                        (worker, round) -> wavefront.run(worker, round, round * depth, depth, 0, (w, chunk, step) -> {
                            for (int other : plan.waits()[(int) (step % plan.phases())][chunk]) {
                                if (ended.get(other) < step) {
                                    throw new IllegalStateException(
                                            "chunk %d began step %d before %d".formatted(chunk, step, other));
                                }
                            }
                            if (ended.getAndIncrement(chunk) != step) {
                                throw new IllegalStateException("chunk %d, step %d".formatted(chunk, step));
                            }
                        }));
        assertThat(IntStream.range(0, chunks).mapToLong(ended::get)).containsOnly(50L * depth);
        assertThat(wavefront.isBroken()).isFalse();
    }

    @Test
    void a_chunk_that_fails_ends_all_workers() {
        LanePlan plan = plan();
        Wavefront wavefront = new Wavefront(plan, shuffled(plan.waits()[0].length), 4);
        assertThatThrownBy(() -> new WorkerPool(POOL)
                        .rounds(
                                2,
                                (worker, round) -> wavefront.run(worker, round, 4 * round, 4, 0, (w, chunk, step) -> {
                                    if (chunk == 7 && step == 2) {
                                        throw new IllegalStateException("seven");
                                    }
                                })))
                .hasMessage("seven");
        assertThat(wavefront.isBroken()).isTrue();
    }

    private static LanePlan plan() {
        FluidNodes fluid = FluidNodes.where(new Box(40, 40, 20, true, true, false), (x, y, z) -> (x + y + z) % 5 != 0);
        StepPlan plan = TestPlans.bulkAndDriven(
                Lattices.D3Q19, new AaPattern(), CompactTiles.forCpu(), Geometries.nodes(fluid), Precision.FP64);
        return LanePlan.of(plan, WORKERS, POOL);
    }

    private static List<List<Integer>> shuffled(int chunks) {
        Random random = new Random(1);
        List<List<Integer>> owned = new ArrayList<>();
        for (int worker = 0; worker < WORKERS; worker++) {
            owned.add(new ArrayList<>());
        }
        for (int chunk : random.ints(0, chunks).distinct().limit(chunks).toArray()) {
            owned.get(random.nextInt(WORKERS)).add(chunk);
        }
        return owned;
    }
}
