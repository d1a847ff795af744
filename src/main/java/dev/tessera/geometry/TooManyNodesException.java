package dev.tessera.geometry;

/// A box that does not fit into the memory of this process. The message says how many nodes, what they take, and
/// the way out.
public final class TooManyNodesException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public TooManyNodesException(String message) {
        super(message);
    }

    public TooManyNodesException(String message, Throwable cause) {
        super(message, cause);
    }
}
