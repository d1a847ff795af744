package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.DividedSourceKit;
import dev.tessera.geometry.InProcessSlabs;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.geometry.shape.Sphere;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NodesHashTest {
    private static final ForkJoinPool WORKERS = ForkJoinPool.commonPool();

    /// Planes of 7 × 9, 8 × 8 and 64 × 2 nodes: borders between slabs within words of 64 nodes, and between them.
    @ParameterizedTest
    @CsvSource({"7, 9, 53, 8", "8, 8, 49, 8", "64, 2, 20, 3", "5, 3, 37, 6"})
    void the_hash_of_slabs_is_that_of_one_part(int nx, int ny, int nz, int parts) {
        ShapeSource source = ShapeSource.in(Domain.enclosed(new Vec(nx, ny, nz), Side.periodic()))
                .obstacle("ball", new Sphere(new Vec(nx / 2.0, ny / 2.0, nz / 2.0), nz / 3.0));
        long one = NodesHash.of(source.voxelise(1, WORKERS));
        List<Long> found = InProcessSlabs.run(
                parts, exchange -> NodesHash.of(source.voxelise(1, exchange, WORKERS, counted -> {})));
        assertThat(found).hasSize(parts).containsOnly(one);
        assertThat(NodesHash.of(DividedSourceKit.assertEqualToOnePart(source, 1, parts)))
                .isEqualTo(one);
    }
}
