package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Collision;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.ShearRate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// A node in a layer of raised viscosity before an outlet, where waves and vortices die out before they
/// reach it: the
/// rate of the shear moments is the node's own field `sponge-omega` (see [#omega]); all other rates stay as
/// they are.
///
/// A node in the layer may also be a boundary node: then the inner rule completes it as usual.
///
/// @param inner the rule of a boundary node, or null for a node that is bulk otherwise
public record Sponge(@Nullable BoundaryRule inner) implements BoundaryRule {
    public static final String OMEGA = "sponge-omega";

    public Sponge {
        if (inner instanceof Sponge) {
            throw new IllegalArgumentException("a sponge lies within a sponge; combine their viscosities instead");
        }
    }

    /// For nodes that are bulk otherwise.
    public static Sponge ofBulk() {
        return new Sponge(null);
    }

    /// The field's value: the rate of a viscosity that rises smoothly from the fluid's to `factor` times it.
    /// @param viscosityLattice the fluid's, lattice units
    /// @param factor of the viscosity at the opening, at least 1
    /// @param depth how far the node lies in the layer: 0 where it begins (and before), 1 at the opening
    public static double omega(double viscosityLattice, double factor, double depth) {
        if (!(factor >= 1)) {
            throw new IllegalArgumentException("a sponge's factor is %s, but must be at least 1".formatted(factor));
        }
        double s = Math.clamp(depth, 0.0, 1.0);
        double rise = s * s * (3 - 2 * s);
        return ShearRate.of(viscosityLattice * (1 + (factor - 1) * rise));
    }

    @Override
    public String key() {
        return inner == null ? "sponge" : "sponge-" + inner.key();
    }

    @Override
    public List<FieldSpec> fields(VelocitySet lattice) {
        List<FieldSpec> fields = new ArrayList<>(inner == null ? List.of() : inner.fields(lattice));
        fields.add(new FieldSpec(OMEGA, false));
        return fields;
    }

    @Override
    public List<Expr> complete(Input input, List<Expr> raw) {
        return inner == null ? raw : inner.complete(input, raw);
    }

    @Override
    public SequencedMap<String, Expr> remember(Input input, Collision.Input node) {
        return inner == null ? new LinkedHashMap<>() : inner.remember(input, node);
    }

    @Override
    public Moments imposed(Input input, Moments own) {
        return inner == null ? own : inner.imposed(input, own);
    }

    @Override
    public Expr rate(Input input, String name, Expr parameter) {
        if (name.equals(ShearRate.NAME)) {
            return input.field().apply(OMEGA);
        }
        return inner == null ? parameter : inner.rate(input, name, parameter);
    }
}
