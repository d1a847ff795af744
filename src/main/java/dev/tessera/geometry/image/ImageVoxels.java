package dev.tessera.geometry.image;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidBits;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.HeapBudget;
import dev.tessera.geometry.Slab;
import dev.tessera.geometry.SlabExchange;
import dev.tessera.geometry.SlabNodes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/// Fills the nodes of an [ImageSource].
final class ImageVoxels {
    /// Fraction of the fluid in narrow pores above which a finding is a warning.
    private static final double NARROW = 0.1;
    /// Fraction of the pores on a periodic face that meet solid above which a finding is a warning.
    private static final double MISMATCH = 0.02;

    private final ImageSource image;
    private final double spacingM;
    private final ForkJoinPool workers;
    private final AxisSpan[] spans = new AxisSpan[3];
    private final List<AxisEnds> ends;
    private final Box box;

    ImageVoxels(ImageSource image, double spacingM, ForkJoinPool workers) {
        this.image = image;
        this.spacingM = spacingM;
        this.workers = workers;
        this.ends = image.ends();
        for (int axis = 0; axis < 3; axis++) {
            int refine = axis == 2 && image.is2d() ? 1 : image.refine();
            AxisEnds here = ends.get(axis);
            spans[axis] = new AxisSpan(image.size()[axis], refine, here.buffer(), here.isMirrored());
        }
        this.box = new Box(
                spans[0].nodes(),
                spans[1].nodes(),
                spans[2].nodes(),
                ends.get(0).isPeriodic(),
                ends.get(1).isPeriodic(),
                ends.get(2).isPeriodic());
    }

    SlabNodes build(SlabExchange exchange, LongConsumer counted) {
        Slab slab = Slab.of(box, exchange);
        return HeapBudget.ofProcess().voxelise(slab.box(), spacingM, HeapBudget.BITS, () -> voxelise(slab, counted));
    }

    private SlabNodes voxelise(Slab slab, LongConsumer counted) {
        FluidNodes fluid = fill(slab);
        image.isolated().tell(fluid, slab, counted);
        long poreNodes = slab.count(fluid) - bufferNodes();
        if (poreNodes == 0) {
            throw noPores();
        }
        ConnectedPores pores =
                ConnectedPores.of(image.stack().name(), fluid, ends, image.isolated(), poreNodes, slab, workers);
        List<String> findings = new ArrayList<>(pores.findings());
        ImageSurfaces surfaces = new ImageSurfaces(slab, ends);
        Surroundings around = surfaces.around(pores.fluid());
        double narrow = slab.sum(NarrowPores.nodes(pores.fluid(), around, slab, workers)) / (double) poreNodes;
        if (narrow > NARROW) {
            findings.add(
                    ("warning: %.0f %% of the pore space is under %d nodes wide, too coarse to trust the flow there;"
                                    + " refine the image (2 or 3 nodes per voxel) or crop a part and compare")
                            .formatted(100 * narrow, NarrowPores.WIDTH));
        }
        periodicFindings(fluid, slab, findings);
        VoxelStack stack = image.stack();
        stack.edges()
                .flatMap(edges -> edges.warning(stack.name(), spacingM * image.refine(), image.is2d()))
                .ifPresent(findings::add);
        return surfaces.map(pores.fluid(), around, originM(), spacingM, findings, workers);
    }

    /// Nodes of the layers without solid.
    private long bufferNodes() {
        long inside = 1;
        for (int axis = 0; axis < 3; axis++) {
            inside *= spans[axis].nodes() - 2L * spans[axis].buffer();
        }
        return box.size() - inside;
    }

    private GeometryException noPores() {
        return new GeometryException("%s: no voxel has a pore label %s; the image holds %s"
                .formatted(
                        image.stack().name(),
                        image.pores(),
                        LabelShares.of(image.stack(), workers).text()));
    }

    private double[] originM() {
        double[] origin = new double[3];
        for (int axis = 0; axis < 3; axis++) {
            AxisSpan span = spans[axis];
            origin[axis] = ((double) image.from()[axis] * span.refine() - span.buffer() + 0.5) * spacingM;
        }
        if (image.is2d()) {
            origin[2] = 0;
        }
        return origin;
    }

    private FluidNodes fill(Slab slab) {
        FluidBits bits = new FluidBits(slab.box());
        fillBuffers(bits, slab);
        boolean xFastest = image.stack().order() == VoxelOrder.X_FASTEST;
        int slow = xFastest ? 2 : 0;
        int fast = 2 - slow;
        int[] from = image.from();
        int[] size = image.size();
        int columns = image.stack().columns();
        int[][] planes = planes(slab);
        int first = 0; // voxel along the slow axis
        int end = size[slow];
        if (xFastest) {
            first = firstStored(planes);
            end = endStored(planes);
        }
        image.stack()
                .scan(
                        from[slow] + first,
                        from[slow] + end,
                        (page, labels) -> {
                            for (int y = 0; y < size[1]; y++) {
                                int row = (from[1] + y) * columns + from[fast];
                                for (int start = nextPore(labels, row, 0, size[fast]); start < size[fast]; ) {
                                    int stop = start + 1;
                                    while (stop < size[fast] && image.pores().isPore(labels[row + stop])) {
                                        stop++;
                                    }
                                    if (xFastest) {
                                        fillRun(bits, slab, start, stop, y, planes[page - from[2]]);
                                    } else {
                                        for (int z = start; z < stop; z++) {
                                            fillRun(bits, slab, page - from[0], page - from[0] + 1, y, planes[z]);
                                        }
                                    }
                                    start = nextPore(labels, row, stop, size[fast]);
                                }
                            }
                        },
                        workers);
        return bits.build();
    }

