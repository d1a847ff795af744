package dev.tessera.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CoveringTest {
    private record Trial(int pattern, int addressing, int precision, int lattice) {}

    private static final List<Function<? super Trial, ?>> PARAMETERS =
            List.of(Trial::pattern, Trial::addressing, Trial::precision, Trial::lattice);

    /// Not every addressing fits every pattern.
    private static List<Trial> product() {
        List<Trial> product = new ArrayList<>();
        for (int pattern = 0; pattern < 5; pattern++) {
            for (int addressing = 0; addressing < 8; addressing++) {
                for (int precision = 0; precision < 4; precision++) {
                    for (int lattice = 0; lattice < 3; lattice++) {
                        if (addressing != 7 || pattern == 1) {
                            product.add(new Trial(pattern, addressing, precision, lattice));
                        }
                    }
                }
            }
        }
        return product;
    }

    private static Set<List<Object>> groups(List<Trial> trials, int size) {
        Set<List<Object>> all = new HashSet<>();
        trials.forEach(trial -> all.addAll(Covering.groups(trial, size, PARAMETERS)));
        return all;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void every_group_of_values_of_the_product_occurs_in_a_fraction_of_its_trials(int size) {
        List<Trial> product = product();
        List<Trial> selected = Covering.select(product, size, PARAMETERS);
        assertThat(groups(selected, size)).isEqualTo(groups(product, size));
        assertThat(selected)
                .doesNotHaveDuplicates()
                .hasSizeLessThan(product.size() / (size == 2 ? 7 : 2))
                .isSubsetOf(product);
    }

    /// Four values of two parameters each: six pairs per trial.
    @Test
    void groups_name_their_parameters() {
        assertThat(Covering.groups(new Trial(1, 1, 1, 1), 2, PARAMETERS)).hasSize(6);
        assertThat(Covering.groups(new Trial(1, 1, 1, 1), 3, PARAMETERS)).hasSize(4);
    }

    @Test
    void the_selection_keeps_the_order_of_the_product_and_is_the_same_each_time() {
        List<Trial> product = product();
        Collections.shuffle(product, new Random(5));
        List<Trial> selected = Covering.select(product, 2, PARAMETERS);
        assertThat(Covering.select(product, 2, PARAMETERS)).isEqualTo(selected);
        assertThat(selected.stream().map(product::indexOf)).isSorted();
    }

    @Test
    void the_whole_product_is_run_where_all_tests_are_requested() {
        String before = System.setProperty("tessera.tests", "all");
        try {
            assertThat(Covering.pairs(product(), Trial::pattern, Trial::addressing)).isEqualTo(product());
            assertThat(Covering.triples(product(), Trial::pattern, Trial::addressing, Trial::lattice))
                    .isEqualTo(product());
        } finally {
            if (before == null) {
                System.clearProperty("tessera.tests");
            } else {
                System.setProperty("tessera.tests", before);
            }
        }
    }

    @Test
    void a_pair_needs_two_parameters() {
        assertThatThrownBy(() -> Covering.select(product(), 2, List.of(Trial::pattern)))
                .hasMessage("groups of 2 parameters need as many, not 1");
    }
}
