package dev.tessera.solver;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Opening;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.geometry.Surface;
import dev.tessera.geometry.Vec;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;

/// Selects the wall nodes for statistics of wall shear stress: those of the vessel itself. Extensions of openings,
/// buffer layers, and walls within a distance of an opening are excluded: the boundary condition determines the
/// flow there, and the edge between opening and wall has the largest values.
///
/// Nodes close to an opening are found by a flood fill through the fluid from the opening's nodes, so that a vessel
/// that passes close to another vessel's opening keeps its walls.
///
/// @param boundaryNodes indices into the cut links of the nodes that touch walls only, ascending
/// @param counted `[entry]`, for each of them
/// @param none whether the distance would exclude all walls: then only extensions and buffers are excluded
record CountedWalls(int[] boundaryNodes, boolean[] counted, boolean none) {
    private static final int BLOCK = 1 << 14;
    private static final int[][] FACES = {{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}};

    static CountedWalls of(Simulation simulation) {
        int[] boundaryNodes = touchingOnlyWalls(simulation);
        boolean[] far =
                outside(simulation, boundaryNodes, simulation.theCase().output().exclude());
        if (any(far)) {
            return new CountedWalls(boundaryNodes, far, false);
        }
        boolean[] ofVessel = outside(simulation, boundaryNodes, new OutputChoice.Exclusion(0, 0));
        return new CountedWalls(boundaryNodes, ofVessel, any(ofVessel));
    }

    private static int[] touchingOnlyWalls(Simulation simulation) {
        var links = simulation.nodes().links();
        boolean[] isOpening = new boolean[simulation.nodes().surfaces().size()];
        boolean[] isMirror = new boolean[isOpening.length];
        for (int surface = 0; surface < isOpening.length; surface++) {
            isOpening[surface] = simulation.boundaries().boundary(surface) instanceof Boundary.Opening;
            isMirror[surface] = simulation.nodes().surfaces().get(surface).kind() == Surface.Kind.SYMMETRY;
        }
        int[][] found = new int[Math.ceilDiv(links.boundaryNodes(), BLOCK)][];
        ParallelLoop.over(simulation.workers(), found.length, block -> {
            int from = block * BLOCK;
            int end = Math.min(links.boundaryNodes(), from + BLOCK);
            int[] its = new int[end - from];
            int count = 0;
            for (int b = from; b < end; b++) {
                if (touchesOnlyWalls(links, b, isOpening, isMirror)) {
                    its[count++] = b;
                }
            }
            found[block] = Arrays.copyOf(its, count);
        });
        return Arrays.stream(found).flatMapToInt(Arrays::stream).toArray();
    }

    /// @param isOpening `[surface]`
    /// @param isMirror `[surface]`
    private static boolean touchesOnlyWalls(CutLinks links, int b, boolean[] isOpening, boolean[] isMirror) {
        boolean any = false;
        int end = links.endLink(b);
        for (int link = links.firstLink(b); link < end; link++) {
            if (isOpening[links.surface(link)]) {
                return false;
            }
            any |= !isMirror[links.surface(link)];
        }
        return any;
    }

    private static boolean any(boolean[] flags) {
        for (boolean flag : flags) {
            if (flag) {
                return true;
            }
        }
        return false;
    }

    private static boolean[] outside(Simulation simulation, int[] boundaryNodes, OutputChoice.Exclusion exclude) {
        NodeMap nodes = simulation.nodes();
        int[] buffer = simulation.theCase().geometry().bufferNodes();
        List<OpeningNodes> openings = Arrays.stream(simulation.boundaries().openings())
                .filter(opening -> opening != null && opening.boundaryNodes().length > 0)
                .map(Objects::requireNonNull)
                .toList();
        BitSet[] near = new BitSet[openings.size()];
        ParallelLoop.over(simulation.workers(), near.length, k -> {
            OpeningNodes opening = openings.get(k);
            near[k] = Reach.of(opening, opening.opening().extensionM() + layersM(opening, buffer), exclude)
                    .nodesWithin();
        });
        boolean hasBuffer = buffer[0] + buffer[1] + buffer[2] > 0;
        boolean[] counted = new boolean[boundaryNodes.length];
        ParallelLoop.over(simulation.workers(), Math.ceilDiv(counted.length, BLOCK), block -> {
            for (int k = block * BLOCK; k < Math.min(counted.length, (block + 1) * BLOCK); k++) {
                long node = nodes.links().node(boundaryNodes[k]);
                counted[k] = !isIn(near, (int) node) && !(hasBuffer && isInBuffer(nodes, node, buffer));
            }
        });
        return counted;
    }

