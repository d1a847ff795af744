package dev.tessera.emit.gpu;

import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.Link;

/// Reads a node's word of link bits: which links are open, and whether the node belongs to the bulk.
final class LinkWords {
    /// The condition that a node belongs to the bulk.
    static final String IN_BULK = "links >> 31";

    private LinkWords() {}

    static void node(Lines lines, GpuKernel kernel, Dialect dialect) {
        if (!kernel.readsLinkWords()) {
            return;
        }
        boolean isSweep = kernel.nodes() == GpuKernel.Nodes.SWEEP;
        if (isSweep) {
            plain(lines);
            lines.line("const bits_t links = is_plain ? 0xffffffffu : words[p]; // bit per neighbour; bit 31: bulk");
        } else {
            lines.line("const bits_t links = words[p]; // one bit per neighbour");
        }
        if (isSweep && kernel.selective()) {
            SweptClassText.leaveOrFind(lines, kernel, dialect, IN_BULK, "!is_plain");
        }
    }

    /// Whether a node and the other 31 of its group are far from walls and other classes.
    static void plain(Lines lines) {
        lines.line("const bool is_plain = (plain[p >> 10] >> (p >> 5 & 31) & 1) != 0; // 32 nodes without walls");
    }

    /// Returns from a sweep at nodes of other classes.
    static void bulk(Lines lines, GpuKernel kernel) {
        if (kernel.readsBulkBits()) {
            lines.block("if (!(bulk[p >> 5] >> (p & 31) & 1))", () -> lines.line("return;"));
        }
    }

    static String open(Link direction) {
        return "(links & 0x%xu) != 0".formatted(1 << direction.code());
    }
}
