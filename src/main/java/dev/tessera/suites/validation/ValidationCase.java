package dev.tessera.suites.validation;

import java.io.IOException;
import java.util.List;

/// One computation of a suite, and the rows that it gives.
///
/// @param setup what is computed, such as `Re 100`
public record ValidationCase(String setup, Computation computation) {
    /// Computes and compares.
    @FunctionalInterface
    public interface Computation {
        /// @return rows in a fixed order
        List<ValidationRow> rows(Laboratory laboratory) throws IOException;
    }

    /// The rows of a suite's case; where it fails, one row that fails and says why.
    List<ValidationRow> rows(String suite, Laboratory laboratory) {
        try {
            return computation.rows(laboratory);
        } catch (IOException | RuntimeException | OutOfMemoryError failure) {
            return List.of(ValidationRow.notComputed(suite, setup, failure));
        }
    }
}
