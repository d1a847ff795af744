package dev.tessera.cli;

import dev.tessera.casefile.CaseFile;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseException;
import dev.tessera.solver.StepHook;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// What a program of the user's own adds to the commands (docs/decisions/0069-programs-change-a-case.md).
///
/// @param change applied to every case that a command reads
/// @param hooks of runs
/// @param program its file, where `tessera java` runs it
record Additions(UnaryOperator<Case> change, List<StepHook> hooks, Optional<Path> program) {
    static final Additions NONE = new Additions(UnaryOperator.identity(), List.of(), Optional.empty());

    Additions {
        hooks = List.copyOf(hooks);
    }

    /// @throws CommandFailure where the change contradicts the case
    CaseFile changed(CaseFile read) {
        try {
            return read.with(change.apply(read.theCase()));
        } catch (CaseException | IllegalArgumentException wrong) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    "%sthe program's change of the case: %s"
                            .formatted(program.map(file -> file + ": ").orElse(""), wrong.getMessage()));
        }
    }
}
