package dev.tessera.geometry.spheres;

import dev.tessera.geometry.DividedSource;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.GeometryListener;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.SlabExchange;
import dev.tessera.geometry.SlabNodes;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.image.AxisEnds;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongConsumer;

/// A box full of random spheres, with the exact distance to them along every cut link and exact normals. Their
/// surface is called `spheres`. Along periodic axes spheres continue at the opposite end. Else whole spheres are
/// within the box where they do not overlap or buffer layers follow; otherwise its sides cut them. The porosity is
/// that of the box without buffers, as close as whole spheres allow.
///
/// ```java
/// SphereSource.of(new Vec(4.8e-3, 4.8e-3, 4.8e-3), 1e-3, 0.4, Packing.Overlap.NONE, 1)
///         .ends(AxisEnds.open(20), AxisEnds.periodic(), AxisEnds.periodic())
/// ```
///
/// @param sizeM edges of the box; its lowest corner is the origin
/// @param ends of the box along x, y and z
public record SphereSource(
        Vec sizeM, double diameterM, double porosity, Packing.Overlap overlap, long seed, List<AxisEnds> ends)
        implements DividedSource {
    /// The name of the spheres' surface.
    public static final String SURFACE = "spheres";

    private static final double COARSE = 4; // nodes per diameter

    public SphereSource {
        ends = List.copyOf(ends);
        if (ends.size() != 3 || ends.stream().anyMatch(AxisEnds::isMirrored)) {
            throw new GeometryException("random spheres are not mirrored; make the sides periodic");
        }
    }

    /// Periodic along all axes.
    public static SphereSource of(Vec sizeM, double diameterM, double porosity, Packing.Overlap overlap, long seed) {
        AxisEnds periodic = AxisEnds.periodic();
        return new SphereSource(sizeM, diameterM, porosity, overlap, seed, List.of(periodic, periodic, periodic));
    }

    /// The same spheres between other ends.
    public SphereSource ends(AxisEnds x, AxisEnds y, AxisEnds z) {
        return new SphereSource(sizeM, diameterM, porosity, overlap, seed, List.of(x, y, z));
    }

    @Override
    public int[] bufferNodes() {
        return ends.stream().mapToInt(AxisEnds::buffer).toArray();
    }

    @Override
    public String description() {
        return "random spheres of diameter %s in a box of %s, porosity %.4g, overlap %s, seed %d"
                .formatted(
                        QuantityText.about(diameterM, QuantityKind.LENGTH),
                        sizeM.inEdges(),
                        porosity,
                        overlap.key(),
                        seed);
    }

    /// The spheres of a box of whole spacings.
    public Packing packing(double spacingM) {
        return packing(spacingM, (what, done) -> {});
    }

    private Packing packing(double spacingM, GeometryListener.Doing doing) {
        if (!(spacingM > 0) || diameterM < COARSE * spacingM) {
            throw new GeometryException("a spacing of %s is too coarse for spheres of %s; use %s or less"
                    .formatted(
                            QuantityText.about(spacingM, QuantityKind.LENGTH),
                            QuantityText.about(diameterM, QuantityKind.LENGTH),
                            QuantityText.about(diameterM / COARSE, QuantityKind.LENGTH)));
        }
        return Packing.random(rounded(spacingM), diameterM, porosity, overlap, sphereEnds(), seed, doing);
    }

    private Vec rounded(double spacingM) {
        double[] size = new double[3];
        for (int axis = 0; axis < 3; axis++) {
            size[axis] = Math.max(1, Math.round(sizeM.along(axis) / spacingM)) * spacingM;
        }
        return Vec.of(size);
    }

    private List<Packing.End> sphereEnds() {
        List<Packing.End> sphereEnds = new ArrayList<>();
        for (AxisEnds end : ends) {
            boolean whole = end.buffer() > 0 || overlap == Packing.Overlap.NONE;
            boolean periodic = end.isPeriodic() && end.buffer() == 0;
            sphereEnds.add(periodic ? Packing.End.PERIODIC : whole ? Packing.End.INSIDE : Packing.End.CUT);
        }
        return sphereEnds;
    }

    @Override
    public SlabNodes voxelise(double spacingM, SlabExchange exchange, ForkJoinPool workers, LongConsumer counted) {
        Packing packing = packing(spacingM, GeometryListener.of(counted)::doing);
        SlabNodes found = around(packing, spacingM).voxelise(spacingM, exchange, workers, counted);
        NodeMap map = found.nodes();
        List<String> findings = new ArrayList<>(map.findings());
        findings.add("%d spheres leave a porosity of %.4f (%.4g was requested)"
                .formatted(packing.count(), packing.porosity(), porosity));
        NodeMap told = new NodeMap(
                map.fluid(),
                map.spacingM(),
                map.originM(),
                map.surfaces(),
                map.links(),
                map.openings(),
                findings,
                map.halo());
        return new SlabNodes(found.slab(), told, found.originM());
    }

    /// The fluid nodes alone, without links: for statistics, in a small fraction of the time.
    public FluidNodes fluidNodes(double spacingM, ForkJoinPool workers) {
        return around(packing(spacingM), spacingM).fluidNodes(spacingM, workers);
    }

    private ShapeSource around(Packing packing, double spacingM) {
        List<Side> sides = new ArrayList<>();
        double[] corner = new double[3];
        double[] size = packing.sizeM().toArray();
        for (int axis = 0; axis < 3; axis++) {
            AxisEnds end = ends.get(axis);
            addSides(end, sides);
            // Nodes keep their positions when openings are made wet.
            double wet = end instanceof AxisEnds.Open open && open.placement() == Side.Placement.WET ? 0.5 : 0;
            corner[axis] = -(end.buffer() - wet) * spacingM;
            size[axis] += 2 * (end.buffer() - wet) * spacingM;
        }
        return ShapeSource.in(new Domain(Vec.of(corner), Vec.of(size), sides)).obstacle(SURFACE, packing.shape());
    }

    private static void addSides(AxisEnds end, List<Side> sides) {
        switch (end) {
            case AxisEnds.Periodic _, AxisEnds.Mirrored _ -> {
                sides.add(Side.periodic());
                sides.add(Side.periodic());
            }
            case AxisEnds.Sealed(String name) -> {
                sides.add(Side.wall(name));
                sides.add(Side.wall(name));
            }
            case AxisEnds.Open open -> {
                sides.add(new Side(Side.Kind.OPENING, open.minName(), open.placement()));
                sides.add(new Side(Side.Kind.OPENING, open.maxName(), open.placement()));
            }
        }
    }
}
