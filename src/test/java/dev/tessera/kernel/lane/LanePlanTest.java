package dev.tessera.kernel.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tables agree with the storage for every node.
final class LanePlanTest {
    private static final int WORKERS = 3;
    private static final int MOVE_LANES = 4;

    record Trial(StreamingPattern pattern, Addressing addressing, int seed) {
        StepPlan plan() {
            return TestPlans.bulkAndDriven(
                    Lattices.D3Q19,
                    pattern,
                    addressing,
                    Geometries.random(3, seed).nodes(),
                    Precision.FP64);
        }
    }

    static Stream<Trial> trials() {
        List<Trial> trials = new ArrayList<>();
        for (StreamingPattern pattern : Patterns.all()) {
            List<Addressing> addressings = new ArrayList<>(Addressings.fitting(pattern));
            addressings.removeIf(Addressing::needsBarrier); // run tile by tile: TilePlanTest
            addressings.add(CompactTiles.forCpu());
            for (Addressing addressing : addressings) {
                trials.add(new Trial(pattern, addressing, 1));
                trials.add(new Trial(pattern, addressing, 4));
            }
        }
        return trials.stream();
    }

    @ParameterizedTest
    @MethodSource("trials")
    void every_node_is_one_lane_and_accesses_its_slots_of_the_storage(Trial trial) {
        StepPlan stepPlan = trial.plan();
        StorageLayout storage = stepPlan.storage();
        LanePlan plan = LanePlan.of(stepPlan, WORKERS, MOVE_LANES, ForkJoinPool.commonPool());
        int q = plan.directions();
        assertThat(plan.inPlace()).isEqualTo(trial.pattern().copies() == 1);
        for (int phase = 0; phase < plan.phases(); phase++) {
            List<long[]> expected = new ArrayList<>();
            for (long n = 0; n < plan.fluidNodes(); n++) {
                long boxIndex = stepPlan.nodes().fluid().boxIndex(n);
                long[] slots = new long[plan.streams()];
                for (int i = 0; i < q; i++) {
                    slots[i] = storage.readSlot(phase, boxIndex, i);
                    if (!plan.inPlace()) {
                        slots[q + i] = storage.writeSlot(phase, boxIndex, i);
                    } else {
                        assertThat(storage.writeSlot(phase, boxIndex, i))
                                .isEqualTo(storage.readSlot(phase, boxIndex, plan.opposite(i)));
                    }
                }
                expected.add(slots);
            }
            List<long[]> found = new ArrayList<>();
            for (ClassLanes c : plan.classes()) {
                for (List<LaneChunk> chunks : c.chunks()) {
                    for (LaneChunk chunk : chunks) {
                        lanes(chunk.tables().get(phase), plan.streams(), found);
                    }
                }
            }
            assertThat(sorted(found)).isDeepEqualTo(sorted(expected));
        }
    }

    /// Walks over a part of the nodes, from within a run on, over more than a batch.
    @ParameterizedTest
    @MethodSource("trials")
    void batches_bring_every_node_once_with_the_slots_that_it_reads(Trial trial) {
        StepPlan stepPlan = trial.plan();
        LanePlan plan = LanePlan.of(stepPlan, WORKERS, MOVE_LANES, ForkJoinPool.commonPool());
        long first = plan.fluidNodes() / 7;
        long count = plan.fluidNodes() - 2 * first;
        for (int phase = 0; phase < plan.phases(); phase++) {
            int read = phase;
            List<Long> numbers = new ArrayList<>();
            plan.forEachFluidBatch(first, count, phase, batch -> {
                assertThat(batch.firstLane()).isEqualTo(first + numbers.size());
                check(stepPlan, read, batch, numbers);
            });
            assertThat(numbers)
                    .isEqualTo(LongStream.range(first, first + count).boxed().toList());
            for (int c = 0; c < plan.classes().size(); c++) {
                List<Long> found = new ArrayList<>();
                plan.forEachBatch(c, 0, plan.classes().get(c).nodes(), phase, batch -> {
                    assertThat(batch.firstLane()).isEqualTo(found.size());
                    check(stepPlan, read, batch, found);
                });
                assertThat(found).doesNotHaveDuplicates().hasSize((int)
                        plan.classes().get(c).nodes());
            }
        }
    }

