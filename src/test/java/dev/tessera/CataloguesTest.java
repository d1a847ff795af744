package dev.tessera;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.emit.Dialects;
import dev.tessera.emit.Target;
import dev.tessera.emit.Targets;
import dev.tessera.emit.gpu.Dialect;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.output.Outputs;
import dev.tessera.output.ResultFormat;
import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.field.ResultFields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Texts written by hand name every entry of a catalogue. These are the additional places that CONTRIBUTING.md
/// lists for a new entry.
final class CataloguesTest {
    private static String rowOf(String key) throws IOException {
        return Files.readAllLines(Path.of("docs/reference/case.md")).stream()
                .filter(line -> line.startsWith("| `%s` |".formatted(key)))
                .findFirst()
                .orElseThrow();
    }

    private static void explains(String key, Stream<String> all) throws IOException {
        String row = rowOf(key);
        all.forEach(word -> assertThat(row).as("text of the key %s", key).contains("`%s`".formatted(word)));
    }

    @Test
    void the_reference_explains_every_collision_equilibrium_pattern_addressing_format_and_field() throws IOException {
        explains("collision", Collisions.all().stream().map(Collision::key));
        explains("equilibrium", Equilibria.all().stream().map(Equilibrium::key));
        explains("pattern", Patterns.all().stream().map(StreamingPattern::key));
        explains("addressing", Addressings.all().stream().map(Addressing::key));
        explains("formats", Outputs.formats().stream().map(ResultFormat::key));
        explains("fields", ResultFields.all().stream().map(ResultField::key));
    }

    @Test
    void codegen_offers_every_target_and_language() throws IOException {
        String source = Files.readString(Path.of("src/main/java/dev/tessera/cli/CodegenCommand.java"));
        String option = source.substring(source.indexOf("--target"), source.indexOf("String target;"));
        List<String> keys = Stream.concat(
                        Targets.all().stream().map(Target::key),
                        Dialects.all().stream().map(Dialect::key))
                .toList();
        assertThat(keys).allSatisfy(key -> assertThat(option).contains(key));
    }

    @Test
    void contributing_names_every_additional_place_and_each_exists() throws IOException {
        String page = Files.readString(Path.of("CONTRIBUTING.md"));
        for (String type : List.of(
                "casefile/ModelSection",
                "casefile/StorageSection",
                "solver/boundary/BoundaryKinds",
                "kernel/gpu/Locators",
                "cli/CodegenCommand")) {
            assertThat(Path.of("src/main/java/dev/tessera/%s.java".formatted(type)))
                    .exists();
            assertThat(page).contains("`%s`".formatted(type.substring(type.lastIndexOf('/') + 1)));
        }
        assertThat(page).contains("`OperationBudgetTest`", "`Dialects`", "CaseReferenceTest");
    }
}
