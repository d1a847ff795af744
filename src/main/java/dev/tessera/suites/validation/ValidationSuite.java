package dev.tessera.suites.validation;

import java.io.IOException;
import java.util.List;

/// One comparison with an exact solution or a published table.
public interface ValidationSuite {
    /// As `--suite` names it.
    String key();

    /// One line for people, with the source.
    String title();

    /// Whether it takes so long that only its name, or `full`, starts it.
    default boolean onlyWhenAsked() {
        return false;
    }

    /// Computes and compares.
    /// @return rows in a fixed order
    List<ValidationRow> run(Laboratory laboratory) throws IOException;
}
