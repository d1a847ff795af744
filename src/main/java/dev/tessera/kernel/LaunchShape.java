package dev.tessera.kernel;

/// The launch configuration of a kernel: a grid of thread blocks (in OpenCL: work-groups of work-items), each up to
/// three-dimensional.
///
/// @param gridX blocks along x; `gridY`, `gridZ` along y, z
/// @param blockX threads per block along x; `blockY`, `blockZ` along y, z
/// @param sharedBytes dynamic shared memory per block. In CUDA the kernel's `extern __shared__` array; in OpenCL the
///        kernel's last parameter, a `__local` pointer
public record LaunchShape(int gridX, int gridY, int gridZ, int blockX, int blockY, int blockZ, int sharedBytes) {
    public LaunchShape {
        if (Math.min(Math.min(gridX, gridY), gridZ) < 1 || Math.min(Math.min(blockX, blockY), blockZ) < 1) {
            throw new IllegalArgumentException(
                    "a launch needs at least one block of one thread, not %dx%dx%d of %dx%dx%d"
                            .formatted(gridX, gridY, gridZ, blockX, blockY, blockZ));
        }
        if (sharedBytes < 0) {
            throw new IllegalArgumentException("shared memory of %d bytes".formatted(sharedBytes));
        }
    }

    /// A one-dimensional grid, without dynamic shared memory.
    public static LaunchShape of(int blocks, int threadsPerBlock) {
        return new LaunchShape(blocks, 1, 1, threadsPerBlock, 1, 1, 0);
    }

    /// The smallest one-dimensional grid with at least one thread per item.
    /// @throws ArithmeticException if that takes more than 2^31 - 1 blocks
    public static LaunchShape covering(long items, int threadsPerBlock) {
        return of(Math.toIntExact(Math.ceilDiv(items, threadsPerBlock)), threadsPerBlock);
    }

    public LaunchShape withSharedBytes(int bytes) {
        return new LaunchShape(gridX, gridY, gridZ, blockX, blockY, blockZ, bytes);
    }

    public int threadsPerBlock() {
        return Math.multiplyExact(Math.multiplyExact(blockX, blockY), blockZ);
    }

    @Override
    public String toString() {
        return "%s blocks of %s threads%s"
                .formatted(
                        extent(gridX, gridY, gridZ),
                        extent(blockX, blockY, blockZ),
                        sharedBytes == 0 ? "" : " with %d B of shared memory".formatted(sharedBytes));
    }

    private static String extent(int x, int y, int z) {
        return z > 1 ? "%dx%dx%d".formatted(x, y, z) : y > 1 ? "%dx%d".formatted(x, y) : Integer.toString(x);
    }
}
