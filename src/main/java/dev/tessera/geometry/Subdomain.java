package dev.tessera.geometry;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// A part of a node map as a map of its own, with the place of its nodes in the whole. Immutable. Its links are found
/// when they are first needed: a process needs those of its own parts, of others only the places of nodes.
///
/// A part of a [Partition] has its own nodes and layers of other parts' nodes around them. Those of the outermost layer
/// are its halo, which it does not update; those of the layers inside, the *overlap*, it updates as their owners do, so
/// that its own nodes are right for as many steps as there are layers (docs/decisions/0102). With one layer there is no
/// overlap. A block has no layers: its outermost nodes are an envelope. Links that are cut in the whole keep their
/// surface, distance and normal; links that only the division cuts, and all cut links of halo nodes, have a surface of
/// kind [Surface.Kind#OUTSIDE].
public final class Subdomain {
    private static final long[] NONE = {};

    private final NodeMap whole;
    private final FluidNodes fluid; // halo nodes included
    private final long[] halo; // fluid numbers, ascending
    private final long[] others; // halo and overlap: fluid numbers, ascending
    private final int[] corner;
    private final int[] first; // nodes that it may own, in the part's box: first … end - 1 by axis
    private final int[] end;
    private final ForkJoinPool workers;
    private volatile @Nullable NodeMap nodes; // found when it is first needed

