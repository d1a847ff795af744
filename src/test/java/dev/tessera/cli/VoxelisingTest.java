package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.Slab;
import dev.tessera.geometry.SlabExchange;
import dev.tessera.geometry.TooFewPlanesException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What ranks say where slabs of a geometry are too thin for them.
final class VoxelisingTest {
    @Test
    void large_boxes_in_space_are_told_with_the_reason() {
        assertThat(Voxelising.onEachRank(tooFew(box(1000, 1000, 10))))
                .contains("each rank voxelises the whole geometry: 4 processes cannot share 1000 x 1000 x 10 nodes:"
                        + " each needs at least 6 planes along z");
    }

    @Test
    void plane_and_small_boxes_are_not_told() {
        assertThat(Voxelising.onEachRank(tooFew(box(10_000, 10_000, 1)))).isEmpty();
        assertThat(Voxelising.onEachRank(tooFew(box(20, 20, 20)))).isEmpty();
    }

    private static Box box(int nx, int ny, int nz) {
        return new Box(nx, ny, nz, false, false, false);
    }

    private static TooFewPlanesException tooFew(Box box) {
        return catchThrowableOfType(TooFewPlanesException.class, () -> Slab.of(box, new FourRanks()));
    }

    private record FourRanks() implements SlabExchange {
        @Override
        public int rank() {
            return 0;
        }

        @Override
        public int count() {
            return 4;
        }

        @Override
        public List<long[]> all(long[] own) {
            throw new IllegalStateException("slabs are too thin to exchange anything");
        }

        @Override
        public long[] fromNext(long[] own) {
            throw new IllegalStateException("slabs are too thin to exchange anything");
        }
    }
}
