package dev.tessera.solver;

import java.io.IOException;

/// An output that this machine cannot make, such as a picture where there are no fonts. The message is a sentence with
/// the remedy. A run without it is complete.
public final class OutputUnavailable extends IOException {
    private static final long serialVersionUID = 1;

    public OutputUnavailable(String message, Throwable cause) {
        super(message, cause);
    }
}
