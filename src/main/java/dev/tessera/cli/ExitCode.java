package dev.tessera.cli;

import java.util.stream.Stream;

/// How a command ended, as scripts see it.
enum ExitCode {
    /// Done; also when the run reached its limit before convergence.
    DONE(0),
    /// The run failed or could not write a file of its results, or a row of a validation failed.
    FAILED(1),
    /// The input is wrong: command line, case, geometry.
    WRONG_INPUT(2),
    /// The requested device or memory is not available.
    NO_DEVICE(3),
    /// Interrupted; a checkpoint was written.
    INTERRUPTED(130);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    /// @throws IllegalArgumentException where no command ends with this code
    static ExitCode of(long code) {
        return Stream.of(values())
                .filter(one -> one.code == code)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("exit code " + code));
    }

    int code() {
        return code;
    }
}
