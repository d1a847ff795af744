package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Surface;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.suites.generator.Chip;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

final class BenchGeometryTest {
    @Test
    void a_chip_is_two_dimensional_and_closed_by_walls() {
        try (ForkJoinPool pool = new ForkJoinPool(2)) {
            NodeMap nodes =
                    BenchGeometry.chip(new Chip(Chip.Pattern.TREE, 1, 1)).make(pool);
            assertThat(nodes.box().nz()).isEqualTo(1);
            assertThat(BenchGeometry.chip(Chip.tree(1)).lattice()).isEqualTo(Lattices.D2Q9);
            assertThat(nodes.openings()).isEmpty();
            assertThat(nodes.surfaces()).extracting(Surface::kind).containsOnly(Surface.Kind.WALL);
            assertThat(nodes.fluid().count()).isBetween(1000L, nodes.box().size() / 2);
        }
    }

    @Test
    void the_default_suite_has_a_chip() {
        assertThat(BenchGeometry.sparse())
                .extracting(BenchGeometry::key)
                .contains("chip-a")
                .doesNotHaveDuplicates();
    }
}
