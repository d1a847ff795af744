package dev.tessera.geometry.mesh;

/// The unit of length of an STL file, which the file itself does not contain.
public enum StlUnit {
    M("m", 1),
    CM("cm", 1e-2),
    MM("mm", 1e-3),
    UM("um", 1e-6);

    private final String key;
    private final double metres;

    StlUnit(String key, double metres) {
        this.key = key;
        this.metres = metres;
    }

    /// Its key in case files.
    public String key() {
        return key;
    }

    public double metres() {
        return metres;
    }
}
