package dev.tessera.geometry;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/// A part of a node map as a map of its own, with the place of its nodes in the whole. Immutable. Its links are found
/// when they are first needed: a process needs those of its own parts, of others only the places of nodes.
///
/// A part of a [Partition] has the nodes that it updates and a halo one node deep around them. A block has no halo:
/// its outermost nodes are an envelope. Links that are cut in the whole keep their surface, distance and normal;
/// links that only the division cuts have a surface of kind [Surface.Kind#OUTSIDE], and so have all cut links of
/// halo nodes.
public final class Subdomain {
    private final NodeMap whole;
    private final FluidNodes fluid; // halo nodes included
    private final long[] halo; // fluid numbers, ascending
    private final int[] corner;
    private final int[] first; // nodes that may be updated, in the part's box: first … end - 1 by axis
    private final int[] end;
    private final ForkJoinPool workers;
    private volatile @Nullable NodeMap nodes; // found when it is first needed

    private Subdomain(
            NodeMap whole, FluidNodes fluid, long[] halo, int[] corner, int[] first, int[] end, ForkJoinPool workers) {
        this.whole = whole;
        this.fluid = fluid;
        this.halo = halo;
        this.corner = corner;
        this.first = first;
        this.end = end;
        this.workers = workers;
    }

    /// How a part that extends from one periodic side to the other is stored.
    public enum PeriodicSides {
        /// As a periodic box: no halo there.
        KEPT,
        /// With a halo at both sides: the part exchanges values with itself.
        CUT
    }

    /// A part with its halo.
    /// @param bounds the least and greatest coordinates of its nodes, `[2][axis]`
    /// @param workers threads that share the work
    static Subdomain of(
            NodeMap whole, Partition partition, int part, int[][] bounds, PeriodicSides sides, ForkJoinPool workers) {
        return new Builder(whole, workers).part(partition, part, bounds, sides);
    }

    /// The nodes of a block of the whole, without halo.
    /// @param corner its least node by axis
    /// @param size its nodes by axis
    /// @throws IllegalArgumentException if the block extends beyond the box or has no fluid node
    public static Subdomain block(NodeMap whole, int[] corner, int[] size, ForkJoinPool workers) {
        return new Builder(whole, workers).block(corner, size);
    }

    /// The part's own map. To be called first outside of parallel loops, as it has some.
    public NodeMap nodes() {
        NodeMap found = nodes;
        if (found == null) {
            synchronized (this) {
                found = nodes;
                if (found == null) {
                    found = map();
                    nodes = found;
                }
            }
        }
        return found;
    }

    private NodeMap map() {
        WholeLinks links = new WholeLinks();
        double[] originM = whole.originM().clone();
        for (int axis = 0; axis < 3; axis++) {
            originM[axis] += corner[axis] * whole.spacingM();
        }
        return new NodeMap(
                fluid,
                whole.spacingM(),
                originM,
                links.surfaces(),
                links.links(),
                whole.openings(),
                whole.findings(),
                halo);
    }

    /// The fluid nodes of the part's own map, halo nodes included.
    public FluidNodes fluid() {
        return fluid;
    }

    /// The fluid numbers of its halo nodes, ascending; not to be changed.
    public long[] halo() {
        return halo;
    }

    /// The map that it is a part of.
    public NodeMap whole() {
        return whole;
    }

    /// The box index in the whole of a place in the part's box, across periodic sides.
    public long wholeIndex(int x, int y, int z) {
        Box box = whole.box();
        return box.index(
                Math.floorMod(x + corner[0], box.nx()),
                Math.floorMod(y + corner[1], box.ny()),
                Math.floorMod(z + corner[2], box.nz()));
    }

    /// The fluid numbers in the whole of the part's nodes `from … from + count - 1`, halo nodes included.
    public long[] wholeNumbers(long from, int count) {
        long[] numbers = new long[count];
        FluidNodes.Ascending ascending = fluid.ascending();
        Box box = fluid.box();
        for (int n = 0; n < count; n++) {
            long index = ascending.boxIndex(from + n);
            numbers[n] = whole.fluid().number(wholeIndex(box.x(index), box.y(index), box.z(index)));
        }
        return numbers;
    }

