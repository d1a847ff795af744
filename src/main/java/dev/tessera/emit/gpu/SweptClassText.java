package dev.tessera.emit.gpu;

import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.SweptClass;
import java.util.stream.Collectors;

/// Writes the updates of nodes of other classes in a sweep ([SweptClass]).
///
/// A warp updates its nodes of the bulk first: what the others read has then been loaded with the values beside
/// it. In the other order the warp waits for memory once more.
final class SweptClassText {
    private SweptClassText() {}

    /// Leaves a thread whose node does not belong to the bulk; or, where the sweep also updates other classes, finds
    /// its node in them, for [#update].
    ///
    /// @param inBulk condition that the node, at position `p`, belongs to the bulk
    /// @param among condition that it may belong to another class; one that is known before the node's word, so
    ///        that the class's table is loaded at the same time
    static void leaveOrFind(Lines lines, GpuKernel sweep, Dialect dialect, String inBulk, String among) {
        if (sweep.swept().isEmpty()) {
            lines.block("if (!(%s))".formatted(inBulk), () -> lines.line("return;"));
            return;
        }
        for (SweptClass swept : sweep.swept()) {
            lines.line("int %s = -1; // the node's number in another class", item(swept));
        }
        lines.block("if (%s)".formatted(among), () -> {
            for (SweptClass swept : sweep.swept()) {
                lines.block("", () -> {
                    places(lines, swept);
                    lines.block(
                            condition(sweep, swept, "p"),
                            () -> lines.line("%s = %s;", item(swept), number(dialect, "p")));
                });
            }
        });
    }

    /// Updates the node that [#leaveOrFind] has found in another class.
    static void update(Lines lines, GpuKernel sweep, Dialect dialect) {
        lines.line(dialect.warpBarrier());
        for (SweptClass swept : sweep.swept()) {
            lines.block("if (%s >= 0)".formatted(item(swept)), () -> call(lines, swept, "p", item(swept)));
        }
    }

    /// Updates those of a thread's nodes, from position `p` on, that belong to one of the classes.
    static void updateGroup(Lines lines, GpuKernel sweep, Dialect dialect) {
        for (SweptClass swept : sweep.swept()) {
            lines.block("", () -> {
                places(lines, swept);
                lines.line("#pragma unroll 1"); // few threads have such nodes: one copy of the code
                lines.block(
                        "for (int at = p; at < p + %d; at++)".formatted(sweep.nodesPerThread()),
                        () -> lines.block(
                                condition(sweep, swept, "at"), () -> call(lines, swept, "at", number(dialect, "at"))));
            });
        }
    }

    /// The name of the number of a thread's node in a class.
    static String item(SweptClass swept) {
        return "item_of_" + swept.number();
    }

    /// Updates the node of a list, at position `p`, and leaves the thread, if it belongs to one of the classes.
    static void updateListed(Lines lines, GpuKernel list, Dialect dialect) {
        for (SweptClass swept : list.swept()) {
            lines.block("", () -> {
                places(lines, swept);
                lines.block(condition(list, swept, "p"), () -> {
                    call(lines, swept, "p", number(dialect, "p"));
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

    /// The number of the node at a position in its class.
    private static String number(Dialect dialect, String position) {
        return "(int) places.y + " + dialect.bitCount32("places.x & ((1u << (%s & 31)) - 1)".formatted(position));
    }

    private static void call(Lines lines, SweptClass swept, String position, String item) {
        lines.line(
                "%s(%s, %s%s);",
                swept.function(),
                position,
                item,
                swept.parameters().stream()
                        .map(parameter -> ", " + swept.argument(parameter).name())
                        .collect(Collectors.joining()));
    }
}
