package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.Devices;
import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.layout.Geometries;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.OutputChoice.Schedule;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Files are written while steps go on. Fields every 10 steps, rows every 2, checkpoints every 20, 40 steps.
final class OutputQueueTest {
    private static final String FILE = "field-%09d";

    @TempDir
    Path folder;

    private final List<Long> rows = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    private RunResult run(Output output, RunLog log) {
        return run(List.of(output), log);
    }

    private RunResult run(List<Output> outputs, RunLog log) {
        OutputChoice usual = OutputChoice.standard();
        Case duct = Ducts.duct(0, false, Scheme.AUTO)
                .atMostSteps(40)
                .output(new OutputChoice(
                        Schedule.everySteps(10),
                        usual.fields(),
                        usual.formats(),
                        usual.compression(),
                        1,
                        List.of(),
                        usual.pictures(),
                        usual.plots(),
                        usual.probes(),
                        Schedule.everySteps(2),
                        new OutputChoice.Checkpoints(Schedule.everySteps(20), 9),
                        usual.exclude(),
                        List.of(),
                        List.of()))
                .build();
        RunListener listener = new RunListener() {
            @Override
            public void progress(Progress progress) {}

            @Override
            public void warning(String sentence) {
                assertThat(Thread.currentThread().getName()).doesNotContain("output");
                warnings.add(sentence);
            }
        };
        try (ForkJoinPool pool = new ForkJoinPool(1);
                Devices devices = Devices.on(pool);
                Simulation simulation = Simulation.open(duct, devices.byKey("cpu:interpreter"), pool)) {
            return new Run(
                            simulation,
                            outputs,
                            log,
                            new Checkpoints(folder, 9),
                            listener,
                            new StopSignal(),
                            System::nanoTime)
                    .toTheEnd();
        }
    }

    private interface Writing {
        void write(Snapshot snapshot) throws IOException;
    }

    private static Output output(Writing writing) {
        return new Output() {
            @Override
            public void write(Snapshot snapshot) throws IOException {
                writing.write(snapshot);
            }

            @Override
            public String description() {
                return "field-<step>";
            }
        };
    }

    /// The fields of step 10 are complete only after the row of step 12.
    @Test
    void steps_go_on_while_a_file_is_written() {
        CountDownLatch later = new CountDownLatch(1);
        List<Long> written = new ArrayList<>();
        RunResult result = run(
                output(snapshot -> {
                    assertThat(wait(later)).isTrue();
                    written.add(snapshot.step());
                }),
                (step, time, residual, row) -> {
                    rows.add(step);
                    if (step == 12) {
                        later.countDown();
                    }
                });
        assertThat(result.complete()).isTrue();
        assertThat(written).containsExactly(10L, 20L, 30L, 40L);
        assertThat(rows).hasSize(20);
    }

    /// Each waits for the other.
    @Test
    void two_outputs_are_written_at_the_same_time() {
        CyclicBarrier meeting = new CyclicBarrier(2);
        Output each = output(snapshot -> {
            try {
                meeting.await(30, TimeUnit.SECONDS);
            } catch (InterruptedException | BrokenBarrierException | TimeoutException alone) {
                throw new IOException("the other output was not being written", alone);
            }
        });
        assertThat(run(List.of(each, each), (step, time, residual, row) -> {}).complete())
                .isTrue();
    }

