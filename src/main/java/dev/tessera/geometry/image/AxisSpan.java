package dev.tessera.geometry.image;

/// The nodes of the voxels along one axis.
///
/// @param voxels taken from the image
/// @param refine nodes per voxel
/// @param buffer nodes without solid at each end
/// @param mirrored whether the mirror image follows
record AxisSpan(int voxels, int refine, int buffer, boolean mirrored) {
    int nodes() {
        return Math.toIntExact(2L * buffer + (long) voxels * refine * (mirrored ? 2 : 1));
    }

    /// The first node of voxel `i`.
    int first(int i) {
        return buffer + refine * i;
    }

    /// The first node of the mirror image of the voxels from `i` up to before `end`.
    int firstMirrored(int end) {
        return 2 * voxels * refine - refine * end;
    }
}
