package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// Sweeps whose runs are processes of their own. Every wait is for a file or for the end of a process.
@DisabledOnOs(OS.WINDOWS)
final class SweepCommandIT extends TinyCaseKit {
    private static final String FOUR = """
            sweep: 1
            set: {output: {pictures: none, formats: none, checkpoints: {every: 50 steps}}, time.stop: {steps: STEPS}}
            grid: {fluid.viscosity: [1e-6 m2/s, 2e-6 m2/s], model.collision: [bgk, mrt]}
            """;
    private static final List<String> NAMES = List.of(
            "viscosity-1e-6m2-s_collision-bgk",
            "viscosity-1e-6m2-s_collision-mrt",
            "viscosity-2e-6m2-s_collision-bgk",
            "viscosity-2e-6m2-s_collision-mrt");

    private @Nullable Process process;
    private Path sweep;

    @BeforeEach
    void name_the_sweep() {
        sweep = temp.resolve("sweep.yaml");
    }

    @AfterEach
    void leave_no_process_behind() throws InterruptedException {
        if (process != null) {
            List<ProcessHandle> runs = process.descendants().toList();
            process.destroyForcibly().waitFor();
            runs.forEach(ProcessHandle::destroyForcibly);
        }
    }

    private Process start(Path folder, String device, String... more) throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("sweep", sweep.toString(), "--out", folder.toString(), "--device", device));
        arguments.addAll(List.of(more));
        process = OwnProcess.start(temp, List.of(), arguments.toArray(String[]::new));
        return process;
    }

    private String messages() throws IOException {
        return Files.readString(temp.resolve("stderr"));
    }

    private void awaitCheckpoint(Process running, Path folder) throws Exception {
        while (!Files.isDirectory(folder.resolve("checkpoints"))
                || names(folder.resolve("checkpoints")).stream().noneMatch(name -> name.startsWith("step-"))) {
            assertThat(running.isAlive()).as(messages()).isTrue();
            Thread.sleep(5);
        }
    }

    private static List<String> rows(Path folder) throws IOException {
        return Files.readAllLines(folder.resolve("results.csv"));
    }

    /// The table without the columns of speed and time.
    private static String timeless(Path folder) throws IOException {
        List<String> head = List.of(rows(folder).getFirst().split(",", -1));
        return rows(folder).stream()
                .map(row -> {
                    List<String> cells = new ArrayList<>(List.of(row.split(",", -1)));
                    cells.set(head.indexOf("mlups"), "");
                    cells.set(head.indexOf("wall_s"), "");
                    return String.join(",", cells);
                })
                .collect(Collectors.joining("\n"));
    }

    private static String cell(Path folder, int row, String column) throws IOException {
        List<String> head = List.of(rows(folder).getFirst().split(",", -1));
        return rows(folder).get(1 + row).replaceAll("\"[^\"]*\"", "quoted").split(",", -1)[head.indexOf(column)];
    }

    @Test
    void a_killed_sweep_continues_to_the_table_of_an_undisturbed_one() throws Exception {
        Files.writeString(sweep, FOUR.replace("STEPS", "600"));
        Path whole = temp.resolve("whole");
        assertThat(start(whole, "cpu:jvm").waitFor()).as(messages()).isZero();
        assertThat(messages()).contains("4 of 4: " + NAMES.getLast() + " on cpu:jvm: steps at step 600, ");
        assertThat(Files.readString(temp.resolve("stdout")))
                .isEqualTo("4 runs: 4 done, 0 failed; %s\n".formatted(whole.resolve("results.csv")));
        assertThat(rows(whole)).hasSize(5).allSatisfy(row -> assertThat(row).doesNotContain(",,,,"));
        assertThat(rows(whole).getFirst())
                .startsWith("run,fluid.viscosity,model.collision,steps,time [s],spacing [m],")
                .contains(",velocity.mean [m/s],")
                .endsWith(",status,exit_code,stop_reason,mlups,wall_s,device");

        Process killed = start(out, "cpu:jvm");
        awaitCheckpoint(killed, out.resolve(NAMES.get(1)));
        List<ProcessHandle> runs = killed.descendants().toList();
        killed.destroyForcibly().waitFor();
        runs.forEach(ProcessHandle::destroyForcibly);
        assertThat(cell(out, 0, "status")).isEqualTo("done");
        assertThat(cell(out, 2, "status")).isEqualTo("waiting");
        byte[] first = Files.readAllBytes(out.resolve(NAMES.getFirst()).resolve("summary.json"));
        assertThat(start(out, "cpu:jvm").waitFor()).as("without --resume").isEqualTo(2);
        assertThat(messages()).contains("is not empty. Continue its sweep with --resume");

        assertThat(start(out, "cpu:jvm", "--resume").waitFor()).as(messages()).isZero();
        assertThat(messages()).contains("4 runs, 1 of them already computed");
        assertThat(out.resolve(NAMES.getFirst()).resolve("summary.json")).hasBinaryContent(first);
        assertThat(Files.readString(out.resolve(NAMES.get(1) + ".log"))).contains("resumed at step ");
        assertThat(timeless(out)).isEqualTo(timeless(whole));
    }

    @Test
    void the_run_of_a_killed_sweep_ends_with_a_checkpoint_for_the_next() throws Exception {
        Files.writeString(sweep, FOUR.replace("STEPS", "1000000000"));
        Path running = out.resolve(NAMES.getFirst());
        Process killed = start(out, "cpu:interpreter");
        awaitCheckpoint(killed, running);
        List<ProcessHandle> runs = killed.descendants().toList();
        killed.destroyForcibly().waitFor();
        for (ProcessHandle run : runs) {
            run.onExit().get();
        }
        assertThat(Files.readString(running.resolve("summary.json"))).contains("\"stop_reason\": \"stopped\"");
        assertThat(names(running)).doesNotContain(ResultLock.NAME);
        assertThat(names(out)).doesNotContain(NAMES.get(1));
    }

    @Test
    void a_stopped_sweep_ends_its_runs_with_checkpoints() throws Exception {
        Files.writeString(sweep, FOUR.replace("STEPS", "1000000000"));
        Process running = start(out, "cpu:interpreter", "--runs-per-device", "2");
        awaitCheckpoint(running, out.resolve(NAMES.get(0)));
        awaitCheckpoint(running, out.resolve(NAMES.get(1)));
        assertThat(Main.run(console.pipe(), "stop", out.toString()))
                .as(console.err())
                .isZero();
        assertThat(running.waitFor()).as(messages()).isEqualTo(130);
        assertThat(messages()).contains("stopped; ending the runs with checkpoints");
        assertThat(Files.readString(temp.resolve("stdout")))
                .startsWith("4 runs: 0 done, 0 failed, 4 to continue with --resume; ");
        for (int k = 0; k < 4; k++) {
            assertThat(cell(out, k, "status")).isEqualTo(k < 2 ? "interrupted" : "waiting");
            assertThat(cell(out, k, "exit_code")).isEqualTo(k < 2 ? "130" : "");
            assertThat(cell(out, k, "stop_reason")).isEqualTo(k < 2 ? "stopped" : "");
        }
    }

    @Test
    void a_failed_run_does_not_end_the_others_and_is_recorded_with_its_exit_code() throws Exception {
        Files.writeString(sweep, """
                sweep: 1
                cases: case.yaml
                list:
                  - {boundaries.y-max.velocity: [1 mm/s, 0 mm/s]}
                  - {geometry.spacing: 20 mm}
                  - {output.probes: {there: [4 mm, 4 mm]}}
                """);
        assertThat(start(out, "cpu:interpreter").waitFor()).as(messages()).isEqualTo(1);
        assertThat(messages())
                .contains("tessera: warning: 2 of 3: spacing-20mm on cpu:interpreter: failed with exit code 2: ");
        assertThat(Files.readString(out.resolve("spacing-20mm.log"))).contains("case.yaml:");
        assertThat(List.of(cell(out, 0, "status"), cell(out, 1, "status"), cell(out, 2, "status")))
                .containsExactly("done", "failed", "done");
        assertThat(cell(out, 1, "exit_code")).isEqualTo("2");
        assertThat(rows(out).getFirst()).as("the observables of every run").contains("there.velocity_x [m/s]");
        assertThat(rows(out).get(1)).startsWith("velocity-1mm-s-0mm-s,\"[1 mm/s, 0 mm/s]\",,,4,");
    }

    @Test
    void the_parts_of_a_sweep_share_a_folder_and_repeated_runs_are_told_apart() throws Exception {
        Files.writeString(sweep, "sweep: 1\nset: {output.pictures: none}\nrepeat: 3\n");
        assertThat(start(out, "cpu:interpreter", "--part", "2/2").waitFor())
                .as(messages())
                .isZero();
        String name = Objects.requireNonNull(temp.getFileName()).toString().replaceAll("[^A-Za-z0-9_.-]+", "-");
        assertThat(names(out)).contains(name + "_2").doesNotContain(name + "_1", name + "_3");
        assertThat(start(out, "cpu:interpreter", "--part", "1/2").waitFor())
                .as(messages())
                .isZero();
        assertThat(rows(out)).hasSize(4);
        for (int k = 0; k < 3; k++) {
            assertThat(cell(out, k, "repetition")).isEqualTo(Integer.toString(k + 1));
            assertThat(cell(out, k, "status")).isEqualTo("done");
        }
        Files.writeString(theCase, TINY.replace("viscosity: 1e-6", "viscosity: 2e-6"));
        assertThat(start(out, "cpu:interpreter", "--resume").waitFor()).isEqualTo(2);
        assertThat(messages()).contains("the results there are of another case than that of this sweep");
    }
}
