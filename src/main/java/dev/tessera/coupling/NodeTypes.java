package dev.tessera.coupling;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// What the caller says about each node of a domain, in its order. Null pointers are segments at address 0.
///
/// @param types a byte per node; null: all are fluid
/// @param velocities of nodes in walls, on planes and at their edges, a double per node and axis of the caller; null: 0
/// @param densities of nodes in moving walls and on planes, a double per node; null: 1
/// @param strains rates of strain of nodes at edges and corners, six doubles per node: xx, xy, xz, yy, yz, zz of the
///        caller's axes; null: 0
record NodeTypes(MemorySegment types, MemorySegment velocities, MemorySegment densities, MemorySegment strains) {
    private static final int STRAINS = 6;

    /// The types of `tessera.h`.
    static final byte FLUID = 0;

    /// Not stored; links to it end at a half-way wall.
    static final byte SOLID = 1;

    /// Stored; its populations are reversed instead of a collision.
    static final byte FULL_WAY = 2;

    /// Stored; its populations do not change.
    static final byte PASSING = 3;

    static NodeTypes of(MemorySegment types) {
        return new NodeTypes(types, MemorySegment.NULL, MemorySegment.NULL);
    }

    /// Without rates of strain.
    NodeTypes(MemorySegment types, MemorySegment velocities, MemorySegment densities) {
        this(types, velocities, densities, MemorySegment.NULL);
    }

    boolean areAllFluid() {
        return types.address() == 0;
    }

    /// @param node its place in the caller's arrays
    /// @param nodes of the domain
    byte type(long node, long nodes) {
        return types.reinterpret(nodes).get(ValueLayout.JAVA_BYTE, node);
    }

    /// @throws CouplingException if it is not finite
    double velocity(long node, int axis, DomainSize size) {
        return velocities.address() == 0
                ? 0
                : finite(
                        "velocity",
                        velocities,
                        node * size.dimensions() + axis,
                        node,
                        size.nodes() * size.dimensions());
    }

    /// @throws CouplingException if it is not finite
    double density(long node, DomainSize size) {
        return densities.address() == 0 ? 1 : finite("density", densities, node, node, size.nodes());
    }

    /// A component of the rate of strain in three dimensions.
    /// @param a, b axes of the caller
    /// @throws CouplingException if it is not finite
    double strain(long node, int a, int b, DomainSize size) {
        if (strains.address() == 0) {
            return 0;
        }
        int first = Math.min(a, b);
        int component = first * (5 - first) / 2 + Math.max(a, b); // of xx, xy, xz, yy, yz, zz
        return finite("rate of strain", strains, node * STRAINS + component, node, size.nodes() * STRAINS);
    }

    private static double finite(String name, MemorySegment values, long at, long node, long count) {
        double value =
                values.reinterpret(count * Double.BYTES).get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at * Double.BYTES);
        if (!Double.isFinite(value)) {
            throw CouplingException.badArgument(
                    "the %s of node %d, which is in a wall or on a plane, is %s; give a number"
                            .formatted(name, node, value));
        }
        return value;
    }
}