    private static boolean isIn(BitSet[] sets, int node) {
        for (BitSet set : sets) {
            if (set.get(node)) {
                return true;
            }
        }
        return false;
    }

    /// Distance from an opening to the end of its buffer layers, half-way between two nodes.
    private static double layersM(OpeningNodes opening, int[] buffer) {
        if (!opening.isBoxSide() || buffer[opening.axis()] == 0) {
            return 0;
        }
        NodeMap nodes = opening.nodes();
        int axis = opening.axis();
        double layers = buffer[axis] - 0.5;
        double end = opening.inward() > 0 ? layers : nodes.box().nodes(axis) - 1 - layers;
        return Math.abs(nodes.originM()[axis]
                + end * nodes.spacingM()
                - opening.opening().centreM()[axis]);
    }

    private static boolean isInBuffer(NodeMap nodes, long node, int[] buffer) {
        Box box = nodes.box();
        long at = nodes.fluid().boxIndex(node);
        int[] place = {box.x(at), box.y(at), box.z(at)};
        for (int axis = 0; axis < 3; axis++) {
            if (place[axis] < buffer[axis] || place[axis] >= box.nodes(axis) - buffer[axis]) {
                return true;
            }
        }
        return false;
    }

    /// The nodes that belong to one opening: its extension, and nodes within a distance of the extension's
    /// beginning.
    ///
    /// @param extensionM length of the extension
    /// @param distanceM from the extension's beginning
    /// @param widthM largest distance of the opening's nodes from its axis
    private record Reach(
            NodeMap nodes, int[] start, Vec centre, Vec normal, double extensionM, double distanceM, double widthM) {

        static Reach of(OpeningNodes at, double extensionM, OutputChoice.Exclusion exclude) {
            Opening opening = at.opening();
            Vec centre = Vec.of(opening.centreM());
            Vec normal = Vec.of(opening.normal());
            int[] start = new int[at.boundaryNodes().length];
            double width = 0;
            for (int k = 0; k < start.length; k++) {
                start[k] = (int) at.nodes().links().node(at.boundaryNodes()[k]);
                Vec from = centre.minus(Vec.of(at.positionM(at.boundaryNodes()[k])));
                width = Math.max(
                        width, from.minus(normal.times(from.dot(normal))).length());
            }
            return new Reach(
                    at.nodes(), start, centre, normal, extensionM, exclude.distanceM(opening.radiusM()), width);
        }

        BitSet nodesWithin() {
            BitSet found = new BitSet();
            Nodes edge = new Nodes();
            for (int node : start) {
                found.set(node);
                edge.add(node);
            }
            spread(edge, found, true);
            if (distanceM > 0) {
                Nodes all = new Nodes();
                found.stream().forEach(all::add);
                spread(all, found, false);
            }
            return found;
        }

        /// Flood fill from the given nodes to neighbours that belong to the opening.
        private void spread(Nodes edge, BitSet found, boolean inExtension) {
            Box box = nodes.box();
            while (!edge.isEmpty()) {
                long at = nodes.fluid().boxIndex(edge.takeLast());
                for (int[] face : FACES) {
                    long next = box.neighbour(box.x(at), box.y(at), box.z(at), face[0], face[1], face[2]);
                    long number = next < 0 ? -1 : nodes.fluid().number(next);
                    if (number >= 0 && !found.get((int) number) && belongs(placeOf(next), inExtension)) {
                        found.set((int) number);
                        edge.add((int) number);
                    }
                }
            }
        }

        private Vec placeOf(long boxIndex) {
            Box box = nodes.box();
            return Vec.of(nodes.originM())
                    .plus(new Vec(box.x(boxIndex), box.y(boxIndex), box.z(boxIndex)).times(nodes.spacingM()));
        }

        private boolean belongs(Vec place, boolean inExtension) {
            Vec from = centre.minus(place);
            double depth = from.dot(normal);
            if (inExtension) {
                return depth < extensionM;
            }
            double across = from.minus(normal.times(depth)).length();
            return Math.hypot(depth - extensionM, Math.max(0, across - widthM)) < distanceM;
        }
    }

    /// A stack of node numbers.
    private static final class Nodes {
        private int[] numbers = new int[1024];
        private int count;

        void add(int number) {
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * count);
            }
            numbers[count++] = number;
        }

        int takeLast() {
            return numbers[--count];
        }

        boolean isEmpty() {
            return count == 0;
        }
    }
}
