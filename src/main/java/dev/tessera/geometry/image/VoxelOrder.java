package dev.tessera.geometry.image;

/// The order of voxels in a file.
public enum VoxelOrder {
    /// Neighbours along x follow one another; a page is a slice of one z. Fiji, Avizo and
    /// most scanners write this.
    X_FASTEST("x-fastest"),
    /// Neighbours along z follow one another; a page is a slice of one x. The order of `array[x][y][z]` in C and NumPy.
    Z_FASTEST("z-fastest");

    private final String key;

    VoxelOrder(String key) {
        this.key = key;
    }

    public String key() {
        return key;
    }
}
