package dev.tessera.geometry.shape;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.CutLinksOf;
import dev.tessera.geometry.FluidBits;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.HeapBudget;
import dev.tessera.geometry.IsolatedFluid;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Opening;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.geometry.Slab;
import dev.tessera.geometry.SlabExchange;
import dev.tessera.geometry.SlabNodes;
import dev.tessera.geometry.Surface;
import dev.tessera.geometry.SurfaceHits;
import dev.tessera.geometry.ThinPlaces;
import dev.tessera.geometry.Vec;
import dev.tessera.units.Quantity;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Fills the rows of nodes of a [ShapeSource] and measures its links.
final class ShapeVoxels {
    /// Nodes closer than this to a surface, in spacings, are not fluid.
    static final double ON_SURFACE = 1e-7;

    private final ShapeSource source;
    private final double spacingM;
    private final Domain.Axis[] axes = new Domain.Axis[3];
    private final Box box;
    private final @Nullable Shape scene; // null: the whole box is fluid
    private final SequencedMap<String, Surface> surfaces = new LinkedHashMap<>();
    private final List<String> findings = new ArrayList<>();

    ShapeVoxels(ShapeSource source, double spacingM) {
        if (!(spacingM > 0)) {
            throw new GeometryException(
                    "the spacing %s is not positive".formatted(QuantityText.about(spacingM, QuantityKind.LENGTH)));
        }
        this.source = source;
        this.spacingM = spacingM;
        for (int axis = 0; axis < 3; axis++) {
            axes[axis] = source.domain().axis(axis, spacingM);
            sizeFinding(axis);
        }
        this.box = new Box(
                axes[0].count(),
                axes[1].count(),
                axes[2].count(),
                axes[0].periodic(),
                axes[1].periodic(),
                axes[2].periodic());
        this.scene = scene();
        nameSurfaces();
    }

    private void sizeFinding(int axis) {
        double asked = source.domain().sizeM().along(axis);
        double is = axes[axis].lengthM();
        if (Math.abs(is - asked) > 1e-6 * asked) {
            String unit = new Vec(asked, 0, 0).lengthUnit();
            findings.add("the box is %s %s long along %c instead of %s %s: a whole number of spacings of %s %s"
                    .formatted(
                            digits(is, unit),
                            unit,
                            "xyz".charAt(axis),
                            digits(asked, unit),
                            unit,
                            digits(spacingM, unit),
                            unit));
        }
    }

    /// A length in a unit, with enough digits to distinguish sizes.
    private static String digits(double metres, String unit) {
        return new BigDecimal(metres / Quantity.unitToSi(unit, QuantityKind.LENGTH))
                .round(new MathContext(7))
                .stripTrailingZeros()
                .toPlainString();
    }

    private @Nullable Shape scene() {
        double margin = 2 * spacingM;
        double[] period = new double[3];
        double[] low = new double[3];
        double[] high = new double[3];
        for (int axis = 0; axis < 3; axis++) {
            period[axis] = axes[axis].periodic() ? axes[axis].lengthM() : 0;
            low[axis] = axes[axis].lowM() - margin;
            high[axis] = axes[axis].highM() + margin;
        }
        Bounds within = new Bounds(Vec.of(low), Vec.of(high));
        Shape fluid =
                source.fluidShape() == null ? null : Repeated.of("the fluid", source.fluidShape(), within, period);
        if (source.obstacles().isEmpty()) {
            return fluid;
        }
        List<Shape> solids = new ArrayList<>();
        for (Obstacle obstacle : source.obstacles()) {
            solids.add(Repeated.of("obstacle " + obstacle.name(), obstacle.shape(), within, period)
                    .named(obstacle.name()));
        }
        return new Difference(fluid == null ? new Everything() : fluid, Union.of(solids));
    }

    private record Everything() implements Shape {
        @Override
        public Spans along(Line line, double growM) {
            return Spans.ALL;
        }

        @Override
        public Bounds bounds() {
            return Bounds.ALL;
        }
    }

    private void nameSurfaces() {
        for (Side side : source.domain().sides()) {
            if (!side.isPeriodic()) {
                add(side.name(), kind(side));
            }
        }
        for (OpeningFace face : source.openings()) {
            add(face.name(), Surface.Kind.OPENING);
        }
        if (scene != null) {
            for (String name : scene.surfaceNames()) {
                Surface known = surfaces.get(name);
                add(name, known == null ? Surface.Kind.WALL : known.kind());
            }
        }
        if (source.fluidShape() != null || surfaces.isEmpty()) {
            add("wall", Surface.Kind.WALL);
        }
    }

