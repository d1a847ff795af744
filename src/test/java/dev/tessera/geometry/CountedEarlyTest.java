package dev.tessera.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.geometry.image.ImageSource;
import dev.tessera.geometry.image.PoreLabels;
import dev.tessera.geometry.image.RawFile;
import dev.tessera.geometry.image.VoxelOrder;
import dev.tessera.geometry.image.VoxelType;
import dev.tessera.geometry.mesh.StlSource;
import dev.tessera.geometry.mesh.StlUnit;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.geometry.shape.Sphere;
import dev.tessera.geometry.spheres.Packing;
import dev.tessera.geometry.spheres.SphereSource;
import dev.tessera.suites.generator.Chip;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every source reports the number of fluid nodes, and can be stopped then.
final class CountedEarlyTest {
    private static final class TooMany extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private final ForkJoinPool workers = ForkJoinPool.commonPool();

    @TempDir
    Path folder;

    private Map<GeometrySource, Double> sourcesAndSpacings() throws IOException {
        Path image = Files.write(folder.resolve("image.raw"), new byte[] {0, 1, 0, 0, 1, 0, 0, 0});
        return Map.of(
                StlSource.of(Path.of("examples/aneurysm/aneurysm.stl"), StlUnit.M),
                1e-3,
                image(image),
                1.0,
                box(IsolatedFluid.KEEP),
                0.1,
                Chip.tree(1),
                0.25,
                SphereSource.of(new Vec(4, 4, 4), 1, 0.7, Packing.Overlap.NONE, 1),
                0.2);
    }

    private static ImageSource image(Path file) throws IOException {
        return ImageSource.of(
                RawFile.open(file, new int[] {2, 2, 2}, VoxelType.UINT8, VoxelOrder.X_FASTEST, 0), PoreLabels.of(0));
    }

    private static ShapeSource box(IsolatedFluid isolated) {
        return ShapeSource.in(Domain.enclosed(new Vec(1, 1, 1), Side.wall("wall")))
                .obstacle("ball", new Sphere(new Vec(0.5, 0.5, 0.5), 0.3))
                .isolated(isolated);
    }

    @Test
    void the_number_of_fluid_nodes_is_reported_and_a_refusal_ends_the_voxelising() throws IOException {
        for (var entry : sourcesAndSpacings().entrySet()) {
            GeometrySource source = entry.getKey();
            AtomicLong told = new AtomicLong();
            NodeMap nodes = source.voxelise(entry.getValue(), workers, told::addAndGet);
            assertThat(told).as(source.description()).hasValue(nodes.fluid().count());
            assertThatThrownBy(() -> source.voxelise(entry.getValue(), workers, counted -> {
                        throw new TooMany();
                    }))
                    .as(source.description())
                    .isInstanceOf(TooMany.class);
        }
    }

    @Test
    void nothing_is_reported_where_isolated_fluid_may_still_be_dropped() {
        AtomicLong told = new AtomicLong(-1);
        box(IsolatedFluid.DROP).voxelise(0.1, workers, told::set);
        assertThat(told).hasValue(-1);
    }
}
