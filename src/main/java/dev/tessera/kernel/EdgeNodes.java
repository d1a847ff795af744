package dev.tessera.kernel;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.layout.Placement;
import java.util.Arrays;

/// The nodes of a plan that exchange values with other parts or programs in a step: updated nodes next to a halo node,
/// and the outer nodes that the plan names. Where the nodes of a tile have to be run together, all nodes of a tile with
/// such a node or a halo node. Immutable.
public final class EdgeNodes {
    private final long[] bits; // by fluid number
    private final long count;

    private EdgeNodes(long[] bits) {
        this.bits = bits;
        this.count = Arrays.stream(bits).map(Long::bitCount).sum();
    }

    /// The edge of a plan; empty if the plan has no halo and names no outer nodes.
    public static EdgeNodes of(StepPlan plan) {
        NodeMap nodes = plan.nodes();
        Placement placement = plan.nodeStorage().placement();
        boolean isEmpty = nodes.halo().length == 0 && plan.outer().length == 0;
        long[] bits = new long[isEmpty ? 0 : Math.toIntExact(nodes.fluid().count() + 63 >>> 6)];
        for (long outer : plan.outer()) {
            bits[(int) (outer >>> 6)] |= 1L << outer;
        }
        Box box = nodes.box();
        FluidNodes fluid = nodes.fluid();
        FluidNodes.Ascending ascending = fluid.ascending();
        for (long halo : nodes.halo()) {
            long at = ascending.boxIndex(halo);
            for (int code = 0; code < 27; code++) {
                long next =
                        box.neighbour(box.x(at), box.y(at), box.z(at), code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1);
                long number = fluid.number(next);
                if (number >= 0) {
                    bits[(int) (number >>> 6)] |= 1L << number;
                }
            }
        }
        EdgeNodes edge = new EdgeNodes(bits);
        return without(nodes, placement.positionsPerBarrier() > 0 ? edge.wholeTiles(nodes, placement) : edge);
    }

    private static EdgeNodes without(NodeMap nodes, EdgeNodes edge) {
        for (long halo : nodes.halo()) {
            edge.bits[(int) (halo >>> 6)] &= ~(1L << halo);
        }
        return new EdgeNodes(edge.bits);
    }

    private EdgeNodes wholeTiles(NodeMap nodes, Placement placement) {
        int perTile = placement.positionsPerBarrier();
        boolean[] has = new boolean[Math.toIntExact(Math.ceilDiv(placement.positions(), (long) perTile))];
        long[] all = new long[bits.length];
        Box box = nodes.box();
        for (boolean marks : new boolean[] {true, false}) {
            for (int block = 0; block < placement.blocks(); block++) {
                placement.forEachNode(block, (x, y, z, position) -> {
                    long number = nodes.fluid().number(box.index(x, y, z));
                    int tile = (int) (position / perTile);
                    if (marks) {
                        has[tile] |= contains(number) || nodes.isHalo(number);
                    } else if (has[tile]) {
                        all[(int) (number >>> 6)] |= 1L << number;
                    }
                });
            }
        }
        return new EdgeNodes(all);
    }

    /// The number of nodes.
    public long count() {
        return count;
    }

    public boolean contains(long fluidNumber) {
        return bits.length > 0 && (bits[(int) (fluidNumber >>> 6)] >>> fluidNumber & 1) != 0;
    }

    /// Their fluid numbers, ascending.
    public long[] numbers() {
        long[] numbers = new long[Math.toIntExact(count)];
        int next = 0;
        for (int word = 0; word < bits.length; word++) {
            for (long rest = bits[word]; rest != 0; rest &= rest - 1) {
                numbers[next++] = 64L * word + Long.numberOfTrailingZeros(rest);
            }
        }
        return numbers;
    }

    /// Bytes of the bits.
    public long bytes() {
        return 8L * bits.length;
    }
}
