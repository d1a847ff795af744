package dev.tessera.cli;

import dev.tessera.cli.log.LogSettings;
import dev.tessera.cli.log.StderrLoggers;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.slf4j.event.Level;
import picocli.CommandLine;

/// The command line of Tessera.
public final class Main {
    private Main() {}

    /// Runs one command and ends the process with its exit code.
    ///
    /// @param args the command and its options, as typed
    public static void main(String[] args) {
        Locale.setDefault(Locale.ROOT); // numbers have a decimal point, whatever -Duser.language is
        Console console = Console.ofProcess();
        StderrLoggers.configure(new LogSettings(Level.INFO, console.err()::println));
        int code = run(console, Interruption.ofProcess(console.err()), args);
        console.out().flush();
        System.exit(code);
    }

    /// Runs one command without handling signals.
    ///
    /// @return its exit code
    static int run(Console console, String... args) {
        return run(console, new Interruption(console.err(), () -> {}), args);
    }

    /// Runs one command.
    ///
    /// @return its exit code
    static int run(Console console, Interruption interruption, String... args) {
        CommandLine commands = commands(console, interruption);
        try {
            return commands.execute(args);
        } catch (OutOfMemoryError | StackOverflowError failure) {
            return new Failures(console).report(failure).code();
        }
    }

    private static CommandLine commands(Console console, Interruption interruption) {
        var failures = new Failures(console);
        return new CommandLine(new TesseraCommand(console))
                .addSubcommand(new RunCommand(console, interruption))
                .addSubcommand(new SweepCommand(console, interruption))
                .addSubcommand(new StopCommand(console))
                .addSubcommand(new PlanCommand(console))
                .addSubcommand(new GeometryCommand(console))
                .addSubcommand(new BenchCommand(console, interruption))
                .addSubcommand(new ValidateCommand(console, interruption))
                .addSubcommand(new CodegenCommand(console))
                .addSubcommand(new DevicesCommand(console))
                .addSubcommand(new InitCommand(console))
                .setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true)
                .setExecutionExceptionHandler(failures)
                .setParameterExceptionHandler(failures);
    }
}
