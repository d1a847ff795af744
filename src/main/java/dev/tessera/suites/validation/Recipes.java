package dev.tessera.suites.validation;

import dev.tessera.solver.Case;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The runs in guides, tutorial and examples, each at its own resolution to its end: none may diverge, or warn
/// before its first step that it could diverge.
public final class Recipes implements ValidationSuite {
    private static final List<String> PAGES = List.of(
            "docs/tutorial.md",
            "docs/guides/vessels.md",
            "docs/guides/scans-and-packings.md",
            "docs/guides/mixtures.md");
    private static final String DOUBT = "the flow may reach";

    private final Path examples;

    /// @param examples folder of the examples, next to the documentation
    public Recipes(Path examples) {
        this.examples = examples;
    }

    @Override
    public String key() {
        return "recipes";
    }

    @Override
    public String title() {
        return "the runs in the documentation, each to its end";
    }

    @Override
    public boolean onlyWhenAsked() {
        return true;
    }

    @Override
    public List<ValidationCase> cases(boolean full) throws IOException {
        return recipes().stream()
                .map(recipe -> new ValidationCase(recipe.toString(), laboratory -> rows(laboratory, recipe)))
                .toList();
    }

    List<Recipe> recipes() throws IOException {
        List<Recipe> recipes = new ArrayList<>();
        Path project = examples.resolveSibling("");
        for (String page : PAGES) {
            recipes.addAll(Recipe.ofGuide(project, page));
        }
        for (Path example : new Examples(examples).folders()) {
            recipes.addAll(Recipe.ofExample(project, example));
        }
        return recipes;
    }

    private List<ValidationRow> rows(Laboratory laboratory, Recipe recipe) throws IOException {
        Case theCase = recipe.theCase();
        return laboratory.solve(theCase, solution -> {
            String reason = solution.result().stopReason();
            double end = solution.simulation().timeS();
            long doubts = solution.result().warnings().stream()
                    .filter(warning -> warning.startsWith(DOUBT))
                    .count();
            return List.of(
                    ValidationRow.atLeast(
                            key(),
                            recipe.toString(),
                            "time at the end (%s), s".formatted(reason),
                            end,
                            reason.equals("time") ? theCase.time().atMostS().orElse(end) : end,
                            recipe.page()),
                    ValidationRow.error(
                            key(),
                            recipe.toString(),
                            "warnings that it may diverge",
                            (double) doubts,
                            recipe.page(),
                            0));
        });
    }
}
