package dev.tessera.kernel.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.Streams;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tables agree with the storage for every node.
final class LanePlanTest {
    private static final int WORKERS = 3;
    private static final int MOVE_LANES = 4;

    record Trial(StreamingPattern pattern, Addressing addressing, int seed) {
        /// With two arrays of populations, two stages and stored fields.
        StepPlan mixture(Precision precision) {
            return TestPlans.twoComponents(
                    Lattices.D3Q19,
                    pattern,
                    addressing,
                    Geometries.random(3, seed).nodes(),
                    precision);
        }

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
        StepPlan plan = trial.plan();
        checkTables(plan);
        LanePlan lanes = LanePlan.of(plan, WORKERS, MOVE_LANES, ForkJoinPool.commonPool());
        for (ClassLanes c : lanes.classes()) {
            assertThat(c.steps().getFirst().inPlace()).isEqualTo(trial.pattern().copies() == 1);
        }
    }

    @ParameterizedTest
    @MethodSource("trials")
    void every_node_accesses_its_values_of_several_arrays_in_every_stage(Trial trial) {
        checkTables(trial.mixture(Precision.FP64));
        checkTables(trial.mixture(Precision.FP32_FP16));
    }

    private static void checkTables(StepPlan stepPlan) {
        LanePlan plan = LanePlan.of(stepPlan, WORKERS, MOVE_LANES, ForkJoinPool.commonPool());
        for (int c = 0; c < plan.classes().size(); c++) {
            for (int stage = 0; stage < plan.stages(); stage++) {
                for (int phase = 0; phase < plan.phases(); phase++) {
                    SlotStreams streams = plan.classes().get(c).steps().get(stage);
                    List<long[]> found = new ArrayList<>();
                    for (List<LaneChunk> chunks : plan.classes().get(c).chunks()) {
                        for (LaneChunk chunk : chunks) {
                            lanes(chunk.tables().get(stage).get(phase), streams.streams(), found);
                        }
                    }
                    List<long[]> slots =
                            found.stream().map(node -> ofKernel(node, streams)).toList();
                    assertThat(sorted(slots)).isDeepEqualTo(sorted(expected(stepPlan, plan, c, stage, phase)));
                }
            }
        }
    }

    /// The slots of a kernel's input and output streams.
    private static long[] ofKernel(long[] node, SlotStreams streams) {
        return IntStream.concat(Arrays.stream(streams.in()), Arrays.stream(streams.out()))
                .mapToLong(stream -> stream < 0 ? -1 : node[stream])
                .toArray();
    }

