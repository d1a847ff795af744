package dev.tessera.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.tessera.device.interpreter.Interpreter;
import dev.tessera.emit.EmitterKit;
import dev.tessera.emit.SampleKernels;
import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.kernel.pass.HoistUniform;
import dev.tessera.kernel.pass.Lower;
import dev.tessera.kernel.pass.PassRunner;
import dev.tessera.kernel.pass.Share;
import dev.tessera.kernel.reduce.Feedback;
import dev.tessera.kernel.reduce.LinkTotals;
import dev.tessera.kernel.reduce.NodeList;
import dev.tessera.kernel.reduce.NodeValues;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Reduction;
import dev.tessera.kernel.reduce.Totals;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.MemoryPlan;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.addressing.TileLayout;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.layout.addressing.TilingRule;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.testkit.Covering;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests for every device: results are bit-identical to those of the interpreter.
public abstract class DeviceKit {
    private static final int STEPS = 5;

    /// The device; the kit calls this once per test.
    protected abstract Device device();

    /// A storage, a lattice and a precision on one random geometry.
    public record Trial(
            VelocitySet lattice, StreamingPattern pattern, Addressing addressing, Precision precision, int seed) {
        /// With kernels lowered.
        public StepPlan plan() {
            return plan(ArraySpacing.acrossCacheSets(precision.storedBytes()));
        }

        /// With the array spacing of a GPU.
        public StepPlan bundled() {
            return plan(TestPlans.smallBundles(precision));
        }

        boolean storesHalves() {
            return precision == Precision.FP32_FP16;
        }

        private StepPlan plan(ArraySpacing spacing) {
            return lowered(TestPlans.bulkAndDriven(
                    lattice,
                    pattern,
                    addressing,
                    Geometries.random(lattice.dimensions(), seed).nodes(),
                    precision,
                    spacing));
        }
    }

    /// Every pattern with each of its addressings, on two lattices, and with halves and without; of three precisions
    /// every pair with another parameter. Other lattices and precisions with every pattern.
    static Stream<Trial> trials() {
        List<Trial> product = new ArrayList<>();
        List<Trial> others = new ArrayList<>();
        for (StreamingPattern pattern : Patterns.all()) {
            List<Addressing> addressings = new ArrayList<>(Addressings.fitting(pattern));
            addressings.add(CompactTiles.forCpu());
            addressings.add(new Tiles(TilingRule.usual(), TileLayout.byKey("papers")));
            for (Addressing addressing : addressings) {
                for (Precision precision : List.of(Precision.FP64, Precision.FP32, Precision.FP32_FP16)) {
                    product.add(new Trial(Lattices.D2Q9, pattern, addressing, precision, 2));
                    product.add(new Trial(Lattices.D3Q19, pattern, addressing, precision, 3));
                }
            }
            others.add(new Trial(Lattices.D3Q27, pattern, new CompactTiles(), Precision.FP64, 1));
            others.add(new Trial(Lattices.D3Q15, pattern, new Dense(), Precision.FP64, 7));
            others.add(new Trial(Lattices.D3Q13, pattern, new CompactTiles(), Precision.FP64, 2));
            others.add(new Trial(Lattices.D3Q13, pattern, new Tiles(), Precision.FP32_FP16, 5));
            // other kernels, but slots of numbers as in FP64 and FP32
            others.add(new Trial(Lattices.D2Q9, pattern, new CompactTiles(), Precision.FP32_DEVIATIONS, 2));
            others.add(new Trial(Lattices.D3Q19, pattern, new Dense(), Precision.FP64_DEVIATIONS, 3));
        }
        List<Trial> covering = Covering.of(product)
                .pairs(List.of(Trial::lattice, Trial::pattern, Trial::addressing, Trial::precision))
                .triples(List.of(Trial::lattice, Trial::pattern, Trial::addressing))
                .triples(List.of(Trial::storesHalves, Trial::pattern, Trial::addressing))
                .trials();
        return Stream.concat(covering.stream(), others.stream());
    }

    @ParameterizedTest
    @MethodSource("trials")
    void steps_are_bit_identical_to_the_interpreter(Trial trial) {
        checkSteps(planOf(trial), device());
    }

