package dev.tessera.coupling;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.CutLinksOf;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Surface;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.ForkJoinPool;

/// The node map of a domain: its outermost nodes are an envelope where the domain is not periodic; links to solid
/// nodes end at a half-way wall.
final class DomainNodes {
    private static final byte FLUID = 0;
    private static final byte SOLID = 1;
    private static final int OUTSIDE = 0;
    private static final int WALL = 1;

    private DomainNodes() {}

    /// @param types one byte a node in the caller's order, 0 fluid, 1 solid; a null pointer: all are fluid
    /// @throws CouplingException if a type is unknown, or no node is fluid
    static NodeMap of(DomainSize size, DomainSize.Periodic periodic, MemorySegment types, ForkJoinPool workers) {
        Box box = size.box(periodic);
        FluidNodes fluid = types.address() == 0
                ? FluidNodes.where(box, (x, y, z) -> true)
                : fluid(size, box, types.reinterpret(size.nodes()));
        CutLinks links = CutLinksOf.fluid(fluid, (from, to, code, side) -> to < 0 ? OUTSIDE : WALL, workers);
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

    private static FluidNodes fluid(DomainSize size, Box box, MemorySegment types) {
        long[] words = new long[Math.toIntExact((box.size() + 63) >>> 6)];
        long count = 0;
        for (long n = 0; n < size.nodes(); n++) {
            byte type = types.get(ValueLayout.JAVA_BYTE, n);
            if (type == FLUID) {
                words[(int) (n >>> 6)] |= 1L << n;
                count++;
            } else if (type != SOLID) {
                throw CouplingException.badArgument(
                        "node %d has type %d; use 0 for fluid and 1 for solid".formatted(n, Byte.toUnsignedInt(type)));
            }
        }
        if (count == 0) {
            throw CouplingException.badArgument("the domain of %s nodes has no fluid node".formatted(size));
        }
        return FluidNodes.ofBits(box, words);
    }
}
