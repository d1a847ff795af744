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
                lines.line(
                        "const pair_t places = %s[p >> 5]; // nodes of the class; the number of those before",
                        swept.table());
                if (nodes == 1) {
                    node(lines, swept, dialect, "p");
                } else { // few threads have such nodes: one copy of the code
                    lines.line("#pragma unroll 1");
                    lines.block(
                            "for (int at = p; at < p + %d; at++)".formatted(nodes),
                            () -> node(lines, swept, dialect, "at"));
                }
            });
        }
    }

    private static void node(Lines lines, SweptClass swept, Dialect dialect, String position) {
        lines.block("if ((places.x >> (%s & 31) & 1u) != 0)".formatted(position), () -> {
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
        });
    }
}