    @ParameterizedTest
    @MethodSource("trials")
    void a_uniform_state_is_the_same_as_its_upload(Trial trial) {
        StepPlan plan = planOf(trial);
        double[] same = new double[plan.directions()];
        for (int i = 0; i < same.length; i++) {
            same[i] = 1.0 / (7 + i);
        }
        int count = (int) plan.fluidNodes();
        double[] all = new double[count * same.length];
        for (int at = 0; at < all.length; at += same.length) {
            System.arraycopy(same, 0, all, at, same.length);
        }
        try (Execution filled = started(device(), plan);
                Execution uploaded = started(device(), plan)) {
            for (long step = 0; step < 2; step++) {
                filled.restart(step);
                filled.fillState(Kernel.FLUID, same);
                uploaded.restart(step);
                uploaded.writePopulations(0, count, all);
                assertThat(populations(plan, filled)).isEqualTo(populations(plan, uploaded));
            }
            filled.step(2);
            uploaded.step(2);
            assertThat(populations(plan, filled)).isEqualTo(populations(plan, uploaded));
        }
    }

    static Stream<Trial> changingTrials() {
        return trials().filter(trial -> trial.lattice() != Lattices.D3Q19);
    }

    @ParameterizedTest
    @MethodSource("changingTrials")
    void values_that_change_from_step_to_step_are_bit_identical_to_the_interpreter(Trial trial) {
        StepPlan plan = TestPlans.changing(planOf(trial));
        try (Execution expected = swinging(new Interpreter(), plan, 1);
                Execution actual = swinging(device(), plan, 1)) {
            for (int count : new int[] {1, 7, 3}) {
                expected.step(count);
                actual.step(count);
                checkEqual(plan, actual, expected);
            }
            for (Execution run : List.of(expected, actual)) {
                restart(run, plan, 2);
                run.setSeries("pulse", step -> 1.0 / (3 + step));
                run.step(2);
            }
            checkEqual(plan, actual, expected);
        }
    }

    static Stream<Trial> feedbackTrials() {
        return Stream.of(
                new Trial(Lattices.D2Q9, new AaPattern(), new CompactTiles(), Precision.FP64, 2),
                new Trial(Lattices.D2Q9, new TwoBufferPull(), new Dense(), Precision.FP32, 2));
    }

    @ParameterizedTest
    @MethodSource("feedbackTrials")
    void values_that_follow_from_the_flow_are_bit_identical_to_the_interpreter(Trial trial) {
        StepPlan plan = TestPlans.changing(planOf(trial));
        try (Execution expected = swinging(new Interpreter(), plan, 1);
                Execution actual = swinging(device(), plan, 1)) {
            List<Feedback> feedback = feedback(plan);
            expected.setFeedback(feedback);
            actual.setFeedback(feedback);
            for (int count : new int[] {1, 7, 3}) {
                expected.step(count);
                actual.step(count);
                checkEqual(plan, actual, expected);
                assertThat(actual.feedbackStates()).isEqualTo(expected.feedbackStates());
            }
            List<Feedback.State> states = actual.feedbackStates();
            assertThat(states).doesNotContain(feedback.getFirst().start()).doesNotHaveDuplicates();
            try (SavedState saved = actual.save()) {
                actual.step(2);
                double[] once = populations(plan, actual);
                saved.restore();
                assertThat(actual.feedbackStates()).isEqualTo(states);
                actual.step(2);
                assertThat(populations(plan, actual)).isEqualTo(once);
                saved.update();
                List<Feedback.State> later = actual.feedbackStates();
                actual.step(3);
                saved.restore();
                assertThat(populations(plan, actual)).isEqualTo(once);
                assertThat(actual.feedbackStates()).isEqualTo(later);
            }
            actual.restoreFeedback(expected.feedbackStates());
            restart(actual, plan, 12);
            actual.writePopulations(0, (int) plan.fluidNodes(), populations(plan, expected));
            actual.writeField("driven", "memory", expected.readField("driven", "memory"));
            expected.step(2);
            actual.step(2);
            checkEqual(plan, actual, expected);
        }
    }

