package dev.tessera.casefile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.casefile.YamlNode.YamlEntry;
import dev.tessera.casefile.YamlNode.YamlList;
import dev.tessera.casefile.YamlNode.YamlMap;
import dev.tessera.casefile.YamlNode.YamlText;
import dev.tessera.expr.Expr;
import dev.tessera.model.equilibrium.ExpressedEquilibrium;
import dev.tessera.model.mixture.ExpressedPotential;
import dev.tessera.solver.Case;
import dev.tessera.solver.Value;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Every documented key comes back when a case is written. The cases of `cases/every-key` use each key once or
/// more, with another value than its default.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class EveryKeyTest {
    private static final Path FOLDER = Path.of("src/test/resources/cases/every-key");
    private static final List<String> NAMES = List.of(
            "box-2d",
            "box-3d",
            "channel",
            "circuits",
            "free-energy",
            "image",
            "mixture",
            "periodic",
            "shallow-water",
            "spheres",
            "surface",
            "tubes");

    private final Map<String, Set<String>> using = new TreeMap<>(); // cases by key
    private final Map<String, Set<String>> writing = new TreeMap<>();

    @BeforeAll
    void read_and_write_all() throws IOException {
        for (String name : NAMES) {
            CaseFile file = read(name);
            Set<String> used = new Use().of(file.text());
            Set<String> written = new Use().of(CaseText.of(file.theCase()));
            used.forEach(key -> add(name, key, using));
            used.stream().filter(written::contains).forEach(key -> add(name, key, writing));
        }
    }

    private static void add(String name, String key, Map<String, Set<String>> cases) {
        cases.computeIfAbsent(key, none -> new TreeSet<>()).add(name);
    }

    private static CaseFile read(String name) throws IOException {
        return CaseFile.read(FOLDER.resolve(name + ".yaml"), List.of());
    }

    static Stream<Arguments> keys() {
        return CaseSchema.sections().stream()
                .flatMap(section -> section.table().stream()
                        .map(key ->
                                Arguments.of(section.title() + "." + key.key().name(), key)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("keys")
    void every_documented_key_is_used_and_written(String path, SectionKey<?, ?> key) {
        Set<String> used = using.getOrDefault(path, Set.of());
        Set<String> written = writing.getOrDefault(path, Set.of());
        assertThat(used).as("cases in %s that use %s", FOLDER, path).isNotEmpty();
        if (key.isEverWritten()) {
            assertThat(written)
                    .as("cases, of %s, whose text has %s", used, path)
                    .isNotEmpty();
        } else {
            assertThat(written)
                    .as("cases in whose text %s appears after all", path)
                    .isEmpty();
        }
    }

    /// A drive is written as an acceleration, for which it needs the density.
    @ParameterizedTest(name = "{0}")
    @MethodSource("keys")
    void every_example_comes_back(String path, SectionKey<?, ?> key) {
        if (key.isEverWritten() && !path.equals("case.drive")) {
            comesBack(key.key());
        }
    }

    private static <T> void comesBack(Key<T> key) {
        String text = written(key, key.example());
        assertThat(written(key, text)).isEqualTo(text);
    }

    private static <T> String written(Key<T> key, String example) {
        Problems problems = new Problems();
        Reading reading = Reading.start(problems, new Reading.Source(FOLDER, "a"));
        T value = key.type().read(YamlReader.read("example", example, problems), reading);
        return YamlWriter.flow(key.type().write(value));
    }

    @Test
    void few_keys_are_never_written() {
        assertThat(keys().filter(key -> !((SectionKey<?, ?>) key.get()[1]).isEverWritten())
                        .map(key -> key.get()[0]))
                .containsExactly(
                        "case.constants",
                        "case.device",
                        "series.series",
                        "drive.pressure-gradient",
                        "drive.force-density",
                        "shape.tube",
                        "shape.tube.path",
                        "shape.tube.diameter");
    }

    @ParameterizedTest
    @FieldSource("NAMES")
    void a_case_that_is_written_and_read_is_the_same_case(String name) throws IOException {
        Case theCase = read(name).theCase();
        String text = CaseText.of(theCase);
        Case again = CaseFile.parse("case.yaml", text, Path.of("/"), List.of()).theCase();
        assertThat(CaseText.of(again)).isEqualTo(text);
        assertThat(again)
                .usingRecursiveComparison()
                .withStrictTypeChecking()
                .withEqualsForType(Double::equals, Double.class)
                .withEqualsForType(EveryKeyTest::sameFormula, Value.Varying.class)
                .withEqualsForType(ExpressedEquilibrium::equals, ExpressedEquilibrium.class)
                .withEqualsForType(ExpressedPotential::equals, ExpressedPotential.class)
                .isEqualTo(theCase);
    }

    /// Nodes of expressions are equal only to themselves.
    private static boolean sameFormula(Value.Varying one, Value.Varying other) {
        return one.toSi() == other.toSi()
                && one.text().equals(other.text())
                && formula(one.expression()).equals(formula(other.expression()));
    }

    private static String formula(Expr expression) {
        return ValueText.expression(expression);
    }

    /// Which documented keys a text uses, such as `output.checkpoints.keep`.
    private static final class Use {
        private final Set<String> found = new TreeSet<>();

        Set<String> of(String text) {
            YamlNode root = YamlReader.read("case.yaml", text, new Problems());
            in(root, List.of(CaseFormat.SECTION));
            return found;
        }

        /// @param sections that may describe this node, or what it contains
        private void in(YamlNode node, List<Section<?>> sections) {
            switch (node) {
                case YamlText text -> {}
                case YamlList list -> list.items().forEach(item -> in(item, sections));
                case YamlMap map -> inMap(map, sections);
            }
        }

        private void inMap(YamlMap map, List<Section<?>> sections) {
            for (Section<?> section : sections) {
                if (map.entries().stream()
                        .allMatch(entry -> keyOf(section, entry).isPresent())) {
                    for (YamlEntry entry : map.entries()) {
                        found.add(section.title() + "." + entry.key());
                        in(entry.value(), sectionsOf(keyOf(section, entry).orElseThrow()));
                    }
                    return;
                }
            }
            map.entries().forEach(entry -> in(entry.value(), sections)); // names of the user's choice
        }

        private static Optional<Key<?>> keyOf(Section<?> section, YamlEntry entry) {
            for (Key<?> key : section.keys()) {
                if (key.name().equals(entry.key())) {
                    return Optional.of(key);
                }
            }
            return Optional.empty();
        }

        /// Shapes contain shapes and are therefore sections that no key lists.
        private static List<Section<?>> sectionsOf(Key<?> key) {
            List<Section<?>> sections = key.type().sections();
            return sections.isEmpty() ? List.of(ShapeSection.SECTION) : sections;
        }
    }
}
