package dev.tessera.expr;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;

/// The nodes that some roots depend on, each once, operands first. Uses an explicit stack, since graphs may be
/// deep.
public final class Reachable {
    private static final Comparator<Expr> BY_ID = Comparator.comparingInt(Expr::id);

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
            next.form().operands().forEach(open::push);
        }
        found.sort(BY_ID);
        return found;
    }

    /// The position of a node in a list from [#from].
    static int position(List<Expr> order, Expr node) {
        return Collections.binarySearch(order, node, BY_ID);
    }
}
