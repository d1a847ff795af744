package dev.tessera.kernel.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExtremesTest {
    private static Extremes of(double... values) {
        Extremes found = new Extremes();
        for (int n = values.length - 1; n >= 0; n--) {
            found.add(values[n], n);
        }
        return found;
    }

    @Test
    void of_equal_values_the_lowest_node_counts() {
        Extremes found = of(2, 1, 3, -0.0 + 1, 3, 1);
        assertThat(found.smallest()).isEqualTo(1);
        assertThat(found.smallestNode()).isEqualTo(1);
        assertThat(found.largest()).isEqualTo(3);
        assertThat(found.largestNode()).isEqualTo(2);
        assertThat(of(0.0, -0.0).smallestNode()).isZero();
        assertThat(of(-0.0, 0.0).largestNode()).isZero();
    }

    @Test
    void nan_counts_as_smallest_and_as_largest() {
        Extremes found = of(Double.POSITIVE_INFINITY, Double.NaN, -5, Double.NaN);
        assertThat(found.largestNode()).isEqualTo(1);
        assertThat(found.smallestNode()).isEqualTo(1);
        assertThat(found.largest()).isNaN();
    }

    @Test
    void parts_can_be_merged() {
        Extremes found = of(1, 4);
        found.add(new Extremes());
        Extremes other = new Extremes();
        other.add(4, 7);
        other.add(-1, 8);
        found.add(other);
        assertThat(found.toString()).isEqualTo("-1.0 at node 8 … 4.0 at node 1");
        assertThat(new Extremes().isEmpty()).isTrue();
    }
}
