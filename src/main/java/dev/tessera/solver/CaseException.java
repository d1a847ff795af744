package dev.tessera.solver;

/// A case that contradicts itself or its geometry. The message names the key, the value, what is allowed and a
/// remedy.
public final class CaseException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public CaseException(String message) {
        super(message);
    }
}
