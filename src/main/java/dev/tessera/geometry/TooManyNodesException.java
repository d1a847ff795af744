package dev.tessera.geometry;

/// A box that does not fit into the memory of this process. The message names the number of nodes, their memory and a
/// remedy.
public final class TooManyNodesException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public TooManyNodesException(String message) {
        super(message);
    }

    public TooManyNodesException(String message, Throwable cause) {
        super(message, cause);
    }
}
