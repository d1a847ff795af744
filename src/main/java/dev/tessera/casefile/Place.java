package dev.tessera.casefile;

/// The place of a key or value: `case.yaml:14:12`, or `--set model.magic` for an override of the command line.
///
/// @param source file as named by the user, or the override
/// @param line from 1; 0 where the source has no lines (an override)
/// @param column from 1, in characters
public record Place(String source, int line, int column) implements Comparable<Place> {
    static final String OVERRIDE = "--set ";
    /// Of what no text says.
    static final Place NOWHERE = new Place("", 0, 0);

    static Place ofOverride(String path) {
        return new Place(OVERRIDE + path, 0, 0);
    }

    boolean isOverride() {
        return line == 0;
    }

    /// The place some characters to the right, on the same line.
    Place right(int characters) {
        return line == 0 ? this : new Place(source, line, column + characters);
    }

    @Override
    public int compareTo(Place other) {
        if (line != other.line) {
            return Integer.compare(line, other.line);
        }
        return Integer.compare(column, other.column);
    }

    @Override
    public String toString() {
        return line == 0 ? source : source + ":" + line + ":" + column;
    }
}
