package dev.tessera.casefile;

/// One thing that is wrong with a case: where, and what with the way out.
public record CaseProblem(Place place, String message) {
    /// An override is named by its path of keys: a message that begins with the same path does not repeat it.
    @Override
    public String toString() {
        String told = place + ": " + message;
        String twice = place.isOverride() ? place.source().substring(Place.OVERRIDE.length()) + ": " : "";
        return !twice.isEmpty() && message.startsWith(twice) ? Place.OVERRIDE + message : told;
    }
}
