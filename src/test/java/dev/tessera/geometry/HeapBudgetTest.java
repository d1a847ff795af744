package dev.tessera.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class HeapBudgetTest {
    private static final HeapBudget SMALL = new HeapBudget(1_000_000_000, 16_000_000_000L);

    private static Box cube(int edge) {
        return new Box(edge, edge, edge, false, false, false);
    }

    @Test
    void what_fits_is_never_refused() {
        assertThatCode(() -> SMALL.check(cube(1900), 1e-3, HeapBudget.BITS)).doesNotThrowAnyException();
    }

    @Test
    void what_cannot_fit_is_refused_with_the_spacing_and_the_heap_that_would_suffice() {
        assertThatThrownBy(() -> SMALL.check(cube(4000), 1e-3, HeapBudget.BITS))
                .isInstanceOf(TooManyNodesException.class)
                .hasMessageContaining("4,000 x 4,000 x 4,000 nodes (6.4e10) need at least 9.0 GB of Java heap")
                .hasMessageContaining("it may grow to 1.0 GB")
                .hasMessageContaining("A spacing of 2.5 mm or more may fit")
                .hasMessageContaining("TESSERA_JAVA_OPTS=-Xmx13g: this machine (or container) has 16 GB");
    }

    @Test
    void work_that_needs_more_than_the_heap_is_refused_with_the_spacing_and_the_heap_that_would_suffice() {
        assertThatCode(() -> SMALL.require(cube(400), 1e-3, 1_000_000_000, "while stepping", "Do less."))
                .as("as large as the heap")
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> SMALL.require(cube(400), 1e-3, 4_000_000_000L, "while stepping", "Do less."))
                .isInstanceOf(TooManyNodesException.class)
                .hasMessageContaining("400 x 400 x 400 nodes (6.4e7) need at least 4.0 GB of Java heap while stepping")
                .hasMessageContaining("it may grow to 1.0 GB. Do less. A spacing of 1.8 mm or more may fit")
                .hasMessageContaining("TESSERA_JAVA_OPTS=-Xmx5g: this machine (or container) has 16 GB");
    }

    @Test
    void a_prediction_above_the_heap_is_doubted_not_refused() {
        assertThat(SMALL.doubt(cube(400), 1e-3, 900_000_000, "with files", "Do less."))
                .isEmpty();
        assertThat(SMALL.doubt(cube(400), 1e-3, 1_100_000_000, "with files", "Do less."))
                .hasValueSatisfying(sentence -> assertThat(sentence)
                        .startsWith("the Java heap may be too small: 400 x 400 x 400 nodes (6.4e7) need about 1.1 GB")
                        .contains("Do less. A spacing of 1.2 mm or more may fit", "TESSERA_JAVA_OPTS=-Xmx2g"));
    }

    @Test
    void a_heap_as_large_as_the_machine_is_not_told_to_grow() {
        assertThatThrownBy(() -> new HeapBudget(1_000_000_000, 1_100_000_000).check(cube(4000), 1e-3, HeapBudget.BITS))
                .hasMessageContaining("has no more than 1.1 GB")
                .hasMessageNotContaining("Xmx");
    }

    @Test
    void boxes_that_no_array_can_number_are_refused_whatever_the_heap() {
        HeapBudget endless = new HeapBudget(Long.MAX_VALUE, Long.MAX_VALUE);
        for (int edge : new int[] {100_000, Integer.MAX_VALUE}) {
            assertThatThrownBy(() -> endless.check(cube(edge), 1e-6, HeapBudget.BITS))
                    .isInstanceOf(TooManyNodesException.class)
                    .hasMessageContaining("more than the limit of a geometry, 1.4e11");
        }
        assertThatThrownBy(() -> endless.check(new Box(1, 50_000, 50_000, false, false, false), 1, HeapBudget.BITS))
                .isInstanceOf(TooManyNodesException.class);
    }

    @Test
    void an_array_that_fails_while_voxelising_says_how_many_nodes_there_are() {
        assertThatThrownBy(() -> SMALL.voxelise(cube(100), 1e-3, HeapBudget.BITS, () -> {
                    throw new OutOfMemoryError("Java heap space");
                }))
                .isInstanceOf(TooManyNodesException.class)
                .hasMessageContaining("was full while voxelising 100 x 100 x 100 nodes (1.0e6)")
                .hasMessageContaining("A spacing of 1.3 mm needs half as much");
    }

    @Test
    void other_shortages_than_that_of_the_heap_are_passed_on() {
        var threads = new OutOfMemoryError("unable to create native thread: possibly out of memory");
        assertThatThrownBy(() -> SMALL.voxelise(cube(100), 1e-3, HeapBudget.BITS, () -> {
                    throw threads;
                }))
                .isSameAs(threads);
    }
}
