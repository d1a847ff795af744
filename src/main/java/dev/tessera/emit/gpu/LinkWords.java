package dev.tessera.emit.gpu;

import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.Link;

/// Reads the word that says which of a node's links are open and whether a sweep has to do with it.
final class LinkWords {
    private LinkWords() {}

    static void node(Lines lines, GpuKernel kernel) {
        if (!kernel.readsLinkWords()) {
            return;
        }
        boolean isSweep = kernel.nodes() == GpuKernel.Nodes.SWEEP;
        if (isSweep) {
            plain(lines);
            lines.line("const bits_t links = is_plain ? 0xffffffffu : words[p]; // bit by neighbour, bit 31: bulk");
        } else {
            lines.line("const bits_t links = words[p]; // bit by neighbour");
        }
        if (isSweep && kernel.selective()) {
            lines.block("if (!(links >> 31))", () -> lines.line("return;"));
        }
    }

    /// Whether a node lies far from walls and other classes, with all 32 around it.
    static void plain(Lines lines) {
        lines.line("const bool is_plain = (plain[p >> 10] >> (p >> 5 & 31) & 1) != 0; // 32 nodes without walls");
    }

    /// Leaves a sweep at nodes of other classes.
    static void bulk(Lines lines, GpuKernel kernel) {
        if (kernel.readsBulkBits()) {
            lines.block("if (!(bulk[p >> 5] >> (p & 31) & 1))", () -> lines.line("return;"));
        }
    }

    static String open(Link direction) {
        return "(links & 0x%xu) != 0".formatted(1 << direction.code());
    }
}
