package dev.tessera.cli;

import dev.tessera.cli.log.LogSettings;
import dev.tessera.cli.log.StderrLoggers;
import java.util.List;
import java.util.Locale;
import org.slf4j.event.Level;
import picocli.CommandLine;

/// The command line of Tessera.
public final class Main {
    /// Commands that all ranks of an MPI job carry out.
    private static final List<String> OF_ALL_RANKS = List.of(RunCommand.NAME, GeometryCommand.NAME);

    private Main() {}

    /// Runs one command and ends the process with its exit code.
    ///
    /// @param args the command and its options, as typed
    public static void main(String[] args) {
        System.exit(inThisProcess(args));
    }

    /// As [#inThisProcess(Additions,String...)], with nothing added.
    static int inThisProcess(String... args) {
        return inThisProcess(Additions.NONE, args);
    }

    /// Runs one command with the streams, the clocks and the signals of the process.
    ///
    /// @param additions of a program of the user's own
    /// @return its exit code
    static int inThisProcess(Additions additions, String... args) {
        Locale.setDefault(Locale.ROOT); // numbers have a decimal point, whatever -Duser.language is
        Console terminal = Console.ofProcess();
        if (args.length > 0 && args[0].equals(JavaCommand.NAME)) {
            return run(terminal, args); // the program's own commands handle ranks and signals
        }
        MpiJob job = MpiJob.ofProcess(terminal.err());
        if (job.isFollower() && !(args.length > 0 && OF_ALL_RANKS.contains(args[0]))) {
            return ExitCode.DONE.code(); // the first rank carries out other commands
        }
        Console console = job.isFollower() ? new CapturedText().console() : terminal;
        StderrLoggers.configure(new LogSettings(Level.INFO, console.err()::println));
        int code = run(console, Interruption.ofProcess(console.err()), job, additions, args);
        console.out().flush();
        job.leave();
        return code;
    }

    /// Runs one command without handling signals.
    ///
    /// @return its exit code
    static int run(Console console, String... args) {
        return run(console, new Interruption(console.err(), () -> {}), args);
    }

    /// Runs one command in a process that runs alone.
    ///
    /// @return its exit code
    static int run(Console console, Interruption interruption, String... args) {
        return run(console, interruption, MpiJob.none(console.err()), Additions.NONE, args);
    }

    private static int run(
            Console console, Interruption interruption, MpiJob job, Additions additions, String... args) {
        CommandLine commands = Commands.of(console, interruption, job, additions, args);
        try {
            return commands.execute(args);
        } catch (OutOfMemoryError | StackOverflowError failure) {
            return new Failures(console, job).reportAndEnd(failure).code();
        }
    }
}
