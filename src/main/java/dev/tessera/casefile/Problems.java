package dev.tessera.casefile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Collects the problems of one case, so that a user sees all of them at once.
final class Problems {
    private static final int MOST = 20;

    private final List<CaseProblem> found = new ArrayList<>();

    void add(Place place, String message) {
        CaseProblem problem = new CaseProblem(place, message);
        if (!found.contains(problem)) {
            found.add(problem);
        }
    }

    boolean any() {
        return !found.isEmpty();
    }

    /// @throws CaseFileException where anything was found
    void throwIfAny() {
        if (any()) {
            throw exception();
        }
    }

    CaseFileException exception() {
        List<CaseProblem> sorted = new ArrayList<>(found);
        sorted.sort(Comparator.comparing(CaseProblem::place));
        int shown = Math.min(MOST, sorted.size());
        return new CaseFileException(sorted.subList(0, shown), sorted.size() - shown);
    }
}
