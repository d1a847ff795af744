package dev.tessera.units;

/// Text that is no quantity, or a quantity of another dimension than requested. The message gives the reason and a
/// remedy.
public final class QuantityException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final int offset;

    QuantityException(int offset, String message) {
        super(message);
        this.offset = offset;
    }

    /// Position in the text, from 0.
    public int offset() {
        return offset;
    }
}