    private static Surface.Kind kind(Side side) {
        return switch (side.kind()) {
            case OPENING -> Surface.Kind.OPENING;
            case SYMMETRY -> Surface.Kind.SYMMETRY;
            case WALL, PERIODIC -> Surface.Kind.WALL;
        };
    }

    private void add(String name, Surface.Kind kind) {
        Surface known = surfaces.get(name);
        if (known != null && known.kind() != kind) {
            throw new GeometryException("the name %s is used for %s and for %s; give them different names"
                    .formatted(name, words(known.kind()), words(kind)));
        }
        if (known == null) {
            if (surfaces.size() == 128) {
                throw new GeometryException("more than 128 surfaces have names; let some share one");
            }
            surfaces.put(name, new Surface(surfaces.size(), name, kind));
        }
    }

    private static String words(Surface.Kind kind) {
        return switch (kind) {
            case WALL -> "a wall";
            case OPENING -> "an opening";
            case SYMMETRY -> "a symmetry side";
            case OUTSIDE -> "the end of the nodes";
        };
    }

    SlabNodes build(SlabExchange exchange, ForkJoinPool workers, LongConsumer counted) {
        Slab slab = Slab.of(box, exchange);
        return HeapBudget.ofProcess()
                .voxelise(slab.box(), spacingM, HeapBudget.BITS, () -> voxelise(slab, workers, counted));
    }

    private SlabNodes voxelise(Slab slab, ForkJoinPool workers, LongConsumer counted) {
        FluidNodes filled = fill(slab, workers);
        if (slab.count(filled) == 0) {
            throw new GeometryException(
                    "no node of %s is fluid at a spacing of %s; use a finer one or check the shapes' units"
                            .formatted(source.description(), QuantityText.about(spacingM, QuantityKind.LENGTH)));
        }
        source.isolated().tell(filled, slab, counted);
        double[] origin = {axes[0].firstM(), axes[1].firstM(), axes[2].firstM()};
        SurfaceHits.Measured measured = measure(filled, slab, workers);
        findings.addAll(new ObstacleFindings(source, axes, spacingM).all(surfaces, cutting(measured.links(), slab)));
        FluidNodes fluid = filled;
        if (scene != null) {
            IsolatedFluid.Found found = source.isolated()
                    .in(filled, measured.links(), List.copyOf(surfaces.values()), origin, spacingM, slab, workers);
            findings.addAll(found.findings());
            fluid = found.fluid();
            measured = fluid == filled ? measured : measure(fluid, slab, workers);
        }
        if (mayBeThin()) {
            findings.addAll(ThinPlaces.findings(fluid, origin, spacingM, slab, workers));
        }
        findings.addAll(measured.findings(slab));
        List<Opening> openings = new SideOpenings(source, axes, scene, spacingM).find(surfaces);
        return map(slab, fluid, measured.links(), openings, origin);
    }

    private SlabNodes map(Slab slab, FluidNodes fluid, CutLinks links, List<Opening> openings, double[] origin) {
        return SlabNodes.of(
                slab,
                fluid,
                origin,
                spacingM,
                (originM, halo) -> new NodeMap(
                        fluid, spacingM, originM, List.copyOf(surfaces.values()), links, openings, findings, halo));
    }

    /// The surfaces that cut links of any slab.
    private static BitSet cutting(CutLinks links, Slab slab) {
        BitSet cutting = new BitSet();
        for (int link = 0; link < links.links(); link++) {
            cutting.set(links.surface(link));
        }
        slab.unite(new BitSet[] {cutting});
        return cutting;
    }

    /// Whether shapes, or the sides of the box themselves, may leave few nodes between them.
    private boolean mayBeThin() {
        boolean thin = scene != null;
        for (int axis = 0; axis < (source.domain().is2d() ? 2 : 3); axis++) {
            thin |= !axes[axis].periodic() && axes[axis].count() < ThinPlaces.NODES;
        }
        return thin;
    }

    private SurfaceHits.Measured measure(FluidNodes fluid, Slab slab, ForkJoinPool workers) {
        CutLinks links = CutLinksOf.withoutSurfaces(fluid, slab, workers);
        return SurfaceHits.measure(fluid, links, () -> finder(slab), workers);
    }

    /// All fluid nodes, without links.
    FluidNodes fill(ForkJoinPool workers) {
        return fill(Slab.whole(box), workers);
    }