    private static void check(StepPlan plan, int phase, NodeBatch batch, List<Long> numbers) {
        assertThat(batch.lanes()).isBetween(1, NodeBatch.LANES);
        for (int lane = 0; lane < batch.lanes(); lane++) {
            numbers.add(batch.fluidNumber(lane));
            long boxIndex = plan.nodes().fluid().boxIndex(batch.fluidNumber(lane));
            for (int i = 0; i < plan.directions(); i++) {
                assertThat(batch.slot(i, lane)).isEqualTo(plan.storage().readSlot(phase, boxIndex, i));
            }
        }
    }

    /// Boxes with many chunks, whose ends are anywhere in the blocks of positions that define dependencies.
    static Stream<StepPlan> plansOfManyChunks() {
        FluidNodes stones = FluidNodes.where(
                new Box(61, 23, 13, true, false, false), (x, y, z) -> (x * 5 + y * 3 + z * 7) % 41 != 0);
        FluidNodes longLines = FluidNodes.where(new Box(1501, 5, 3, true, false, false), (x, y, z) -> true);
        List<StepPlan> plans = new ArrayList<>();
        for (Trial trial : trials().filter(t -> t.seed() == 1).toList()) {
            for (FluidNodes fluid : List.of(stones, longLines)) {
                plans.add(TestPlans.bulkAndDriven(
                        Lattices.D3Q19,
                        trial.pattern(),
                        trial.addressing(),
                        Geometries.nodes(fluid),
                        Precision.FP64,
                        number -> number == 77));
            }
        }
        return Stream.concat(trials().map(Trial::plan), plans.stream());
    }

    @ParameterizedTest
    @MethodSource("plansOfManyChunks")
    void chunks_wait_for_all_that_accessed_their_slots_in_the_previous_step(StepPlan stepPlan) {
        LanePlan plan = LanePlan.of(stepPlan, WORKERS, MOVE_LANES, ForkJoinPool.commonPool());
        List<LaneChunk> chunks = plan.classes().stream()
                .flatMap(c -> c.chunks().stream())
                .flatMap(List::stream)
                .toList();
        for (int phase = 0; phase < plan.phases(); phase++) {
            int before = Math.floorMod(phase - 1, plan.phases());
            int[] owner = new int[Math.toIntExact(plan.slots())];
            Arrays.fill(owner, -1);
            for (int c = 0; c < chunks.size(); c++) {
                for (long slot : touched(chunks.get(c).tables().get(before), plan.streams())) {
                    int other = owner[(int) slot];
                    if (other != -1 && other != c) {
                        assertThat(other).as("chunk of slot %d", slot).isEqualTo(c);
                    }
                    owner[(int) slot] = c;
                }
            }
            for (int c = 0; c < chunks.size(); c++) {
                BitSet needed = new BitSet();
                for (long slot : touched(chunks.get(c).tables().get(phase), plan.streams())) {
                    needed.set(owner[(int) slot]);
                }
                assertThat(plan.waits()[phase][c])
                        .as("what chunk %d waits for in phase %d", c, phase)
                        .contains(needed.stream().toArray());
            }
        }
    }

    private static long[] touched(long[] table, int streams) {
        List<long[]> lanes = new ArrayList<>();
        lanes(table, streams, lanes);
        return lanes.stream().flatMapToLong(Arrays::stream).toArray();
    }

    /// Replays a table as the device does: moves fill scratch rows, short ones first.
    private static void lanes(long[] table, int streams, List<long[]> found) {
        int pitch = LaneTable.pitch(MOVE_LANES);
        for (int segment = 0; segment < table.length; ) {
            long header = table[segment];
            int lanes = LaneTable.lanes(header);
            long[][] slots = new long[streams][lanes];
            int word = segment + 2;
            for (int s = 0; s < streams; s++) {
                if ((table[segment + 1] >>> s & 1) != 0) {
                    for (int lane = 0; lane < lanes; lane++) {
                        slots[s][lane] = table[word] + lane;
                    }
                    word++;
                }
            }
            segment = word + LaneTable.movesIn(header) + LaneTable.movesOut(header);
            for (; word < segment; word++) {
                long move = table[word];
                for (int lane = 0; lane < LaneTable.length(move); lane++) {
                    int place = LaneTable.place(move) + lane;
                    slots[place / pitch][place % pitch] = LaneTable.slot(move) + lane;
                }
            }
            for (int lane = 0; lane < lanes; lane++) {
                long[] node = new long[streams];
                for (int s = 0; s < streams; s++) {
                    node[s] = slots[s][lane];
                }
                found.add(node);
            }
        }
    }

    private static long[][] sorted(List<long[]> nodes) {
        return nodes.stream().sorted(Arrays::compare).toArray(long[][]::new);
    }
}
