package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.testkit.Mpirun;
import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// A failure of one rank ends all of them soon, and the run can be resumed. Nothing else runs beside the tests of how
/// soon.
@ParameterizedClass
@EnumSource(Mpirun.Library.class)
final class MpiFailureIT {
    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final Random RANDOM = new Random();

    private final Mpirun.Library mpi;

    @TempDir
    private Path temp;

    private Path folder;
    private Path out;

    MpiFailureIT(Mpirun.Library mpi) {
        this.mpi = mpi;
    }

    @BeforeEach
    void make_a_case() {
        mpi.require();
        folder = temp.resolve("channel");
        out = temp.resolve("out");
        assertThat(Main.run(new TestConsole().pipe(), "init", folder.toString()))
                .isZero();
    }

    @RepeatedTest(2)
    @Tag("alone")
    void a_killed_rank_ends_the_job_and_the_run_resumes_from_its_checkpoint() throws Exception {
        try (Mpirun job = endless("cpu:jvm")) {
            await(job, () -> hasSummary("running"));
            Thread.sleep(RANDOM.nextInt(500));
            List<ProcessHandle> ranks = job.ranks();
            assertThat(ranks).hasSize(2);
            ranks.get(RANDOM.nextInt(2)).destroyForcibly();
            assertThat(job.await(LONGEST)).isNotZero();
            awaitEnd(job, ranks);
        }
        assertThat(Files.readString(out.resolve("summary.json"))).contains(".checkpoint\"");
        var console = new TestConsole();
        assertThat(Main.run(
                        console.pipe(),
                        "run",
                        folder.toString(),
                        "--resume",
                        out.toString(),
                        "--set",
                        "time.stop.steps=1",
                        "--device",
                        "cpu:jvm"))
                .as(console.err())
                .isZero();
    }

    @Test
    @Tag("alone")
    void a_killed_rank_ends_the_others_where_the_launcher_does_not() throws Exception {
        Needs.part("procfs", Files.isDirectory(Path.of("/proc/self")));
        try (Mpirun job = mpi.startCareless(temp, 2, Main.class.getName(), arguments("cpu:jvm"))) {
            await(job, () -> hasSummary("running"));
            killOneOf(job, 2);
        }
        assertThat(Files.readString(out.resolve("summary.json"))).contains(".checkpoint\"");
    }

    /// Kills a rank; the others end and name it.
    private void killOneOf(Mpirun job, int count) throws Exception {
        List<ProcessHandle> ranks = job.ranks();
        assertThat(ranks).hasSize(count);
        ranks.get(RANDOM.nextInt(count)).destroyForcibly();
        awaitEnd(job, ranks);
        job.await(LONGEST);
        if (mpi == Mpirun.Library.OPEN_MPI) { // MPICH ends a rank whose messages cannot be sent
            assertThat(job.stderr())
                    .containsPattern(
                            "rank [0-%d] of %d \\([^)]*\\) failed: its process has ended".formatted(count - 1, count));
        }
    }

    /// Ranks that do not see each other's processes, and a launcher that lets them go on.
    @RepeatedTest(2)
    @Tag("alone")
    void a_killed_rank_of_another_computer_ends_the_others_where_the_launcher_does_not() throws Exception {
        try (Mpirun job = mpi.startApart(temp, 3, Main.class.getName(), arguments("cpu:jvm"))) {
            await(job, () -> hasSummary("running"));
            Thread.sleep(RANDOM.nextInt(500));
            killOneOf(job, 3);
        }
        assertThat(Files.readString(out.resolve("summary.json"))).contains(".checkpoint\"");
    }

    @Test
    void a_rank_that_is_stopped_for_a_while_ends_nothing() throws Exception {
        try (Mpirun job = mpi.startApart(temp, 2, Main.class.getName(), arguments("cpu:jvm"))) {
            await(job, () -> hasSummary("running"));
            String rank = Long.toString(job.ranks().get(RANDOM.nextInt(2)).pid());
            new ProcessBuilder("kill", "-STOP", rank).start().waitFor();
            Thread.sleep(LONGEST.plusSeconds(4).toMillis());
            new ProcessBuilder("kill", "-CONT", rank).start().waitFor();
            List<String> before = checkpoints();
            await(job, () -> !checkpoints().equals(before)); // goes on
            assertThat(job.stderr()).doesNotContain("failed");
        }
    }

    @Test
    @Tag("alone")
    void a_signal_to_the_launcher_ends_all_ranks_and_leaves_a_checkpoint() throws Exception {
        try (Mpirun job = endless("cpu:jvm")) {
            await(job, () -> hasSummary("running"));
            List<ProcessHandle> ranks = job.ranks();
            job.launcher().destroy();
            job.await(LONGEST);
            awaitEnd(job, ranks);
        }
        assertThat(checkpoints()).isNotEmpty();
    }

    @Test
    void a_rank_without_its_device_ends_the_job_and_names_rank_and_cause() throws Exception {
        String command = "run";
        try (Mpirun job =
                mpi.start(temp, 2, Main.class.getName(), command, folder.toString(), "--device", "cpu:jvm,cuda:77")) {
            assertThat(job.await(START)).isEqualTo(ExitCode.NO_DEVICE.code());
            assertThat(job.stderr()).contains("rank 1 of 2 (").contains("cuda:77");
        }
    }

