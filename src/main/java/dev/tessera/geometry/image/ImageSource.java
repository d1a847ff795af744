package dev.tessera.geometry.image;

import dev.tessera.geometry.DividedSource;
import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.IsolatedFluid;
import dev.tessera.geometry.SlabExchange;
import dev.tessera.geometry.SlabNodes;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongConsumer;

/// An image stack as geometry: a voxel is a node, or n³ nodes; half-way walls are at the faces of voxels.
///
/// ```java
/// VoxelStack scan = RawFile.open(path, new int[] {400, 400, 400}, VoxelType.UINT8, X_FASTEST, 0);
/// ImageSource rock = ImageSource.of(scan, PoreLabels.of(0))
///         .cropped(new int[] {0, 0, 0}, new int[] {128, 128, 128})
///         .ends(AxisEnds.open(8), AxisEnds.closed(), AxisEnds.closed());
/// ```
///
/// Positions are those of the whole image: voxel (0, 0, 0) begins at the origin, also where the image is
/// cropped; buffer layers are before and after it. A single slice is a two-dimensional geometry.
public final class ImageSource implements DividedSource {
    private final VoxelStack stack;
    private final PoreLabels pores;
    private final int[] from;
    private final int[] size;
    private final List<AxisEnds> ends;
    private final int refine;
    private final double voxelM; // NaN: not given
    private final IsolatedFluid isolated;

    private ImageSource(
            VoxelStack stack,
            PoreLabels pores,
            int[] from,
            int[] size,
            List<AxisEnds> ends,
            int refine,
            double voxelM,
            IsolatedFluid isolated) {
        this.stack = stack;
        this.pores = pores;
        this.from = from;
        this.size = size;
        this.ends = ends;
        this.refine = refine;
        this.voxelM = voxelM;
        this.isolated = isolated;
    }

    /// The whole image, periodic.
    public static ImageSource of(VoxelStack stack, PoreLabels pores) {
        int[] whole = {stack.nx(), stack.ny(), stack.nz()};
        List<AxisEnds> periodic = List.of(AxisEnds.periodic(), AxisEnds.periodic(), AxisEnds.periodic());
        return new ImageSource(stack, pores, new int[3], whole, periodic, 1, Double.NaN, IsolatedFluid.KEEP);
    }

    /// A part of the image.
    /// @param from first voxel along x, y, z
    /// @param size voxels along x, y, z
    /// @throws GeometryException where it is not within the image
    public ImageSource cropped(int[] from, int[] size) {
        int[] whole = {stack.nx(), stack.ny(), stack.nz()};
        for (int axis = 0; axis < 3; axis++) {
            if (from[axis] < 0 || size[axis] < 1 || from[axis] > whole[axis] - size[axis]) {
                throw new GeometryException("%s: %d voxels from voxel %d on along %c do not lie within its %d"
                        .formatted(stack.name(), size[axis], from[axis], "xyz".charAt(axis), whole[axis]));
            }
        }
        return new ImageSource(stack, pores, from.clone(), size.clone(), ends, refine, voxelM, isolated);
    }

    /// The ends of the image along x, y and z.
    /// @throws GeometryException where more than one axis has openings
    public ImageSource ends(AxisEnds x, AxisEnds y, AxisEnds z) {
        List<AxisEnds> three = List.of(x, y, z);
        if (three.stream().filter(AxisEnds.Open.class::isInstance).count() > 1) {
            throw new GeometryException("%s: more than one axis has openings; seal the others or make them periodic"
                    .formatted(stack.name()));
        }
        return new ImageSource(stack, pores, from, size, three, refine, voxelM, isolated);
    }

    /// `nodes`³ nodes per voxel (`nodes`² in 2D), for pores of few voxels.
    /// @param voxelM edge of a voxel, m; the spacing of the nodes must be `voxelM / nodes`
    public ImageSource refined(int nodes, double voxelM) {
        if (nodes < 1 || nodes > 64) {
            throw new GeometryException("%s: %d nodes per voxel; give 1 to 64".formatted(stack.name(), nodes));
        }
        if (!(voxelM > 0)) {
            throw new GeometryException("%s: a voxel of %s is empty".formatted(stack.name(), text(voxelM)));
        }
        return new ImageSource(stack, pores, from, size, ends, nodes, voxelM, isolated);
    }

    /// Treatment of pores that carry no flow: with openings those that reach none, without openings those that
    /// percolate along no periodic axis.
    public ImageSource isolated(IsolatedFluid isolated) {
        return new ImageSource(stack, pores, from, size, ends, refine, voxelM, isolated);
    }

    /// The image.
    public VoxelStack stack() {
        return stack;
    }

    /// Which labels are pore.
    public PoreLabels pores() {
        return pores;
    }

    /// The first voxel of the part that is used, along x, y, z.
    public int[] from() {
        return from.clone();
    }

    /// The voxels of the part that is used, along x, y, z.
    public int[] size() {
        return size.clone();
    }

    /// Nodes along each edge of a voxel.
    public int refine() {
        return refine;
    }

    /// Treatment of pores that carry no flow.
    public IsolatedFluid isolated() {
        return isolated;
    }

    boolean is2d() {
        return size[2] == 1;
    }

    /// The ends of the image along x, y, z: a single slice has none along z.
    public List<AxisEnds> ends() {
        if (!is2d()) {
            return ends;
        }
        List<AxisEnds> flat = new ArrayList<>(ends);
        if (flat.set(2, AxisEnds.periodic()) instanceof AxisEnds.Open) {
            throw new GeometryException(
                    "%s: a single slice has no openings along z; put them on x or y".formatted(stack.name()));
        }
        return flat;
    }

    @Override
    public int[] bufferNodes() {
        return ends().stream().mapToInt(AxisEnds::buffer).toArray();
    }

    @Override
    public String description() {
        boolean whole = size[0] == stack.nx() && size[1] == stack.ny() && size[2] == stack.nz();
        String part = whole ? "" : ", %s from %s on".formatted(triple(size), Arrays.toString(from));
        String finer = refine == 1 ? "" : ", %d nodes per voxel along each axis".formatted(refine);
        return stack.description() + part + finer;
    }

    private static String text(double lengthM) {
        return QuantityText.exact(lengthM, QuantityKind.LENGTH);
    }

    private static String triple(int[] size) {
        return "%d x %d x %d".formatted(size[0], size[1], size[2]);
    }

    @Override
    public SlabNodes voxelise(double spacingM, SlabExchange exchange, ForkJoinPool workers, LongConsumer counted) {
        return voxels(spacingM, workers).build(exchange, counted);
    }

    private ImageVoxels voxels(double spacingM, ForkJoinPool workers) {
        if (!(spacingM > 0)) {
            throw new GeometryException("the spacing %s is not positive".formatted(text(spacingM)));
        }
        if (Math.abs(spacingM * refine - voxelM) > 1e-6 * voxelM) { // false where the edge is not given
            throw new GeometryException("%s: %d nodes per voxel of %s need a spacing of %s, not %s"
                    .formatted(stack.name(), refine, text(voxelM), text(voxelM / refine), text(spacingM)));
        }
        return new ImageVoxels(this, spacingM, workers);
    }
}