    private static boolean wait(CountDownLatch latch) {
        try {
            return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// A run that is killed at any time resumes from a checkpoint whose earlier files are there.
    @Test
    void a_checkpoint_waits_for_the_files_of_earlier_steps() {
        List<Long> early = new ArrayList<>(); // checkpoints beside an unfinished file
        run(
                output(snapshot -> {
                    pause();
                    for (long step = snapshot.step(); step <= 40; step++) {
                        if (Files.exists(folder.resolve("step-%012d.checkpoint".formatted(step)))) {
                            early.add(step);
                        }
                    }
                    Files.createFile(folder.resolve(FILE.formatted(snapshot.step())));
                }),
                (step, time, residual, row) -> {});
        assertThat(folder.resolve("step-000000000020.checkpoint")).exists();
        assertThat(folder.resolve("step-000000000040.checkpoint")).exists();
        assertThat(early).isEmpty();
        assertThat(folder.resolve(FILE.formatted(40))).exists();
    }

    private static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_file_that_cannot_be_written_ends_nothing_else() {
        List<Long> written = new ArrayList<>();
        RunResult result = run(
                output(snapshot -> {
                    written.add(snapshot.step());
                    if (snapshot.step() < 30) {
                        throw new IOException("the disk is full");
                    }
                }),
                (step, time, residual, row) -> rows.add(step));
        assertThat(result.complete()).isFalse();
        assertThat(written).containsExactly(10L, 20L, 30L, 40L);
        assertThat(warnings)
                .filteredOn(warning -> warning.contains("field-"))
                .hasSize(2)
                .satisfies(both ->
                        assertThat(both.getFirst()).contains("field-000000010 could not be written: the disk is full"))
                .satisfies(both -> assertThat(both.getLast()).contains("could not be written 2 times"));
    }

    /// A preparation that fails does not stop its output, which then does the same itself.
    @Test
    void a_snapshot_is_written_after_its_output_is_prepared() {
        List<String> events = Collections.synchronizedList(new ArrayList<>());
        Output slow = preparing(events, "slow", OutputQueueTest::pause);
        Output failing = preparing(events, "failing", () -> {
            throw new IllegalStateException("no memory for pictures");
        });
        OutputFailures failures = new OutputFailures(warnings::add);
        NodeMap nodes = Geometries.nodes(FluidNodes.where(new Box(2, 2, 2, false, false, false), (x, y, z) -> true));
        try (OutputQueue queue = new OutputQueue(List.of(slow, failing), failures)) {
            queue.prepare(nodes);
            queue.write(7, () -> Snapshot.of(7, 0, nodes, List.of()));
        }
        assertThat(events).containsSubsequence("prepared slow", "wrote slow").contains("wrote failing");
        assertThat(failures.areNone()).isTrue();
    }

    private static Output preparing(List<String> events, String name, Runnable preparation) {
        return new Output() {
            @Override
            public void prepare(NodeMap nodes) {
                preparation.run();
                events.add("prepared " + name);
            }

            @Override
            public void write(Snapshot snapshot) {
                events.add("wrote " + name);
            }

            @Override
            public String description() {
                return name;
            }
        };
    }

    /// Fields are computed once, on a thread that writes; where that fails, no output has them.
    @Test
    void fields_are_computed_beside_the_steps() {
        List<String> threads = new ArrayList<>();
        OutputFailures failures = new OutputFailures(warnings::add);
        Output unreachable = output(snapshot -> threads.add("wrote"));
        try (OutputQueue queue = new OutputQueue(List.of(unreachable, unreachable), failures)) {
            queue.write(7, () -> {
                threads.add(Thread.currentThread().getName());
                throw new IllegalStateException("no memory for fields");
            });
            queue.await();
        }
        assertThat(threads).containsExactly("output");
        assertThat(failures.areNone()).isFalse();
        assertThat(warnings)
                .anyMatch(warning -> warning.contains("field-000000007 could not be written")
                        && warning.contains("no memory for fields"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        No space left on device                                  | free some space, or write to another folder with --out.
        libhdf5: Disk quota exceeded (H5Fclose)                  | free some space, or write to another folder with --out.
        There is not enough space on the disk                    | free some space, or write to another folder with --out.
        Read-only file system                                    | permit it, or write to another folder with --out.
        Input/output error                                       | if this remains so, write to another folder with --out.
        libhdf5: name already exists (H5Dcreate2)                | if this remains so, write to another folder with --out.
        """)
    void only_a_full_disk_or_quota_asks_for_space(String reason, String remedy) {
        var failures = new OutputFailures(warnings::add);
        assertThat(failures.attempt("field", "field-1", () -> {
                    throw new FileSystemException("field-1", null, reason);
                }))
                .isFalse();
        assertThat(warnings)
                .containsExactly(
                        "field-1 could not be written: %s. The run continues without it; %s".formatted(reason, remedy));
    }

    @Test
    void a_missing_folder_does_not_ask_for_space() {
        new OutputFailures(warnings::add).attempt("field", "field-1", () -> {
            throw new NoSuchFileException("out/field-1");
        });
        assertThat(warnings)
                .singleElement()
                .satisfies(warning ->
                        assertThat(warning).contains("there is no out/field-1").doesNotContain("space"));
    }
}
