package dev.tessera.geometry;

/// A geometry that cannot be used as it is. The message says what is wrong, where (metres), and suggests a remedy.
public sealed class GeometryException extends RuntimeException permits TooFewPlanesException {
    private static final long serialVersionUID = 1;

    public GeometryException(String message) {
        super(message);
    }

    public GeometryException(String message, Throwable cause) {
        super(message, cause);
    }
}
