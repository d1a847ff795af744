package dev.tessera.expr;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The nodes that some roots depend on, each once, operands first. Uses an explicit stack, since graphs may be
/// deep.
public final class Reachable {
    private static final Comparator<Expr> BY_ID = Comparator.comparingInt(Expr::id);
    private static final int SPARSE = 8; // from so many ids per node on, comparing is faster than counting

    private Reachable() {}

    /// All nodes reachable from the roots, ascending by id, the roots included.
    public static List<Expr> from(List<Expr> roots) {
        return from(roots, node -> false);
    }

    /// The same without known nodes, and without what only known nodes depend on.
    public static List<Expr> from(List<Expr> roots, Predicate<Expr> isKnown) {
        BitSet seen = new BitSet();
        List<Expr> found = new ArrayList<>();
        Deque<Expr> open = new ArrayDeque<>(roots);
        while (!open.isEmpty()) {
            Expr next = open.pop();
            if (seen.get(next.id()) || isKnown.test(next)) {
                continue;
            }
            seen.set(next.id());
            found.add(next);
            for (Expr operand : next.form().operands()) {
                if (!seen.get(operand.id())) {
                    open.push(operand);
                }
            }
        }
        return sorted(found, seen);
    }

    /// By their ids: by counting where these are dense.
    private static List<Expr> sorted(List<Expr> found, BitSet ids) {
        int first = Math.max(ids.nextSetBit(0), 0);
        int span = ids.length() - first;
        if (span > SPARSE * found.size()) {
            found.sort(BY_ID);
            return found;
        }
        @Nullable Expr[] byId = new Expr[span];
        found.forEach(node -> byId[node.id() - first] = node);
        found.clear();
        for (Expr node : byId) {
            if (node != null) {
                found.add(node);
            }
        }
        return found;
    }

    /// The position of a node in a list from [#from].
    static int position(List<Expr> order, Expr node) {
        return Collections.binarySearch(order, node, BY_ID);
    }
}
