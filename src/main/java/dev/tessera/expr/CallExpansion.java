package dev.tessera.expr;

import dev.tessera.expr.Form.ElementaryFunction;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/// How kernels compute the elementary functions that they call.
public sealed interface CallExpansion permits PortableFunctions, DeviceFunctions {
    /// A call by other forms, or by calls that it [#keeps].
    /// @param arguments as many as the function takes
    /// @throws IllegalArgumentException for a function that exists on the host only
    Expr call(ExprGraph graph, ElementaryFunction function, List<Expr> arguments);

    /// Whether calls of a function stay in kernels, for the functions of the device.
    boolean keeps(ElementaryFunction function);

    /// The same expression with every call replaced that it does not keep.
    /// @throws IllegalArgumentException as [#call]
    default Expr expand(Expr root) {
        Map<Expr, Expr> done = new IdentityHashMap<>();
        for (Expr node : Reachable.from(List.of(root))) {
            List<Expr> before = node.form().operands();
            List<Expr> operands = before.stream().map(done::get).toList();
            Expr now = node;
            if (node.form() instanceof Form.Call(ElementaryFunction function, List<Expr> arguments)) {
                now = call(node.graph(), function, operands);
            } else if (!operands.equals(before)) {
                now = node.graph().rebuild(node.form(), operands);
            }
            done.put(node, now);
        }
        return done.getOrDefault(root, root);
    }
}
