package dev.tessera.cli;

import dev.tessera.casefile.CaseFile;
import dev.tessera.casefile.CaseText;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseException;
import dev.tessera.solver.StepHook;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// What a program of the user's own adds to the commands (docs/decisions/0069-programs-change-a-case.md).
///
/// @param own the case of the program, instead of one from a file
/// @param change applied to every case that a command reads
/// @param hooks of runs
/// @param program its file, where `tessera java` runs it
record Additions(Optional<Case> own, UnaryOperator<Case> change, List<StepHook> hooks, Optional<Path> program) {
    static final Additions NONE =
            new Additions(Optional.empty(), UnaryOperator.identity(), List.of(), Optional.empty());

    /// Commands with a case.
    private static final List<String> OF_CASES = List.of(RunCommand.NAME, "plan", GeometryCommand.NAME, "codegen");

    /// Options of the program itself, without a command.
    private static final List<String> OF_PROGRAM = List.of("-h", "--help", "-V", "--version");

    Additions {
        hooks = List.copyOf(hooks);
    }

    /// What is carried out: of a program with a case, its name stands where commands ask for a file, and
    /// arguments without a command are those of `run`.
    /// @param typed arguments of the program
    List<String> withCase(List<String> typed) {
        List<String> all = new ArrayList<>(typed);
        if (own.isPresent() && (all.isEmpty() || isOptionOfRun(all.getFirst()))) {
            all.addFirst(RunCommand.NAME);
        }
        if (own.isPresent() && OF_CASES.contains(all.getFirst())) {
            all.add(1, nameOfCase());
        }
        return all;
    }

    /// An option without a command before it, which is not one of the program.
    private static boolean isOptionOfRun(String first) {
        return first.startsWith("-") && !OF_PROGRAM.contains(first);
    }

    /// The inverse of [#withCase].
    List<String> typed(List<String> all) {
        List<String> typed = new ArrayList<>(all);
        if (own.isPresent() && typed.size() > 1 && typed.get(1).equals(nameOfCase())) {
            typed.remove(1);
        }
        return typed;
    }

    private String nameOfCase() {
        return program.map(Path::toString).orElseGet(() -> own.orElseThrow().name());
    }

    /// The case of the program with the changes of the command line, where it has one.
    /// @throws CommandFailure where it has no text
    Optional<CaseFile> read(List<String> changes) {
        return own.map(theCase -> {
            String name = nameOfCase() + ", its case as text";
            Path folder = Path.of("").toAbsolutePath();
            return changed(CaseFile.parse(name, text(theCase), folder, changes));
        });
    }

    private String text(Case theCase) {
        try {
            return CaseText.of(theCase);
        } catch (IllegalArgumentException wrong) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    "%s: %s. Leave it out of the case, and add it by Tessera.of(…).and(theCase -> …)."
                            .formatted(nameOfCase(), wrong.getMessage()));
        }
    }

    /// @throws CommandFailure where the change contradicts the case
    CaseFile changed(CaseFile read) {
        try {
            return read.with(change.apply(read.theCase()));
        } catch (CaseException | IllegalArgumentException | IllegalStateException wrong) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    "%sthe program's change of the case: %s"
                            .formatted(program.map(file -> file + ": ").orElse(""), wrong.getMessage()));
        }
    }
}
