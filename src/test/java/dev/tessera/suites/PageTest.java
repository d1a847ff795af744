package dev.tessera.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class PageTest {
    private static final Provenance SOMEWHERE =
            new Provenance("Tessera 1 (commit abc)", "a machine", "cpu:c", "2026-11-21", "./tessera $1 \\validate");

    @Test
    void a_placeholder_without_text_is_named() {
        assertThatThrownBy(() -> Page.of("validation.md", SOMEWHERE).text())
                .hasMessageContaining("validation.md has the placeholder {{verdict}}");
    }

    @Test
    void texts_replace_their_placeholders_unchanged() {
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
    void a_missing_template_is_named() {
        assertThatThrownBy(() -> Page.of("nowhere.md", SOMEWHERE).text()).hasMessageContaining("nowhere.md");
    }

    @Test
    void cells_of_a_row_cannot_end_it() {
        assertThat(Page.row("a|b", 1, "c\nd")).isEqualTo("| a\\|b | 1 | c d |");
    }

    @Test
    void cells_without_a_finite_number_are_empty() {
        assertThat(Page.number(Map.of("mlups", 12.345), "mlups", "%.1f")).isEqualTo("12.3");
        assertThat(Page.number(Map.of("mlups", Double.NaN), "mlups", "%.1f")).isEmpty();
        assertThat(Page.number(Map.of(), "mlups", "%.1f")).isEmpty();
    }
}