    /// Both series of [TestPlans#changing] follow from the flow: one from listed nodes of all classes, one from
    /// nodes of one class.
    public static List<Feedback> feedback(StepPlan plan) {
        NodeList some = NodeList.of(
                LongStream.range(0, plan.fluidNodes()).filter(n -> n % 3 == 1).toArray());
        NodeList driven = NodeList.of(plan.classes().getLast().ownNumbers());
        return List.of(
                new Feedback(
                        "swing",
                        Totals.over(some, List.of("density"), List.of()),
                        new Feedback.Row(0.25, 0.5, 1.0 / some.size(), -0.9),
                        new Feedback.Row(0.75, 0, 0.01, 0.1),
                        step -> StrictMath.sin(0.2 * step),
                        new Feedback.State(0.3, 0.2)),
                new Feedback(
                        "pulse",
                        Totals.over(driven, List.of("velocity-x"), List.of()),
                        new Feedback.Row(0.9, 0, 0.5, 0),
                        new Feedback.Row(1, 0, -0.1, 0.01),
                        step -> 1,
                        new Feedback.State(1, 1)));
    }

    @ParameterizedTest
    @MethodSource("trials")
    void reductions_are_bit_identical_to_the_interpreter(Trial trial) {
        checkReductions(planOf(trial), device());
    }

    /// Compares totals, values at nodes and totals of links of a plan of [TestPlans].
    protected static void checkReductions(StepPlan plan, Device device) {
        List<Reduction<?>> wanted = reductions(plan);
        try (Execution expected = started(new Interpreter(), plan);
                Execution actual = started(device, plan)) {
            for (int run = 0; run < 3; run++) {
                assertSame(wanted, actual.reduce(wanted), expected.reduce(wanted));
                expected.step(1);
                actual.step(1);
            }
        }
    }

    /// Reductions of every kind, over all nodes, over nodes of one class and over nodes of several classes.
    public static List<Reduction<?>> reductions(StepPlan plan) {
        int count = Math.toIntExact(plan.fluidNodes());
        NodeList some = NodeList.of(
                LongStream.range(0, count).filter(n -> n % 7 < 2 || n % 5 == 2).toArray());
        NodeList ofClass =
                NodeList.of(LongStream.range(0, count).filter(n -> n % 15 == 2).toArray());
        int q = plan.directions();
        int[] bits = new Random(4).ints(some.size(), 0, 1 << q).toArray();
        return List.of(
                Totals.overAll(List.of("velocity-x", "density"), List.of("density", "velocity-x")),
                Totals.over(some, List.of("density"), List.of("velocity-x")),
                Totals.over(ofClass, List.of("velocity-x"), List.of()),
                new NodeValues(some, List.of("velocity-x", "density")),
                new LinkTotals(some, bits, q));
    }

    /// Compares all bits of results.
    public static void assertSame(List<Reduction<?>> wanted, Reduced actual, Reduced expected) {
        for (Reduction<?> reduction : wanted) {
            switch (reduction) {
                case Totals totals -> {
                    assertThat(actual.of(totals).sums())
                            .isEqualTo(expected.of(totals).sums());
                    assertThat(actual.of(totals).extremes())
                            .hasToString(expected.of(totals).extremes().toString());
                }
                case NodeValues values -> assertThat(actual.of(values)).isDeepEqualTo(expected.of(values));
                case LinkTotals links -> assertThat(actual.of(links)).isEqualTo(expected.of(links));
            }
        }
    }

    private static StepPlan changingBox() {
        Box box = new Box(5, 4, 1, true, false, false);
        return TestPlans.changing(lowered(TestPlans.bulkAndDriven(
                Lattices.D2Q9,
                new AaPattern(),
                new Dense(),
                Geometries.nodes(FluidNodes.where(box, (x, y, z) -> true)),
                Precision.FP64)));
    }

