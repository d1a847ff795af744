package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Rational;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Collision;
import dev.tessera.model.Moments;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// A rule that adds something to another one: all equations are those of the inner rule, or of the bulk, except
/// those that it replaces.
interface RuleAround extends BoundaryRule {
    /// The rule of a boundary node; null for a node that is bulk otherwise.
    @Nullable
    BoundaryRule inner();

    @Override
    default int order() {
        BoundaryRule inner = inner();
        return inner == null ? 2 : inner.order();
    }

    @Override
    default int leastIsotropy() {
        BoundaryRule inner = inner();
        return inner == null ? 2 : inner.leastIsotropy();
    }

    @Override
    default List<FieldSpec> fields(VelocitySet lattice) {
        BoundaryRule inner = inner();
        return inner == null ? List.of() : inner.fields(lattice);
    }

    @Override
    default List<Expr> complete(Input input, List<Expr> raw) {
        BoundaryRule inner = inner();
        return inner == null ? raw : inner.complete(input, raw);
    }

    @Override
    default List<Expr> send(Input input, Collision.Input node, List<Expr> relaxed) {
        BoundaryRule inner = inner();
        return inner == null ? relaxed : inner.send(input, node, relaxed);
    }

    @Override
    default Expr throughWalls(Input input, List<Expr> raw) {
        BoundaryRule inner = inner();
        return inner == null ? input.graph().constant(0) : inner.throughWalls(input, raw);
    }

    @Override
    default boolean addsBySending() {
        BoundaryRule inner = inner();
        return inner != null && inner.addsBySending();
    }

    @Override
    default Expr addedBySending(Input input, Collision.Input node, List<Expr> relaxed) {
        BoundaryRule inner = inner();
        return inner == null ? input.graph().constant(0) : inner.addedBySending(input, node, relaxed);
    }

    @Override
    default Rational share(Velocity incoming) {
        BoundaryRule inner = inner();
        return inner == null ? Rational.ONE : inner.share(incoming);
    }

    @Override
    default List<Expr> onWalls(Input input, Collision.Input node, List<Expr> relaxed) {
        BoundaryRule inner = inner();
        return inner == null ? BoundaryRule.super.onWalls(input, node, relaxed) : inner.onWalls(input, node, relaxed);
    }

    @Override
    default SequencedMap<String, Expr> remember(Input input, Collision.Input node, List<Expr> relaxed) {
        BoundaryRule inner = inner();
        return inner == null ? new LinkedHashMap<>() : inner.remember(input, node, relaxed);
    }

    @Override
    default Moments imposed(Input input, Moments own) {
        BoundaryRule inner = inner();
        return inner == null ? own : inner.imposed(input, own);
    }

    @Override
    default Expr rate(Input input, String name, Expr parameter) {
        BoundaryRule inner = inner();
        return inner == null ? parameter : inner.rate(input, name, parameter);
    }
}
