package dev.tessera.device.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.DeviceKit;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.gpu.KernelVariant;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.model.lattice.Lattices;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Batches of steps are sent to the driver as a captured sequence (docs/decisions/0022).
final class BatchedStepsTest {
    /// Each class has kernels of its own.
    private static final Tuning LISTED = Tuning.of(128, 2).with(KernelVariant.LISTED);

    @TempDir
    Path folder;

    /// 1 + 200 + 3 + 100 steps, with another parameter before the last of them.
    private List<String> launched(String pattern, FakeDriver driver) {
        try (Accelerator gpu = new Accelerator(driver, new BinaryCache(folder))) {
            try (GpuExecution run = new GpuDevice(gpu, LISTED)
                    .prepare(TestPlans.bulkAndDriven(
                            Lattices.D2Q9,
                            Patterns.byKey(pattern),
                            new Dense(),
                            Geometries.random(2, 2).nodes(),
                            Precision.FP64))) {
                run.setParameter("omega", 1.5);
                driver.forget();
                run.step(1);
                run.step(200);
                run.step(3);
                run.setParameter("omega", 1.25);
                run.step(100);
                assertThat(run.steps()).isEqualTo(304);
                assertThat(run.bulkOccupancy()).isEqualTo(0.5);
            }
            assertThat(gpu.openResources()).isZero();
        }
        return driver.launched();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pull", "push", "aa", "esoteric-pull"})
    void the_device_runs_the_same_kernels_with_the_same_arguments_in_the_same_order(String pattern) {
        FakeDriver batched = new FakeDriver(1L << 30, 1L << 30);
        FakeDriver single = new FakeDriver(1L << 30, 1L << 30).withoutSequences();
        List<String> expected = launched(pattern, single);
        int each = expected.size() / 304; // kernels per step
        assertThat(expected).hasSize(each * 304).isNotEmpty();
        assertThat(launched(pattern, batched)).isEqualTo(expected);
        assertThat(single.count("launch")).isEqualTo(each * 304L);
        // one by one where a phase is not the first, where a length is wanted for the first time, and at the ends:
        // 1; 1 + 6 · 32 + 2 + 4 + 1; 3; 3 · 32 + 4, whose sequences are captured again
        assertThat(batched.count("capture")).isEqualTo(2 + 2);
        assertThat(batched.count("repeat")).isEqualTo(6 + 1 + 3 + 1);
        assertThat(batched.count("launch")).isEqualTo(each * (8 + 2 * (32 + 4L)));
    }

    @Test
    void the_classes_of_a_stage_are_branches() {
        FakeDriver driver = new FakeDriver(1L << 30, 1L << 30);
        launched("pull", driver);
        assertThat(driver.count("together 2")).isPositive().isEqualTo(driver.count("launch") / 2);
    }

    /// The rows of the series' tables that launches read. A repeated sequence has the arguments of its capture,
    /// and ends with a launch that moves the tables' row on.
    @Test
    void every_step_reads_its_own_row_of_the_series() {
        FakeDriver driver = new FakeDriver(1L << 30, 1L << 30).recordingRows();
        try (Accelerator gpu = new Accelerator(driver, new BinaryCache(folder));
                GpuExecution run = new GpuDevice(gpu, LISTED)
                        .prepare(TestPlans.changing(TestPlans.bulkAndDriven(
                                Lattices.D2Q9,
                                Patterns.byKey("aa"),
                                new Dense(),
                                Geometries.random(2, 2).nodes(),
                                Precision.FP64)))) {
            List<Long> asked = new ArrayList<>();
            run.setParameter("omega", 1.5);
            run.setSeries("swing", step -> 1);
            run.setSeries("pulse", step -> {
                asked.add(step);
                return 1;
            });
            run.restart(7);
            driver.forget();
            run.step(5000);
            assertThat(asked).isEqualTo(LongStream.range(7, 5007).boxed().toList());
            // 1 + 127 · 32 + 2 + 16 + 2 + 8 + 3; 1 + 28 · 32 + 2 + 4 + 1
            assertThat(driver.count("capture")).isEqualTo(4);
            assertThat(driver.count("repeat")).isEqualTo(127 + 1 + 1 + 28 + 1);
            // two tables, twice, the row of their first step, and that of batches after steps one by one
            assertThat(driver.count("upload")).isEqualTo(2 * 2 + 2 + 5);
        }
        assertThat(rows("tessera_driven", driver.launched()))
                .isEqualTo(IntStream.range(0, 5000)
                        .map(step -> 1 + step % 4096)
                        .boxed()
                        .toList());
    }

    /// Each step observes with the row of the step before, and writes its own row before its kernels read it.
    @Test
    void values_that_follow_from_the_flow_are_computed_within_the_batches() {
        FakeDriver driver = new FakeDriver(1L << 30, 1L << 30).recordingRows();
        StepPlan plan = TestPlans.changing(TestPlans.bulkAndDriven(
                Lattices.D2Q9,
                Patterns.byKey("aa"),
                new Dense(),
                Geometries.random(2, 2).nodes(),
                Precision.FP64));
        try (Accelerator gpu = new Accelerator(driver, new BinaryCache(folder));
                GpuExecution run = new GpuDevice(gpu, LISTED).prepare(plan)) {
            run.setParameter("omega", 1.5);
            run.setFeedback(DeviceKit.feedback(plan));
            driver.forget();
            run.step(5000);
            assertThat(driver.count("repeat")).isEqualTo(128 + 28 + 1); // the last: 4 steps, then 4 one by one
            assertThat(driver.count("download")).isEqualTo(2); // the first values of two tables
            driver.forget();
            run.feedbackStates();
            assertThat(driver.count("download")).isEqualTo(1);
        }
        List<Integer> own =
                IntStream.range(0, 5000).map(step -> 1 + step % 4096).boxed().toList();
        List<Integer> before = own.stream().map(row -> row - 1).toList();
        assertThat(rows("tessera_follow_flow", driver.launched())).isEqualTo(own);
        assertThat(rows("tessera_driven_1_aa", driver.launched())).isEqualTo(own);
        assertThat(rows("tessera_driven_1_observe", driver.launched())).isEqualTo(before);
        assertThat(driver.launched().stream()
                        .filter(launch -> launch.startsWith("tessera"))
                        .map(launch -> launch.substring(0, launch.indexOf('[')))
                        .limit(5))
                .containsExactly(
                        "tessera_bulk_observe_aa_0",
                        "tessera_driven_1_observe_aa_0",
                        "tessera_follow_flow",
                        "tessera_bulk_aa_0",
                        "tessera_driven_1_aa_0");
    }

    /// The row of each launch of a kernel.
    private static List<Integer> rows(String kernel, List<String> launched) {
        List<Integer> rows = new ArrayList<>();
        Pattern at = Pattern.compile(kernel + ".*row of the series\\d+, (-?\\d+), series ");
        int from = 0;
        for (String launch : launched) {
            Matcher driven = at.matcher(launch);
            if (driven.find()) {
                rows.add(from + Integer.parseInt(driven.group(1)));
            } else if (launch.startsWith("row ")) {
                from = Integer.parseInt(launch.substring(4));
            } else if (launch.startsWith("tessera_advance_series")) {
                from += Integer.parseInt(launch.substring(launch.lastIndexOf(' ') + 1, launch.length() - 1));
            }
        }
        return rows;
    }

    /// As between the rows of a log: 20 steps are a batch of 16 and one of 4, which a third request finds of use.
    @Test
    void short_requests_are_batches_too() {
        FakeDriver driver = new FakeDriver(1L << 30, 1L << 30);
        try (Accelerator gpu = new Accelerator(driver, new BinaryCache(folder));
                GpuExecution run = new GpuDevice(gpu, LISTED)
                        .prepare(TestPlans.bulkAndDriven(
                                Lattices.D2Q9,
                                Patterns.byKey("aa"),
                                new Dense(),
                                Geometries.random(2, 2).nodes(),
                                Precision.FP64))) {
            run.setParameter("omega", 1.5);
            run.step(20);
            run.step(20);
            run.step(20);
            driver.forget();
            for (int row = 0; row < 10; row++) {
                run.step(20);
            }
            assertThat(run.steps()).isEqualTo(260);
            assertThat(driver.count("repeat")).isEqualTo(10 * 2L);
            assertThat(driver.count("launch")).isZero();
        }
    }

    @Test
    void steps_are_launched_one_by_one_if_the_driver_cannot_capture() {
        FakeDriver single = new FakeDriver(1L << 30, 1L << 30).withoutSequences();
        FakeDriver refusing = new FakeDriver(1L << 30, 1L << 30).refusingSequences();
        assertThat(launched("aa", refusing)).isEqualTo(launched("aa", single));
        assertThat(refusing.count("capture")).isEqualTo(1);
        assertThat(refusing.count("repeat")).isZero();
    }
}
