package dev.tessera.geometry.image;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidBits;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.HeapBudget;
import dev.tessera.geometry.NodeMap;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;

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
    private final LongAdder poreVoxels = new LongAdder();

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

    NodeMap build(LongConsumer counted) {
        return HeapBudget.ofProcess().voxelise(box, spacingM, HeapBudget.BITS, () -> voxelise(counted));
    }

    private NodeMap voxelise(LongConsumer counted) {
        FluidNodes fluid = fill();
        image.isolated().tell(fluid, counted);
        long poreNodes = poreVoxels.sum() * images(0) * images(1) * images(2);
        ConnectedPores pores =
                ConnectedPores.of(image.stack().name(), fluid, ends, image.isolated(), poreNodes, workers);
        List<String> findings = new ArrayList<>(pores.findings());
        ImageSurfaces surfaces = new ImageSurfaces(box, ends);
        Surroundings around = surfaces.around(pores.fluid());
        double narrow = NarrowPores.nodes(pores.fluid(), around, workers) / (double) poreNodes;
        if (narrow > NARROW) {
            findings.add(
                    ("warning: %.0f %% of the pore space is under %d nodes wide, too coarse to trust the flow there;"
                            + " refine the image (2 or 3 nodes per voxel) or crop a part and compare")
                            .formatted(100 * narrow, NarrowPores.WIDTH));
        }
        periodicFindings(fluid, findings);
        VoxelStack stack = image.stack();
        stack.edges()
                .flatMap(edges -> edges.warning(stack.name(), spacingM * image.refine(), image.is2d()))
                .ifPresent(findings::add);
        return surfaces.map(pores.fluid(), around, originM(), spacingM, findings, workers);
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

    FluidNodes fill() {
        FluidBits bits = new FluidBits(box);
        fillBuffers(bits);
        boolean xFastest = image.stack().order() == VoxelOrder.X_FASTEST;
        int slow = xFastest ? 2 : 0;
        int fast = 2 - slow;
        int[] from = image.from();
        int[] size = image.size();
        int columns = image.stack().columns();
        image.stack()
                .scan(
                        from[slow],
                        from[slow] + size[slow],
                        (page, labels) -> {
                            long pores = 0;
                            for (int y = 0; y < size[1]; y++) {
                                int row = (from[1] + y) * columns + from[fast];
                                for (int start = nextPore(labels, row, 0, size[fast]); start < size[fast]; ) {
                                    int end = start + 1;
                                    while (end < size[fast] && image.pores().isPore(labels[row + end])) {
                                        end++;
                                    }
                                    pores += end - start;
                                    if (xFastest) {
                                        fillRun(bits, start, end, y, page - from[2]);
                                    } else {
                                        for (int z = start; z < end; z++) {
                                            fillRun(bits, page - from[0], page - from[0] + 1, y, z);
                                        }
                                    }
                                    start = nextPore(labels, row, end, size[fast]);
                                }
                            }
                            poreVoxels.add(pores);
                        },
                        workers);
        if (poreVoxels.sum() == 0) {
            throw new GeometryException("%s: no voxel has a pore label %s; the image holds %s"
                    .formatted(
                            image.stack().name(),
                            image.pores(),
                            LabelShares.of(image.stack(), workers).text()));
        }
        return bits.build();
    }

    private int nextPore(int[] labels, int row, int from, int end) {
        int at = from;
        while (at < end && !image.pores().isPore(labels[row + at])) {
            at++;
        }
        return at;
    }

    /// Makes the nodes of voxels x … xEnd - 1 of a row fluid, and those of their mirror images.
    private void fillRun(FluidBits bits, int x, int xEnd, int y, int z) {
        int length = (xEnd - x) * spans[0].refine();
        for (int k = 0; k < images(2); k++) {
            int nodeZ = node(2, z, k);
            for (int j = 0; j < images(1); j++) {
                long row = box.index(0, node(1, y, j), nodeZ);
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

    private void fillBuffers(FluidBits bits) {
        int nx = box.nx();
        for (int z = 0; z < box.nz(); z++) {
            for (int y = 0; y < box.ny(); y++) {
                long row = box.index(0, y, z);
                if (inBuffer(1, y) || inBuffer(2, z)) {
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
    private void periodicFindings(FluidNodes fluid, List<String> findings) {
        int[] counts = {box.nx(), box.ny(), box.nz()};
        for (int axis = 0; axis < 3; axis++) {
            if (!(ends.get(axis) instanceof AxisEnds.Periodic) || spans[axis].buffer() > 0 || counts[axis] == 1) {
                continue;
            }
            int u = axis == 0 ? 1 : 0;
            int v = axis == 2 ? 1 : 2;
            int[] low = new int[3];
            int[] high = new int[3];
            high[axis] = counts[axis] - 1;
            long pore = 0;
            long blocked = 0;
            for (int j = 0; j < counts[v]; j++) {
                for (int i = 0; i < counts[u]; i++) {
                    low[u] = high[u] = i;
                    low[v] = high[v] = j;
                    boolean a = fluid.isFluid(low[0], low[1], low[2]);
                    boolean b = fluid.isFluid(high[0], high[1], high[2]);
                    pore += (a ? 1 : 0) + (b ? 1 : 0);
                    blocked += a != b ? 1 : 0;
                }
            }
            if (blocked > MISMATCH * pore) {
                findings.add(
                        ("warning: the faces across %c do not match: %.0f %% of their pore meets solid on the other"
                                + " side; use mirror, buffer layers or openings along %c unless the image is periodic")
                                .formatted("xyz".charAt(axis), 100.0 * blocked / pore, "xyz".charAt(axis)));
            }
        }
    }
}