    /// One series follows from the flow, the other is a function of time; the flow is sampled, restored and
    /// observed between steps.
    @Test
    void values_that_follow_from_the_flow_do_not_depend_on_how_many_steps_are_requested_at_once() {
        StepPlan plan = changingBox();
        NodeList nodes = NodeList.of(
                LongStream.range(0, plan.fluidNodes()).filter(n -> n % 3 == 1).toArray());
        Feedback swing = new Feedback(
                "swing",
                Totals.over(nodes, List.of("velocity-x"), List.of()),
                new Feedback.Row(0.25, 0.5, 1e-3, -0.5),
                new Feedback.Row(0.5, 0.1, 1e-3, 0.1),
                step -> StrictMath.cos(0.7 * step),
                new Feedback.State(0.3, 0.2));
        try (Execution expected = swinging(new Interpreter(), plan, 3);
                Execution actual = swinging(device(), plan, 3)) {
            expected.setFeedback(List.of(swing));
            actual.setFeedback(List.of(swing));
            for (int count : new int[] {1, 66, 5, 18}) {
                try (SavedState saved = actual.save()) {
                    actual.step(count / 2);
                    saved.restore();
                }
                actual.step(count);
                for (int step = 0; step < count; step++) {
                    expected.step(1);
                }
                checkEqual(plan, actual, expected);
                assertThat(actual.feedbackStates()).isEqualTo(expected.feedbackStates());
                assertThat(actual.feedbackStates().getFirst().value()).isBetween(-4.0, 4.0);
            }
        }
    }

    @Test
    void values_in_time_do_not_depend_on_how_many_steps_are_requested_at_once() {
        StepPlan plan = changingBox();
        try (Execution expected = swinging(new Interpreter(), plan, 3);
                Execution actual = swinging(device(), plan, 3)) {
            long end = 0;
            for (long count : new long[] {1, 300, 6000, 33, 64}) {
                actual.step(count);
                end += count;
            }
            for (long step = 0; step < end; step++) {
                expected.step(1);
            }
            checkEqual(plan, actual, expected);
            List<Reduction<?>> wanted = reductions(plan);
            assertSame(wanted, actual.reduce(wanted), expected.reduce(wanted));
        }
    }

    /// As [#started], with series that swing.
    private static Execution swinging(Device device, StepPlan plan, long start) {
        Execution run = started(device, plan);
        restart(run, plan, start);
        run.setSeries("swing", step -> StrictMath.cos(0.7 * step));
        run.setSeries("pulse", step -> 1 + 0.5 * StrictMath.sin(0.3 * step));
        return run;
    }

    private static void restart(Execution run, StepPlan plan, long step) {
        double[] populations = populations(plan, run);
        run.restart(step);
        run.writePopulations(0, (int) plan.fluidNodes(), populations);
    }

    private static void checkEqual(StepPlan plan, Execution actual, Execution expected) {
        assertThat(populations(plan, actual)).isEqualTo(populations(plan, expected));
        assertThat(actual.readField("driven", "memory")).isEqualTo(expected.readField("driven", "memory"));
        List<String> quantities = List.of("velocity-x", "density");
        assertThat(actual.observe(quantities)).isDeepEqualTo(expected.observe(quantities));
    }

    @Test
    void reductions_of_some_nodes_need_no_others() {
        StepPlan plan = planOf(new Trial(Lattices.D2Q9, new AaPattern(), new CompactTiles(), Precision.FP64, 2));
        var one = new NodeValues(NodeList.of(plan.fluidNodes() / 2), List.of("density"));
        var none = Totals.over(NodeList.of(), List.of("density"), List.of("density"));
        var driven = Totals.over(
                NodeList.of(plan.classes().getLast().ownNumbers()), List.of("velocity-x"), List.of("velocity-x"));
        var links = new LinkTotals(NodeList.of(1, 4), new int[] {2, 6}, plan.directions());
        for (Reduction<?> reduction : List.<Reduction<?>>of(one, none, driven, links)) {
            try (Execution expected = started(new Interpreter(), plan);
                    Execution actual = started(device(), plan)) {
                assertThat(actual.reduce(List.of(reduction)).of(reduction))
                        .usingRecursiveComparison()
                        .isEqualTo(expected.reduce(List.of(reduction)).of(reduction));
            }
        }
    }

    /// The plan with the array spacing of this device.
    protected StepPlan planOf(Trial trial) {
        return trial.plan();
    }

