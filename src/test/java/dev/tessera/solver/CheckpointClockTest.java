package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.interpreter.Interpreter;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.OutputChoice.Schedule;
import dev.tessera.testkit.ThreadRanks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Checkpoints by clock time, of runs that need 10 s for each step.
final class CheckpointClockTest {
    private static final long NANOS_PER_STEP = 10_000_000_000L;
    private static final long START = Long.MAX_VALUE - 3 * NANOS_PER_STEP; // readings may overflow

    @TempDir
    Path folder;

    private final List<String> rows = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    private void run(long lastStep, OutputChoice.Checkpoints choice) throws IOException {
        run(lastStep, choice, new Checkpoints(folder, choice.keep()));
    }

    /// Continues from the newest of the checkpoints, if there is one.
    private void run(long lastStep, OutputChoice.Checkpoints choice, Checkpoints checkpoints) throws IOException {
        try (Simulation simulation = Simulation.open(duct(lastStep, choice), new Interpreter(), pool())) {
            if (Checkpoints.areIn(folder)) {
                Path newest = Checkpoints.find(folder, "--resume", pool(), warnings::add);
                simulation.restore(newest);
                checkpoints.resumedFrom(newest);
            }
            new Run(
                            simulation,
                            List.of(),
                            (step, time, residual, row) -> rows.add("%d %s %s %s".formatted(step, time, residual, row)),
                            checkpoints,
                            warnings(),
                            new StopSignal(),
                            () -> START + simulation.steps() * NANOS_PER_STEP)
                    .toTheEnd();
        }
    }

    private static ForkJoinPool pool() {
        return ForkJoinPool.commonPool();
    }

    private static Case duct(long lastStep, OutputChoice.Checkpoints checkpoints) {
        OutputChoice usual = OutputChoice.standard();
        return Ducts.duct(0, false, Scheme.AUTO)
                .atMostSteps(lastStep)
                .output(new OutputChoice(
                        usual.every(),
                        usual.fields(),
                        usual.formats(),
                        usual.compression(),
                        usual.pieces(),
                        usual.regions(),
                        usual.pictures(),
                        usual.plots(),
                        usual.probes(),
                        Schedule.everySteps(2),
                        checkpoints,
                        usual.exclude(),
                        usual.quantities(),
                        usual.spectra()))
                .build();
    }

    private RunListener warnings() {
        return new RunListener() {
            @Override
            public void progress(Progress progress) {}

            @Override
            public void warning(String sentence) {
                warnings.add(sentence);
            }
        };
    }

    private static OutputChoice.Checkpoints afterSeconds(double seconds) {
        return new OutputChoice.Checkpoints(Schedule.ONLY_AT_END, OptionalDouble.of(seconds), 99);
    }

    private List<Long> steps() throws IOException {
        List<Long> steps = new ArrayList<>();
        try (var files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                steps.add(Checkpoints.step(file));
            }
        }
        return steps;
    }

    @Test
    void a_checkpoint_is_written_once_the_time_has_passed_since_the_last_one() throws IOException {
        run(11, afterSeconds(30));
        assertThat(steps()).containsExactly(3L, 6L, 9L, 11L);
    }

    @Test
    void none_is_written_before() throws IOException {
        run(9, afterSeconds(31));
        assertThat(steps()).containsExactly(4L, 8L, 9L);
    }

    @Test
    void none_is_written_by_the_clock_unless_the_case_says_so() throws IOException {
        run(9, new OutputChoice.Checkpoints(Schedule.ONLY_AT_END, 99));
        assertThat(steps()).containsExactly(9L);
    }

    @Test
    void the_time_counts_from_checkpoints_of_the_schedule_too() throws IOException {
        run(12, new OutputChoice.Checkpoints(Schedule.everySteps(5), OptionalDouble.of(40), 99));
        assertThat(steps()).containsExactly(4L, 5L, 9L, 10L, 12L);
    }

    @Test
    void a_schedule_with_shorter_intervals_leaves_nothing_to_the_clock() throws IOException {
        run(12, new OutputChoice.Checkpoints(Schedule.everySteps(4), OptionalDouble.of(50), 99));
        assertThat(steps()).containsExactly(4L, 8L, 12L);
    }

    @Test
    void as_many_are_kept_as_the_case_says() throws IOException {
        run(11, new OutputChoice.Checkpoints(Schedule.ONLY_AT_END, OptionalDouble.of(30), 2));
        assertThat(steps()).containsExactly(9L, 11L);
    }

    @Test
    void a_resumed_run_counts_from_its_start() throws IOException {
        run(4, afterSeconds(1e6));
        run(11, afterSeconds(30));
        assertThat(steps()).containsExactly(4L, 7L, 10L, 11L);
    }

    @Test
    void rows_of_the_log_do_not_depend_on_it() throws IOException {
        run(9, new OutputChoice.Checkpoints(Schedule.ONLY_AT_END, 0), Checkpoints.none());
        List<String> without = List.copyOf(rows);
        rows.clear();
        run(9, afterSeconds(10));
        assertThat(steps()).hasSize(9);
        assertThat(rows).isEqualTo(without).hasSize(5);
    }

    /// A full disk must not be tried at every step.
    @Test
    void a_checkpoint_that_cannot_be_written_is_tried_again_after_the_same_time() throws IOException {
        Path file = Files.createFile(folder.resolve("no-folder"));
        run(10, afterSeconds(30), new Checkpoints(file, 99));
        assertThat(warnings).contains("checkpoints could not be written 4 times in total"); // 3, 6, 9, end
    }

    @Test
    void ranks_with_different_clocks_decide_alike() throws Exception {
        List<List<Boolean>> decisions = ThreadRanks.run(3, ranks -> {
            long[] own = {1_000L * ranks.rank()};
            LongSupplier clock = ranks.clock(() -> own[0] += NANOS_PER_STEP * (1 + 2L * ranks.rank()));
            CheckpointClock checkpoints = new CheckpointClock(OptionalDouble.of(30));
            checkpoints.restart(clock.getAsLong());
            List<Boolean> due = new ArrayList<>();
            for (int reading = 0; reading < 4; reading++) {
                due.add(checkpoints.isDue(clock.getAsLong()));
            }
            return due;
        });
        assertThat(decisions).isEqualTo(Collections.nCopies(3, List.of(false, false, true, true)));
    }

    @Test
    void the_time_is_positive() {
        assertThatThrownBy(() -> afterSeconds(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a checkpoint every 0 s of clock time; the time must be positive");
    }
}
