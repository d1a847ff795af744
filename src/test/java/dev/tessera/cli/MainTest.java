package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.DeviceException;
import dev.tessera.device.gpu.GpuPlatform;
import dev.tessera.geometry.GeometryException;
import dev.tessera.kernel.GpuFacts;
import dev.tessera.testkit.OptimisedOpenCl;
import dev.tessera.testkit.SomeGpu;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MainTest {
    private final TestConsole console = new TestConsole();

    @Test
    void without_a_command_the_help_goes_to_stdout() {
        assertThat(Main.run(console.pipe())).isZero();
        assertThat(console.out()).contains("Usage: tessera", "Exit codes:", "130", "tessera init my-case");
        assertThat(console.err()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "plan", "geometry", "bench", "validate", "codegen", "devices", "init"})
    void every_command_has_help(String command) {
        assertThat(Main.run(console.pipe(), command, "--help")).isZero();
        assertThat(console.out()).contains("Usage: tessera " + command);
    }

    @Test
    void help_fits_into_eighty_columns() {
        Main.run(console.pipe(), "--help");
        Main.run(console.pipe(), "run", "--help");
        assertThat(console.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }

    @Test
    void an_unknown_command_is_wrong_input_and_the_nearest_one_is_named() {
        assertThat(Main.run(console.pipe(), "geometri")).isEqualTo(2);
        assertThat(console.err()).contains("geometri").contains("geometry");
        assertThat(console.out()).isEmpty();
    }

    @Test
    void an_unknown_option_is_wrong_input_and_the_way_to_the_help_is_named() {
        assertThat(Main.run(console.pipe(), "run", "case.yaml", "--st")).isEqualTo(2);
        assertThat(console.err())
                .isEqualToIgnoringNewLines(
                        "tessera run: there is no option '--st'; did you mean --set? Run `tessera run --help` for its"
                                + " options.");
    }

    @Test
    void a_misspelled_option_before_the_case_is_named_alone() {
        assertThat(Main.run(console.pipe(), "run", "--devcie", "cpu", "case.yaml"))
                .isEqualTo(2);
        assertThat(console.err())
                .contains("no option '--devcie'; did you mean --device?")
                .doesNotContain("case.yaml");
    }

    @Test
    void a_second_case_is_an_unexpected_argument() {
        assertThat(Main.run(console.pipe(), "plan", "one.yaml", "two.yaml")).isEqualTo(2);
        assertThat(console.err()).contains("tessera plan: unexpected argument 'two.yaml'");
    }

    @Test
    void failures_become_a_sentence_and_an_exit_code() {
        var failures = new Failures(console.pipe());
        assertThat(failures.report(new GeometryException("18 holes"))).isEqualTo(ExitCode.WRONG_INPUT);
        assertThat(failures.report(new DeviceException("no GPU"))).isEqualTo(ExitCode.NO_DEVICE);
        assertThat(failures.report(new NoSuchFileException("berea.raw"))).isEqualTo(ExitCode.WRONG_INPUT);
        assertThat(failures.report(new CommandFailure(ExitCode.FAILED, "diverged")))
                .isEqualTo(ExitCode.FAILED);
        assertThat(failures.report(new OutOfMemoryError("Java heap space"))).isEqualTo(ExitCode.NO_DEVICE);
        List<String> lines = console.err().lines().toList();
        assertThat(lines).hasSize(5);
        assertThat(lines.get(2)).isEqualTo("berea.raw: there is no such file");
        assertThat(lines.get(4)).contains("TESSERA_JAVA_OPTS");
    }

    @Test
    void an_internal_error_prints_its_trace_and_asks_to_be_reported() {
        assertThat(new Failures(console.pipe()).report(new IllegalStateException("odd")))
                .isEqualTo(ExitCode.FAILED);
        assertThat(console.err()).contains("please report", "IllegalStateException: odd", "at dev.tessera");
    }

    @Test
    void devices_lists_the_cpu_both_cpu_targets_and_what_is_missing() {
        assertThat(Main.run(console.pipe(), "devices")).isZero();
        List<String> keys =
                console.out().lines().map(line -> line.split(" ", -1)[0]).toList();
        assertThat(keys.subList(0, 3)).containsExactly("cpu", "cpu:jvm", "cpu:c");
        assertThat(keys.subList(keys.size() - 2, keys.size())).containsExactly("mpi", "nccl");
        assertThat(keys.subList(3, keys.size() - 2))
                .anyMatch(key -> key.startsWith("cuda"))
                .anyMatch(key -> key.startsWith("opencl"))
                .allMatch(key -> key.matches("(cuda|opencl)(:\\d+)?"));
        assertThat(console.out()).contains("cpu:jvm   ready: Java ").contains("-bit vectors");
    }

    @Test
    void devices_names_gpus_that_are_there_and_says_how_to_get_what_is_missing() {
        DevicesCommand devices = new DevicesCommand(console.pipe());
        GpuFacts facts = new SomeGpu().withMemory(8L << 30).facts();
        GpuPlatform.Offer offer = new GpuPlatform.Offer("cuda:1", true, facts, "", () -> {
            throw new DeviceException("it is not there");
        });
        assertThat(devices.list("cuda", new GpuPlatform.Listing(List.of(offer), "no compiler; install one", false)))
                .isTrue();
        assertThat(console.out().lines())
                .containsExactly(
                        "cuda:1    found: Some GPU, 8.0 GiB, 132 multiprocessors, L2 50.0 MiB, FP64, 4917 GB/s by data sheet;"
                                + " CUDA 13.0, warps of 32, 227 KiB of shared memory per block",
                        "cuda      missing: no compiler; install one");
    }

    @Test
    void devices_checks_every_gpu_that_is_there() {
        OptimisedOpenCl.during(
                () -> assertThat(Main.run(console.pipe(), "devices", "--check")).isZero()); // copies of large arrays
        long found = console.out()
                .lines()
                .filter(line -> line.matches("(cuda|opencl):\\d+ +found.*"))
                .count();
        assertThat(console.out().lines().filter(line -> line.contains("checked: arithmetic is exact")))
                .hasSize((int) found);
    }

    @Test
    void devices_says_how_to_get_a_compiler_where_there_is_none() {
        assertThat(DevicesCommand.c(Optional.empty()))
                .contains("apt install gcc")
                .contains("TESSERA_CC");
        assertThat(DevicesCommand.jvm(OptionalInt.empty())).contains("--add-modules jdk.incubator.vector");
    }

    @Test
    void bench_prints_bandwidth_and_speeds_as_a_table() {
        new BenchTable(console.pipe().out())
                .print(List.of(
                        Map.of("suite", "bandwidth", "geometry", "update", "gb_per_s", 38.04),
                        Map.of(
                                "suite", "cpu",
                                "geometry", "channel",
                                "kernel", "step",
                                "mlups", 123.46,
                                "limit_fraction", 0.97)));
        assertThat(console.out())
                .contains("memory update  38.0 GB/s")
                .contains("channel")
                .contains("123.5")
                .contains("0.97")
                .doesNotContain("null");
    }

    @Test
    void what_a_bench_counts_without_timing_is_on_stdout_however_quiet_it_is() {
        assertThat(Main.run(
                        console.pipe(),
                        "bench",
                        "--quiet",
                        "--device",
                        "cpu",
                        "--suite",
                        "offsets",
                        "--rows",
                        "width-8 "))
                .isZero();
        assertThat(console.out())
                .contains("width-8 ", "0.444     0.563     1.000")
                .doesNotContain("width-9");
        assertThat(Main.run(
                        console.pipe(),
                        "bench",
                        "--quiet",
                        "--device",
                        "cpu",
                        "--suite",
                        "overheads",
                        "--rows",
                        "chip-a-8 "))
                .isZero();
        assertThat(console.out()).contains("chip-a-8 ", "0.308     0.633     0.623");
    }

    @Test
    void an_unknown_bench_suite_lists_the_known_ones() {
        assertThat(Main.run(console.pipe(), "bench", "--suite", "all")).isEqualTo(2);
        assertThat(console.err()).contains("--suite all").contains("cpu").contains("sizes");
    }

    @Test
    void a_report_of_counters_that_is_none_says_how_it_is_written() {
        assertThat(Main.run(console.pipe(), "bench", "--counters", "nowhere.csv"))
                .isEqualTo(2);
        assertThat(console.err()).contains("--counters nowhere.csv: there is no such file");
        assertThat(Main.run(console.pipe(), "bench", "--counters", "README.md")).isEqualTo(2);
        assertThat(console.err())
                .contains("--counters README.md: the file has no table")
                .contains("ncu --csv --page raw");
    }

    @Test
    void launches_are_tuned_on_gpus_alone() {
        assertThat(Main.run(console.pipe(), "bench", "--device", "cpu:jvm", "--tune"))
                .isEqualTo(2);
        assertThat(console.err()).contains("--tune chooses launches on GPUs; cpu:jvm has none");
    }

    @Test
    void a_misspelled_command_is_guessed_and_all_commands_are_listed() {
        TestConsole typed = new TestConsole();
        assertThat(Main.run(typed.pipe(), "rn", "case.yaml")).isEqualTo(2);
        assertThat(typed.err())
                .startsWith("tessera: there is no command 'rn'; did you mean run? commands: run,")
                .contains("geometry", "devices", "`tessera --help`");
    }
}
