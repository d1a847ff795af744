package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.cpu.CCompiler;
import dev.tessera.testkit.Needs;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

final class ThreadOptionsTest {
    private static final Map<String, String> NOTHING = Map.of();

    @TempDir
    private Path temp;

    private static int count(Map<String, String> environment, String... arguments) {
        ThreadOptions options = new ThreadOptions();
        new CommandLine(CommandSpec.create().addMixin("threads", CommandSpec.forAnnotatedObject(options)))
                .parseArgs(arguments);
        return options.count(name -> environment.getOrDefault(name, ""));
    }

    @Test
    void the_command_line_comes_before_the_environment_and_both_before_the_cores() {
        assertThat(count(NOTHING)).isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(count(Map.of("TESSERA_THREADS", "3"))).isEqualTo(3);
        assertThat(count(Map.of("TESSERA_THREADS", "3"), "--threads", "5")).isEqualTo(5);
        assertThat(count(Map.of("TESSERA_THREADS", " ")))
                .isEqualTo(Runtime.getRuntime().availableProcessors());
    }

    @Test
    void what_is_no_number_of_threads_is_refused_with_its_place() {
        for (String wrong : List.of("0", "-1", "many", "1e3", "5000")) {
            assertThatThrownBy(() -> count(Map.of("TESSERA_THREADS", wrong)))
                    .hasMessageStartingWith("TESSERA_THREADS " + wrong)
                    .hasMessageContaining("from 1 to 4096");
            assertThatThrownBy(() -> count(NOTHING, "--threads=" + wrong)).hasMessageStartingWith("--threads " + wrong);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "plan", "geometry", "codegen", "bench", "validate"})
    void every_command_that_computes_has_the_option(String command) {
        TestConsole console = new TestConsole();
        assertThat(Main.run(console.pipe(), command, "--help")).isZero();
        assertThat(console.out()).contains("--threads=N").contains("TESSERA_THREADS");
    }

    /// Counts workers of pools; the thread that starts them waits.
    @ParameterizedTest
    @ValueSource(strings = {"cpu:jvm", "cpu:c"})
    void a_run_has_no_more_workers_than_it_was_given(String device) throws InterruptedException {
        if (device.equals("cpu:c")) {
            Needs.part("c", CCompiler.find().isPresent());
        }
        Path folder = temp.resolve("channel");
        TestConsole console = new TestConsole();
        assertThat(Main.run(console.pipe(), "init", folder.toString())).isZero();
        List<String> workers = new CopyOnWriteArrayList<>();
        List<Long> before = workersNow().map(Thread::threadId).toList();
        Thread watch = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                workersNow()
                        .filter(thread -> !before.contains(thread.threadId()))
                        .map(Thread::getName)
                        .filter(name -> !workers.contains(name))
                        .forEach(workers::add);
            }
        });
        watch.start();
        try {
            assertThat(Main.run(
                            console.pipe(),
                            "run",
                            folder.toString(),
                            "--threads",
                            "1",
                            "--out",
                            temp.resolve("out").toString(),
                            "--device",
                            device,
                            "--set",
                            "time.stop={steps: 50}"))
                    .as(console.err())
                    .isZero();
        } finally {
            watch.interrupt();
            watch.join();
        }
        assertThat(workers).as("those that compute, and those that write").hasSizeLessThanOrEqualTo(2);
        assertThat(workers).allMatch(name -> name.endsWith("-worker-1"));
    }

    private static Stream<Thread> workersNow() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("ForkJoinPool-"));
    }
}
