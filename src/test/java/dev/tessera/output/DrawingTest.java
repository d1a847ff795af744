package dev.tessera.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

final class DrawingTest {
    @Test
    void what_fails_for_want_of_fonts_is_a_warning() throws IOException {
        var problem = new RuntimeException("Fontconfig head is null, check your fonts or fonts configuration");
        problem.setStackTrace(new StackTraceElement[] {
            new StackTraceElement("sun.awt.FontConfiguration", "getVersion", "FontConfiguration.java", 1)
        });
        assertThat(Drawing.ofOptional("a.png", () -> {
                    throw problem;
                }))
                .isFalse();
        assertThat(Drawing.ofOptional("a.png", () -> {})).isTrue();
    }

    @Test
    void other_failures_are_not_hidden() {
        assertThatThrownBy(() -> Drawing.ofOptional("a.png", () -> {
                    throw new IllegalStateException("a mistake of ours");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> Drawing.ofOptional("a.png", () -> {
                    throw new IOException("disk full");
                }))
                .isInstanceOf(IOException.class);
    }
}
