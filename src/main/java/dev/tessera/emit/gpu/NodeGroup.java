package dev.tessera.emit.gpu;

import dev.tessera.kernel.gpu.Link;
import java.util.List;
import java.util.Set;

/// Writes how a thread loads and stores the populations of several nodes, `f[direction][node]`; the nodes' names are
/// `n`, `n + 1` …, the first one's position is `p`.
interface NodeGroup {
    /// Writes what says where the nodes lie; leaves the function where a sweep has nothing to do there.
    void node(Lines lines);

    /// Writes where the nodes' neighbours along some directions lie.
    void neighbours(Lines lines, List<Link> directions);

    void loads(Lines lines, Set<Integer> directions);

    void stores(Lines lines, Set<Integer> directions);

    /// The position of node `j`, for what is counted by positions beside populations.
    String position();

    /// Whether node `j` is written; empty where all are.
    String isWritten();

    /// How many nodes.
    int size();

    /// Writes something for each node `j`.
    default void loop(Lines lines, Runnable content) {
        lines.line("#pragma unroll");
        lines.block("for (int j = 0; j < %d; j++)".formatted(size()), content);
    }
}
