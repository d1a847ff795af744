package dev.tessera.casefile;

/// Thrown where a value could not be read and its problem has been noted; caught where reading can continue.
final class Unreadable extends RuntimeException {
    private static final long serialVersionUID = 1;

    Unreadable() {
        super("the problem has been noted", null, false, false);
    }
}
