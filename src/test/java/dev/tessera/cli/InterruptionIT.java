package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Sends real signals to real processes. Every wait is for a file or for the end of a process, never for a time.
@Tag("alone")
@DisabledOnOs(OS.WINDOWS)
final class InterruptionIT {
    @TempDir
    private Path temp;

    private Path folder;
    private Path out;
    private @Nullable Process process;

    /// The state of the run when the signal is sent.
    enum Moment {
        THE_FOLDER_APPEARED,
        A_ROW_IS_LOGGED,
        ENOUGH_ROWS_ARE_LOGGED_TO_DRAW_THEM,
        A_CHECKPOINT_IS_WRITTEN,
        A_FIELD_IS_WRITTEN
    }

    @BeforeEach
    void make_a_case() {
        folder = temp.resolve("channel");
        out = temp.resolve("out");
        assertThat(Main.run(new TestConsole().pipe(), "init", folder.toString()))
                .isZero();
    }

    @AfterEach
    void leave_no_process_behind() throws InterruptedException {
        if (process != null) {
            process.destroyForcibly().waitFor();
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_terminated_run_leaves_a_checkpoint_and_its_numbers(Moment moment) throws Exception {
        startEndlessRun();
        await(() -> hasCome(moment));
        send("TERM");
        assertThat(process().waitFor()).as(messages()).isEqualTo(130);
        assertThat(messages()).contains("interrupted").doesNotContain("Exception");
        assertThat(Files.readString(out.resolve("summary.json"))).contains("\"stop_reason\": \"interrupted\"");
        assertThat(checkpoints()).isNotEmpty();
    }

    @Test
    void ctrl_c_leaves_a_checkpoint_from_which_the_run_continues() throws Exception {
        assumeTrue(interruptsReachChildren(), "this process ignores SIGINT, and so do those that it starts");
        startEndlessRun();
        await(() -> hasCome(Moment.A_ROW_IS_LOGGED));
        send("INT");
        assertThat(process().waitFor()).as(messages()).isEqualTo(130);
        assertThat(Files.readString(out.resolve("summary.json"))).contains("\"stop_reason\": \"interrupted\"");
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
                        "cpu:interpreter"))
                .as(console.err())
                .isZero();
    }

    @Test
    void a_run_that_is_killed_while_it_writes_continues_to_the_files_of_an_undisturbed_one() throws Exception {
        Path whole = temp.resolve("whole");
        assertThat(process("run", "--out", whole.toString()).waitFor())
                .as(messages())
                .isZero();
        process("run", "--out", out.toString());
        for (String event : List.of("fields-000000010.vti", "checkpoints/step-000000000021.checkpoint")) {
            await(() -> Files.exists(out.resolve(event)));
            process().destroyForcibly().waitFor();
            Files.writeString(out.resolve(".fluid-000000099.vtu.writing"), "left behind");
            process("run", "--resume", out.toString());
        }
        assertThat(process().waitFor()).as(messages()).isZero();
        assertThat(files(out)).isEqualTo(files(whole)).contains("velocity-z50.apng", "fluid.pvd");
        for (String file : files(whole)) {
            if (!file.equals("summary.json")) {
                assertThat(out.resolve(file)).hasSameBinaryContentAs(whole.resolve(file));
            }
        }
    }

    /// Starts a run of 40 steps that often writes files and checkpoints.
    private Process process(String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add(1, folder.toString());
        all.addAll(List.of("--device", "cpu:interpreter"));
        for (String setting : List.of(
                "time.stop={steps: 40}",
                "output.every=5 steps",
                "output.log-every=2 steps",
                "output.checkpoints.every=7 steps",
                "output.formats=[vti, vtu]",
                "output.pictures=[{picture: slice z 50%, animate: 5}]")) {
            all.addAll(List.of("--set", setting));
        }
        start(all.toArray(String[]::new));
        return process();
    }

    private static List<String> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"validate", "bench"})
    void other_commands_end_with_a_sentence(String command) throws Exception {
        start(command, "--device", "cpu:interpreter");
        await(() -> messages().contains("tessera: "));
        send("TERM");
        assertThat(process().waitFor()).as(messages()).isEqualTo(130);
        assertThat(messages()).contains("tessera: interrupted before the ");
    }

    @Test
    void an_interrupted_bench_leaves_the_rows_that_it_has() throws Exception {
        Path rows = temp.resolve("rows.json");
        start("bench", "--suite", "sizes", "--device", "cpu:jvm", "--json", rows.toString());
        await(() -> Files.exists(rows) && read(rows).contains("\"gb_per_s\""));
        send("TERM");
        assertThat(process().waitFor()).as(messages()).isEqualTo(130);
        assertThat(messages()).contains(" so far are on stdout and in " + rows);
        assertThat(read(temp.resolve("stdout"))).contains("memory copy", "GB/s");
        assertThat(read(rows)).startsWith("[").endsWith("]\n");
    }

    private void startEndlessRun() throws IOException {
        start(
                "run",
                folder.toString(),
                "--out",
                out.toString(),
                "--device",
                "cpu:interpreter",
                "--set",
                "time.stop={steps: 1000000000}",
                "--set",
                "output.every=50 steps",
                "--set",
                "output.log-every=20 steps",
                "--set",
                "output.checkpoints.every=30 steps");
    }

    private boolean hasCome(Moment moment) {
        return switch (moment) {
            case THE_FOLDER_APPEARED -> Files.exists(out);
            case A_ROW_IS_LOGGED -> rows() >= 1;
            case ENOUGH_ROWS_ARE_LOGGED_TO_DRAW_THEM -> rows() >= 3;
            case A_CHECKPOINT_IS_WRITTEN -> !checkpoints().isEmpty();
            case A_FIELD_IS_WRITTEN -> names(out).stream().anyMatch(name -> name.startsWith("fields-"));
        };
    }

    private long rows() {
        Path log = out.resolve("log.csv");
        return Files.exists(log) ? read(log).lines().count() - 1 : 0;
    }

    private List<String> checkpoints() {
        return names(out.resolve("checkpoints")).stream()
                .filter(name -> name.startsWith("step-"))
                .toList();
    }

    private static List<String> names(Path folder) {
        String[] names = folder.toFile().list();
        return names == null ? List.of() : List.of(names);
    }

    private void await(BooleanSupplier event) throws InterruptedException {
        while (!event.getAsBoolean()) {
            assertThat(process().isAlive()).as(messages()).isTrue();
            Thread.sleep(5);
        }
    }

    private Process process() {
        return Objects.requireNonNull(process, "nothing was started");
    }

    private void send(String signal) throws Exception {
        var kill =
                new ProcessBuilder("kill", "-" + signal, Long.toString(process().pid()));
        assertThat(kill.start().waitFor()).isZero();
    }

    /// Linux reports which signals a process ignores; elsewhere it is assumed that none is.
    private static boolean interruptsReachChildren() throws IOException {
        Path status = Path.of("/proc/self/status");
        long interrupt = 1L << (2 - 1);
        return !Files.exists(status)
                || Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .noneMatch(line ->
                                (Long.parseUnsignedLong(line.substring(7).strip(), 16) & interrupt) != 0);
    }

    private void start(String... arguments) throws IOException {
        process = OwnProcess.start(temp, List.of(), arguments);
    }

    private String messages() {
        return read(temp.resolve("stderr"));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }
}
