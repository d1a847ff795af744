package dev.tessera.suites.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The runs that the documentation shows are found, and are cases; `tessera validate --suite recipes` runs them.
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
                .anyMatch(name -> name.startsWith("docs/guides/vessels.md: named.yaml with time.stop={at-most: 1.6 s}, ")
                        && name.contains("sin(2*pi*t/0.8))\", unit: mL/min}"))
                .anyMatch(name -> name.startsWith("examples/aneurysm/README.md: aneurysm with boundaries.inlet.flow-rate=")
                        && name.contains("model.lattice=D3Q27")
                        && name.contains("time.stop="))
                .contains(
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
}