    /// Compares a plan on the interpreter and a device. @param plan of [TestPlans], lowered
    protected static void checkSteps(StepPlan plan, Device device) {
        try (Execution expected = started(new Interpreter(), plan);
                Execution actual = started(device, plan)) {
            for (int run = 1; run <= 2; run++) {
                expected.step(STEPS);
                actual.step(STEPS);
                assertThat(populations(plan, actual)).isEqualTo(populations(plan, expected));
            }
            assertThat(actual.steps()).isEqualTo(2L * STEPS);
            assertThat(actual.readField("driven", "memory")).isEqualTo(expected.readField("driven", "memory"));
            List<String> quantities = List.of("velocity-x", "density");
            assertThat(actual.observe(quantities)).isDeepEqualTo(expected.observe(quantities));
        }
    }

    /// Every pair of special values occurs in some node, as populations, as a field and as parameters.
    @ParameterizedTest
    @EnumSource(
            value = Precision.class,
            names = {"FP64", "FP32"})
    protected void every_form_of_expression_is_bit_identical_to_the_interpreter(Precision precision) {
        Device device = device();
        for (Kernel forms : SampleKernels.formsByOperands()) {
            StepPlan plan = lowered(planOf(forms, new Box(24, 12, 1, true, true, true), precision));
            checkSpecialValues(plan, device);
        }
    }

    private static void checkSpecialValues(StepPlan plan, Device device) {
        NodeClass bulk = plan.classes().getFirst();
        try (Execution expected = new Interpreter().prepare(plan);
                Execution actual = device.prepare(plan)) {
            for (double parameter : EmitterKit.specialValues(plan.precision())) {
                for (Execution run : List.of(expected, actual)) {
                    writeSpecialValues(run, plan, parameter);
                    run.step(1);
                }
                for (String field : bulk.step().fieldsOut()) {
                    assertThat(actual.readField("bulk", field))
                            .as(
                                    "%s of %s with parameters %s",
                                    field, bulk.step().name(), parameter)
                            .isEqualTo(expected.readField("bulk", field));
                }
                assertThat(populations(plan, actual)).isEqualTo(populations(plan, expected));
            }
        }
    }

    /// All nodes of a box with one kernel.
    private static StepPlan planOf(Kernel step, Box box, Precision precision) {
        StepPlan plan = TestPlans.plainBulkAndDriven(
                Lattices.D2Q9,
                new TwoBufferPull(),
                new Dense(),
                Geometries.nodes(FluidNodes.where(box, (x, y, z) -> true)),
                precision);
        List<String> fields = new ArrayList<>(step.fieldsIn());
        fields.addAll(step.fieldsOut());
        NodeClass bulk = NodeClass.bulk(step, plan.classes().getFirst().observe(), fields);
        return new StepPlan(plan.nodes(), plan.storage(), List.of(bulk), precision);
    }

    /// Devices and the interpreter, against the evaluation of the functions' expressions.
    @ParameterizedTest
    @EnumSource(
            value = Precision.class,
            names = {"FP64", "FP32"})
    protected void elementary_functions_have_the_same_bits_everywhere(Precision precision) {
        checkBits(SampleKernels.elementaryFunctions(), precision);
    }

    @ParameterizedTest
    @EnumSource(
            value = Precision.class,
            names = {"FP64", "FP32"})
    protected void iterations_have_the_same_bits_everywhere(Precision precision) {
        checkBits(SampleKernels.iterations(), precision);
    }

    private void checkBits(Kernel kernel, Precision precision) {
        StepPlan plan = planOf(kernel, new Box(128, 32, 1, true, true, true), precision);
        Kernel step = plan.classes().getFirst().step();
        double[][] arguments = FunctionArguments.scattered(precision, (int) plan.fluidNodes());
        double[][] expected = FunctionArguments.evaluated(step, precision, arguments);
        for (Device device : List.of(new Interpreter(), device())) {
            try (Execution run = device.prepare(plan)) {
                run.writeField("bulk", "x", arguments[0]);
                run.writeField("bulk", "y", arguments[1]);
                step.parameters().forEach(name -> run.setParameter(name, FunctionArguments.PARAMETER));
                run.step(1);
                for (int f = 0; f < expected.length; f++) {
                    String field = step.fieldsOut().get(f);
                    double[] actual = run.readField("bulk", field);
                    for (int node = 0; node < actual.length; node++) {
                        if (Double.compare(actual[node], expected[f][node]) != 0) { // with the sign of zero
                            fail("%s of %s and %s on %s is %s, not %s"
                                    .formatted(
                                            field,
                                            arguments[0][node],
                                            arguments[1][node],
                                            device.key(),
                                            actual[node],
                                            expected[f][node]));
                        }
                    }
                }
            }
        }
    }

