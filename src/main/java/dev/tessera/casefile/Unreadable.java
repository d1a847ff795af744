package dev.tessera.casefile;

/// Says that a value could not be read and that its problem has been noted; caught where reading can go on.
final class Unreadable extends RuntimeException {
    private static final long serialVersionUID = 1;

    Unreadable() {
        super("the problem has been noted", null, false, false);
    }
}
