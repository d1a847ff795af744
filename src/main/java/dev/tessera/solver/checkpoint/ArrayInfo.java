package dev.tessera.solver.checkpoint;

import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import java.util.Optional;

/// A named array of a checkpoint.
///
/// @param name without spaces: `populations`, or of a remembered value `velocity-x`
/// @param keys whether every node has values, or some nodes and links
/// @param lattice whose directions are the components or the keys; empty where there is none
/// @param components values per node or link
public record ArrayInfo(String name, Keys keys, Optional<String> lattice, int components, NumberFormat format) {
    /// The populations of a single fluid.
    public static final String POPULATIONS = "populations";

    /// The moments of a single fluid after the collision.
    public static final String MOMENTS = "moments";

    /// What the values belong to.
    public enum Keys {
        /// Every fluid node: `[node][component]`.
        NODES,
        /// Pairs of node and direction; direction -1 stands for the node itself.
        LINKS;

        String key() {
            return this == NODES ? "nodes" : "links";
        }
    }

    public ArrayInfo {
        if (name.isEmpty() || name.contains(" ") || name.contains("\n")) {
            throw new IllegalArgumentException("an array has the name '%s'".formatted(name));
        }
        int directions = lattice.map(Lattices::byKey).map(VelocitySet::size).orElse(0);
        if (components < 1 || keys == Keys.NODES && directions > 0 && components != directions) {
            throw new IllegalArgumentException(
                    "array %s has %d components; %s".formatted(name, components, lattice.orElse("no lattice")));
        }
        boolean isDeviation = format == NumberFormat.FP16_DEVIATION || format.hasDeviations();
        if (isDeviation && (keys != Keys.NODES || directions == 0)) {
            throw new IllegalArgumentException("array %s is no populations, but %s".formatted(name, format.key()));
        }
    }

    /// Populations of all directions.
    public static ArrayInfo populations(String name, VelocitySet lattice, NumberFormat format) {
        return new ArrayInfo(name, Keys.NODES, Optional.of(lattice.name()), lattice.size(), format);
    }

    /// Moments of all nodes.
    /// @param count values per node
    public static ArrayInfo moments(int count, NumberFormat format) {
        return new ArrayInfo(MOMENTS, Keys.NODES, Optional.empty(), count, format);
    }

    /// A value that boundary rules remember from step to step.
    public static ArrayInfo remembered(String name, VelocitySet lattice, NumberFormat format) {
        return new ArrayInfo(name, Keys.LINKS, Optional.of(lattice.name()), 1, format);
    }

    float[] weights() {
        return lattice.map(known -> format.weights(Lattices.byKey(known))).orElse(new float[1]);
    }

    /// Nodes of a chunk: about 4 MB of doubles.
    public int nodesPerChunk() {
        return Math.max(1, (1 << 19) / components);
    }

    String line() {
        return "%s %s %s %d %s".formatted(name, keys.key(), lattice.orElse("-"), components, format.key());
    }

    /// @throws IllegalArgumentException where the line is none of [#line]
    static ArrayInfo ofLine(String line) {
        String[] parts = line.split(" ", -1);
        boolean isKnown = parts.length == 5 && (parts[1].equals("nodes") || parts[1].equals("links"));
        if (!isKnown) {
            throw new IllegalArgumentException("array: " + line);
        }
        return new ArrayInfo(
                parts[0],
                parts[1].equals("nodes") ? Keys.NODES : Keys.LINKS,
                parts[2].equals("-") ? Optional.empty() : Optional.of(parts[2]),
                Integer.parseInt(parts[3]),
                NumberFormat.byKey(parts[4]));
    }
}
