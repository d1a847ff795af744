package dev.tessera.device.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.Device;
import dev.tessera.device.DeviceKit;
import dev.tessera.device.Execution;
import dev.tessera.device.HeldPopulations;
import dev.tessera.device.MixtureRun;
import dev.tessera.device.SavedState;
import dev.tessera.device.interpreter.Interpreter;
import dev.tessera.emit.gpu.FeedbackSource;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.LaunchShape;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Real;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.kernel.interpret.ReadingBehind;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.kernel.reduce.ExactSum;
import dev.tessera.kernel.reduce.Feedback;
import dev.tessera.kernel.reduce.NodeList;
import dev.tessera.kernel.reduce.Totals;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.addressing.GhostTiles;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.layout.addressing.TilingRule;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.EsotericPull;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.layout.pattern.TwoBufferPush;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests for every GPU: those of [DeviceKit], and that all resources are released. A platform is one subclass.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class GpuDeviceKit extends DeviceKit {
    @RegisterExtension
    final FirstGpu first;

    GpuDeviceKit(GpuPlatform platform) {
        this.first = new FirstGpu(platform);
    }

    @AfterEach
    void nothing_is_left_on_the_device() {
        assertThat(gpu().accelerator().openResources()).isZero();
        assertThat(gpu().accelerator().allocatedBytes()).isZero();
    }

    @Override
    protected final Device device() {
        return gpu();
    }

    @Override
    protected final StepPlan planOf(Trial trial) {
        return trial.bundled();
    }

    final GpuDevice gpu() {
        return first.device();
    }

    /// Every pattern with its addressings, with alternating precisions; some in 3D.
    static Stream<Trial> mixtures() {
        List<Trial> trials = new ArrayList<>();
        List<Precision> precisions = List.of(Precision.values());
        int number = 0;
        for (StreamingPattern pattern : Patterns.all()) {
            List<Addressing> addressings = new ArrayList<>(Addressings.fitting(pattern));
            addressings.removeIf(Addressing::needsBarrier);
            addressings.add(CompactTiles.forGpu());
            for (Addressing addressing : addressings) {
                trials.add(
                        new Trial(Lattices.D2Q9, pattern, addressing, precisions.get(number++ % precisions.size()), 2));
            }
        }
        trials.add(new Trial(Lattices.D3Q19, new TwoBufferPull(), CompactTiles.forGpu(), Precision.FP64, 3));
        trials.add(new Trial(Lattices.D3Q15, new EsotericPull(), new Tiles(), Precision.FP32, 7));
        return trials.stream();
    }

    @ParameterizedTest
    @MethodSource("trials")
    void held_populations_stay_as_they_were_while_steps_go_on(Trial trial) throws InterruptedException {
        StepPlan plan = planOf(trial);
        int q = plan.directions();
        int count = (int) plan.fluidNodes();
        int first = 2;
        int[] inOrder = new int[q];
        Arrays.setAll(inOrder, i -> i);
        try (Execution run = started(device(), plan);
                Arena arena = Arena.ofShared()) {
            run.step(1);
            double[] expected = populations(plan, run);
            HeldPopulations held = run.hold(Kernel.FLUID, inOrder).orElse(null);
            assertThat(held != null).isEqualTo(run.copiesStored(Kernel.FLUID));
            if (held == null) {
                return;
            }
            MemorySegment nodes =
                    arena.allocate((long) (count - first) * q * plan.precision().storedBytes());
            Thread other = new Thread(() -> held.copy(first, count - first, nodes));
            other.start();
            run.step(3);
            other.join();
            double[] found = new double[(count - first) * q];
            Arrays.setAll(found, k -> valueAt(plan, nodes, k));
            assertThat(found).isEqualTo(Arrays.copyOfRange(expected, first * q, count * q));
            held.close();
            assertThatThrownBy(() -> held.copy(0, 1, nodes)).hasMessageContaining("no longer held");
        }
    }

    @ParameterizedTest
    @MethodSource("mixtures")
    void two_components_in_two_stages_are_bit_identical_to_dense_pull(Trial trial) {
        MixtureRun.check(
                mixture(trial, new TwoBufferPull(), new Dense()),
                mixture(trial, trial.pattern(), trial.addressing()),
                gpu());
    }

    @ParameterizedTest
    @MethodSource("mixtures")
    void nodes_that_read_others_behind_them_are_bit_identical_to_the_interpreter(Trial trial) {
        checkSteps(readingBehind(trial), gpu());
    }

    static StepPlan readingBehind(Trial trial) {
        return lowered(ReadingBehind.plan(
                trial.lattice(),
                trial.pattern(),
                trial.addressing(),
                Geometries.random(trial.lattice().dimensions(), trial.seed()).nodes(),
                trial.precision(),
                TestPlans.smallBundles(trial.precision())));
    }

    /// The kernel of [FeedbackSource] with terms of all sizes: cancelling, below the precision of the sum, NaN
    /// and out of range.
    @ParameterizedTest
    @EnumSource(Real.class)
    void feedback_is_bit_identical_to_that_of_the_host(Real real) {
        Accelerator gpu = gpu().accelerator();
        Random random = new Random(7);
        Feedback.Row value = new Feedback.Row(0.3, -0.7, 1.1, 1 / 3.0);
        Feedback.Row stored = new Feedback.Row(1 / 7.0, 0.2, -0.9, 2.5);
        Totals sum = Totals.over(NodeList.of(0), List.of("term"), List.of());
        int terms = 3000; // more than a thread adds at once
        try (GpuModule module =
                gpu.compile(FeedbackSource.of(KernelSet.dialect(gpu.language()), real, 2, 1), List.of())) {
            for (int run = 0; run < 60; run++) {
                double largest = Math.scalb(1.0, 6 - 2 * run);
                double[] added = random.doubles(terms, -largest, largest).toArray();
                if (run % 4 == 1) {
                    added[17] = run % 8 == 1 ? Double.NaN : 200;
                } else if (run % 4 == 2) {
                    Arrays.fill(added, run % 8 == 2 ? largest : -largest);
                    added[5] = -added[5];
                }
                ExactSum exact = new ExactSum();
                for (int k = 0; k < terms; k++) {
                    added[k] = real == Real.FP32 ? (float) added[k] : added[k];
                    exact.add(added[k]);
                }
                double given = random.nextDouble();
                Feedback.State last = new Feedback.State(random.nextDouble(), -random.nextDouble());
                Feedback feedback = new Feedback("series", sum, value, stored, step -> given, last);
                Feedback.State expected = feedback.next(last, exact.value(), 0);
                assertThat(feedback(module, real, feedback, added, given))
                        .containsExactly(
                                expected.value(),
                                expected.stored(),
                                real == Real.FP32 ? (float) expected.value() : expected.value());
            }
        }
    }

    /// @param terms half of them in each of two buffers
    /// @return value, stored value, value of the series
    private double[] feedback(GpuModule module, Real real, Feedback of, double[] terms, double given) {
        int half = terms.length / 2;
        StagedValues staged = StagedValues.of(real);
        Feedback.Row value = of.value();
        Feedback.Row stored = of.stored();
        double[] factors = {
            value.ofStored(), value.ofValue(), value.ofSum(), value.ofGiven(),
            stored.ofStored(), stored.ofValue(), stored.ofSum(), stored.ofGiven()
        };
        int[] items = IntStream.range(0, terms.length).map(k -> (k * 7) % half).toArray();
        double[] state = {of.start().value(), of.start().stored()};
        double[] series = new double[3];
        List<DeviceBuffer> buffers = new ArrayList<>();
        Stream.of(
                        staged.toDevice(Arrays.copyOf(terms, half)),
                        staged.toDevice(Arrays.copyOfRange(terms, half, terms.length)),
                        MemorySegment.ofArray(items),
                        MemorySegment.ofArray(new int[] {0, half, terms.length}),
                        MemorySegment.ofArray(factors),
                        MemorySegment.ofArray(new double[] {-1, -1, given}),
                        MemorySegment.ofArray(state),
                        MemorySegment.ofArray(new int[] {3}),
                        staged.toDevice(series))
                .forEach(content -> {
                    DeviceBuffer buffer = gpu().accelerator().allocate("content", content.byteSize());
                    gpu().accelerator().upload(buffer, 0, content);
                    buffers.add(buffer);
                });
        List<Object> arguments = new ArrayList<>(buffers);
        arguments.add(6, 3L); // rows per series
        arguments.add(9, -1); // to row 3
        gpu().accelerator()
                .launch(
                        module.function(FeedbackSource.FOLLOW),
                        LaunchShape.of(1, FeedbackSource.THREADS),
                        arguments.toArray());
        gpu().accelerator().download(buffers.get(6), 0, MemorySegment.ofArray(state));
        MemorySegment written = staged.toDevice(series);
        gpu().accelerator().download(buffers.get(8), 0, written);
        staged.toHost(written, series, 0);
        buffers.forEach(DeviceBuffer::close);
        return new double[] {state[0], state[1], series[2]};
    }

    @Test
    void values_that_follow_from_the_flow_continue_after_another_tuning() {
        Trial trial = new Trial(Lattices.D2Q9, new AaPattern(), new CompactTiles(), Precision.FP64, 2);
        StepPlan plan = TestPlans.changing(planOf(trial));
        try (Execution expected = started(new Interpreter(), plan);
                GpuExecution actual = (GpuExecution) started(gpu(), plan)) {
            for (Execution run : List.of(expected, actual)) {
                run.setFeedback(feedback(plan));
                run.step(4);
            }
            actual.retune(Tuning.of(64, 1));
            expected.step(5);
            actual.step(5);
            assertThat(populations(plan, actual)).isEqualTo(populations(plan, expected));
            assertThat(actual.feedbackStates()).isEqualTo(expected.feedbackStates());
            for (Execution run : List.of(expected, actual)) {
                run.setFeedback(feedback(plan).subList(0, 1)); // the other series has values again
                run.setSeries("pulse", step -> 1.0 / (1 + step));
                run.step(3);
            }
            assertThat(populations(plan, actual)).isEqualTo(populations(plan, expected));
            assertThat(actual.feedbackStates()).isEqualTo(expected.feedbackStates());
        }
    }

    /// As a checkpoint does, and a state saved on the device.
    @Test
    void a_mixture_continues_in_another_storage_and_from_a_saved_state() {
        Trial trial = new Trial(Lattices.D2Q9, new AaPattern(), new CompactTiles(), Precision.FP64, 2);
        StepPlan plan = mixture(trial, trial.pattern(), trial.addressing());
        StepPlan other = mixture(trial, new TwoBufferPull(), new Tiles());
        try (Execution first = MixtureRun.started(gpu(), plan);
                Execution second = gpu().prepare(other)) {
            first.step(3);
            MixtureRun.copy(plan, first, second);
            try (SavedState saved = first.save()) {
                first.step(2);
                second.step(2);
                List<double[]> expected = MixtureRun.values(plan, first);
                assertThat(MixtureRun.values(other, second))
                        .usingRecursiveComparison()
                        .isEqualTo(expected);
                first.step(4);
                saved.restore();
                first.step(2);
                assertThat(MixtureRun.values(plan, first))
                        .usingRecursiveComparison()
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void memory_of_a_mixture_is_planned_to_the_byte_and_unknown_arrays_are_named() {
        Trial trial = new Trial(Lattices.D2Q9, new EsotericPull(), new Tiles(), Precision.FP32, 4);
        StepPlan plan = mixture(trial, trial.pattern(), trial.addressing());
        try (Execution run = gpu().prepare(plan)) {
            assertThat(run.memoryBytes())
                    .isEqualTo(gpu().memoryBytes(plan))
                    .isEqualTo(gpu().accelerator().allocatedBytes());
            assertThatThrownBy(() -> run.readStored("psi"))
                    .hasMessageContaining("no stored field psi; its arrays are [oil, water, psi-oil, psi-water]");
            assertThatThrownBy(() -> run.writeStored("psi-oil", new double[1])).hasMessageContaining("values, not 1");
            assertThatThrownBy(() -> run.readPopulations(0, 1, new double[9]))
                    .hasMessageContaining("no populations fluid");
        }
    }

    static StepPlan mixture(Trial trial, StreamingPattern pattern, Addressing addressing) {
        return lowered(TestPlans.twoComponents(
                trial.lattice(),
                pattern,
                addressing,
                Geometries.random(trial.lattice().dimensions(), trial.seed()).nodes(),
                trial.precision(),
                TestPlans.smallBundles(trial.precision())));
    }

    /// Tiles with ghost buffers between them, with walls and a class of other nodes, against the interpreter.
    final void checkGhostTiles(VelocitySet lattice, Precision precision, int edge, int seed, Tuning tuning) {
        StepPlan plan = lowered(TestPlans.bulkAndDriven(
                lattice,
                new TwoBufferPush(),
                new GhostTiles(TilingRule.cubesOf(edge)),
                Geometries.random(lattice.dimensions(), seed).nodes(),
                precision));
        GpuDevice tuned = new GpuDevice(gpu().accelerator(), tuning);
        checkSteps(plan, tuned);
        try (Execution run = tuned.prepare(plan)) {
            assertThat(run.memoryBytes())
                    .isEqualTo(tuned.memoryBytes(plan))
                    .isEqualTo(gpu().accelerator().allocatedBytes());
        }
    }
}
