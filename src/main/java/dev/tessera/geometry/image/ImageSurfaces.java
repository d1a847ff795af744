package dev.tessera.geometry.image;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.CutLinksOf;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Opening;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.geometry.Slab;
import dev.tessera.geometry.SlabNodes;
import dev.tessera.geometry.Surface;
import dev.tessera.geometry.shape.Side;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/// The surfaces that cut the links of an image's nodes: the solid (`wall`) and the ends of the box.
final class ImageSurfaces {
    static final String WALL = "wall";

    private final Slab slab;
    private final Box box; // the whole
    private final List<AxisEnds> ends;
    private final SequencedMap<String, Surface> surfaces = new LinkedHashMap<>();
    private final String[] nameOfSide = new String[6]; // x-min, x-max, y-min …
    private final int[] idOfSide = new int[6];

    ImageSurfaces(Slab slab, List<AxisEnds> ends) {
        this.slab = slab;
        this.box = slab.whole();
        this.ends = ends;
        add(WALL, Surface.Kind.WALL);
        for (int side = 0; side < 6; side++) {
            nameOfSide[side] = "";
            idOfSide[side] = -1;
            switch (ends.get(side / 2)) {
                case AxisEnds.Periodic _, AxisEnds.Mirrored _ -> {}
                case AxisEnds.Sealed(String name) -> name(side, name, Surface.Kind.WALL);
                case AxisEnds.Open open ->
                    name(side, side % 2 == 0 ? open.minName() : open.maxName(), Surface.Kind.OPENING);
            }
        }
    }

    private void name(int side, String name, Surface.Kind kind) {
        nameOfSide[side] = name;
        idOfSide[side] = add(name, kind);
    }

    private int add(String name, Surface.Kind kind) {
        Surface surface = surfaces.computeIfAbsent(name, key -> new Surface(surfaces.size(), key, kind));
        if (surface.kind() != kind) {
            throw new GeometryException(
                    "the name %s is used for a wall and for an opening; give them different names".formatted(name));
        }
        return surface.id();
    }

    Surroundings around(FluidNodes fluid) {
        boolean[] open = new boolean[3];
        for (int axis = 0; axis < 3; axis++) {
            open[axis] = ends.get(axis) instanceof AxisEnds.Open;
        }
        return new Surroundings(fluid, open);
    }

    /// Collective.
    /// @param fluid of the slab's stored box
    /// @param originM position of node (0, 0, 0) of the whole, `[3]`
    SlabNodes map(
            FluidNodes fluid,
            Surroundings around,
            double[] originM,
            double spacingM,
            List<String> findings,
            ForkJoinPool workers) {
        CutLinks bare = links(fluid, workers);
        CutLinks links = bare.with(null, distances(bare), null)
                .withNormals(() -> SmoothNormals.of(fluid, bare, around, ParallelLoop.workers()));
        List<Opening> openings = openings(fluid, originM, spacingM);
        return SlabNodes.of(
                slab,
                fluid,
                originM,
                spacingM,
                (stored, halo) -> new NodeMap(
                        fluid, spacingM, stored, List.copyOf(surfaces.values()), links, openings, findings, halo));
    }

    CutLinks links(FluidNodes fluid, ForkJoinPool workers) {
        return CutLinksOf.fluid(
                fluid,
                slab,
                (from, to, code, side) -> to >= 0 ? 0 : beyond(box.x(from), box.y(from), plane(from), code),
                workers);
    }

    private int plane(long from) {
        return slab.wholeZ(slab.box().z(from));
    }

    /// The surface of a link that leaves the box; at an edge of a wall and an opening, the wall.
    private int beyond(int x, int y, int z, int code) {
        int x1 = x + code % 3 - 1;
        int y1 = y + code / 3 % 3 - 1;
        int z1 = z + code / 9 - 1;
        int found = -1;
        found = first(found, x1 < 0 ? idOfSide[0] : x1 >= box.nx() ? idOfSide[1] : -1);
        found = first(found, y1 < 0 ? idOfSide[2] : y1 >= box.ny() ? idOfSide[3] : -1);
        found = first(found, z1 < 0 ? idOfSide[4] : z1 >= box.nz() ? idOfSide[5] : -1);
        return found;
    }

    private int first(int one, int other) {
        if (one < 0 || other < 0) {
            return Math.max(one, other);
        }
        return isWall(other) && !isWall(one) ? other : one;
    }

    private boolean isWall(int id) {
        for (int side = 0; side < 6; side++) {
            if (idOfSide[side] == id) {
                return ends.get(side / 2) instanceof AxisEnds.Sealed;
            }
        }
        return true;
    }

    private boolean hasWetEnds() {
        return ends.stream()
                .anyMatch(end -> end instanceof AxisEnds.Open open && open.placement() == Side.Placement.WET);
    }

    /// Half-way everywhere, except 0 at openings with nodes on them. Null: half-way everywhere.
    private float @Nullable [] distances(CutLinks links) {
        if (!hasWetEnds()) {
            return null;
        }
        float[] distances = new float[links.links()];
        for (int link = 0; link < distances.length; link++) {
            distances[link] = isWall(links.surface(link)) ? 0.5f : 0;
        }
        return distances;
    }

    private List<Opening> openings(FluidNodes fluid, double[] originM, double spacingM) {
        List<Opening> openings = new ArrayList<>();
        for (int side = 0; side < 6; side++) {
            if (ends.get(side / 2) instanceof AxisEnds.Open open) {
                openings.add(opening(side, open, fluid, originM, spacingM));
            }
        }
        return openings;
    }

    private Opening opening(int side, AxisEnds.Open open, FluidNodes fluid, double[] originM, double spacingM) {
        int axis = side / 2;
        long[] sums = slab.sums(placesAt(fluid, axis, side % 2 == 0 ? 0 : box.nodes(axis) - 1));
        long nodes = sums[3];
        if (nodes == 0) {
            throw new GeometryException("no pore meets the opening %s; add buffer layers or crop the image elsewhere"
                    .formatted(nameOfSide[side]));
        }
        double[] centre = new double[3];
        double[] normal = new double[3];
        for (int i = 0; i < 3; i++) {
            centre[i] = originM[i] + spacingM * sums[i] / nodes;
        }
        normal[axis] = side % 2 == 0 ? -1 : 1;
        if (open.placement() == Side.Placement.HALF_WAY) {
            centre[axis] += 0.5 * spacingM * normal[axis];
        }
        double area = nodes * spacingM * (box.is2d() ? 1 : spacingM);
        double radius = box.is2d() ? area / 2 : Math.sqrt(area / Math.PI);
        int id = Objects.requireNonNull(surfaces.get(nameOfSide[side])).id();
        return new Opening(nameOfSide[side], id, centre, normal, area, radius, true, 0);
    }

    /// The sums of x, y and z in the whole over the fluid nodes of a plane, and their number: those of the slab.
    private long[] placesAt(FluidNodes fluid, int axis, int at) {
        int[] low = {0, 0, slab.first()};
        int[] high = {box.nx(), box.ny(), slab.end()};
        low[axis] = Math.max(low[axis], at);
        high[axis] = Math.min(high[axis], at + 1);
        long[] sums = new long[4];
        for (int z = low[2]; z < high[2]; z++) {
            for (int y = low[1]; y < high[1]; y++) {
                for (int x = low[0]; x < high[0]; x++) {
                    if (fluid.isFluid(x, y, slab.storedZ(z))) {
                        sums[0] += x;
                        sums[1] += y;
                        sums[2] += z;
                        sums[3]++;
                    }
                }
            }
        }
        return sums;
    }
}
