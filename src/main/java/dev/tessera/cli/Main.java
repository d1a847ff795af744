package dev.tessera.cli;

import dev.tessera.cli.log.LogSettings;
import dev.tessera.cli.log.StderrLoggers;
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
        System.exit(inThisProcess(args));
    }

    /// Runs one command with the streams, the clocks and the signals of the process.
    ///
    /// @return its exit code
    static int inThisProcess(String... args) {
        Locale.setDefault(Locale.ROOT); // numbers have a decimal point, whatever -Duser.language is
        Console console = Console.ofProcess();
        StderrLoggers.configure(new LogSettings(Level.INFO, console.err()::println));
        int code = run(console, Interruption.ofProcess(console.err()), args);
        console.out().flush();
        return code;
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
        CommandLine commands = Commands.of(console, interruption, args);
        try {
            return commands.execute(args);
        } catch (OutOfMemoryError | StackOverflowError failure) {
            return new Failures(console).report(failure).code();
        }
    }
}
