package dev.tessera.suites.validation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Comparisons with an exact solution or a published table.
public interface ValidationSuite {
    /// As `--suite` names it.
    String key();

    /// One line for people, with the source.
    String title();

    /// Whether it takes so long that only its name, or `full`, starts it.
    default boolean onlyWhenAsked() {
        return false;
    }

    /// What is computed, in a fixed order; none depends on another.
    /// @param full whether the slow, fine resolutions are wanted too
    List<ValidationCase> cases(boolean full) throws IOException;

    /// Computes all cases.
    /// @throws IOException as any other failure: the first one ends it
    default List<ValidationRow> run(Laboratory laboratory) throws IOException {
        List<ValidationRow> rows = new ArrayList<>();
        for (ValidationCase one : cases(laboratory.full())) {
            rows.addAll(one.computation().rows(laboratory));
        }
        return rows;
    }
}
