package dev.tessera.kernel.reduce;

/// The smallest and the largest of some values with their nodes: of equal values the node with the lowest number.
/// NaN counts as smaller and as larger than all numbers; -0 equals 0. Does not depend on the order of the values.
public final class Extremes {
    private double smallest;
    private double largest;
    private long smallestNode = -1;
    private long largestNode = -1;

    /// The extremes of some values, found elsewhere.
    public static Extremes of(double smallest, long smallestNode, double largest, long largestNode) {
        Extremes found = new Extremes();
        found.addSmall(smallest, smallestNode);
        found.addLarge(largest, largestNode);
        return found;
    }

    /// Takes a value into account.
    /// @param node its number, 0 or more
    public void add(double value, long node) {
        addSmall(value, node);
        addLarge(value, node);
    }

    private void addSmall(double value, long node) {
        if (smallestNode < 0 || isBefore(value, node, smallest, smallestNode)) {
            smallest = value + 0.0; // -0 becomes 0
            smallestNode = node;
        }
    }

    private void addLarge(double value, long node) {
        if (largestNode < 0 || isBefore(-value, node, -largest, largestNode)) {
            largest = value + 0.0;
            largestNode = node;
        }
    }

    /// Takes the values of another object into account.
    public void add(Extremes other) {
        if (other.smallestNode >= 0) {
            addSmall(other.smallest, other.smallestNode);
            addLarge(other.largest, other.largestNode);
        }
    }

    private static boolean isBefore(double value, long node, double other, long otherNode) {
        if (Double.isNaN(value) || Double.isNaN(other)) {
            return Double.isNaN(value) && (!Double.isNaN(other) || node < otherNode);
        }
        return value < other || value == other && node < otherNode;
    }

    /// Whether no value was added.
    public boolean isEmpty() {
        return smallestNode < 0;
    }

    public double smallest() {
        return smallest;
    }

    /// Its fluid number; -1 where there is no value.
    public long smallestNode() {
        return smallestNode;
    }

    public double largest() {
        return largest;
    }

    /// Its fluid number; -1 where there is no value.
    public long largestNode() {
        return largestNode;
    }

    @Override
    public String toString() {
        return isEmpty()
                ? "no value"
                : "%s at node %d … %s at node %d".formatted(smallest, smallestNode, largest, largestNode);
    }
}