    @Test
    void a_wrong_case_is_told_once_and_gives_the_exit_code_of_one_process() throws Exception {
        try (Mpirun job = mpi.start(
                temp, 2, Main.class.getName(), "run", folder.toString(), "--set", "fluid.viscosity=-1 mPa.s")) {
            assertThat(job.await(START)).isEqualTo(ExitCode.WRONG_INPUT.code());
            assertThat(job.stderr().split("fluid.viscosity", -1))
                    .as(job.stderr())
                    .hasSize(2);
        }
    }

    @Test
    void a_diverged_flow_is_told_once_and_named_in_the_summary() throws Exception {
        Files.writeString(folder.resolve("case.yaml"), """
                tessera: 1
                geometry: {box: [8 mm, 16 mm], spacing: 1 mm}
                fluid: {density: 1000 kg/m3, viscosity: 1 mPa.s}
                model: {lattice: D2Q9, collision: bgk}
                sides: {x: periodic}
                drive: {acceleration: [{expression: "0.001*exp(t/2)", unit: m/s2}, 0 m/s2]}
                time: {relaxation-time: 0.8, stop: {steps: 2000}}
                output: {checkpoints: {every: 5 steps}}
                """);
        Path alone = temp.resolve("alone");
        var console = new TestConsole();
        assertThat(Main.run(console.pipe(), "run", folder.toString(), "--out", alone.toString(), "--device", "cpu:jvm"))
                .isEqualTo(ExitCode.FAILED.code());
        String[] arguments = {"run", folder.toString(), "--out", out.toString(), "--device", "cpu:jvm"};
        try (Mpirun job = mpi.start(temp, 2, Main.class.getName(), arguments)) {
            assertThat(job.await(START)).as(job.stderr()).isEqualTo(ExitCode.FAILED.code());
            assertThat(diverged(job.stderr())).hasSize(1).isEqualTo(diverged(console.err()));
        }
        assertThat(Files.readString(out.resolve("summary.json"))).contains("\"stop_reason\": \"diverged\"");
    }

    /// The sentences about the place, without the checkpoint.
    private static List<String> diverged(String messages) {
        return messages.lines()
                .filter(line -> line.contains("the flow diverged at ("))
                .map(line -> line.split(" Last good checkpoint", -1)[0])
                .toList();
    }

    @Test
    void a_failure_of_the_first_rank_alone_ends_the_others() throws Exception {
        Files.createDirectories(out);
        Files.writeString(out.resolve("notes.txt"), "mine");
        try (Mpirun job = endless("cpu:jvm")) {
            assertThat(job.await(START)).isEqualTo(ExitCode.WRONG_INPUT.code());
            assertThat(job.stderr()).contains("is not empty").doesNotContain("rank 1 of 2");
        }
    }

    @Test
    void an_exception_on_any_thread_of_a_rank_ends_the_job_and_is_named() throws Exception {
        try (Mpirun job = mpi.start(temp, 2, FailingThread.class.getName())) {
            assertThat(job.await(START)).isEqualTo(ExitCode.FAILED.code());
            assertThat(job.stderr())
                    .contains("rank 1 of 2 (")
                    .contains("thread worker: ")
                    .contains("lost its mind");
        }
    }

    /// A program whose second rank fails on a thread, while all wait for each other.
    static final class FailingThread {
        private FailingThread() {}

        public static void main(String[] arguments) throws InterruptedException {
            MpiJob job = MpiJob.ofProcess(System.err);
            assertThat(job.join()).isPresent();
            if (job.isFollower()) {
                Thread.ofPlatform().name("worker").start(() -> {
                    throw new IllegalStateException("lost its mind");
                });
                Thread.sleep(START.toMillis());
            }
            assertThat(job.ranks().any(true)).isTrue();
        }
    }

    @Test
    void other_commands_run_once() throws Exception {
        try (Mpirun job = mpi.start(temp, 2, Main.class.getName(), "devices")) {
            assertThat(job.await(START)).isZero();
            assertThat(job.stdout().lines().filter(line -> line.startsWith("cpu:jvm")))
                    .hasSize(1);
            assertThat(job.stdout())
                    .contains("mpi       found: " + (mpi == Mpirun.Library.MPICH ? "MPICH" : "Open MPI"));
        }
    }

    private Mpirun endless(String device) throws IOException {
        return mpi.start(temp, 2, Main.class.getName(), arguments(device));
    }

    private String[] arguments(String device, String... more) {
        List<String> arguments = new ArrayList<>(List.of("run", folder.toString(), "--out", out.toString()));
        arguments.addAll(List.of("--device", device, "--set", "time.stop={steps: 1000000000}"));
        arguments.addAll(List.of("--set", "output.log-every=20 steps", "--set", "output.checkpoints.every=30 steps"));
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    private boolean hasSummary(String reason) {
        try {
            Path summary = out.resolve("summary.json");
            return Files.exists(summary)
                    && Files.readString(summary).contains("\"stop_reason\": \"%s\"".formatted(reason));
        } catch (IOException replaced) {
            return false;
        }
    }

    private List<String> checkpoints() {
        String[] names = out.resolve("checkpoints").toFile().list((where, name) -> name.startsWith("step-"));
        return names == null ? List.of() : List.of(names);
    }

    /// No rank survives.
    private static void awaitEnd(Mpirun job, List<ProcessHandle> ranks) {
        for (ProcessHandle rank : ranks) {
            assertThat(rank.onExit())
                    .as(() -> "%s: %s".formatted(rank, job.stderr()))
                    .succeedsWithin(LONGEST);
        }
    }

    private static void await(Mpirun job, BooleanSupplier event) throws InterruptedException {
        while (!event.getAsBoolean()) {
            assertThat(job.isAlive()).as(job.stderr()).isTrue();
            Thread.sleep(20);
        }
    }
}
