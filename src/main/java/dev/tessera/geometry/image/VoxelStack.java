package dev.tessera.geometry.image;

import java.util.Optional;
import java.util.concurrent.ForkJoinPool;

/// A block of labelled voxels in a file or several, read page by page.
public interface VoxelStack {
    int nx();

    int ny();

    int nz();

    /// The fastest axis, which defines the pages.
    VoxelOrder order();

    /// One-line description: the file, its size and type.
    String description();

    /// Short name for messages: the file's.
    String name();

    /// The edges of a voxel as the file gives them, in a unit that the file does not contain.
    default Optional<VoxelEdges> edges() {
        return Optional.empty();
    }

    /// Reads pages `from` … `to` - 1, each once, in any order and several at a time.
    /// @throws dev.tessera.geometry.GeometryException where the file cannot be read or contradicts its description; the
    ///        message names the place
    void scan(int from, int to, PageVisitor visitor, ForkJoinPool workers);

    /// Receives the pages of a scan.
    @FunctionalInterface
    interface PageVisitor {
        /// @param page number along the slowest axis
        /// @param labels of the page's voxels, `[row][column]`: with x fastest `[y][x]`, with z
        ///        fastest `[y][z]`; valid during the call
        void visit(int page, int[] labels);
    }

    /// The number of pages.
    default int pages() {
        return order() == VoxelOrder.X_FASTEST ? nz() : nx();
    }

    /// Voxels per row of a page.
    default int columns() {
        return order() == VoxelOrder.X_FASTEST ? nx() : nz();
    }

    default int voxelsPerPage() {
        return Math.multiplyExact(columns(), ny());
    }

    default long voxels() {
        return (long) nx() * ny() * nz();
    }
}
