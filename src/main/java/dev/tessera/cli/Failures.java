package dev.tessera.cli;

import dev.tessera.casefile.CaseFileException;
import dev.tessera.cli.log.PlainText;
import dev.tessera.device.DeviceException;
import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.TooManyNodesException;
import dev.tessera.kernel.gpu.NoKernelException;
import dev.tessera.solver.CaseException;
import dev.tessera.solver.RunFailure;
import dev.tessera.units.Spelling;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/// Turns failures into a message on stderr and an exit code.
final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {
    private final Console console;
    private final MpiJob job;

    Failures(Console console) {
        this(console, MpiJob.none(console.err()));
    }

    /// @param job ended by a failure on any of its ranks
    Failures(Console console, MpiJob job) {
        this.console = console;
        this.job = job;
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        return reportAndEnd(failure).code();
    }

    /// As [#report]; ends all ranks of a job.
    ExitCode reportAndEnd(Throwable failure) {
        ExitCode code = report(failure);
        console.out().flush();
        if (job.isFollower()) {
            var text = new CapturedText();
            new Failures(text.console()).report(failure);
            job.failed(failure, code, text.toString());
        } else {
            job.failed(failure, code, "");
        }
        return code;
    }

    @Override
    public int handleParseException(ParameterException failure, String[] arguments) {
        CommandLine command = failure.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        if (failure instanceof UnmatchedArgumentException typed
                && command.getParent() == null
                && !typed.getUnmatched().getFirst().startsWith("-")) {
            return noCommand(
                    typed.getUnmatched().getFirst(),
                    List.copyOf(command.getSubcommands().keySet()));
        }
        if (failure instanceof UnmatchedArgumentException typed) {
            return unknown(typed.getUnmatched().getFirst(), name, command);
        }
        if (isUnreadableName(failure)) {
            console.err()
                    .println(
                            ("%s: a file name on the command line has characters that the locale of this process does not"
                                            + " have (character set %s). Set LC_ALL=C.UTF-8.")
                                    .formatted(name, System.getProperty("sun.jnu.encoding", "unknown")));
            return ExitCode.WRONG_INPUT.code();
        }
        console.err().println("%s: %s".formatted(name, failure.getMessage()));
        console.err().println("Run `%s --help` for its options.".formatted(name));
        return ExitCode.WRONG_INPUT.code();
    }

    /// Whether letters of a file name were lost before the program saw them.
    private static boolean isUnreadableName(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof InvalidPathException path
                    && path.getInput().chars().anyMatch(c -> c > 127)) {
                return true;
            }
        }
        return String.valueOf(failure.getMessage()).contains("InvalidPathException: Malformed input");
    }

    /// An unknown option, or a second case.
    private int unknown(String typed, String name, CommandLine command) {
        String way = "Run `%s --help` for its options.".formatted(name);
        if (!typed.startsWith("-")) {
            console.err().println("%s: unexpected argument '%s'. %s".formatted(name, typed, way));
            return ExitCode.WRONG_INPUT.code();
        }
        String option = typed.split("=", 2)[0];
        List<String> known = Spelling.nearestFirst(
                option,
                command.getCommandSpec().options().stream()
                        .map(OptionSpec::longestName)
                        .toList());
        String guess = Spelling.isNear(option, known.getFirst()) ? "did you mean %s? ".formatted(known.getFirst()) : "";
        console.err().println("%s: there is no option '%s'; %s%s".formatted(name, option, guess, way));
        return ExitCode.WRONG_INPUT.code();
    }

    private int noCommand(String typed, List<String> commands) {
        List<String> known = Spelling.nearestFirst(typed, commands);
        String guess = Spelling.isNear(typed, known.getFirst()) ? "did you mean %s? ".formatted(known.getFirst()) : "";
        console.err()
                .println("tessera: there is no command '%s'; %scommands: %s. `tessera --help` explains them."
                        .formatted(typed, guess, String.join(", ", known)));
        return ExitCode.WRONG_INPUT.code();
    }

    /// Prints the failure and returns the exit code of the process.
    ExitCode report(Throwable failure) {
        return switch (failure) {
            case CommandFailure told -> say(told.getMessage(), told.exitCode());
            case GeometryException wrong -> say(wrong.getMessage(), ExitCode.WRONG_INPUT);
            case CaseFileException wrong -> say(wrong.getMessage(), ExitCode.WRONG_INPUT);
            case CaseException wrong -> say(wrong.getMessage(), ExitCode.WRONG_INPUT);
            case NoKernelException unfit -> say(unfit.getMessage(), ExitCode.WRONG_INPUT);
            case RunFailure failed -> failedRun(failed);
            case DeviceException missing -> say(missing.getMessage(), ExitCode.NO_DEVICE);
            case NoSuchFileException missing ->
                say("%s: there is no such file".formatted(missing.getFile()), ExitCode.WRONG_INPUT);
            case AccessDeniedException denied ->
                say("%s: this file may not be read or written".formatted(denied.getFile()), ExitCode.WRONG_INPUT);
            case FileAlreadyExistsException present ->
                say("%s: a file of this name is in the way".formatted(present.getFile()), ExitCode.WRONG_INPUT);
            case FileSystemException file -> say(file.getMessage(), ExitCode.FAILED);
            case IOException io -> say(io.getMessage(), ExitCode.FAILED);
            case TooManyNodesException large -> say(large.getMessage(), ExitCode.NO_DEVICE);
            case OutOfMemoryError memory ->
                say(
                        ("not enough memory: %s; the heap, which holds geometry and snapshots, may grow to %s."
                                        + " A spacing 1.3 times as large needs half as much in 3D; TESSERA_JAVA_OPTS=-Xmx…"
                                        + " gives more.")
                                .formatted(
                                        memory.getMessage(),
                                        Report.bytes(Runtime.getRuntime().maxMemory())),
                        ExitCode.NO_DEVICE);
            default -> unexpected(failure);
        };
    }

    /// With the lines of the program where a hook of it failed.
    private ExitCode failedRun(RunFailure failed) {
        ExitCode code = say(failed.getMessage(), ExitCode.FAILED);
        if (failed.reason() == RunFailure.Reason.HOOK_FAILED && failed.getCause() != null) {
            failed.getCause().printStackTrace(console.err());
        }
        return code;
    }

    private ExitCode say(@Nullable String message, ExitCode code) {
        console.err().println(PlainText.of(message));
        return code;
    }

    private ExitCode unexpected(Throwable failure) {
        console.err().println("tessera: internal error; please report it with the lines below.");
        failure.printStackTrace(console.err());
        return ExitCode.FAILED;
    }
}