    /// The slots of all nodes of a class, from the storage.
    private static List<long[]> expected(StepPlan stepPlan, LanePlan plan, int c, int stage, int phase) {
        Kernel kernel = stepPlan.classes().get(c).step(stage);
        Streams streams = Streams.of(kernel);
        ArrayBlocks blocks = plan.blocks();
        List<long[]> expected = new ArrayList<>();
        plan.forEachNode(c, 0, plan.classes().get(c).nodes(), (lane, index) -> {
            long[] numbers = stepPlan.classes().get(c).fluidNumbers();
            long boxIndex = stepPlan.nodes().fluid().boxIndex(numbers == null ? index : numbers[(int) index]);
            Box box = stepPlan.nodes().box();
            int x = box.x(boxIndex);
            int y = box.y(boxIndex);
            int z = box.z(boxIndex);
            long[] slots = new long[streams.slotsIn() + streams.slotsOut()];
            Arrays.fill(slots, -1);
            for (Statement statement : kernel.statements()) {
                switch (statement) {
                    case Statement.Load(var symbol, Source.PopulationIn(String array, int i)) ->
                        slots[streams.population(array, i)] = blocks.base(array)
                                + stepPlan.populations(array).storage().readSlot(phase, boxIndex, i);
                    case Statement.Load(var symbol, Source.FieldAt at) ->
                        slots[streams.of(at)] = blocks.base(at.field())
                                + blocks.fieldWidth()
                                        * stepPlan.storage()
                                                .neighbourPosition(
                                                        x,
                                                        y,
                                                        z,
                                                        stepPlan.field(at.field())
                                                                .lattice()
                                                                .velocity(at.direction()));
                    case Statement.Store(Sink.PopulationOut(String array, int i), var value) ->
                        slots[streams.slotsIn() + streams.population(array, i)] = blocks.base(array)
                                + stepPlan.populations(array).storage().writeSlot(phase, boxIndex, i);
                    case Statement.Store(Sink.FieldOut(String field), var value)
                    when kernel.isStoredField(field) ->
                        slots[streams.slotsIn() + streams.of(new Sink.FieldOut(field))] = blocks.base(field)
                                + blocks.fieldWidth()
                                        * stepPlan.storage().placement().position(x, y, z);
                    case Statement other -> {}
                }
            }
            expected.add(slots);
        });
        return expected;
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
            plan.forEachFluidBatch(Kernel.FLUID, first, count, phase, batch -> {
                assertThat(batch.firstLane()).isEqualTo(first + numbers.size());
                check(stepPlan, read, batch, numbers);
            });
            assertThat(numbers)
                    .isEqualTo(LongStream.range(first, first + count).boxed().toList());
            for (int c = 0; c < plan.classes().size(); c++) {
                List<Long> found = new ArrayList<>();
                SlotStreams observed =
                        plan.observedStreams(stepPlan.classes().get(c).observe());
                plan.forEachBatch(c, observed, 0, plan.classes().get(c).nodes(), phase, batch -> {
                    assertThat(batch.firstLane()).isEqualTo(found.size());
                    check(stepPlan, read, batch, found);
                });
                assertThat(found).doesNotHaveDuplicates().hasSize((int)
                        plan.classes().get(c).nodes());
            }
        }
    }

    /// Full boxes whose rows have ends of all kinds, beside those of the other tests.
    static Stream<StepPlan> plansOfBlocks() {
        List<Box> boxes = List.of(
                new Box(70, 5, 4, true, true, true),
                new Box(130, 3, 2, false, true, false),
                new Box(65, 2, 3, true, false, false),
                new Box(3, 2, 6, false, false, true),
                new Box(64, 4, 2, false, false, false));
        List<StepPlan> plans = new ArrayList<>();
        for (Trial trial : trials().filter(t -> t.seed() == 1).toList()) {
            for (Box box : boxes) {
                FluidNodes full = FluidNodes.where(box, (x, y, z) -> true);
                plans.add(TestPlans.bulkAndDriven(
                        Lattices.D3Q19,
                        trial.pattern(),
                        trial.addressing(),
                        Geometries.nodes(full),
                        Precision.FP64,
                        number -> number == 5));
            }
        }
        return Stream.concat(trials().map(Trial::plan), plans.stream());
    }

    /// Whole boxes, and parts that begin and end within rows.
    @ParameterizedTest
    @MethodSource("plansOfBlocks")
    void blocks_bring_every_value_once_with_the_slot_that_the_node_reads(StepPlan stepPlan) {
        LanePlan plan = LanePlan.of(stepPlan, WORKERS, MOVE_LANES, ForkJoinPool.commonPool());
        long nodes = plan.fluidNodes();
        for (int phase = 0; phase < plan.phases(); phase++) {
            FluidBlocks blocks = plan.fluidBlocks(Kernel.FLUID, phase);
            for (long[] part : new long[][] {{0, nodes}, {nodes / 7, nodes - nodes / 5}, {nodes / 2, nodes / 2 + 1}}) {
                checkBlocks(stepPlan, phase, blocks, part[0], part[1]);
            }
        }
    }

    private static void checkBlocks(StepPlan plan, int phase, FluidBlocks blocks, long first, long end) {
        int q = plan.directions();
        long[] slots = new long[Math.toIntExact((end - first) * q)];
        Arrays.fill(slots, -1);
        int[] visits = new int[slots.length];
        blocks.visit(first, end - first, new FluidBlocks.Visitor() {
            @Override
            public void block(long number, int count, long[] starts) {
                for (int i = 0; i < q; i++) {
                    run(i, number, starts[i], count);
                }
            }

            @Override
            public void run(int direction, long number, long slot, int count) {
                for (int n = 0; n < count; n++) {
                    int value = Math.toIntExact((number + n - first) * q + direction);
                    slots[value] = slot + n;
                    visits[value]++;
                }
            }
        });
        assertThat(visits).containsOnly(1);
        for (int value = 0; value < slots.length; value++) {
            long boxIndex = plan.nodes().fluid().boxIndex(first + value / q);
            assertThat(slots[value]).isEqualTo(plan.storage().readSlot(phase, boxIndex, value % q));
        }
    }

    @Test
    void rows_of_full_boxes_in_dense_storage_are_a_block_and_their_two_ends() {
        FluidNodes full = FluidNodes.where(new Box(200, 5, 4, true, true, false), (x, y, z) -> true);
        for (StreamingPattern pattern : List.of(new AaPattern(), new TwoBufferPull())) {
            StepPlan stepPlan = TestPlans.bulkAndDriven(
                    Lattices.D3Q19,
                    pattern,
                    new Dense(),
                    Geometries.nodes(full),
                    Precision.FP64,
                    number -> number == 5);
            LanePlan plan = LanePlan.of(stepPlan, WORKERS, MOVE_LANES, ForkJoinPool.commonPool());
            for (int phase = 0; phase < plan.phases(); phase++) {
                List<Integer> counts = new ArrayList<>();
                plan.fluidBlocks(Kernel.FLUID, phase).visit(0, plan.fluidNodes(), new FluidBlocks.Visitor() {
                    @Override
                    public void block(long first, int count, long[] slots) {
                        counts.add(count);
                    }

                    @Override
                    public void run(int direction, long first, long slot, int count) {
                        throw new AssertionError("direction by direction");
                    }
                });
                boolean isOwn = pattern.copies() == 1 && phase == 0; // AA's even phase
                assertThat(counts.subList(0, 3)).isEqualTo(isOwn ? List.of(200, 200, 200) : List.of(1, 198, 1));
                assertThat(counts).hasSize(isOwn ? 20 : 60);
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
                for (long slot : touched(chunks.get(c), before, plan)) {
                    int other = owner[(int) slot];
                    if (other != -1 && other != c) {
                        assertThat(other).as("chunk of slot %d", slot).isEqualTo(c);
                    }
                    owner[(int) slot] = c;
                }
            }
            for (int c = 0; c < chunks.size(); c++) {
                BitSet needed = new BitSet();
                for (long slot : touched(chunks.get(c), phase, plan)) {
                    needed.set(owner[(int) slot]);
                }
                assertThat(plan.waits()[phase][c])
                        .as("what chunk %d waits for in phase %d", c, phase)
                        .contains(needed.stream().toArray());
            }
        }
    }

    private static long[] touched(LaneChunk chunk, int phase, LanePlan plan) {
        List<long[]> lanes = new ArrayList<>();
        List<SlotStream> streams = plan.classes().getFirst().steps().getFirst().streams();
        lanes(chunk.tables().getFirst().get(phase), streams, lanes);
        return lanes.stream().flatMapToLong(Arrays::stream).toArray();
    }

    /// Replays a table as the device does: moves fill scratch rows, short ones first.
    private static void lanes(long[] table, List<SlotStream> streams, List<long[]> found) {
        int pitch = LaneTable.pitch(
                MOVE_LANES, streams.stream().mapToInt(SlotStream::width).max().orElse(1));
        int directWords = LaneTable.directWords(streams.size());
        for (int segment = 0; segment < table.length; ) {
            long header = table[segment];
            int lanes = LaneTable.lanes(header);
            long[][] slots = new long[streams.size()][];
            int word = segment + 1 + directWords;
            for (int s = 0; s < slots.length; s++) {
                slots[s] = new long[lanes * streams.get(s).width()];
                if ((table[segment + 1 + s / 64] >>> s & 1) != 0) {
                    for (int slot = 0; slot < slots[s].length; slot++) {
                        slots[s][slot] = table[word] + slot;
                    }
                    word++;
                }
            }
            segment = word + LaneTable.movesIn(header) + LaneTable.movesOut(header);
            for (; word < segment; word++) {
                long move = table[word];
                for (int slot = 0; slot < LaneTable.length(move); slot++) {
                    int place = LaneTable.place(move) + slot;
                    slots[place / pitch][place % pitch] = LaneTable.slot(move) + slot;
                }
            }
            for (int lane = 0; lane < lanes; lane++) {
                long[] node = new long[slots.length];
                for (int s = 0; s < slots.length; s++) {
                    node[s] = slots[s][lane * streams.get(s).width()];
                }
                found.add(node);
            }
        }
    }

    private static long[][] sorted(List<long[]> nodes) {
        return nodes.stream().sorted(Arrays::compare).toArray(long[][]::new);
    }
}
