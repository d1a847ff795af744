package dev.tessera.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class PageTest {
    private static final Provenance SOMEWHERE =
            new Provenance("Tessera 1 (commit abc)", "a machine", "cpu:c", "2026-11-21", "./tessera $1 \\validate");

    @Test
    void a_place_that_nothing_fills_is_named() {
        assertThatThrownBy(() -> Page.of("validation.md", SOMEWHERE).text())
                .hasMessageContaining("validation.md has a place {{verdict}}");
    }

    @Test
    void texts_stand_in_their_places_as_they_are() {
        String text = Page.of("bench.md", SOMEWHERE)
                .with("suite", "cpu")
                .with("memory", "none")
                .with("rows", "| a |")
                .text();
        assertThat(text)
                .contains("`./tessera $1 \\validate`", "2026-11-21", "Tessera 1 (commit abc)", "a machine", "| a |")
                .doesNotContain("{{");
    }

    @Test
    void a_template_that_is_missing_is_named() {
        assertThatThrownBy(() -> Page.of("nowhere.md", SOMEWHERE).text()).hasMessageContaining("nowhere.md");
    }

    @Test
    void cells_of_a_row_cannot_end_it() {
        assertThat(Page.row("a|b", 1, "c\nd")).isEqualTo("| a\\|b | 1 | c d |");
    }

    @Test
    void what_is_no_finite_number_leaves_its_cell_empty() {
        assertThat(Page.number(Map.of("mlups", 12.345), "mlups", "%.1f")).isEqualTo("12.3");
        assertThat(Page.number(Map.of("mlups", Double.NaN), "mlups", "%.1f")).isEmpty();
        assertThat(Page.number(Map.of(), "mlups", "%.1f")).isEmpty();
    }
}