    private FluidNodes fill(Slab slab, ForkJoinPool workers) {
        FluidBits bits = new FluidBits(slab.box());
        int rows = Math.multiplyExact(box.ny(), slab.box().nz());
        int rowsPerTask = Math.clamp((1 << 14) / box.nx(), 1, rows);
        ParallelLoop.over(workers, (rows + rowsPerTask - 1) / rowsPerTask, task -> {
            int end = Math.min((task + 1) * rowsPerTask, rows);
            for (int row = task * rowsPerTask; row < end; row++) {
                fillRow(bits, row % box.ny(), row / box.ny(), slab);
            }
        });
        return bits.build();
    }

    /// @param z in the slab's stored box
    private void fillRow(FluidBits bits, int y, int z, Slab slab) {
        long first = slab.box().index(0, y, z);
        if (scene == null) {
            bits.fill(first, first + box.nx());
            return;
        }
        Line row = new Line(axes[0].firstM(), position(1, y), position(2, slab.wholeZ(z)), spacingM, 0, 0);
        Spans spans = scene.within(row, -ON_SURFACE * spacingM, -1, box.nx());
        for (int i = -1; i < spans.crossings(); i++) {
            if (spans.insideAfter(i)) {
                double enter = i < 0 ? -1 : Math.max(-1, spans.at(i));
                double leave = i + 1 < spans.crossings() ? Math.min(box.nx(), spans.at(i + 1)) : box.nx();
                bits.fill(first + (long) Math.floor(enter) + 1, first + (long) Math.ceil(leave));
            }
        }
    }

    private double position(int axis, int node) {
        return axes[axis].firstM() + node * spacingM;
    }

    private SurfaceHits.Finder finder(Slab slab) {
        LinkFinder finder = new LinkFinder();
        return (x, y, z, code, hit) -> finder.find(x, y, slab.wholeZ(z), code, hit);
    }

    /// Finds where links are cut. All links of a node are requested one after the other: the shapes near the
    /// node are searched once.
    private final class LinkFinder {
        private final int[] node = {-1, -1, -1};
        private @Nullable Shape near;

        void find(int x, int y, int z, int code, SurfaceHits.Hit hit) {
            if (scene != null && (near == null || x != node[0] || y != node[1] || z != node[2])) {
                near = scene.near(
                        Bounds.around(new Vec(position(0, x), position(1, y), position(2, z)), 1.1 * spacingM));
            }
            node[0] = x;
            node[1] = y;
            node[2] = z;
            int[] step = {code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1};
            sideHit(node, step, hit);
            if (near != null) {
                Line link = new Line(
                        position(0, x),
                        position(1, y),
                        position(2, z),
                        step[0] * spacingM,
                        step[1] * spacingM,
                        step[2] * spacingM);
                sceneHit(near, link, 0, hit);
                if (Double.isNaN(hit.distance)) { // along a face with nodes on it: not fluid, but not crossed either
                    sceneHit(near, link, -2 * ON_SURFACE * spacingM, hit);
                }
            }
        }
    }

    /// The side that the link reaches first; walls before openings where it reaches two at once.
    private void sideHit(int[] node, int[] step, SurfaceHits.Hit hit) {
        for (int axis = 0; axis < 3; axis++) {
            int to = node[axis] + step[axis];
            if (step[axis] == 0 || axes[axis].periodic() || to >= 0 && to < axes[axis].count()) {
                continue;
            }
            Side side = source.domain().sides().get(2 * axis + (step[axis] > 0 ? 1 : 0));
            double distance = side.isWet() ? 0 : 0.5;
            boolean wall = side.kind() == Side.Kind.WALL;
            boolean first = !(distance > hit.distance) && (distance != hit.distance || wall && !hit.wall);
            if (Double.isNaN(hit.distance) || first) {
                int id = Objects.requireNonNull(surfaces.get(side.name())).id();
                hit.set(
                        distance,
                        id,
                        wall,
                        axis == 0 ? -step[0] : 0,
                        axis == 1 ? -step[1] : 0,
                        axis == 2 ? -step[2] : 0);
            }
        }
    }

    private void sceneHit(Shape near, Line link, double growM, SurfaceHits.Hit hit) {
        Spans spans = near.within(link, growM, -0.01, 1.01);
        for (int i = 0; i < spans.crossings(); i++) {
            double t = spans.at(i);
            if (t < -1e-3 || spans.insideAfter(i)) {
                continue;
            }
            if (t > 1 + 1e-3 || t >= hit.distance) {
                return;
            }
            String name = spans.name(i) == null ? "wall" : spans.name(i);
            Surface surface = Objects.requireNonNull(surfaces.get(name));
            hit.set(
                    Math.clamp(t, 1e-4, 1),
                    surface.id(),
                    surface.kind() == Surface.Kind.WALL,
                    -spans.normal(i, 0),
                    -spans.normal(i, 1),
                    -spans.normal(i, 2));
            return;
        }
    }
}