    private static void writeSpecialValues(Execution run, StepPlan plan, double parameter) {
        List<Double> values = EmitterKit.specialValues(plan.precision());
        int n = values.size();
        int count = (int) plan.nodes().fluid().count();
        int q = plan.directions();
        double[] populations = new double[count * q];
        double[] field = new double[count];
        for (int node = 0; node < count; node++) {
            for (int i = 0; i < q; i++) {
                populations[node * q + i] = values.get((i % 2 == 0 ? node + i : node / n + i) % n);
            }
            field[node] = values.get((node + node / n) % n);
        }
        run.writePopulations(0, count, populations);
        run.writeField("bulk", "wall-speed", field);
        run.setParameter("omega", parameter);
        run.setParameter("double", -0.75);
    }

    /// Where slots are populations in the number format of kernels.
    @ParameterizedTest
    @MethodSource("trials")
    void populations_are_copied_as_they_are_stored_in_any_order_of_directions(Trial trial) {
        StepPlan plan = planOf(trial);
        int bytes = plan.precision().storedBytes();
        boolean canCopy = plan.codec().isIdentity() && bytes == plan.precision().computedBytes();
        int q = plan.directions();
        int first = 3;
        int count = (int) plan.fluidNodes() - first;
        int[] directions = new int[q];
        Arrays.setAll(directions, i -> (i + 2) % q);
        try (Execution run = started(device(), plan);
                Execution copy = started(device(), plan);
                Arena arena = Arena.ofConfined()) {
            MemorySegment nodes = arena.allocate((long) count * q * bytes);
            assertThat(run.copiesStored(Kernel.FLUID)).isEqualTo(canCopy);
            if (!canCopy) {
                return;
            }
            for (int step = 1; step < 3; step++) { // in both phases
                run.step(1);
                run.copyStored(Kernel.FLUID, first, count, directions, nodes);
                double[] expected = populations(plan, run);
                for (int k = 0; k < count * q; k++) {
                    assertThat(valueAt(plan, nodes, k)).isEqualTo(expected[(first + k / q) * q + directions[k % q]]);
                }
                copy.restart(step);
                copy.writePopulations(0, first, Arrays.copyOf(expected, first * q));
                assertThat(copy.pasteFinite(Kernel.FLUID, first, count, directions, nodes))
                        .isEqualTo(count);
                assertThat(populations(plan, copy)).isEqualTo(expected);
            }
        }
    }

    protected static double valueAt(StepPlan plan, MemorySegment stored, int k) {
        return plan.precision().storedBytes() == Double.BYTES
                ? stored.getAtIndex(ValueLayout.JAVA_DOUBLE, k)
                : stored.getAtIndex(ValueLayout.JAVA_FLOAT, k);
    }

    @Test
    void populations_are_read_in_parts_and_written_to_another_storage() {
        StepPlan plan = new Trial(Lattices.D3Q19, new AaPattern(), new CompactTiles(), Precision.FP64, 5).plan();
        StepPlan other = new Trial(Lattices.D3Q19, Patterns.all().getFirst(), new Dense(), Precision.FP64, 5).plan();
        int count = (int) plan.nodes().fluid().count();
        int q = Lattices.D3Q19.size();
        try (Execution first = started(device(), plan);
                Execution second = started(device(), other)) {
            first.step(3);
            second.restart(3);
            double[] memory = first.readField("driven", "memory");
            second.writeField("driven", "memory", memory);
            for (int from = 0; from < count; from += 100) {
                double[] part = new double[Math.min(100, count - from) * q];
                first.readPopulations(from, part.length / q, part);
                second.writePopulations(from, part.length / q, part);
            }
            first.step(2);
            second.step(2);
            assertThat(populations(other, second)).isEqualTo(populations(plan, first));
        }
    }

