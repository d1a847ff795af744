package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.suites.Page;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Tomczak & Szafran 2019, section 4.3.
final class OffsetSuiteTest {
    @Test
    void a_square_of_8_nodes_agrees_with_the_paper() {
        Map<String, Object> row = OffsetSuite.row(8);
        assertThat(Page.number(row, "square_least")).isCloseTo(4 / 9.0, within(1e-12));
        assertThat(Page.number(row, "square_mean")).isCloseTo(0.56, within(0.005));
        assertThat(Page.number(row, "square_most")).isOne();
        assertThat(Page.number(row, "round_most")).isLessThan(1);
    }

    @Test
    void claims_give_the_width_from_which_on_all_are_above() {
        List<Map<String, Object>> rows = IntStream.of(8, 9, 12, 44, 64, 100, 104)
                .mapToObj(OffsetSuite::row)
                .toList();
        assertThat(OffsetSuite.claims(rows))
                .contains("| above 0.8 for every offset: from about 40 nodes on | square from 44 on,")
                .contains("| square of 8: 1 at best, 0.44 at worst, 0.56 on average | 1.00, 0.44, 0.56 |");
        assertThat(OffsetSuite.claims(rows.subList(0, 2))).contains("square from no width on");
    }
}
