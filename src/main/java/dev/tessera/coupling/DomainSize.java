package dev.tessera.coupling;

import dev.tessera.geometry.Box;
import dev.tessera.model.Velocity;
import java.util.Collections;
import java.util.List;

/// The nodes of a domain by axis. The caller's arrays have z fastest, boxes of Tessera have x fastest: so a domain is
/// stored with its axes in reverse order, and the node order of both is the same.
///
/// @param nz 1 in two dimensions
record DomainSize(int dimensions, int nx, int ny, int nz) {
    private static final long MOST = 1L << 31;

    /// @throws CouplingException if the domain is too small for the lattice, or too large
    DomainSize {
        if (dimensions == 2 && nz != 1) {
            throw CouplingException.badArgument(
                    "a domain of %d x %d x %d nodes has three dimensions, but its lattice has two; use nz = 1"
                            .formatted(nx, ny, nz));
        }
        if (nx < 2 || ny < 2 || dimensions == 3 && nz < 2) {
            throw CouplingException.badArgument(
                    "a domain of %d x %d x %d nodes is too thin: it needs two nodes or more along each of its %d axes"
                            .formatted(nx, ny, nz, dimensions));
        }
        if (nx * (double) ny * nz >= MOST) {
            throw CouplingException.badArgument(
                    "a domain of %d x %d x %d nodes is too large: at most 2^31 - 1 nodes; divide it"
                            .formatted(nx, ny, nz));
        }
    }

    /// @throws CouplingException as the constructor
    static DomainSize of(int dimensions, long nx, long ny, long nz) {
        return new DomainSize(dimensions, within(nx), within(ny), within(nz));
    }

    private static int within(long nodes) {
        return Math.clamp(nodes, -1, Integer.MAX_VALUE);
    }

    long nodes() {
        return (long) nx * ny * nz;
    }

    /// The place of a node in the caller's arrays: also its index in the stored box.
    long index(long x, long y, long z) {
        return (x * ny + y) * nz + z;
    }

    /// The place of a node's neighbour; -1 outside of the domain.
    long neighbour(long node, Velocity step, Periodic periodic) {
        long x = along(node / ((long) ny * nz) + step.x(), nx, periodic.x());
        long y = along(node / nz % ny + step.y(), ny, periodic.y());
        long z = along(node % nz + step.z(), nz, periodic.z());
        return x < 0 || y < 0 || z < 0 ? -1 : index(x, y, z);
    }

    private static long along(long at, int nodes, boolean isPeriodic) {
        return at >= 0 && at < nodes ? at : isPeriodic ? Math.floorMod(at, (long) nodes) : -1;
    }

    /// The stored box.
    Box box(Periodic periodic) {
        return dimensions == 2
                ? new Box(ny, nx, 1, periodic.y(), periodic.x(), false)
                : new Box(nz, ny, nx, periodic.z(), periodic.y(), periodic.x());
    }

    /// The stored axis of an axis of the caller.
    int storedAxis(int axis) {
        return dimensions - 1 - axis;
    }

    /// A velocity of the caller in stored axes, and the reverse.
    Velocity stored(Velocity c) {
        return dimensions == 2 ? new Velocity(c.y(), c.x(), 0) : new Velocity(c.z(), c.y(), c.x());
    }

    /// The sides, of the caller, over which nothing arrives: what leaves there comes back, and there is no envelope.
    ///
    /// @param isClosed by side: x0, x1, y0, y1, z0, z1
    record Closed(List<Boolean> isClosed) {
        static final List<String> SIDES = List.of("x0", "x1", "y0", "y1", "z0", "z1");
        static final Closed NONE = new Closed(Collections.nCopies(SIDES.size(), false));

        Closed {
            isClosed = List.copyOf(isClosed);
        }

        /// By side of the stored box, in the order of [dev.tessera.geometry.CutLinksOf.SurfaceOf].
        boolean[] stored(DomainSize size) {
            boolean[] stored = new boolean[SIDES.size()];
            for (int side = 0; side < 2 * size.dimensions(); side++) {
                stored[2 * size.storedAxis(side / 2) + side % 2] = isClosed.get(side);
            }
            return stored;
        }
    }

    /// The axes, of the caller, whose sides are joined.
    record Periodic(boolean x, boolean y, boolean z) {
        static final Periodic NONE = new Periodic(false, false, false);
    }

    @Override
    public String toString() {
        return dimensions == 2 ? "%d x %d".formatted(nx, ny) : "%d x %d x %d".formatted(nx, ny, nz);
    }
}