    /// The part's fluid number of a node that it updates, or -1 if it does not.
    /// @param wholeIndex box index in the whole
    public long number(long wholeIndex) {
        Box box = whole.box();
        int x = Math.floorMod(box.x(wholeIndex) - corner[0] - first[0], box.nx()) + first[0];
        int y = Math.floorMod(box.y(wholeIndex) - corner[1] - first[1], box.ny()) + first[1];
        int z = Math.floorMod(box.z(wholeIndex) - corner[2] - first[2], box.nz()) + first[2];
        if (x >= end[0] || y >= end[1] || z >= end[2]) {
            return -1;
        }
        long number = fluid.number(fluid.box().index(x, y, z));
        return number < 0 || isHalo(number) ? -1 : number;
    }

    private boolean isHalo(long number) {
        return halo.length > 0 && Arrays.binarySearch(halo, number) >= 0;
    }

    private static long neighbour(Box box, long index, int code) {
        return box.neighbour(box.x(index), box.y(index), box.z(index), code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1);
    }

    /// Makes a part's map.
    private static final class Builder {
        private final NodeMap whole;
        private final ForkJoinPool workers;
        private final int[] corner = new int[3];
        private final int[] first = new int[3];
        private final int[] end = new int[3];

        Builder(NodeMap whole, ForkJoinPool workers) {
            this.whole = whole;
            this.workers = workers;
            if (whole.halo().length > 0) {
                throw new IllegalArgumentException("a part with a halo cannot be divided further; divide the whole");
            }
        }

        Subdomain part(Partition partition, int part, int[][] bounds, Subdomain.PeriodicSides sides) {
            FluidNodes.NodePredicate owned = (x, y, z) -> partition.owner(x, y, z) == part;
            int[] size = new int[3];
            boolean[] periodic = new boolean[3];
            for (int axis = 0; axis < 3; axis++) {
                place(axis, bounds[0][axis], bounds[1][axis], sides, size, periodic);
            }
            Box box = new Box(size[0], size[1], size[2], periodic[0], periodic[1], periodic[2]);
            FluidNodes updated =
                    FluidNodes.where(box, this::nextFluid, (x, y, z) -> isUpdated(x, y, z, owned), workers);
            FluidNodes stored = FluidNodes.where(
                    box,
                    this::nextFluid,
                    (x, y, z) -> updated.isFluid(x, y, z) || isFluid(x, y, z) && touches(updated, box.index(x, y, z)),
                    workers);
            return subdomain(stored, stored.numbersWithout(updated));
        }

        /// Places the part's box along an axis: `low … high` are updated, one layer more is halo.
        private void place(int axis, int low, int high, PeriodicSides sides, int[] size, boolean[] periodic) {
            int nodes = whole.box().nodes(axis);
            boolean wraps = whole.box().isPeriodic(axis);
            periodic[axis] = wraps && high - low + 1 == nodes && (sides == PeriodicSides.KEPT || isFlat(axis));
            boolean before = !periodic[axis] && (wraps || low > 0);
            boolean behind = !periodic[axis] && (wraps || high < nodes - 1);
            corner[axis] = before ? low - 1 : low;
            first[axis] = before ? 1 : 0;
            end[axis] = first[axis] + high - low + 1;
            size[axis] = end[axis] + (behind ? 1 : 0);
        }

        /// Two-dimensional boxes have no links along z.
        private boolean isFlat(int axis) {
            return axis == 2 && whole.box().is2d();
        }

        private boolean isUpdated(int x, int y, int z, FluidNodes.NodePredicate owned) {
            if (x < first[0] || y < first[1] || z < first[2] || x >= end[0] || y >= end[1] || z >= end[2]) {
                return false;
            }
            return isFluid(x, y, z) && owned.test(x + corner[0], y + corner[1], z + corner[2]);
        }

        private boolean isFluid(int x, int y, int z) {
            return whole.fluid().isFluid(wholeIndex(x, y, z));
        }

        /// The first node of a row from `x` on that is fluid in the whole box, or lies beyond a periodic side of
        /// it; `end` where there is none.
        private int nextFluid(int x, int end, int y, int z) {
            int inWhole = x + corner[0];
            if (inWhole < 0 || inWhole >= whole.box().nx()) {
                return x;
            }
            long row = wholeIndex(x, y, z) - inWhole;
            int last = Math.min(end + corner[0], whole.box().nx());
            return (int) (whole.fluid().next(row + inWhole, row + last) - row) - corner[0];
        }

