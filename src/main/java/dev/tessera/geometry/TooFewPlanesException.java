package dev.tessera.geometry;

/// A box that so many processes cannot share: a [Slab] of each needs several planes along z.
public final class TooFewPlanesException extends GeometryException {
    private static final long serialVersionUID = 1;

    public TooFewPlanesException(String message) {
        super(message);
    }
}
