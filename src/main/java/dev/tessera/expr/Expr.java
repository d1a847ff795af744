package dev.tessera.expr;

/// One node of an [ExprGraph]. Compares by identity: the graph interns forms, so equal expressions of one graph are
/// the same object, and hashing never traverses a shared graph.
public final class Expr {
    private final ExprGraph graph;
    private final Form form;
    private final int id;

    Expr(ExprGraph graph, Form form, int id) {
        this.graph = graph;
        this.form = form;
        this.id = id;
    }

    public Form form() {
        return form;
    }

    /// The graph that made this node.
    public ExprGraph graph() {
        return graph;
    }

    /// Position in the order of creation: operands have smaller ids than the nodes that use them.
    public int id() {
        return id;
    }

    public Expr plus(Expr other) {
        return graph.add(this, other);
    }

    public Expr minus(Expr other) {
        return graph.subtract(this, other);
    }

    public Expr times(Expr other) {
        return graph.multiply(this, other);
    }

    public Expr over(Expr other) {
        return graph.divide(this, other);
    }

    public Expr negated() {
        return graph.negate(this);
    }

    public Expr squared() {
        return graph.multiply(this, this);
    }

    public boolean isConstant(Rational value) {
        return form instanceof Form.Constant(Rational own) && own.equals(value);
    }

    @Override
    public String toString() {
        return ExprText.of(this);
    }
}
