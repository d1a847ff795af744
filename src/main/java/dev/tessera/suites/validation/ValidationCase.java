package dev.tessera.suites.validation;

import java.io.IOException;
import java.util.List;

/// One computation of a suite, with its rows.
///
/// @param setup short description, such as `Re 100`
public record ValidationCase(String setup, Computation computation) {
    /// Computes and compares.
    @FunctionalInterface
    public interface Computation {
        /// @return rows in a fixed order
        List<ValidationRow> rows(Laboratory laboratory) throws IOException;
    }

    /// The rows of a suite's case; if it fails, one failed row with the reason.
    List<ValidationRow> rows(String suite, Laboratory laboratory) {
        try {
            return computation.rows(laboratory);
        } catch (IOException | RuntimeException | OutOfMemoryError failure) {
            return List.of(ValidationRow.notComputed(suite, setup, failure));
        }
    }
}