    @Test
    void unknown_names_give_an_error_that_lists_the_valid_ones() {
        StepPlan plan = new Trial(Lattices.D2Q9, new AaPattern(), new Dense(), Precision.FP64, 1).plan();
        try (Execution run = started(device(), plan)) {
            assertThatThrownBy(() -> run.setParameter("omgea", 1)).hasMessageContaining("omega");
            assertThatThrownBy(() -> run.setSeries("pulse", step -> 1)).hasMessageContaining("pulse");
            assertThatThrownBy(() -> run.readField("inlet", "drive")).hasMessageContaining("driven");
            assertThatThrownBy(() -> run.readField("driven", "pull")).hasMessageContaining("memory");
            assertThatThrownBy(() -> run.observe(List.of("temperature"))).hasMessageContaining("density");
            assertThatThrownBy(() -> run.writeField("driven", "drive", new double[1]))
                    .hasMessageContaining("values");
        }
    }

    @Test
    protected void memory_is_planned_to_the_byte() {
        for (StreamingPattern pattern : Patterns.all()) {
            for (Addressing addressing : Addressings.fitting(pattern)) {
                Precision precision = pattern.copies() == 1 ? Precision.FP32_FP16 : Precision.FP32;
                StepPlan plan = new Trial(Lattices.D3Q19, pattern, addressing, precision, 2).plan();
                Device device = device();
                try (Execution run = device.prepare(plan)) {
                    assertThat(run.memoryBytes())
                            .isEqualTo(device.memoryBytes(plan))
                            .isGreaterThan(MemoryPlan.of(plan.storage()).totalBytes());
                }
            }
        }
    }

    @Test
    void a_closed_execution_gives_an_error_instead_of_accessing_released_memory() {
        StepPlan plan = new Trial(Lattices.D2Q9, new AaPattern(), new Dense(), Precision.FP64, 1).plan();
        Execution run = started(device(), plan);
        run.close();
        run.close();
        assertThatThrownBy(() -> run.step(1))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> run.readPopulations(0, 1, new double[9])).isInstanceOf(DeviceException.class);
        assertThatThrownBy(() -> run.observe(List.of("density"))).isInstanceOf(DeviceException.class);
    }

    /// Splits a plan's kernels into single operations, changing no bit.
    public static StepPlan lowered(StepPlan plan) {
        PassRunner passes =
                new PassRunner(List.of(new Share(), new Lower(), new HoistUniform()), () -> 0, false, r -> {});
        List<NodeClass> classes = new ArrayList<>();
        for (NodeClass c : plan.classes()) {
            List<Kernel> steps = c.steps().stream().map(passes::run).toList();
            classes.add(c.with(steps, passes.run(c.observe())));
        }
        return new StepPlan(plan.nodes(), plan.arrays(), classes, plan.precision());
    }

    public static Execution started(Device device, StepPlan plan) {
        Execution run = device.prepare(plan);
        start(plan, run);
        return run;
    }

    /// Random populations near rest, fields and parameters; the same for every execution of a plan.
    public static void start(StepPlan plan, Execution run) {
        Random random = new Random(42);
        int count = (int) plan.nodes().fluid().count();
        for (NodeClass c : plan.classes()) {
            for (String field : c.fields()) {
                double[] values = random.doubles(
                                c.fluidNumbers() == null ? count : c.fluidNumbers().length, -1e-3, 1e-3)
                        .map(value -> (float) value)
                        .toArray();
                run.writeField(c.name(), field, values);
            }
        }
        run.setParameter("omega", 1.3);
        VelocitySet lattice = plan.storage().lattice();
        double[] populations = new double[count * lattice.size()];
        for (int i = 0; i < populations.length; i++) {
            double deviation = 0.01 * (random.nextDouble() - 0.5);
            populations[i] = (float) TestPlans.nearRest(plan, lattice, i % lattice.size(), deviation);
        }
        run.writePopulations(0, count, populations);
    }

    public static double[] populations(StepPlan plan, Execution run) {
        int count = (int) plan.nodes().fluid().count();
        double[] populations = new double[count * plan.storage().lattice().size()];
        run.readPopulations(0, count, populations);
        return populations;
    }
}
