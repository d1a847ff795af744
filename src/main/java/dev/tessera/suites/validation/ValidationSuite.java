package dev.tessera.suites.validation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Comparisons with an exact solution or a published table.
public interface ValidationSuite {
    /// Its name for `--suite`.
    String key();

    /// One line of description, with the source.
    String title();

    /// Whether only its name, or `full`, starts it, because it takes long.
    default boolean onlyWhenAsked() {
        return false;
    }

    /// The cases in a fixed order; none depends on another.
    /// @param full whether to compute the slow, fine resolutions too
    List<ValidationCase> cases(boolean full) throws IOException;

    /// Computes all cases.
    /// @throws IOException like any other failure, which ends the suite
    default List<ValidationRow> run(Laboratory laboratory) throws IOException {
        List<ValidationRow> rows = new ArrayList<>();
        for (ValidationCase one : cases(laboratory.full())) {
            rows.addAll(one.computation().rows(laboratory));
        }
        return rows;
    }
}
