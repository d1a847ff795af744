package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.DOUBLE;

import dev.tessera.suites.Page;
import dev.tessera.suites.generator.Chip;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

final class OverheadSuiteTest {
    private static Map<String, Object> row(BenchGeometry geometry) {
        try (ForkJoinPool pool = new ForkJoinPool(1)) {
            return OverheadSuite.row(geometry, pool);
        }
    }

    /// The paper: memory overhead of T2C 20 to 30 % above that of TGB for D3Q19, and bandwidth overheads
    /// below 0.1.
    @Test
    void spheres_have_the_papers_ratio_of_overheads() {
        Map<String, Object> row = row(BenchGeometry.spheres(96, 0.5));
        double ratio = Page.number(row, "memory_t2c") / Page.number(row, "memory_tgb");
        assertThat(ratio).isBetween(1.2, 1.3);
        assertThat(row.get("bandwidth_tgb")).asInstanceOf(DOUBLE).isLessThan(0.1);
        assertThat(row.get("beta")).asInstanceOf(DOUBLE).isLessThan(Page.number(row, "alpha"));
    }

    /// The paper: 2.5 to 3.4 times for D2Q9; FIA and CM use 1.6 to 1.7 times the memory of TGB.
    @Test
    void chips_have_about_the_papers_ratio_of_overheads() {
        Map<String, Object> row = row(BenchGeometry.chip("chip-a-32", Chip.tree(1), 32));
        assertThat(Page.number(row, "memory_t2c") / Page.number(row, "memory_tgb"))
                .isBetween(2.5, 3.4);
        assertThat((1 + Page.number(row, "memory_cm")) / (1 + Page.number(row, "memory_tgb")))
                .isBetween(1.55, 1.7);
        String claims = new OverheadClaims(List.of(row)).table();
        assertThat(claims).contains("| β is usually lower than α | in 1 of 1 |");
    }

    @Test
    void geometries_have_names_of_their_own() {
        assertThat(OverheadSuite.geometries()).extracting(BenchGeometry::key).doesNotHaveDuplicates();
    }
}
