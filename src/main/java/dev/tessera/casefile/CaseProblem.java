package dev.tessera.casefile;

/// One thing that is wrong with a case: its place, and a message that says what is wrong and suggests a remedy.
public record CaseProblem(Place place, String message) {
    /// The place of an override contains its path of keys, which is not repeated where the message begins with
    /// it or with a group around it.
    @Override
    public String toString() {
        String path = place.isOverride() ? place.source().substring(Place.OVERRIDE.length()) : "";
        if (!path.isEmpty() && (message.startsWith(path + ":") || message.startsWith(path + "."))) {
            return Place.OVERRIDE + message;
        }
        int colon = message.indexOf(": ");
        boolean isGroup = colon > 0 && path.startsWith(message.substring(0, colon) + ".");
        return place + ": " + (isGroup ? message.substring(colon + 2) : message);
    }
}