        private long wholeIndex(int x, int y, int z) {
            Box box = whole.box();
            return box.index(
                    Math.floorMod(x + corner[0], box.nx()),
                    Math.floorMod(y + corner[1], box.ny()),
                    Math.floorMod(z + corner[2], box.nz()));
        }

        private static boolean touches(FluidNodes updated, long index) {
            for (int code = 0; code < 27; code++) {
                if (updated.isFluid(neighbour(updated.box(), index, code))) {
                    return true;
                }
            }
            return false;
        }

        Subdomain block(int[] least, int[] size) {
            boolean[] periodic = new boolean[3];
            for (int axis = 0; axis < 3; axis++) {
                int nodes = whole.box().nodes(axis);
                if (least[axis] < 0 || size[axis] < 1 || least[axis] + size[axis] > nodes) {
                    throw new IllegalArgumentException("nodes %d … %d along %s are not in a box of %s nodes"
                            .formatted(least[axis], least[axis] + size[axis] - 1, "xyz".charAt(axis), whole.box()));
                }
                periodic[axis] = size[axis] == nodes && whole.box().isPeriodic(axis);
                corner[axis] = least[axis];
                end[axis] = size[axis];
            }
            Box box = new Box(size[0], size[1], size[2], periodic[0], periodic[1], periodic[2]);
            FluidNodes stored = FluidNodes.where(box, this::nextFluid, this::isFluid, workers);
            if (stored.count() == 0) {
                throw new IllegalArgumentException(
                        "the block of %s nodes at %s has no fluid node".formatted(box, Arrays.toString(least)));
            }
            return subdomain(stored, new long[0]);
        }

        private Subdomain subdomain(FluidNodes stored, long[] halo) {
            return new Subdomain(whole, stored, halo, corner, first, end, workers);
        }
    }

    /// Finds the data of a part's cut links in those of the whole.
    private final class WholeLinks {
        List<Surface> surfaces() {
            var surfaces = new ArrayList<>(whole.surfaces());
            surfaces.add(new Surface(surfaces.size(), "outside", Surface.Kind.OUTSIDE));
            return surfaces;
        }

        CutLinks links() {
            int outside = whole.surfaces().size();
            CutLinks links = CutLinksOf.fluid(
                    fluid,
                    (from, to, code, side) -> {
                        int link = isHalo(from) ? -1 : wholeLink(from, code);
                        return link < 0 ? outside : whole.links().surface(link);
                    },
                    workers);
            float[] distances = whole.links().hasDistances() ? new float[links.links()] : null;
            float[] normals = new float[3 * links.boundaryNodes()];
            FluidNodes.Ascending ascending = fluid.ascending();
            for (int b = 0; b < links.boundaryNodes(); b++) {
                long from = ascending.boxIndex(links.node(b));
                int same = whole.links().find(wholeNumber(from));
                for (int axis = 0; axis < 3 && same >= 0; axis++) {
                    normals[3 * b + axis] = (float) whole.links().normal(same, axis);
                }
                for (int link = links.firstLink(b); link < links.endLink(b) && distances != null; link++) {
                    int its = wholeLink(from, links.code(link));
                    distances[link] = its < 0 ? 0.5f : (float) whole.links().distance(its);
                }
            }
            return links.with(null, distances, normals);
        }

        private boolean isHalo(long index) {
            return Subdomain.this.isHalo(fluid.number(index));
        }

        private long wholeNumber(long index) {
            Box box = fluid.box();
            return whole.fluid().number(wholeIndex(box.x(index), box.y(index), box.z(index)));
        }

        /// The link of the whole from the same node along the same direction; -1 if it is not cut.
        private int wholeLink(long index, int code) {
            CutLinks links = whole.links();
            int b = links.find(wholeNumber(index));
            for (int link = b < 0 ? 0 : links.firstLink(b); b >= 0 && link < links.endLink(b); link++) {
                if (links.code(link) == code) {
                    return link;
                }
            }
            return -1;
        }
    }
}
