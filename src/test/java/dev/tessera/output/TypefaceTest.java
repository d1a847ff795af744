package dev.tessera.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Font;
import org.junit.jupiter.api.Test;

final class TypefaceTest {
    @Test
    void the_own_letters_cover_units_and_european_titles() {
        Font font = Typeface.of(Font.PLAIN, 14);
        assertThat(font.getFontName()).isEqualTo("DejaVu Sans");
        assertThat(font.canDisplayUpTo("10⁻⁶ m²/s, µm, 5 °, ≤ 20 %, Δρ … Ströömung, Поток, ροή"))
                .isEqualTo(-1);
    }

    @Test
    void letters_have_the_size_and_style_that_are_asked_for() {
        assertThat(Typeface.of(Font.BOLD, 17).getSize()).isEqualTo(17);
        assertThat(Typeface.of("Aneurysm", Font.BOLD, 17).isBold()).isTrue();
    }

    @Test
    void a_text_with_other_letters_is_left_to_the_fonts_of_the_machine() {
        assertThat(Typeface.of("Aneurysm", Font.PLAIN, 14).getFamily()).isEqualTo("DejaVu Sans");
        assertThat(Typeface.of("動脈瘤", Font.PLAIN, 14).getName()).isEqualTo(Font.SANS_SERIF);
    }
}
