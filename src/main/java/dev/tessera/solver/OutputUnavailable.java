package dev.tessera.solver;

import java.io.IOException;

/// An output that this machine cannot produce, such as a picture without installed fonts. The message contains a
/// remedy. A run without it counts as complete.
public final class OutputUnavailable extends IOException {
    private static final long serialVersionUID = 1;

    public OutputUnavailable(String message, Throwable cause) {
        super(message, cause);
    }
}
