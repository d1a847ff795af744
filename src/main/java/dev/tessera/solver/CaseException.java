package dev.tessera.solver;

import dev.tessera.expr.Expr;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A case that contradicts itself or its geometry. The message names the key, the value, what is allowed
/// and a remedy.
public final class CaseException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient @Nullable Expr expression;

    public CaseException(String message) {
        super(message);
        this.expression = null;
    }

    /// @param expression of the case that is wrong
    public CaseException(Expr expression, String message) {
        super(message);
        this.expression = expression;
    }

    /// The expression of the case that is wrong, if it is one: the case file has its place.
    public Optional<Expr> expression() {
        return Optional.ofNullable(expression);
    }
}
