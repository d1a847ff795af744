package dev.tessera.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.Device;
import dev.tessera.device.DeviceException;
import dev.tessera.device.DeviceKit;
import dev.tessera.device.Execution;
import dev.tessera.device.HeldPopulations;
import dev.tessera.device.SavedState;
import dev.tessera.device.StepPart;
import dev.tessera.device.interpreter.Interpreter;
import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Partitions;
import dev.tessera.geometry.Partitions.Division;
import dev.tessera.geometry.partition.Cut;
import dev.tessera.geometry.partition.StepCosts;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.interpret.MixtureValues;
import dev.tessera.kernel.interpret.ReadingBehind;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.kernel.reduce.Reduction;
import dev.tessera.kernel.reduce.Totals;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.EsotericPull;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests for every device: a plan in parts, with walls, fields and remembered fields across the cuts, gives the
/// bits of one part on the interpreter.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class HaloKit {
    private static final int STEPS = 5;

    abstract Device device();

    /// The device of a part.
    Device device(int part) {
        return device();
    }

    /// The number of divisions that are tried for each storage.
    int divisionsPerStorage() {
        return 1;
    }

    /// Whether every storage is tried with a lattice.
    boolean covers(VelocitySet lattice) {
        return true;
    }

    record Trial(
            VelocitySet lattice,
            StreamingPattern pattern,
            Addressing addressing,
            Precision precision,
            NodeMap nodes,
            Division division) {
        StepPlan plan() {
            return DeviceKit.lowered(TestPlans.bulkAndDriven(lattice, pattern, addressing, nodes, precision));
        }

        StepPlan mixture() {
            return DeviceKit.lowered(TestPlans.twoComponents(lattice, pattern, addressing, nodes, precision));
        }

        StepPlan readingBehind() {
            return DeviceKit.lowered(ReadingBehind.plan(lattice, pattern, addressing, nodes, precision));
        }

        PartedDevice parts(IntFunction<Device> devices) {
            int parts = division.parts().count();
            return new PartedDevice(
                    IntStream.range(0, parts).mapToObj(devices).toList(),
                    (map, count, workers) -> division.parts(),
                    ForkJoinPool.commonPool());
        }

        @Override
        public String toString() {
            return "%s, %s x %s, %s, %s"
                    .formatted(lattice.name(), pattern.key(), addressing.key(), precision, division);
        }
    }

    Stream<Trial> trials() {
        List<Trial> trials = new ArrayList<>();
        List<Precision> precisions = List.of(Precision.values());
        NodeMap flat = Geometries.random(2, 2).nodes();
        NodeMap deep = Geometries.random(3, 3).nodes();
        NodeMap periodic = Geometries.of(3).get(1).nodes();
        List<Division> ofFlat = Partitions.of(flat);
        List<Division> ofDeep = Partitions.of(deep);
        List<Division> ofPeriodic = Partitions.of(periodic);
        int number = 0;
        for (StreamingPattern pattern : Patterns.all()) {
            for (Addressing addressing : Addressings.fitting(pattern)) {
                for (int k = 0; k < divisionsPerStorage(); k++, number++) {
                    Precision precision = precisions.get(number % precisions.size());
                    Division division = ofFlat.get(number % ofFlat.size());
                    trials.add(new Trial(Lattices.D2Q9, pattern, addressing, precision, flat, division));
                    if (covers(Lattices.D3Q19)) {
                        division = ofDeep.get(number % ofDeep.size());
                        trials.add(new Trial(Lattices.D3Q19, pattern, addressing, Precision.FP64, deep, division));
                    }
                }
            }
            number++;
        }
        for (Division division : ofPeriodic.subList(0, Math.min(divisionsPerStorage() + 1, ofPeriodic.size()))) {
            Addressing compact = new CompactTiles();
            trials.add(new Trial(Lattices.D3Q19, new EsotericPull(), compact, Precision.FP64, periodic, division));
            trials.add(new Trial(Lattices.D3Q27, new AaPattern(), compact, Precision.FP64, periodic, division));
            trials.add(new Trial(Lattices.D3Q15, new TwoBufferPull(), new Dense(), Precision.FP32, periodic, division));
        }
        trials.addAll(acrossRows());
        return trials.stream();
    }

    /// Rows of many nodes, cut across: edge nodes are far apart in memory.
    private static List<Trial> acrossRows() {
        Box box = new Box(130, 5, 4, false, true, false);
        NodeMap rows = Geometries.nodes(FluidNodes.where(box, (x, y, z) -> (7 * x + 3 * y + z) % 41 > 0));
        Division division = Partitions.of(rows).stream()
                .filter(each -> each.name().startsWith("2 parts"))
                .findFirst()
                .orElseThrow();
        List<Addressing> addressings = List.of(CompactTiles.forGpu(), new CompactTiles(), new Dense());
        List<Trial> trials = new ArrayList<>();
        for (Addressing addressing : addressings) {
            for (StreamingPattern pattern : List.of(new TwoBufferPull(), new AaPattern())) {
                trials.add(new Trial(Lattices.D3Q19, pattern, addressing, Precision.FP64, rows, division));
            }
        }
        return trials;
    }

    @ParameterizedTest
    @MethodSource("trials")
    void parts_give_the_bits_of_one(Trial trial) {
        assertSameBits(trial.plan(), trial.parts(this::device));
    }

    /// @param layers of neighbours' nodes: as many steps run between exchanges
    record Layered(Trial trial, int layers) {}

    Stream<Layered> layered() {
        List<Trial> trials = trials().toList();
        return IntStream.iterate(0, k -> k < trials.size(), k -> k + 3)
                .mapToObj(k -> new Layered(trials.get(k), 2 + k % 4));
    }

    @ParameterizedTest
    @MethodSource("layered")
    void parts_with_several_layers_give_the_bits_of_one(Layered layered) {
        StepPlan plan = TestPlans.withoutMemory(layered.trial.plan());
        PartedDevice device = layered.trial.parts(this::device).withLayers(layered.layers);
        assertSameBits(plan, device);
        StepPlan changing = TestPlans.changing(plan);
        try (Execution one = DeviceKit.started(new Interpreter(), changing);
                Execution parts = DeviceKit.started(device, changing)) {
            one.setFeedback(DeviceKit.feedback(plan));
            parts.setFeedback(DeviceKit.feedback(plan));
            one.step(3);
            parts.step(3);
            SavedState saved = parts.save();
            parts.step(layered.layers + 1);
            saved.restore();
            one.step(STEPS);
            parts.step(STEPS);
            assertAlike(changing, parts, one);
            saved.close();
        }
    }

    @Test
    void several_layers_are_for_plans_whose_nodes_remember_nothing() {
        PartedDevice device = usual().parts(this::device).withLayers(2);
        assertThatThrownBy(() -> device.prepare(usual().plan()))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("2 layers of halo nodes");
    }

    private static void assertSameBits(StepPlan plan, Device device) {
        try (Execution one = DeviceKit.started(new Interpreter(), plan);
                Execution parts = DeviceKit.started(device, plan)) {
            for (int run = 1; run <= 2; run++) {
                one.step(STEPS);
                parts.step(STEPS);
                assertSame(DeviceKit.populations(plan, parts), DeviceKit.populations(plan, one));
            }
            assertThat(parts.readField("driven", "memory")).isEqualTo(one.readField("driven", "memory"));
            assertThat(parts.readField("bulk", "push")).hasSize(one.fluidNodes());
            List<String> quantities = List.of("velocity-x", "density");
            assertThat(parts.observe(quantities)).isDeepEqualTo(one.observe(quantities));
            List<Reduction<?>> reductions = DeviceKit.reductions(plan);
            DeviceKit.assertSame(reductions, parts.reduce(reductions), one.reduce(reductions));
            assertThat(parts.steps()).isEqualTo(2L * STEPS);
            assertRangesAreRead(plan, parts, one);
            assertRangesAreWritten(plan, parts, one);
        }
    }

    /// Of consecutive nodes, as numbers and as they are stored.
    private static void assertRangesAreRead(StepPlan plan, Execution parts, Execution one) {
        double[] all = DeviceKit.populations(plan, one);
        int q = plan.directions(Kernel.FLUID);
        int nodes = one.fluidNodes();
        int[] inOrder = IntStream.range(0, q).toArray();
        boolean copies = parts.copiesStored(Kernel.FLUID);
        HeldPopulations held = parts.hold(Kernel.FLUID, inOrder).orElse(null);
        assertThat(held == null || copies).isTrue();
        for (int size : List.of(1 + nodes / 23, 1 + nodes / 3)) {
            for (int first = 0; first < nodes; first += size) {
                int count = Math.min(size, nodes - first);
                double[] expected = Arrays.copyOfRange(all, first * q, (first + count) * q);
                double[] read = new double[count * q];
                parts.readState(Kernel.FLUID, first, count, read);
                assertSame(read, expected);
                if (copies) {
                    ByteBuffer stored = ByteBuffer.allocateDirect(
                            count * q * plan.precision().storedBytes());
                    parts.copyStored(Kernel.FLUID, first, count, inOrder, stored);
                    assertSame(numbers(plan, stored), expected);
                    if (held != null) {
                        held.copy(first, count, stored.clear());
                        assertSame(numbers(plan, stored), expected);
                    }
                }
            }
        }
        if (held != null) {
            held.close();
        }
    }

    private static double[] numbers(StepPlan plan, ByteBuffer stored) {
        int bytes = plan.precision().storedBytes();
        ByteBuffer source = stored.order(ByteOrder.nativeOrder());
        return IntStream.range(0, stored.capacity() / bytes)
                .mapToDouble(k ->
                        bytes == Double.BYTES ? source.getDouble(k * Double.BYTES) : source.getFloat(k * Float.BYTES))
                .toArray();
    }

    /// Gives each node the populations of another one, range by range; the flow goes on from them.
    private static void assertRangesAreWritten(StepPlan plan, Execution parts, Execution one) {
        double[] all = DeviceKit.populations(plan, one);
        int q = plan.directions(Kernel.FLUID);
        int nodes = one.fluidNodes();
        int size = 1 + nodes / 7;
        for (int first = 0; first < nodes; first += size) {
            int count = Math.min(size, nodes - first);
            double[] others = Arrays.copyOfRange(all, (nodes - first - count) * q, (nodes - first) * q);
            parts.writeState(Kernel.FLUID, first, count, others);
            one.writeState(Kernel.FLUID, first, count, others);
        }
        assertSame(DeviceKit.populations(plan, parts), DeviceKit.populations(plan, one));
        parts.step(1);
        one.step(1);
        assertSame(DeviceKit.populations(plan, parts), DeviceKit.populations(plan, one));
    }

    /// Every pattern with its addressings, in two or three dimensions in turn.
    Stream<Trial> mixtures() {
        List<Trial> trials = new ArrayList<>();
        NodeMap flat = Geometries.random(2, 2).nodes();
        NodeMap periodic = Geometries.of(3).get(1).nodes();
        List<Division> ofFlat = Partitions.of(flat);
        List<Division> ofPeriodic = Partitions.of(periodic);
        int number = 0;
        for (StreamingPattern pattern : Patterns.all()) {
            int first = Patterns.all().indexOf(pattern);
            List<Addressing> addressings = Addressings.fitting(pattern);
            for (int k = 0; k < addressings.size(); k++, number++) {
                Addressing addressing = addressings.get(k);
                if ((first + k) % 2 == 0 || !covers(Lattices.D3Q19)) {
                    Division division = ofFlat.get(number % ofFlat.size());
                    trials.add(new Trial(Lattices.D2Q9, pattern, addressing, Precision.FP64, flat, division));
                } else {
                    Division division = ofPeriodic.get(number % ofPeriodic.size());
                    trials.add(new Trial(Lattices.D3Q19, pattern, addressing, Precision.FP64, periodic, division));
                }
            }
        }
        return trials.stream();
    }

    @ParameterizedTest
    @MethodSource("mixtures")
    void two_components_with_fields_of_neighbours_give_the_bits_of_one_part(Trial trial) {
        StepPlan plan = trial.mixture();
        try (Execution one = mixed(new Interpreter(), plan);
                Execution parts = mixed(trial.parts(this::device), plan)) {
            one.step(STEPS);
            parts.step(STEPS);
            for (String array : List.of("oil", "water")) {
                assertSame(populations(plan, parts, array), populations(plan, one, array));
                assertSame(parts.readStored("psi-" + array), one.readStored("psi-" + array));
            }
            assertSame(parts.readField("driven", "memory"), one.readField("driven", "memory"));
            List<String> quantities = plan.classes().getFirst().observe().fieldsOut().stream()
                    .sorted()
                    .toList();
            List<Reduction<?>> totals = List.of(Totals.overAll(quantities, quantities));
            DeviceKit.assertSame(totals, parts.reduce(totals), one.reduce(totals));
            assertThat(parts.observe(quantities)).isDeepEqualTo(one.observe(quantities));
        }
    }

    @ParameterizedTest
    @MethodSource("mixtures")
    void nodes_that_read_others_behind_them_give_the_bits_of_one_part(Trial trial) {
        StepPlan plan = trial.readingBehind();
        try (Execution one = DeviceKit.started(new Interpreter(), plan);
                Execution parts = DeviceKit.started(trial.parts(this::device), plan)) {
            one.step(STEPS);
            parts.step(STEPS);
            assertSame(DeviceKit.populations(plan, parts), DeviceKit.populations(plan, one));
            for (String nodes : List.of("near", "driven")) {
                assertSame(parts.readField(nodes, "memory"), one.readField(nodes, "memory"));
            }
            List<String> quantities = List.of("velocity-x", "density");
            assertThat(parts.observe(quantities)).isDeepEqualTo(one.observe(quantities));
        }
    }

    private static Execution mixed(Device device, StepPlan plan) {
        Execution run = device.prepare(plan);
        mix(plan, run);
        return run;
    }

    private static void mix(StepPlan plan, Execution run) {
        Map<String, double[]> fields = new LinkedHashMap<>();
        MixtureValues.write(
                plan,
                run::writePopulations,
                (nodes, field) -> fields.computeIfAbsent(nodes + "/" + field, name -> run.readField(nodes, field)));
        fields.forEach((name, values) -> {
            int slash = name.indexOf('/');
            run.writeField(name.substring(0, slash), name.substring(slash + 1), values);
        });
        run.setParameter("omega", 1.1);
    }

    private static double[] populations(StepPlan plan, Execution run, String array) {
        double[] values =
                new double[run.fluidNodes() * plan.populations(array).lattice().size()];
        run.readPopulations(array, 0, run.fluidNodes(), values);
        return values;
    }

    @ParameterizedTest
    @MethodSource("fewTrials")
    void values_that_follow_from_the_flow_are_those_of_one_part(Trial trial) {
        StepPlan plan = TestPlans.changing(trial.plan());
        try (Execution one = DeviceKit.started(new Interpreter(), plan);
                Execution parts = DeviceKit.started(trial.parts(this::device), plan)) {
            for (Execution execution : List.of(one, parts)) {
                execution.setFeedback(DeviceKit.feedback(plan));
                execution.step(STEPS);
            }
            assertThat(parts.feedbackStates()).isEqualTo(one.feedbackStates());
            assertSame(DeviceKit.populations(plan, parts), DeviceKit.populations(plan, one));
        }
    }

    /// Some storages, with tiles whose shape differs between CPU and GPU among them.
    Stream<Trial> movingTrials() {
        Box box = new Box(130, 12, 1, false, true, false);
        NodeMap rows = Geometries.nodes(FluidNodes.where(box, (x, y, z) -> (7 * x + 3 * y) % 41 > 0));
        Division none = Partitions.of(rows).getFirst(); // not used
        return Stream.concat(
                fewTrials().limit(2),
                Stream.of(new TwoBufferPull(), new AaPattern())
                        .map(pattern -> new Trial(
                                Lattices.D2Q9, pattern, CompactTiles.forCpu(), Precision.FP32_FP16, rows, none)));
    }

    /// With remembered fields, feedback and a saved state; nodes move twice.
    @ParameterizedTest
    @MethodSource("movingTrials")
    void nodes_that_move_between_devices_give_the_bits_of_one_part(Trial trial) {
        StepPlan plan = TestPlans.changing(trial.plan());
        try (Execution one = DeviceKit.started(new Interpreter(), plan);
                BalancedExecution parts = balanced(plan)) {
            DeviceKit.start(plan, parts);
            for (Execution execution : List.of(one, parts)) {
                execution.setFeedback(DeviceKit.feedback(plan));
                execution.step(STEPS);
            }
            SavedState saved = parts.save();
            one.step(2);
            parts.step(2);
            parts.move(cut(trial.nodes(), 1, 5));
            assertSame(DeviceKit.populations(plan, parts), DeviceKit.populations(plan, one));
            one.step(STEPS);
            parts.step(STEPS);
            assertAlike(plan, parts, one);
            parts.move(cut(trial.nodes(), 3, 1));
            saved.restore();
            assertThat(parts.steps()).isEqualTo(STEPS);
            parts.step(STEPS + 2);
            saved.close();
            assertAlike(plan, parts, one);
        }
    }

    private static void assertAlike(StepPlan plan, Execution parts, Execution one) {
        assertThat(parts.feedbackStates()).isEqualTo(one.feedbackStates());
        assertThat(parts.steps()).isEqualTo(one.steps());
        assertSame(DeviceKit.populations(plan, parts), DeviceKit.populations(plan, one));
        assertSame(parts.readField("driven", "memory"), one.readField("driven", "memory"));
    }

    @ParameterizedTest
    @MethodSource("movingMixtures")
    void two_components_that_move_between_devices_give_the_bits_of_one_part(Trial trial) {
        StepPlan plan = trial.mixture();
        try (Execution one = mixed(new Interpreter(), plan);
                BalancedExecution parts = balanced(plan)) {
            mix(plan, parts);
            for (double share : List.of(4.0, 0.5)) {
                one.step(STEPS);
                parts.step(STEPS);
                parts.move(cut(trial.nodes(), share, 1));
            }
            one.step(STEPS);
            parts.step(STEPS);
            for (String array : List.of("oil", "water")) {
                assertSame(populations(plan, parts, array), populations(plan, one, array));
            }
        }
    }

    Stream<Trial> movingMixtures() {
        return mixtures().filter(trial -> trial.lattice() == Lattices.D2Q9).limit(2);
    }

    /// Two parts, the second on the interpreter, that move only when they are told to: the clock stands still.
    private BalancedExecution balanced(StepPlan plan) {
        List<Device> devices = List.of(device(0), new Interpreter());
        ForkJoinPool pool = ForkJoinPool.commonPool();
        PartedDevice parted = new PartedDevice(devices, PartedDevice.Division.balanced(), pool);
        Balance balance = Balance.of(plan.nodes(), new double[] {1, 1}, pool, () -> 0);
        return new BalancedExecution(plan, balance, parts -> parted.prepared(plan, parts), devices);
    }

    private static Cut cut(NodeMap nodes, double... speeds) {
        ForkJoinPool pool = ForkJoinPool.commonPool();
        StepCosts costs = StepCosts.relative(speeds, false);
        return CutDivision.cuts(CutDivision.tiles(nodes, pool), costs, Cut.methods(), pool)
                .getFirst();
    }

    Stream<Trial> fewTrials() {
        return trials().filter(trial -> trial.precision() == Precision.FP64).limit(4);
    }

    /// Reports the first difference only: there are thousands of values.
    private static void assertSame(double[] actual, double[] expected) {
        int at = Arrays.mismatch(actual, expected);
        assertThat(at).as("the first value that differs").isEqualTo(-1);
    }

    private Trial usual() {
        NodeMap nodes = Geometries.random(3, 3).nodes();
        return new Trial(
                Lattices.D3Q19,
                new AaPattern(),
                new CompactTiles(),
                Precision.FP64,
                nodes,
                Partitions.of(nodes).getLast());
    }

    @Test
    void a_saved_state_is_restored_bit_for_bit() {
        StepPlan plan = usual().plan();
        for (Device device : List.of(device(), usual().parts(this::device))) {
            try (Execution run = DeviceKit.started(device, plan)) {
                run.step(3);
                double[] expected;
                try (SavedState saved = run.save()) {
                    run.step(2);
                    expected = DeviceKit.populations(plan, run);
                    run.step(4);
                    saved.restore();
                    assertThat(run.steps()).isEqualTo(3);
                    run.step(1);
                    saved.update();
                    run.step(3);
                    saved.restore();
                    assertThat(run.steps()).isEqualTo(4);
                }
                run.step(1);
                assertSame(DeviceKit.populations(plan, run), expected);
            }
        }
    }

    @Test
    void listed_nodes_are_read_and_written_in_any_order() {
        StepPlan plan = usual().plan();
        int q = plan.directions();
        for (Device device : List.of(device(), usual().parts(this::device))) {
            try (Execution run = DeviceKit.started(device, plan)) {
                run.step(3);
                double[] all = DeviceKit.populations(plan, run);
                long[] some = LongStream.iterate(run.fluidNodes() - 1L, n -> n >= 0, n -> n - (n % 7 == 0 ? 3 : 1))
                        .toArray();
                double[] read = new double[some.length * q];
                run.readPopulations(some, read);
                for (int k = 0; k < some.length; k++) {
                    for (int i = 0; i < q; i++) {
                        assertThat(read[k * q + i]).isEqualTo(all[(int) some[k] * q + i]);
                        read[k * q + i] += 1 + i;
                        all[(int) some[k] * q + i] += 1 + i;
                    }
                }
                run.writePopulations(some, read);
                assertSame(DeviceKit.populations(plan, run), all);
            }
        }
    }

    @Test
    void parts_of_a_step_run_in_order() {
        StepPlan plan = usual().plan();
        try (Execution run = DeviceKit.started(device(), plan)) {
            assertThatThrownBy(() -> run.step(0, StepPart.INNER)).hasMessageContaining("part EDGE of stage 0 is next");
            run.step(0, StepPart.EDGE);
            assertThatThrownBy(() -> run.step(0, StepPart.EDGE)).hasMessageContaining("part INNER of stage 0 is next");
            assertThatThrownBy(() -> run.step(1)).hasMessageContaining("part INNER of stage 0 is next");
            assertThatThrownBy(run::save).hasMessageContaining("part INNER of stage 0 is next");
            run.step(0, StepPart.INNER);
            try (Execution whole = DeviceKit.started(device(), plan)) {
                whole.step(1);
                assertSame(DeviceKit.populations(plan, run), DeviceKit.populations(plan, whole));
            }
        }
    }
}