    private Subdomain(
            NodeMap whole,
            FluidNodes fluid,
            long[] halo,
            long[] others,
            int[] corner,
            int[] first,
            int[] end,
            ForkJoinPool workers) {
        this.whole = whole;
        this.fluid = fluid;
        this.halo = halo;
        this.others = others;
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

    /// A part with layers of other parts' nodes.
    /// @param bounds the least and greatest coordinates of its nodes, `[2][axis]`
    /// @param layers at least 1
    /// @param workers threads that share the work
    static Subdomain of(
            NodeMap whole,
            Partition partition,
            int part,
            int[][] bounds,
            PeriodicSides sides,
            int layers,
            ForkJoinPool workers) {
        return new Builder(whole, workers).part(partition, part, bounds, sides, layers);
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

    /// The fluid numbers of the nodes of other parts, halo and overlap, ascending; not to be changed.
    public long[] others() {
        return others;
    }

    /// The number of its own nodes.
    public long ownCount() {
        return fluid.count() - others.length;
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

    /// The part's fluid number of a node that it owns, or -1 if it does not.
    /// @param wholeIndex box index in the whole
    public long number(long wholeIndex) {
        long index = ownIndex(wholeIndex);
        long number = index < 0 ? -1 : fluid.number(index);
        return number < 0 || contains(others, number) ? -1 : number;
    }

    /// The index in the part's box of a node that it owns; for others any place where it may own nodes, or -1.
    /// @param wholeIndex box index in the whole
    public long ownIndex(long wholeIndex) {
        Box box = whole.box();
        int x = Math.floorMod(box.x(wholeIndex) - corner[0] - first[0], box.nx()) + first[0];
        int y = Math.floorMod(box.y(wholeIndex) - corner[1] - first[1], box.ny()) + first[1];
        int z = Math.floorMod(box.z(wholeIndex) - corner[2] - first[2], box.nz()) + first[2];
        return x >= end[0] || y >= end[1] || z >= end[2] ? -1 : fluid.box().index(x, y, z);
    }

    /// The part's fluid numbers of a node of the whole that it updates: of its own node, or of the images of one in the
    /// overlap, of which there can be several across periodic sides.
    /// @param wholeIndex box index in the whole
    public long[] updated(long wholeIndex) {
        if (others.length == halo.length) {
            long own = number(wholeIndex);
            return own < 0 ? NONE : new long[] {own};
        }
        Box box = whole.box();
        LongStream.Builder numbers = LongStream.builder();
        for (int z : places(box.z(wholeIndex), 2)) {
            for (int y : places(box.y(wholeIndex), 1)) {
                for (int x : places(box.x(wholeIndex), 0)) {
                    long number = fluid.number(fluid.box().index(x, y, z));
                    if (number >= 0 && !contains(halo, number)) {
                        numbers.add(number);
                    }
                }
            }
        }
        return numbers.build().toArray();
    }

    /// The coordinates in the part's box of one of the whole, along an axis.
    private int[] places(int wholeCoordinate, int axis) {
        int nodes = whole.box().nodes(axis);
        int least = Math.floorMod(wholeCoordinate - corner[axis], nodes);
        int size = fluid.box().nodes(axis);
        return IntStream.iterate(least, place -> place < size, place -> place + nodes)
                .toArray();
    }

    private static boolean contains(long[] ascending, long number) {
        return ascending.length > 0 && Arrays.binarySearch(ascending, number) >= 0;
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

        Subdomain part(Partition partition, int part, int[][] bounds, Subdomain.PeriodicSides sides, int layers) {
            FluidNodes.NodePredicate isOwner = (x, y, z) -> partition.owner(x, y, z) == part;
            int[] size = new int[3];
            boolean[] periodic = new boolean[3];
            for (int axis = 0; axis < 3; axis++) {
                place(axis, bounds[0][axis], bounds[1][axis], sides, layers, size, periodic);
            }
            Box box = new Box(size[0], size[1], size[2], periodic[0], periodic[1], periodic[2]);
            FluidNodes own = FluidNodes.where(box, this::nextFluid, (x, y, z) -> isOwn(x, y, z, isOwner), workers);
            FluidNodes updated = own;
            FluidNodes stored = withNext(updated);
            for (int layer = 1; layer < layers; layer++) {
                updated = stored;
                stored = withNext(updated);
            }
            long[] halo = stored.numbersWithout(updated);
            return subdomain(stored, halo, layers == 1 ? halo : stored.numbersWithout(own));
        }

        /// Nodes and all fluid nodes beside them.
        private FluidNodes withNext(FluidNodes nodes) {
            Box box = nodes.box();
            return FluidNodes.where(
                    box,
                    this::nextFluid,
                    (x, y, z) -> nodes.isFluid(x, y, z) || isFluid(x, y, z) && touches(nodes, box.index(x, y, z)),
                    workers);
        }

        /// Places the part's box along an axis: `low … high` are its own, with layers of others before and behind.
        private void place(
                int axis,
                int low,
                int high,
                Subdomain.PeriodicSides sides,
                int layers,
                int[] size,
                boolean[] periodic) {
            int nodes = whole.box().nodes(axis);
            boolean wraps = whole.box().isPeriodic(axis);
            periodic[axis] = wraps && high - low + 1 == nodes && (sides == PeriodicSides.KEPT || isFlat(axis));
            int most = periodic[axis] ? 0 : layers;
            int before = wraps ? most : Math.min(most, low);
            int behind = wraps ? most : Math.min(most, nodes - 1 - high);
            corner[axis] = low - before;
            first[axis] = before;
            end[axis] = first[axis] + high - low + 1;
            size[axis] = end[axis] + behind;
        }

        /// Two-dimensional boxes have no links along z.
        private boolean isFlat(int axis) {
            return axis == 2 && whole.box().is2d();
        }

        private boolean isOwn(int x, int y, int z, FluidNodes.NodePredicate isOwner) {
            if (x < first[0] || y < first[1] || z < first[2] || x >= end[0] || y >= end[1] || z >= end[2]) {
                return false;
            }
            return isFluid(x, y, z) && isOwner.test(x + corner[0], y + corner[1], z + corner[2]);
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

        private static boolean touches(FluidNodes nodes, long index) {
            for (int code = 0; code < 27; code++) {
                if (nodes.isFluid(neighbour(nodes.box(), index, code))) {
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
            return subdomain(stored, NONE, NONE);
        }

        private Subdomain subdomain(FluidNodes stored, long[] halo, long[] others) {
            return new Subdomain(whole, stored, halo, others, corner, first, end, workers);
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
            return contains(halo, fluid.number(index));
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
