package dev.tessera.casefile;

/// One thing that is wrong with a case: where, and what with the way out.
public record CaseProblem(Place place, String message) {
    @Override
    public String toString() {
        return place + ": " + message;
    }
}
