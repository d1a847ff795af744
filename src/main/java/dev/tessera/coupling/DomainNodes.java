package dev.tessera.coupling;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.CutLinksOf;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Surface;
import java.util.List;
import java.util.concurrent.ForkJoinPool;

/// The node map of a domain: its outermost nodes are an envelope where the domain is neither periodic nor closed; links
/// to solid nodes and over closed sides end at a half-way wall.
final class DomainNodes {
    private static final int OUTSIDE = 0;
    private static final int WALL = 1;

    private DomainNodes() {}

    /// @throws CouplingException if a type is unknown, or no node is stored
    static NodeMap of(DomainSize size, DomainModel model, NodeTypes types, ForkJoinPool workers) {
        Box box = size.box(model.periodic());
        FluidNodes fluid = types.areAllFluid() ? FluidNodes.where(box, (x, y, z) -> true) : fluid(size, box, types);
        boolean[] closed = model.closed().stored(size);
        CutLinks links =
                CutLinksOf.fluid(fluid, (from, to, code, side) -> to < 0 && !closed[side] ? OUTSIDE : WALL, workers);
        return new NodeMap(
                fluid,
                1,
                new double[3],
                List.of(
                        new Surface(OUTSIDE, "outside", Surface.Kind.OUTSIDE),
                        new Surface(WALL, "wall", Surface.Kind.WALL)),
                links,
                List.of(),
                List.of());
    }

    private static FluidNodes fluid(DomainSize size, Box box, NodeTypes types) {
        long[] words = new long[Math.toIntExact((box.size() + 63) >>> 6)];
        long count = 0;
        for (long n = 0; n < size.nodes(); n++) {
            byte type = types.type(n, size.nodes());
            boolean isKnown = type >= NodeTypes.FLUID && type <= NodeTypes.PASSING
                    || PlaneNodes.isPlane(type, size)
                    || PlaneNodes.isEdge(type, size);
            if (!isKnown) {
                throw CouplingException.badArgument(
                        "node %d has type %d; use 0 for fluid, 1 for solid, 2 for full-way bounce-back, 3 for populations that do not change, 16, 32, 48, 64, 80 or 96 plus the number of a side for planes, 112 plus that of an edge, and 128 plus that of a corner"
                                .formatted(n, Byte.toUnsignedInt(type)));
            }
            if (type != NodeTypes.SOLID) {
                words[(int) (n >>> 6)] |= 1L << n;
                count++;
            }
        }
        if (count == 0) {
            throw CouplingException.badArgument("the domain of %s nodes has no fluid node".formatted(size));
        }
        return FluidNodes.ofBits(box, words);
    }
}
