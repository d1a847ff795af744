package dev.tessera.units;

/// Text that is no quantity, or one of another dimension than was asked for. The message says
/// what, why, and the way out.
public final class QuantityException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final int offset;

    QuantityException(int offset, String message) {
        super(message);
        this.offset = offset;
    }

    /// Where in the text, from 0.
    public int offset() {
        return offset;
    }
}
