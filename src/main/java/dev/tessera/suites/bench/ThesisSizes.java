package dev.tessera.suites.bench;

import java.util.List;

/// Sizes of suite `thesis`.
///
/// @param cube edge of the box of experiments with kernels
/// @param extents three different ones, of a box that is turned
/// @param edges of the cubes whose speeds are compared
/// @param threads per block
/// @param offloaded edge of the cube that is offloaded as a whole
/// @param steps between whole transfers, and in one call
/// @param cavity edge of the box in 27 blocks
/// @param centres edges of its block in the centre
record ThesisSizes(
        int cube,
        List<Integer> extents,
        List<Integer> edges,
        List<Integer> threads,
        int offloaded,
        List<Integer> steps,
        int cavity,
        List<Integer> centres) {
    private static final List<Integer> STEPS = List.of(1, 10, 100, 1000);
    private static final List<Integer> THREADS = List.of(32, 64, 96, 128, 192, 256, 384, 512, 768, 1024);

    ThesisSizes {
        extents = List.copyOf(extents);
        edges = List.copyOf(edges);
        threads = List.copyOf(threads);
        steps = List.copyOf(steps);
        centres = List.copyOf(centres);
    }

    /// @param isLarge for a GPU
    static ThesisSizes usual(boolean isLarge) {
        return isLarge
                ? new ThesisSizes(
                        192,
                        List.of(32, 128, 512),
                        List.of(32, 48, 60, 64, 65, 68, 96, 100, 128, 132, 160, 192, 224, 256),
                        THREADS,
                        128,
                        STEPS,
                        132,
                        List.of(8, 16, 32, 44, 64, 96, 128))
                : new ThesisSizes(
                        64,
                        List.of(16, 64, 256),
                        List.of(16, 24, 32, 33, 48, 60, 64, 65, 68, 96, 100, 128),
                        THREADS,
                        32,
                        STEPS,
                        132,
                        List.of(8, 16, 32, 44, 64, 96, 128));
    }
}
