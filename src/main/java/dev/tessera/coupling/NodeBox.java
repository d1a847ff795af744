package dev.tessera.coupling;

import java.util.List;

/// A part of a domain in the caller's axes, both ends included.
record NodeBox(long x0, long x1, long y0, long y1, long z0, long z1) {
    static NodeBox all(DomainSize size) {
        return new NodeBox(0, size.nx() - 1, 0, size.ny() - 1, 0, size.nz() - 1);
    }

    /// @throws CouplingException if it is empty or leaves the domain
    NodeBox in(DomainSize size) {
        if (x0 > x1 || y0 > y1 || z0 > z1) {
            throw CouplingException.badArgument("box %s is empty; both ends are included".formatted(this));
        }
        if (x0 < 0 || x1 >= size.nx() || y0 < 0 || y1 >= size.ny() || z0 < 0 || z1 >= size.nz()) {
            throw CouplingException.badArgument(
                    "box %s leaves the domain of %s nodes, which are counted from 0".formatted(this, size));
        }
        return this;
    }

    long nodes() {
        return (x1 - x0 + 1) * (y1 - y0 + 1) * (z1 - z0 + 1);
    }

    static long nodes(List<NodeBox> boxes) {
        return boxes.stream().mapToLong(NodeBox::nodes).sum();
    }

    /// Whether another box has as many nodes along each axis.
    boolean hasShapeOf(NodeBox other) {
        return x1 - x0 == other.x1 - other.x0 && y1 - y0 == other.y1 - other.y0 && z1 - z0 == other.z1 - other.z0;
    }

    /// Whether both have a common node.
    boolean meets(NodeBox other) {
        return x0 <= other.x1 && other.x0 <= x1 && y0 <= other.y1 && other.y0 <= y1 && z0 <= other.z1 && other.z0 <= z1;
    }

    /// The places of all nodes in a domain, in order.
    long[] indices(DomainSize size) {
        long[] indices = new long[Math.toIntExact(nodes())];
        int[] at = {0};
        forEachRun(size, (index, count) -> {
            for (long node = index; node < index + count; node++) {
                indices[at[0]++] = node;
            }
        });
        return indices;
    }

    /// Consecutive nodes, in order.
    interface RunVisitor {
        /// @param index of the first node in the domain
        /// @param count of nodes
        void run(long index, long count);
    }

    /// Visits all nodes as runs that are as long as possible.
    void forEachRun(DomainSize size, RunVisitor visitor) {
        long alongZ = z1 - z0 + 1;
        boolean wholeZ = alongZ == size.nz();
        boolean wholeY = wholeZ && y1 - y0 + 1 == size.ny();
        if (wholeY) {
            visitor.run(size.index(x0, 0, 0), nodes());
            return;
        }
        for (long x = x0; x <= x1; x++) {
            if (wholeZ) {
                visitor.run(size.index(x, y0, 0), (y1 - y0 + 1) * alongZ);
                continue;
            }
            for (long y = y0; y <= y1; y++) {
                visitor.run(size.index(x, y, z0), alongZ);
            }
        }
    }

    @Override
    public String toString() {
        return "x %d to %d, y %d to %d, z %d to %d".formatted(x0, x1, y0, y1, z0, z1);
    }
}
