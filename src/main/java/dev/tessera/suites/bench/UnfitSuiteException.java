package dev.tessera.suites.bench;

/// A suite that a device cannot run. The message names a device that can.
public final class UnfitSuiteException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    UnfitSuiteException(String message) {
        super(message);
    }
}
