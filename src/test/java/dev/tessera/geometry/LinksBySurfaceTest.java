package dev.tessera.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LinksBySurfaceTest {
    private static final int SURFACES = 5; // the last one cuts nothing
    private static final int ALONG_AXES = 1 << 4 | 1 << 10 | 1 << 12 | 1 << 14 | 1 << 16 | 1 << 22;

    @Test
    void nodes_faces_and_directions_are_those_of_a_search_over_all_links() {
        CutLinks links = porousLinks();
        LinksBySurface found = links.bySurface();
        assertThat(links.boundaryNodes()).isGreaterThan(1 << 15); // several tasks
        for (int surface = 0; surface < SURFACES; surface++) {
            int id = surface;
            IntPredicate isIts = link -> links.surface(link) == id;
            IntPredicate isAlongAxis = link -> (ALONG_AXES >>> links.code(link) & 1) != 0;
            assertThat(found.nodes(id)).isEqualTo(nodesWith(links, isIts));
            assertThat(found.nodes(id, ALONG_AXES)).isEqualTo(nodesWith(links, isIts.and(isAlongAxis)));
            assertThat(found.faces(id))
                    .isEqualTo(IntStream.range(0, links.links())
                            .filter(isIts.and(isAlongAxis))
                            .count());
            assertThat(found.cuts(id, ALONG_AXES)).isEqualTo(id < SURFACES - 1);
        }
    }

    @Test
    void links_are_searched_once() {
        CutLinks links = porousLinks();
        assertThat(links.bySurface()).isSameAs(links.bySurface());
    }

    private static CutLinks porousLinks() {
        SplittableRandom random = new SplittableRandom(1);
        long[] words = new long[(60 * 50 * 40 + 63) / 64];
        for (int w = 0; w < words.length; w++) {
            long half = random.nextLong();
            words[w] = half | random.nextLong(); // three quarters are fluid
        }
        FluidNodes fluid = FluidNodes.ofBits(new Box(60, 50, 40, false, false, false), words);
        return CutLinksOf.fluid(
                fluid, (from, to, code, side) -> (int) ((from + code) % (SURFACES - 1)), ForkJoinPool.commonPool());
    }

    private static int[] nodesWith(CutLinks links, IntPredicate wanted) {
        return IntStream.range(0, links.boundaryNodes())
                .filter(b ->
                        IntStream.range(links.firstLink(b), links.endLink(b)).anyMatch(wanted))
                .toArray();
    }
}
