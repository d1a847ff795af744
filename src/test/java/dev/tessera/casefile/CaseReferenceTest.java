package dev.tessera.casefile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The published reference and schema are those of the reader. `mvn test -Dtest=CaseReferenceTest
/// -Dtessera.update=true` rewrites them.
final class CaseReferenceTest {
    private static final Path FOLDER = Path.of("docs/reference");

    static Stream<Arguments> keys() {
        return CaseSchema.sections().stream()
                .flatMap(section -> section.keys().stream().map(key -> Arguments.of(section.title(), key)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("keys")
    void every_key_is_explained_and_its_example_is_read(String section, Key<?> key) {
        assertThat(key.says()).as("%s.%s says what it is", section, key.name()).isNotBlank();
        assertThat(key.says()).doesNotEndWith(".");
        assertThat(key.example()).isNotBlank();
        Problems problems = new Problems();
        Reading reading =
                Reading.start(problems, new Reading.Source(Path.of("src/test/resources/cases/examples"), "a"));
        try {
            Object value = key.type().read(YamlReader.read("example", key.example(), problems), reading);
            assertThat(value).isNotNull();
        } catch (Unreadable noted) {
            fail("%s.%s: %s".formatted(section, key.name(), problems.exception().getMessage()));
        }
        assertThat(problems.any()).isFalse();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("keys")
    void every_example_fits_the_schema(String section, Key<?> key) {
        Problems problems = new Problems();
        YamlNode example = YamlReader.read("example", key.example(), problems);
        assertThat(new SchemaCheck().errors(key.type().schema(), example)).isEmpty();
    }

    @Test
    void the_published_schema_is_the_readers() throws IOException {
        published("case.schema.json", CaseSchema.text());
    }

    @Test
    void the_published_reference_is_the_readers() throws IOException {
        published("case.md", CaseReference.markdown());
    }

    private static void published(String name, String text) throws IOException {
        Path file = FOLDER.resolve(name);
        if (Boolean.getBoolean("tessera.update")) {
            Files.createDirectories(FOLDER);
            Files.writeString(file, text);
        }
        assertThat(file)
                .as("write it anew with -Dtessera.update=true")
                .content()
                .isEqualTo(text);
    }

    @Test
    void a_right_case_fits_the_schema() {
        assertThat(errors(CaseMessagesTest.CHANNEL)).isEmpty();
    }

    @Test
    void the_schema_allows_the_ends_of_a_range_where_the_reader_does() {
        for (String recovery : List.of("0", "0/3", "0.25", "10")) {
            assertThat(errors(recovering(recovery))).as(recovery).isEmpty();
        }
        for (String recovery : List.of("-0.1", "10.1")) {
            assertThat(errors(recovering(recovery))).as(recovery).isNotEmpty();
        }
    }

    private static String recovering(String recovery) {
        return CaseMessagesTest.CHANNEL.replace(
                "{pressure: 0 Pa}", "{pressure: 0 Pa, scheme: characteristic, recovery: %s}".formatted(recovery));
    }

    @Test
    void what_the_reader_refuses_by_its_tables_the_schema_refuses_too() {
        for (List<String> change : List.of(
                List.of("viscosity: 1e-3", "viscocity: 1e-3"),
                List.of("spacing: 5 mm", "spacing: 0.005"),
                List.of("spacing: 5 mm", "spacing: fine"),
                List.of("collision: bgk", "collision: bkg"),
                List.of("lattice-speed: 0.05,", ""),
                List.of("lattice-speed: 0.05,", "lattice-speed: 0.05, time-step: 1 s,"),
                List.of("steady: 1e-6", "steady: 7"),
                List.of("{pressure: 0 Pa}", "{pressure: 0 Pa, mean-velocity: 1 m/s}"),
                List.of("[0.2 m, 0.2 m]", "[0.2 m]"),
                List.of("disc:", "ball:"),
                List.of("slice z 50%", "slice q 50%"),
                List.of("slice z 50%", "surface from 1 2"),
                List.of("slice z 50%", "surface from 1 2 x"),
                List.of("slice z 50%", "streamlines 50%"),
                List.of("tessera: 1", "tessera: 2"))) {
            assertThat(CaseMessagesTest.CHANNEL).contains(change.getFirst());
            String broken = CaseMessagesTest.CHANNEL.replace(change.getFirst(), change.getLast());
            assertThat(errors(broken)).as("%s", change).isNotEmpty();
        }
    }

    private static List<String> errors(String text) {
        return new SchemaCheck()
                .errors(CaseFormat.SECTION.schema(), YamlReader.read("case.yaml", text, new Problems()));
    }
}
