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

/// Tests that CI does not repeat where optional parts are hidden (`.ci/pure-tests`) cannot depend on one, or ask for
/// it. Two long guides are the exception: they run on `cpu`, which takes a C compiler where there is one; the other
/// guides are repeated without it.
final class PureTestsTest {
    private static final Path LIST = Path.of(".ci/pure-tests");
    private static final String JVM = "# On devices of the JVM";
    private static final Pattern IMPURE = Pattern.compile(
            "import (static )?dev\\.tessera\\.(device|cli|cluster|coupling|output|suites\\.(bench|validation)|testkit\\.Needs)\\b"
                    + "|ProcessBuilder|System\\.load|SymbolLookup");

    /// A device that not every machine has, or `cpu`, which uses a compiler where there is one.
    private static final Pattern OPTIONAL = Pattern.compile(
            "byKey\\(\"(cpu|cpu:c|auto|cuda.*|opencl.*)\"\\)|\"(cpu:c|opencl:\\d|cuda:\\d)[\",]|\"--device\",\\s*\"(cpu|auto)\"|CCompiler|CKernels|OpenClPlatforms|CudaPlatform|\\.accelerators\\(");

    private static List<String> lines() throws IOException {
        return Files.readAllLines(LIST);
    }

    private static List<String> pure() throws IOException {
        return lines().stream()
                .takeWhile(line -> !line.startsWith(JVM))
                .filter(PureTestsTest::isPattern)
                .toList();
    }

    private static List<String> onJvm() throws IOException {
        return lines().stream()
                .dropWhile(line -> !line.startsWith(JVM))
                .filter(PureTestsTest::isPattern)
                .toList();
    }

    private static boolean isPattern(String line) {
        return !line.isBlank() && !line.startsWith("#");
    }

    private static List<Path> files(String root, String pattern) throws IOException {
        Path folder = Path.of(root, pattern.substring(0, pattern.lastIndexOf('/')));
        String name = pattern.substring(pattern.lastIndexOf('/') + 1)
                .replace("**", "")
                .replace(".*", ".java");
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> name.isEmpty() || file.endsWith(name))
                    .toList();
        }
    }

    @Test
    void both_kinds_are_listed() throws IOException {
        assertThat(pure()).isNotEmpty().allMatch(line -> line.endsWith("/**"));
        assertThat(onJvm()).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("pure")
    void neither_tests_nor_what_they_test_know_optional_parts(String pattern) throws IOException {
        for (String root : List.of("src/main/java", "src/test/java")) {
            assertThat(files(root, pattern))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(Files.readString(file)).doesNotContainPattern(IMPURE));
        }
    }

    @ParameterizedTest
    @MethodSource("onJvm")
    void a_test_that_names_another_device_asks_for_it(String pattern) throws IOException {
        assertThat(files("src/test/java", pattern)).isNotEmpty().allSatisfy(file -> {
            String text = Files.readString(file);
            if (OPTIONAL.matcher(text).find()) {
                assertThat(text).containsPattern("Needs\\.|FirstGpu"); // which asks for it itself
            }
        });
    }
}
