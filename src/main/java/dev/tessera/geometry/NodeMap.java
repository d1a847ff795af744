package dev.tessera.geometry;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/// A voxelised geometry: the fluid nodes, the cut links with their surfaces and distances, and the openings.
///
/// The map of a part of a larger geometry ([Subdomain]) has two more kinds of fluid nodes. *Halo* nodes belong to
/// another part: they are stored, but not updated. *Envelope* nodes are updated, but have links to nodes that the
/// map does not have ([Surface.Kind#OUTSIDE]): what they receive along these links is undefined until the host
/// writes the node.
///
/// @param fluid the fluid nodes of the box, halo nodes included
/// @param spacingM distance between nodes, m
/// @param originM position of node (0, 0, 0), m, `[3]`
/// @param surfaces by id (`surfaces.get(i).id() == i`)
/// @param links all cut links, over all 26 directions (a lattice uses those that it has)
/// @param openings found by the geometry or named by the case
/// @param findings diagnoses, repairs and dropped parts, as sentences
/// @param halo fluid numbers of the halo nodes, ascending; owned, not to be changed
public record NodeMap(
        FluidNodes fluid,
        double spacingM,
        double[] originM,
        List<Surface> surfaces,
        CutLinks links,
        List<Opening> openings,
        List<String> findings,
        long[] halo) {
    private static final long[] NO_HALO = {};

    public NodeMap {
        surfaces = List.copyOf(surfaces);
        openings = List.copyOf(openings);
        findings = List.copyOf(findings);
        for (int i = 0; i < surfaces.size(); i++) {
            if (surfaces.get(i).id() != i) {
                throw new IllegalArgumentException("surface %s is number %d but says %d"
                        .formatted(surfaces.get(i).name(), i, surfaces.get(i).id()));
            }
        }
        for (int h = 0; h < halo.length; h++) {
            if (halo[h] >= fluid.count() || halo[h] <= (h == 0 ? -1 : halo[h - 1])) {
                throw new IllegalArgumentException(
                        "halo node %d of %d has fluid number %d; numbers have to ascend and be below %d"
                                .formatted(h, halo.length, halo[h], fluid.count()));
            }
        }
    }

    /// A map without halo nodes.
    public NodeMap(
            FluidNodes fluid,
            double spacingM,
            double[] originM,
            List<Surface> surfaces,
            CutLinks links,
            List<Opening> openings,
            List<String> findings) {
        this(fluid, spacingM, originM, surfaces, links, openings, findings, NO_HALO);
    }

    public Box box() {
        return fluid.box();
    }

    /// The position of a fluid node, m.
    public Vec placeM(long fluidNumber) {
        Box box = box();
        long at = fluid.boxIndex(fluidNumber);
        return Vec.of(originM).plus(new Vec(box.x(at), box.y(at), box.z(at)).times(spacingM));
    }

    /// Whether a fluid node is a halo node.
    public boolean isHalo(long fluidNumber) {
        return halo.length > 0 && Arrays.binarySearch(halo, fluidNumber) >= 0;
    }

    /// The number of fluid nodes that a step updates: all except halo nodes.
    public long updated() {
        return fluid.count() - halo.length;
    }

    /// The fluid nodes that a step updates.
    public FluidNodes updatedNodes() {
        if (halo.length == 0) {
            return fluid;
        }
        long[] words = new long[Math.toIntExact((box().size() + 63) >>> 6)];
        for (int w = 0; w < words.length; w++) {
            words[w] = fluid.word(w);
        }
        FluidNodes.Ascending ascending = fluid.ascending();
        for (long number : halo) {
            long boxIndex = ascending.boxIndex(number);
            words[(int) (boxIndex >>> 6)] &= ~(1L << boxIndex);
        }
        return FluidNodes.ofBits(box(), words);
    }

    /// The fluid numbers of the envelope nodes, ascending: updated nodes with links to nodes that the map does
    /// not have.
    public long[] envelope() {
        LongStream.Builder numbers = LongStream.builder();
        for (int b = 0; b < links.boundaryNodes(); b++) {
            if (!isHalo(links.node(b)) && endsOutside(b)) {
                numbers.add(links.node(b));
            }
        }
        return numbers.build().toArray();
    }

    private boolean endsOutside(int b) {
        for (int link = links.firstLink(b); link < links.endLink(b); link++) {
            if (surfaces.get(links.surface(link)).kind() == Surface.Kind.OUTSIDE) {
                return true;
            }
        }
        return false;
    }

    /// Fluid nodes as a fraction of the box.
    public double porosity() {
        return (double) fluid.count() / box().size();
    }

    /// Fluid nodes as a fraction of the box, both without layers of nodes that the geometry adds at its ends.
    /// @param buffer layers without solid before and behind the geometry along x, y, z, `[3]`
    public double porosityWithout(int[] buffer) {
        return porosityWithout(box(), fluid.count(), buffer);
    }

    /// The same of a box with so many fluid nodes.
    public static double porosityWithout(Box box, long fluidNodes, int[] buffer) {
        long inside = 1;
        for (int axis = 0; axis < 3; axis++) {
            inside *= box.nodes(axis) - 2L * buffer[axis];
        }
        return (double) (fluidNodes - (box.size() - inside)) / inside;
    }
}
