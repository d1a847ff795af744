package dev.tessera.cli;

import dev.tessera.cli.log.LogSettings;
import dev.tessera.cli.log.StderrLoggers;
import java.io.PrintWriter;
import org.slf4j.event.Level;
import picocli.CommandLine;

/// The command line of Tessera.
public final class Main {
    private Main() {}

    /// Runs one command and ends the process with its exit code.
    ///
    /// @param args the command and its options, as typed
    public static void main(String[] args) {
        Console console = Console.ofProcess();
        StderrLoggers.configure(new LogSettings(Level.INFO, console.err()::println));
        int code = run(console, args);
        console.out().flush();
        System.exit(code);
    }

    /// Runs one command.
    ///
    /// @return its exit code
    static int run(Console console, String... args) {
        CommandLine commands = commands(console);
        try {
            return commands.execute(args);
        } catch (OutOfMemoryError | StackOverflowError failure) {
            return new Failures(console).report(failure).code();
        }
    }

    static CommandLine commands(Console console) {
        var failures = new Failures(console);
        return new CommandLine(new TesseraCommand(console))
                .addSubcommand(new RunCommand(console))
                .addSubcommand(new PlanCommand(console))
                .addSubcommand(new GeometryCommand(console))
                .addSubcommand(new BenchCommand(console))
                .addSubcommand(new ValidateCommand(console))
                .addSubcommand(new CodegenCommand(console))
                .addSubcommand(new DevicesCommand(console))
                .addSubcommand(new InitCommand(console))
                .setOut(new PrintWriter(console.out(), true))
                .setErr(new PrintWriter(console.err(), true))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true)
                .setExecutionExceptionHandler(failures)
                .setParameterExceptionHandler(failures);
    }
}
