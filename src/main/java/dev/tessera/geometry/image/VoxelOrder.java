package dev.tessera.geometry.image;

/// In which order a file lists its voxels.
public enum VoxelOrder {
    /// Neighbours along x follow one another; a page is a slice of one z. Fiji, Avizo and
    /// most scanners write this.
    X_FASTEST("x-fastest"),
    /// Neighbours along z follow one another; a page is a slice of one x. What C and NumPy make of
    /// `array[x][y][z]`.
    Z_FASTEST("z-fastest");

    private final String key;

    VoxelOrder(String key) {
        this.key = key;
    }

    public String key() {
        return key;
    }
}
