package dev.tessera.casefile;

import java.util.List;
import java.util.stream.Collectors;

/// A case that cannot be read. The message has one line per problem, in the order of the file:
/// `case.yaml:14:12: what, where, why, a remedy`.
public final class CaseFileException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<CaseProblem> problems;

    CaseFileException(List<CaseProblem> problems, int leftOut) {
        super(text(problems, leftOut));
        this.problems = List.copyOf(problems);
    }

    CaseFileException(Place place, String message) {
        this(List.of(new CaseProblem(place, message)), 0);
    }

    /// At least one, in the order of the file.
    public List<CaseProblem> problems() {
        return problems;
    }

    private static String text(List<CaseProblem> problems, int leftOut) {
        String lines = problems.stream().map(CaseProblem::toString).collect(Collectors.joining("\n"));
        return leftOut == 0 ? lines : lines + "\n… and %d more".formatted(leftOut);
    }
}
