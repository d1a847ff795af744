package dev.tessera.casefile;

/// One thing that is wrong with a case: its place, and a message that says what is wrong and suggests a remedy.
public record CaseProblem(Place place, String message) {
    /// The place of an override contains its path of keys, which is not repeated where the message begins with it.
    @Override
    public String toString() {
        String path = place.isOverride() ? place.source().substring(Place.OVERRIDE.length()) : "";
        boolean repeated = !path.isEmpty() && (message.startsWith(path + ":") || message.startsWith(path + "."));
        return repeated ? Place.OVERRIDE + message : place + ": " + message;
    }
}
