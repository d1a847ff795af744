package dev.tessera.output;

import dev.tessera.solver.Case;
import dev.tessera.solver.Output;
import dev.tessera.solver.OutputChoice;
import dev.tessera.solver.OutputChoice.FieldFormat;
import java.nio.file.Path;
import java.util.Optional;

/// A format of files of fields.
///
/// @param key in cases: `vtu`
/// @param says what a file contains, for the reference of `output.formats`
/// @param refusal of what cannot be written
/// @param writer of such files in a folder
public record ResultFormat(String key, String says, Refusal refusal, Writer writer) {
    /// A format that can always be written.
    public ResultFormat(String key, String says, Writer writer) {
        this(key, says, choice -> Optional.empty(), writer);
    }

    /// Makes the output of a case's run, in a folder that exists.
    @FunctionalInterface
    public interface Writer {
        Output of(Path folder, Case theCase, FileWriting writing);
    }

    /// Why the format cannot be written on this machine as a case chooses, with a remedy; empty: it can.
    @FunctionalInterface
    public interface Refusal {
        Optional<String> of(OutputChoice choice);
    }

    /// Its name in a choice of outputs.
    public FieldFormat choice() {
        return new FieldFormat(key);
    }
}
