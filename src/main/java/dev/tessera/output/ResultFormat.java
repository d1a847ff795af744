package dev.tessera.output;

import dev.tessera.solver.Output;
import dev.tessera.solver.OutputChoice.FieldFormat;
import dev.tessera.solver.field.ResultField;
import java.nio.file.Path;
import java.util.List;

/// A format of files of fields.
///
/// @param key in cases: `vtu`
/// @param says what a file contains, for the reference of `output.formats`
/// @param writer of such files in a folder
public record ResultFormat(String key, String says, Writer writer) {
    /// Makes the output of a run: of some fields, in a folder that exists.
    @FunctionalInterface
    public interface Writer {
        Output of(Path folder, List<ResultField> fields, FileWriting writing);
    }

    /// Its name in a choice of outputs.
    public FieldFormat choice() {
        return new FieldFormat(key);
    }
}
