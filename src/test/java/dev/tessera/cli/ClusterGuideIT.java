package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The guide to sweeps and clusters: its commands run, and its scripts are correct and continue runs.
@DisabledOnOs(OS.WINDOWS)
final class ClusterGuideIT {
    private static final Path PACKAGING = Path.of("packaging").toAbsolutePath();

    @TempDir
    private Path folder;

    private int run(ProcessBuilder builder) throws Exception {
        Process process = builder.directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("printed").toFile())
                .start();
        try {
            assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }

    private String printed() throws IOException {
        return Files.readString(folder.resolve("printed"));
    }

    @Test
    void the_commands_of_the_guide_work_in_their_order() throws Exception {
        Guide guide = Guide.read("cluster.md");
        assertThat(guide.commands()).hasSize(4);
        guide.writeCases(folder, Map.of());
        for (List<String> command : guide.commands()) {
            String[] arguments = command.stream()
                    .map(word -> word.startsWith("out/") || word.endsWith(".yaml")
                            ? folder.resolve(word).toString()
                            : word)
                    .toArray(String[]::new);
            Process process = OwnProcess.start(folder, List.of(), arguments);
            assertThat(process.waitFor())
                    .as("%s\n%s", command, Files.readString(folder.resolve("stderr")))
                    .isZero();
        }
        assertThat(Files.readString(folder.resolve("stdout"))).contains("nothing runs here; its sweep");
        assertThat(Files.readAllLines(folder.resolve("out/spacings/results.csv")))
                .hasSize(5)
                .filteredOn(row -> row.contains(",done,0,steps,"))
                .hasSize(4);
    }

    static Stream<Path> scripts() throws IOException {
        try (Stream<Path> files = Files.list(PACKAGING.resolve("slurm"))) {
            return Stream.concat(Stream.of(PACKAGING.resolve("bundle")), files.sorted()).toList().stream();
        }
    }

    @Test
    void scripts_and_the_blocks_of_the_guide_are_shell() throws Exception {
        for (Path script : scripts().toList()) {
            assertThat(run(new ProcessBuilder("bash", "-n", script.toString())))
                    .as(printed())
                    .isZero();
        }
        String text = Files.readString(Path.of("docs/guides/cluster.md"));
        List<String> blocks = Pattern.compile("(?ms)^```bash\\n(.*?)^```")
                .matcher(text)
                .results()
                .map(block -> block.group(1))
                .toList();
        assertThat(blocks).hasSizeGreaterThan(3);
        for (String block : blocks) {
            assertThat(run(new ProcessBuilder("bash", "-n", "-c", block)))
                    .as(block + printed())
                    .isZero();
        }
    }

    /// A program that prints its arguments, and ends with 130 at SIGTERM as a run does.
    private ProcessBuilder inSlurm(String script, String... arguments) throws IOException {
        Path program = Files.writeString(folder.resolve("program"), """
                #!/usr/bin/env bash
                echo "tessera $*"
                [ -e "$WAITS" ] || exit 0
                trap 'sleep 0.3; exit 130' TERM
                kill -USR1 "$PPID"
                for ((k = 0; k < 400; k++)); do sleep 0.05; done
                """);
        Path scontrol = Files.writeString(folder.resolve("scontrol"), "#!/usr/bin/env bash\necho \"scontrol $*\"\n");
        assertThat(program.toFile().setExecutable(true) && scontrol.toFile().setExecutable(true))
                .isTrue();
        String[] command = Stream.concat(
                        Stream.of(
                                "bash",
                                PACKAGING.resolve("slurm").resolve(script).toString()),
                        Stream.of(arguments))
                .toArray(String[]::new);
        ProcessBuilder builder = new ProcessBuilder(command);
        Map<String, String> environment = builder.environment();
        environment.put("TESSERA", program.toString());
        environment.put("PATH", folder + ":" + environment.get("PATH"));
        environment.put("WAITS", folder.resolve("waits").toString());
        environment.put("SLURM_JOB_ID", "17");
        environment.put("SLURM_ARRAY_JOB_ID", "18");
        environment.put("SLURM_ARRAY_TASK_ID", "3");
        environment.put("SLURM_ARRAY_TASK_MIN", "1");
        environment.put("SLURM_ARRAY_TASK_COUNT", "8");
        return builder;
    }

    @Test
    void a_job_begins_continues_and_requeues_a_run() throws Exception {
        assertThat(run(inSlurm("run.sbatch", "case.yaml", "out", "--threads", "2")))
                .isZero();
        assertThat(printed()).isEqualTo("tessera run case.yaml --out out --threads 2\n");
        Files.createDirectories(folder.resolve("out/checkpoints"));
        assertThat(run(inSlurm("run.sbatch", "case.yaml", "out"))).isZero();
        assertThat(printed()).isEqualTo("tessera run case.yaml --out out --overwrite\n");
        Files.createFile(folder.resolve("out/checkpoints/step-000000000010.checkpoint"));
        Files.createFile(folder.resolve("waits"));
        assertThat(run(inSlurm("run.sbatch", "case.yaml", "out"))).isEqualTo(130);
        assertThat(printed()).isEqualTo("tessera run case.yaml --out out --resume out\nscontrol requeue 17\n");
    }

    @Test
    void a_job_of_an_array_computes_its_part_of_a_sweep() throws Exception {
        assertThat(run(inSlurm("sweep.sbatch", "sweep.yaml", "out", "--device", "cuda")))
                .isZero();
        assertThat(printed()).isEqualTo("tessera sweep sweep.yaml --out out --part 3/8 --device cuda\n");
        Files.createFile(folder.resolve("waits"));
        assertThat(run(inSlurm("sweep.sbatch", "sweep.yaml", "out"))).isEqualTo(130);
        assertThat(printed()).endsWith("scontrol requeue 18_3\n");
    }

    @Test
    void a_job_of_several_computers_stops_by_a_request_and_is_requeued() throws Exception {
        ProcessBuilder job = inSlurm("ranks.sbatch", "case.yaml", "out", "--threads", "2");
        Path program = Files.writeString(folder.resolve("ranks"), """
                #!/usr/bin/env bash
                if [ "$1" = stop ]; then
                    touch "$2/stop"
                    exit 0
                fi
                echo "tessera $*"
                [ -e "$WAITS" ] || exit 0
                kill -USR1 "$JOB"
                for ((k = 0; k < 400; k++)); do [ -e out/stop ] && break; sleep 0.05; done
                echo '  "stop_reason": "stopped",' > out/summary.json
                exit 1
                """);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        job.environment().put("TESSERA", program.toString());
        job.environment().put("LAUNCHER", "env");
        assertThat(run(job)).isZero();
        assertThat(printed()).isEqualTo("tessera run case.yaml --out out --threads 2\n");
        Files.createDirectories(folder.resolve("out/checkpoints"));
        Files.createFile(folder.resolve("out/checkpoints/step-000000000010.checkpoint"));
        Files.createFile(folder.resolve("waits"));
        job.command(
                "bash",
                "-c",
                "export JOB=$$; exec bash \"$@\"",
                "job",
                job.command().get(1),
                "case.yaml",
                "out");
        assertThat(run(job)).isEqualTo(1);
        assertThat(printed()).isEqualTo("tessera run case.yaml --out out --resume out\nscontrol requeue 17\n");
    }
}
