package dev.tessera.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class CoveringTest {
    private @Nullable String request;

    private record Trial(int pattern, int addressing, int precision, int lattice) {}

    @BeforeEach
    void no_whole_product_is_requested() {
        request = System.clearProperty(Covering.PROPERTY);
    }

    @AfterEach
    void restore() {
        if (request == null) {
            System.clearProperty(Covering.PROPERTY);
        } else {
            System.setProperty(Covering.PROPERTY, request);
        }
    }

    /// The last addressing fits one pattern only.
    private static List<Trial> product() {
        List<Trial> product = new ArrayList<>();
        for (int pattern = 0; pattern < 5; pattern++) {
            for (int addressing = 0; addressing < 8; addressing++) {
                for (int precision = 0; precision < 4; precision++) {
                    for (int lattice = 0; lattice < 3; lattice++) {
                        if (addressing < 7 || pattern == 1) {
                            product.add(new Trial(pattern, addressing, precision, lattice));
                        }
                    }
                }
            }
        }
        return product;
    }

    private static Covering<Trial> pairs(List<Trial> product) {
        return Covering.of(product).pairs(List.of(Trial::pattern, Trial::addressing, Trial::precision, Trial::lattice));
    }

    private static Set<List<Object>> values(List<Trial> trials, List<Function<Trial, Object>> parameters) {
        return trials.stream()
                .map(trial -> parameters.stream()
                        .map(parameter -> parameter.apply(trial))
                        .toList())
                .collect(Collectors.toSet());
    }

    @Test
    void every_pair_of_the_product_occurs_in_a_few_trials() {
        List<Trial> product = product();
        List<Trial> selected = pairs(product).trials();
        List<Function<Trial, Object>> parameters =
                List.of(Trial::pattern, Trial::addressing, Trial::precision, Trial::lattice);
        for (int a = 0; a < 4; a++) {
            for (int b = 0; b < a; b++) {
                assertThat(values(selected, List.of(parameters.get(a), parameters.get(b))))
                        .as("parameters %d and %d", a, b)
                        .isEqualTo(values(product, List.of(parameters.get(a), parameters.get(b))));
            }
        }
        assertThat(selected).isSubsetOf(product).hasSizeBetween(36, product.size() / 9);
    }

    /// 36 pairs of pattern and addressing on three lattices.
    @Test
    void triples_add_to_pairs() {
        List<Trial> selected = pairs(product())
                .triples(List.of(Trial::pattern, Trial::addressing, Trial::lattice))
                .trials();
        assertThat(values(selected, List.of(Trial::pattern, Trial::addressing, Trial::lattice)))
                .hasSize(36 * 3);
        assertThat(values(selected, List.of(Trial::precision, Trial::addressing)))
                .hasSize(4 * 8);
        assertThat(selected).hasSizeBetween(36 * 3, 36 * 3 + 4);
    }

    @Test
    void the_selection_keeps_the_order_of_the_product_and_is_the_same_each_time() {
        List<Trial> product = product();
        Collections.shuffle(product, new Random(5));
        List<Trial> selected = pairs(product).trials();
        assertThat(pairs(product).trials()).isEqualTo(selected);
        assertThat(selected.stream().map(product::indexOf)).isSorted();
    }

    @Test
    void the_whole_product_is_run_where_all_tests_are_requested() {
        System.setProperty(Covering.PROPERTY, "all");
        assertThat(pairs(product()).trials()).isEqualTo(product());
    }

    @Test
    void a_pair_needs_two_parameters() {
        assertThatThrownBy(() -> Covering.of(product()).pairs(List.of(Trial::pattern)))
                .hasMessage("groups of 2 parameters need as many, not 1");
    }
}
