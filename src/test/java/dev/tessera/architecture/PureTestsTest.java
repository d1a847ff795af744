package dev.tessera.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests that CI does not repeat where optional parts are hidden (`.ci/pure-tests`) cannot depend on one.
final class PureTestsTest {
    private static final Path LIST = Path.of(".ci/pure-tests");
    private static final String PACKAGE = "/**";
    private static final Pattern IMPURE = Pattern.compile(
            "import (static )?dev\\.tessera\\.(device|cli|cluster|coupling|output|suites\\.(bench|validation)|testkit\\.Needs)\\b"
                    + "|ProcessBuilder|System\\.load|SymbolLookup");

    private static List<String> packages() throws IOException {
        return Files.readAllLines(LIST).stream()
                .filter(line -> !line.startsWith("#"))
                .toList();
    }

    @Test
    void whole_packages_are_listed() throws IOException {
        assertThat(packages()).isNotEmpty().allMatch(line -> line.endsWith(PACKAGE));
    }

    @ParameterizedTest
    @MethodSource("packages")
    void neither_tests_nor_what_they_test_know_optional_parts(String line) throws IOException {
        String folder = line.substring(0, line.length() - PACKAGE.length());
        for (String root : List.of("src/main/java", "src/test/java")) {
            try (Stream<Path> files = Files.walk(Path.of(root, folder))) {
                assertThat(files.filter(file -> file.toString().endsWith(".java")))
                        .isNotEmpty()
                        .allSatisfy(file -> assertThat(Files.readString(file)).doesNotContainPattern(IMPURE));
            }
        }
    }
}
