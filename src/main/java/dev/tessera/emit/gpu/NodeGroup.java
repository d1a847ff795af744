package dev.tessera.emit.gpu;

import dev.tessera.kernel.gpu.Link;
import java.util.List;
import java.util.Set;

/// Writes the loads and stores of a thread that updates several nodes, `f[direction][node]`; the nodes' indices are
/// `n`, `n + 1` …, the first one's position is `p`.
interface NodeGroup {
    /// Writes the nodes' locations; returns if none is in the bulk, unless the sweep also updates other classes.
    void node(Lines lines);

    /// Writes the positions of the nodes' neighbours along some directions.
    void neighbours(Lines lines, List<Link> directions);

    void loads(Lines lines, Set<Integer> directions);

    void stores(Lines lines, Set<Integer> directions);

    /// Updates those of the nodes that belong to other classes.
    void others(Lines lines);

    /// The position of node `j`, for arrays other than populations.
    String position();

    /// The condition that node `j` is written; empty if all are.
    String isWritten();

    /// The number of nodes.
    int size();

    /// Writes a loop over the nodes `j`.
    default void loop(Lines lines, Runnable content) {
        lines.line("#pragma unroll");
        lines.block("for (int j = 0; j < %d; j++)".formatted(size()), content);
    }
}
