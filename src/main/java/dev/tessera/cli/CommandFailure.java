package dev.tessera.cli;

/// A command that cannot continue, with its exit code; the message is what the user reads.
final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ExitCode exitCode;

    CommandFailure(ExitCode exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    ExitCode exitCode() {
        return exitCode;
    }
}
