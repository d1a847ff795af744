package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The run of the guide to scans and packings, to its end.
final class ScansGuideVerify {
    @TempDir
    private Path folder;

    @Test
    void the_scan_that_comes_with_the_project_has_its_permeability() throws IOException {
        Path examples = Path.of("examples").toAbsolutePath();
        Guide.read("scans-and-packings.md").writeCases(folder, Map.of("file: examples", "file: " + examples));
        TestConsole console = new TestConsole();
        Path out = folder.resolve("out");
        int code = Main.run(
                console.pipe(), "run", folder.resolve("rock.yaml").toString(), "--out", out.toString(), "--quiet");
        assertThat(code).as(console.err()).isZero();
        String summary = Files.readString(out.resolve("summary.json"));
        assertThat(summary).contains("\"converged\": true");
        Matcher permeability = Pattern.compile("\"permeability\": *\\{\\s*\"value\": *([-0-9.eE]+)")
                .matcher(summary);
        assertThat(permeability.find()).isTrue();
        assertThat(Double.parseDouble(permeability.group(1))).isCloseTo(8.207e-13, within(0.01 * 8.207e-13));
    }
}
