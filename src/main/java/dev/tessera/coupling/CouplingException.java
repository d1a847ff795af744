package dev.tessera.coupling;

import java.io.Serial;

/// A call that is refused; the message is for the user of the calling program.
final class CouplingException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final Status status;

    CouplingException(Status status, String message) {
        super(message);
        this.status = status;
    }

    static CouplingException badArgument(String message) {
        return new CouplingException(Status.BAD_ARGUMENT, message);
    }

    Status status() {
        return status;
    }
}
