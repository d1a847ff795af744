package dev.tessera.suites.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.Devices;
import dev.tessera.solver.RunListener;
import dev.tessera.solver.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Finds the runs in the documentation, and reads their cases; `tessera validate --suite recipes` runs them.
final class RecipesTest {
    private static List<Recipe> recipes() throws IOException {
        return new Recipes(Path.of("examples")).recipes();
    }

    @Test
    void runs_of_guides_and_suggestions_of_examples_are_found_with_all_their_settings() throws IOException {
        assertThat(recipes())
                .extracting(Recipe::toString)
                .doesNotHaveDuplicates()
                .anyMatch(name -> name.equals("docs/tutorial.md: my-flow"))
                .anyMatch(name -> name.equals("docs/guides/vessels.md: named.yaml"))
                .anyMatch(
                        name -> name.startsWith("docs/guides/vessels.md: named.yaml with time.stop={at-most: 1.6 s}, ")
                                && name.contains("sin(2*pi*t/0.8))\", unit: mL/min}"))
                .contains(
                        "examples/aneurysm/README.md: aneurysm with geometry.spacing=0.1 mm",
                        "examples/cavity-3d/README.md: cavity-3d with model.lattice=D3Q27",
                        "examples/cavity-3d/README.md: cavity-3d with model.collision=regularized");
    }

    @Test
    void every_recipe_is_a_case_that_ends() throws IOException {
        for (Recipe recipe : recipes()) {
            var time = recipe.theCase().time();
            assertThat(time.atMostS().isPresent() || time.steady().isPresent())
                    .as("%s has a physical end", recipe)
                    .isTrue();
        }
    }

    private static final String PAGE = """
            Put this into `tiny/case.yaml`:

            ```yaml
            tessera: 1
            geometry: {box: [8 mm, 8 mm], spacing: 1 mm}
            fluid: {density: 1000 kg/m3, viscosity: 10 mPa.s}
            sides: {x: periodic}
            drive: {acceleration: [1e-4 m/s2, 0 m/s2]}
            time: {relaxation-time: 0.8, stop: {at-most: 2 s}}
            ```

                ./tessera run tiny            # as it is
                ./tessera run tiny --set drive='{acceleration: [1 m/s2, 0 m/s2]}' --out out/faster
                ./tessera run tiny --resume out/tiny
            """;

    @TempDir
    private Path project;

    @Test
    void a_recipe_that_ends_passes_and_one_that_diverges_fails_with_its_command() throws IOException {
        Files.createDirectories(project.resolve("docs/guides"));
        Files.createDirectory(project.resolve("examples"));
        Files.writeString(project.resolve("docs/tutorial.md"), PAGE);
        Files.writeString(project.resolve("docs/guides/vessels.md"), "");
        Files.writeString(project.resolve("docs/guides/scans-and-packings.md"), "");
        Files.writeString(project.resolve("docs/guides/mixtures.md"), "");
        try (ForkJoinPool pool = new ForkJoinPool(1)) {
            var laboratory = new Laboratory(
                    Devices.on(pool).byKey("cpu:jvm"),
                    pool,
                    true,
                    RunListener.SILENT,
                    new StopSignal(),
                    System::nanoTime);
            List<ValidationCase> cases = new Recipes(project.resolve("examples")).cases(true);
            assertThat(cases).hasSize(2);
            assertThat(cases.getFirst().rows("recipes", laboratory))
                    .hasSize(2)
                    .allMatch(ValidationRow::pass)
                    .extracting(ValidationRow::quantity)
                    .containsExactly("time at the end (time), s", "warnings that it may diverge");
            assertThat(cases.getLast().rows("recipes", laboratory))
                    .singleElement()
                    .satisfies(row -> {
                        assertThat(row.pass()).isFalse();
                        assertThat(row.setup()).contains("tiny with drive={acceleration");
                        assertThat(row.quantity())
                                .contains("the flow diverged at", "The drive of 1 m/s2 is too strong");
                    });
        }
    }
}
