package dev.tessera.cluster;

/// What parts send in an exchange.
///
/// @param steps from one exchange to the next
/// @param messages of all parts
/// @param bytes of all messages
/// @param mostMessages of one part
/// @param mostBytes of one part
public record Traffic(int steps, long messages, long bytes, long mostMessages, long mostBytes) {
    /// Nothing.
    public static final Traffic NONE = new Traffic(1, 0, 0, 0, 0);

    /// Bytes of all messages that fall to a step.
    public long bytesPerStep() {
        return bytes / steps;
    }
}
