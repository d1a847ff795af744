package dev.tessera.emit.gpu;

import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.SweptClass;
import java.util.stream.Collectors;

/// Writes the updates of nodes of other classes in a sweep ([SweptClass]).
final class SweptClassText {
    private SweptClassText() {}

    /// Leaves a thread whose node, at position `p`, does not belong to the bulk.
    static void leave(Lines lines, GpuKernel sweep, Dialect dialect) {
        update(lines, sweep, dialect);
        lines.line("return;");
    }

    /// Updates those of a thread's nodes, from position `p` on, that belong to one of the classes.
    static void update(Lines lines, GpuKernel sweep, Dialect dialect) {
        int nodes = sweep.nodesPerThread();
        for (SweptClass swept : sweep.swept()) {
            lines.block("", () -> {
                places(lines, swept);
                if (nodes == 1) {
                    lines.block(condition(sweep, swept, "p"), () -> node(lines, swept, dialect, "p"));
                } else { // few threads have such nodes: one copy of the code
                    lines.line("#pragma unroll 1");
                    lines.block(
                            "for (int at = p; at < p + %d; at++)".formatted(nodes),
                            () -> lines.block(condition(sweep, swept, "at"), () -> node(lines, swept, dialect, "at")));
                }
            });
        }
    }

    /// Updates the node of a list, at position `p`, and leaves the thread, if it belongs to one of the classes.
    static void updateListed(Lines lines, GpuKernel list, Dialect dialect) {
        for (SweptClass swept : list.swept()) {
            lines.block("", () -> {
                places(lines, swept);
                lines.block(condition(list, swept, "p"), () -> {
                    node(lines, swept, dialect, "p");
                    lines.line("return;");
                });
            });
        }
    }

    private static void places(Lines lines, SweptClass swept) {
        lines.line(
                "const pair_t places = %s[p >> 5]; // nodes of the class; the number of those before", swept.table());
    }

    private static String condition(GpuKernel kernel, SweptClass swept, String position) {
        String nodes =
                swept.readsInner(kernel.nodes()) ? "(places.x & %s[p >> 5])".formatted(SweptClass.INNER) : "places.x";
        return "if ((%s >> (%s & 31) & 1u) != 0)".formatted(nodes, position);
    }

    private static void node(Lines lines, SweptClass swept, Dialect dialect, String position) {
        lines.line(
                "const int item = (int) places.y + %s;",
                dialect.bitCount32("places.x & ((1u << (%s & 31)) - 1)".formatted(position)));
        lines.line(
                "%s(%s, item%s);",
                swept.function(),
                position,
                swept.parameters().stream()
                        .map(parameter -> ", " + swept.argument(parameter).name())
                        .collect(Collectors.joining()));
    }
}
