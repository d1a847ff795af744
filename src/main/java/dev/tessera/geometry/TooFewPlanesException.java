package dev.tessera.geometry;

/// A box that so many processes cannot share: a [Slab] of each needs several planes along z.
public final class TooFewPlanesException extends GeometryException {
    private static final long serialVersionUID = 1;

    private final transient Box box;
    private final String reason;

    /// @param reason the number of processes and of planes, without a full stop
    /// @param remedy a sentence
    TooFewPlanesException(Box box, String reason, String remedy) {
        super("%s. %s".formatted(reason, remedy));
        this.box = box;
        this.reason = reason;
    }

    /// The whole box.
    public Box box() {
        return box;
    }

    /// The message without the remedy.
    public String reason() {
        return reason;
    }
}
