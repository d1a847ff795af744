package dev.tessera.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/// The commands of the program. Reading the options of a command takes 10 to 20 ms, so of all commands but the typed
/// one only the name and the description are read.
final class Commands {
    /// Options of the program itself, after which no command follows.
    private static final Set<String> GENERAL = Set.of("-h", "--help", "-V", "--version");

    private Commands() {}

    /// A command.
    ///
    /// @param type its annotated class
    /// @param make makes an object of it
    private record Entry(Class<?> type, Supplier<Object> make) {
        private Command annotation() {
            return type.getAnnotation(Command.class);
        }

        String name() {
            return annotation().name();
        }

        /// The command without its options, for the list of commands.
        CommandSpec summary() {
            CommandSpec spec = CommandSpec.create().name(name());
            spec.usageMessage().description(annotation().description());
            return spec;
        }
    }

    private static List<Entry> all(Console console, Interruption interruption, MpiJob job, Additions additions) {
        return List.of(
                new Entry(RunCommand.class, () -> new RunCommand(console, interruption, job, additions)),
                new Entry(SweepCommand.class, () -> new SweepCommand(console, interruption)),
                new Entry(StopCommand.class, () -> new StopCommand(console)),
                new Entry(PlanCommand.class, () -> new PlanCommand(console, additions)),
                new Entry(GeometryCommand.class, () -> new GeometryCommand(console, job, additions)),
                new Entry(BenchCommand.class, () -> new BenchCommand(console, interruption)),
                new Entry(ValidateCommand.class, () -> new ValidateCommand(console, interruption)),
                new Entry(CodegenCommand.class, () -> new CodegenCommand(console, additions)),
                new Entry(JavaCommand.class, () -> new JavaCommand(console)),
                new Entry(DevicesCommand.class, () -> new DevicesCommand(console)),
                new Entry(InitCommand.class, () -> new InitCommand(console)));
    }

    /// The command line that can execute the arguments.
    ///
    /// @param job ended by a failure on any of its ranks
    /// @param args as typed
    static CommandLine of(Console console, Interruption interruption, MpiJob job, Additions additions, String... args) {
        List<Entry> entries = all(console, interruption, job, additions);
        String first = args.length == 0 ? "--help" : args[0];
        boolean isKnown = GENERAL.contains(first)
                || entries.stream().anyMatch(entry -> entry.name().equals(first));
        CommandLine commands = new CommandLine(new TesseraCommand(console));
        for (Entry entry : entries) {
            boolean isWhole = !isKnown || entry.name().equals(first);
            commands.addSubcommand(entry.name(), isWhole ? entry.make().get() : entry.summary());
        }
        var failures = new Failures(console, job);
        return commands.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true)
                .setExecutionExceptionHandler(failures)
                .setParameterExceptionHandler(failures);
    }
}
