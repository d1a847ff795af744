package dev.tessera.geometry.image;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.io.TempDir;

/// Images defined by a function, for tests of their voxelisation.
abstract class ImageKit {
    static final AxisEnds PERIODIC = AxisEnds.periodic();

    final ForkJoinPool workers = ForkJoinPool.commonPool();

    @TempDir
    Path folder;

    interface Labels {
        int at(int x, int y, int z);
    }

    ImageSource image(int nx, int ny, int nz, VoxelOrder order, Labels labels) {
        byte[] bytes = new byte[nx * ny * nz];
        for (int z = 0; z < nz; z++) {
            for (int y = 0; y < ny; y++) {
                for (int x = 0; x < nx; x++) {
                    int at = order == VoxelOrder.X_FASTEST ? x + nx * (y + ny * z) : z + nz * (y + ny * x);
                    bytes[at] = (byte) labels.at(x, y, z);
                }
            }
        }
        try {
            Path file = Files.write(folder.resolve("image.raw"), bytes);
            int[] size = {nx, ny, nz};
            return ImageSource.of(RawFile.open(file, size, VoxelType.UINT8, order, 0), PoreLabels.of(0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