    /// For each voxel along z the stored planes of its nodes and of those of its mirror image.
    private int[][] planes(Slab slab) {
        int[] voxel = new int[box.nz()]; // by plane of the whole; -1: in a buffer
        Arrays.fill(voxel, -1);
        for (int z = 0; z < image.size()[2]; z++) {
            for (int k = 0; k < images(2); k++) {
                voxel[node(2, z, k)] = z;
            }
        }
        List<IntStream.Builder> stored = new ArrayList<>();
        IntStream.range(0, image.size()[2]).forEach(z -> stored.add(IntStream.builder()));
        for (int z = 0; z < slab.box().nz(); z++) {
            int its = voxel[slab.wholeZ(z)];
            if (its >= 0) {
                stored.get(its).add(z);
            }
        }
        return stored.stream().map(builder -> builder.build().toArray()).toArray(int[][]::new);
    }

    private static int firstStored(int[][] planes) {
        int first = 0;
        while (first < planes.length && planes[first].length == 0) {
            first++;
        }
        return first;
    }

    /// After the last voxel with stored planes; not before the first.
    private static int endStored(int[][] planes) {
        int end = planes.length;
        while (end > firstStored(planes) && planes[end - 1].length == 0) {
            end--;
        }
        return end;
    }

    private int nextPore(int[] labels, int row, int from, int end) {
        int at = from;
        while (at < end && !image.pores().isPore(labels[row + at])) {
            at++;
        }
        return at;
    }

    /// Makes the nodes of voxels x … xEnd - 1 of a row fluid, and those of their mirror images.
    /// @param planes stored planes of the row's nodes
    private void fillRun(FluidBits bits, Slab slab, int x, int xEnd, int y, int[] planes) {
        int length = (xEnd - x) * spans[0].refine();
        for (int plane : planes) {
            for (int j = 0; j < images(1); j++) {
                long row = slab.box().index(0, node(1, y, j), plane);
                long first = row + spans[0].first(x);
                bits.fill(first, first + length);
                if (spans[0].mirrored()) {
                    long mirrored = row + spans[0].firstMirrored(xEnd);
                    bits.fill(mirrored, mirrored + length);
                }
            }
        }
    }

    /// Number of nodes of a voxel along an axis.
    private int images(int axis) {
        return spans[axis].refine() * (spans[axis].mirrored() ? 2 : 1);
    }

    private int node(int axis, int voxel, int k) {
        AxisSpan span = spans[axis];
        return k < span.refine() ? span.first(voxel) + k : span.firstMirrored(voxel + 1) + k - span.refine();
    }

    private void fillBuffers(FluidBits bits, Slab slab) {
        int nx = box.nx();
        for (int z = 0; z < slab.box().nz(); z++) {
            boolean inBuffer = inBuffer(2, slab.wholeZ(z));
            for (int y = 0; y < box.ny(); y++) {
                long row = slab.box().index(0, y, z);
                if (inBuffer || inBuffer(1, y)) {
                    bits.fill(row, row + nx);
                } else {
                    bits.fill(row, row + spans[0].buffer());
                    bits.fill(row + nx - spans[0].buffer(), row + nx);
                }
            }
        }
    }

    private boolean inBuffer(int axis, int node) {
        int buffer = spans[axis].buffer();
        return node < buffer || node >= spans[axis].nodes() - buffer;
    }

    /// Reports faces that do not match in a periodic image without buffer.
    private void periodicFindings(FluidNodes fluid, Slab slab, List<String> findings) {
        for (int axis = 0; axis < 3; axis++) {
            if (!(ends.get(axis) instanceof AxisEnds.Periodic) || spans[axis].buffer() > 0 || box.nodes(axis) == 1) {
                continue;
            }
            long[] found = slab.sums(mismatches(fluid, slab, axis));
            if (found[1] > MISMATCH * found[0]) {
                findings.add(
                        ("warning: the faces across %c do not match: %.0f %% of their pore meets solid on the other"
                                        + " side; use mirror, buffer layers or openings along %c unless the image is periodic")
                                .formatted("xyz".charAt(axis), 100.0 * found[1] / found[0], "xyz".charAt(axis)));
            }
        }
    }

    /// The fluid nodes of the faces across an axis, and how many pairs of opposite nodes differ: those of the slab.
    private static long[] mismatches(FluidNodes fluid, Slab slab, int axis) {
        Box stored = slab.box();
        int[] from = {0, 0, slab.below()};
        int[] to = {stored.nx(), stored.ny(), slab.below() + slab.planes()};
        int[] step = new int[3]; // from a node of the first face to the opposite one
        if (axis < 2) {
            to[axis] = 1;
            step[axis] = stored.nodes(axis) - 1;
        } else if (slab.owns(0)) {
            to[2] = slab.below() + 1;
            step[2] = slab.isWhole() ? stored.nz() - 1 : -1;
        } else {
            return new long[2];
        }
        long pore = 0;
        long blocked = 0;
        for (int z = from[2]; z < to[2]; z++) {
            for (int y = from[1]; y < to[1]; y++) {
                for (int x = from[0]; x < to[0]; x++) {
                    boolean a = fluid.isFluid(x, y, z);
                    boolean b = fluid.isFluid(x + step[0], y + step[1], z + step[2]);
                    pore += (a ? 1 : 0) + (b ? 1 : 0);
                    blocked += a != b ? 1 : 0;
                }
            }
        }
        return new long[] {pore, blocked};
    }
}
