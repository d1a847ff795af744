package dev.tessera.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Starts programs of the tests as ranks of an MPI job. Its files `stdout` and `stderr` hold what the ranks print.
/// Closing ends the job.
///
/// Ranks live for seconds, most of which Java's optimising compiler would take; so they do without it, and without the
/// vectors that need it. Ranks within a given heap, which work for longer, run as for users.
public final class Mpirun implements AutoCloseable {
    /// Of each rank, as for `-Xmx`, unless a test gives another.
    public static final String HEAP = "400m";

    private static final List<String> SHORT =
            List.of("-XX:TieredStopAtLevel=1", "-Dtessera.jvm.busy-nodes=" + Long.MAX_VALUE);
    private static final List<String> LONG = List.of();

    private final Path folder;
    private final Process process;

    /// Implementations of MPI; distributions give the programs of each a name of its own.
    public enum Library {
        OPEN_MPI(
                "mpi",
                List.of("mpirun.openmpi", "mpirun"),
                List.of("--allow-run-as-root", "--oversubscribe", "--bind-to", "none"),
                "--enable-recovery"),
        MPICH("mpich", List.of("mpiexec.mpich", "mpiexec.hydra"), List.of(), "-disable-auto-cleanup");

        private final String part;
        private final List<String> programs;
        private final List<String> options;
        private final String careless;

        /// @param careless the option with which the others go on where a rank is lost
        Library(String part, List<String> programs, List<String> options, String careless) {
            this.part = part;
            this.programs = programs;
            this.options = options;
            this.careless = careless;
        }

        /// Continues the test only on a machine with this library.
        public void require() {
            Needs.part(part, program().isPresent());
        }

        private Optional<Path> program() {
            return programs.stream().flatMap(Library::named).findFirst();
        }

        private static Stream<Path> named(String program) {
            return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                    .filter(folder -> !folder.isBlank())
                    .map(folder -> Path.of(folder, program))
                    .filter(Files::isExecutable);
        }

        /// What starts a program as ranks of a job.
        public List<String> command(int ranks) {
            List<String> command = new ArrayList<>();
            command.add(program().orElseThrow().toString());
            command.addAll(options);
            command.addAll(List.of("-np", Integer.toString(ranks)));
            return command;
        }

        /// Starts a class with a `main` method.
        /// @param folder for what the ranks print
        public Mpirun start(Path folder, int ranks, String mainClass, String... arguments) throws IOException {
            return Mpirun.start(folder, command(ranks), HEAP, SHORT, mainClass, arguments);
        }

        /// As [#start], with a given heap.
        /// @param heap of each rank, as for `-Xmx`
        public Mpirun startWithin(String heap, Path folder, int ranks, String mainClass, String... arguments)
                throws IOException {
            return Mpirun.start(folder, command(ranks), heap, LONG, mainClass, arguments);
        }

        /// As [#start], with a launcher that does not end the others where a rank is lost.
        public Mpirun startCareless(Path folder, int ranks, String mainClass, String... arguments) throws IOException {
            List<String> command = command(ranks);
            command.add(1, careless);
            return Mpirun.start(folder, command, HEAP, SHORT, mainClass, arguments);
        }

        /// As [#startCareless], with ranks that do not see each other's processes, as if each had its own computer.
        public Mpirun startApart(Path folder, int ranks, String mainClass, String... arguments) throws IOException {
            List<String> command = command(ranks);
            command.add(1, careless);
            List<String> flags = new ArrayList<>(SHORT);
            flags.add("-Dtessera.mpi.apart=true");
            return Mpirun.start(folder, command, HEAP, flags, mainClass, arguments);
        }
    }

    private Mpirun(Path folder, Process process) {
        this.folder = folder;
        this.process = process;
    }

    /// Starts one process without `mpirun`.
    /// @param settings of the environment, `NAME=value`
    public static Mpirun alone(Path folder, List<String> settings, String mainClass, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(List.of("env"));
        command.addAll(settings);
        return start(folder, command, HEAP, SHORT, mainClass, arguments);
    }

    /// Starts one process without `mpirun`, with a given heap.
    public static Mpirun aloneWithin(String heap, Path folder, String mainClass, String... arguments)
            throws IOException {
        return start(folder, List.of("env"), heap, LONG, mainClass, arguments);
    }

    private static Mpirun start(
            Path folder, List<String> before, String heap, List<String> flags, String mainClass, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(before);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("@" + Path.of("jvm.options").toAbsolutePath());
        command.addAll(List.of("-Xmx" + heap, "-XX:+UseSerialGC", "-Djava.awt.headless=true"));
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
        command.addAll(List.of(arguments));
        Files.createDirectories(folder);
        Process process = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(folder.resolve("stdout").toFile())
                .redirectError(folder.resolve("stderr").toFile())
                .start();
        return new Mpirun(folder, process);
    }

    /// Waits for the end.
    /// @return the exit code
    /// @throws AssertionError where it takes longer
    public int await(Duration atMost) throws InterruptedException {
        if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new AssertionError("the job has not ended after %s: %s%s".formatted(atMost, stdout(), stderr()));
        }
        return process.exitValue();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /// The launcher itself.
    public ProcessHandle launcher() {
        return process.toHandle();
    }

    /// The processes of the ranks, in no order.
    public List<ProcessHandle> ranks() {
        return process.descendants()
                .filter(child -> child.info().command().orElse("").endsWith("java"))
                .toList();
    }

    public String stdout() {
        return read("stdout");
    }

    public String stderr() {
        return read("stderr");
    }

    private String read(String name) {
        try {
            return Files.readString(folder.resolve(name));
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    @Override
    public void close() {
        List<ProcessHandle> ranks = ranks();
        process.destroyForcibly();
        ranks.forEach(ProcessHandle::destroyForcibly);
    }
}
