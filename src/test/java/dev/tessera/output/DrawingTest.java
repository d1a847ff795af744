package dev.tessera.output;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.solver.OutputUnavailable;
import java.io.IOException;
import org.junit.jupiter.api.Test;

final class DrawingTest {
    @Test
    void missing_fonts_are_reported_with_the_remedy() {
        var problem = new RuntimeException("Fontconfig head is null, check your fonts or fonts configuration");
        problem.setStackTrace(new StackTraceElement[] {
            new StackTraceElement("sun.awt.FontConfiguration", "getVersion", "FontConfiguration.java", 1)
        });
        assertThatThrownBy(() -> Drawing.of("a.png", () -> {
                    throw problem;
                }))
                .isInstanceOf(OutputUnavailable.class)
                .hasMessageContaining("a.png was not drawn: this machine has no usable fonts")
                .hasMessageContaining("Install fontconfig");
    }

    @Test
    void other_failures_are_not_hidden() {
        assertThatThrownBy(() -> Drawing.of("a.png", () -> {
                    throw new IllegalStateException("a programming error");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> Drawing.of("a.png", () -> {
                    throw new IOException("disk full");
                }))
                .isInstanceOf(IOException.class);
    }
}
