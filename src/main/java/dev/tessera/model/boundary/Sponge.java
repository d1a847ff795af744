package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Collision;
import dev.tessera.model.Given;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.MomentBasis;
import dev.tessera.model.collision.ShearRate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// A node in a layer of raised viscosity before an outlet, which damps waves and vortices: every relaxation rate of
/// the collision is a field of the node, `sponge-RATE` (see [#rates]).
///
/// A sponge must raise all viscosities. Shear and bulk viscosity both damp sound: a sponge that changes only the
/// shear rate damps vortices, but transmits pressure pulses where the trace of the stress has its own relaxation
/// rate. Rates coupled to the viscosity, such as the odd rate of TRT by its magic parameter, must change with it.
///
/// A node in the layer may also be a boundary node; the inner rule then completes it.
///
/// Source: smooth ramps of viscosity as absorbing layers: Israeli & Orszag, J. Comput. Phys. 41, 115 (1981); in
/// lattice Boltzmann models: Vergnault, Malaspinas, Sagaut, J. Comput. Phys. 231, 8070 (2012).
///
/// @param inner the rule of a boundary node, or null for a node that is bulk otherwise
/// @param rates names of the collision's relaxation rates
public record Sponge(@Nullable BoundaryRule inner, List<String> rates) implements RuleAround {
    private static final String PREFIX = "sponge-";

    public Sponge {
        rates = List.copyOf(rates);
        if (inner instanceof Sponge) {
            throw new IllegalArgumentException("a sponge is nested in a sponge; combine their viscosities instead");
        }
    }

    /// A sponge with the rule of a boundary node.
    public static Sponge around(BoundaryRule inner, VelocitySet lattice, Collision collision) {
        return new Sponge(inner, names(lattice, collision));
    }

    /// A sponge for nodes that are otherwise bulk.
    public static Sponge ofBulk(VelocitySet lattice, Collision collision) {
        return new Sponge(null, names(lattice, collision));
    }

    private static List<String> names(VelocitySet lattice, Collision collision) {
        return List.copyOf(collision.rates(lattice, 1.0 / 6).sequencedKeySet());
    }

    /// Whether a field belongs to the sponge, not to the inner rule.
    public static boolean owns(String field) {
        return field.startsWith(PREFIX);
    }

    /// The values of the fields, by their names: the collision's rates for a viscosity that rises smoothly from
    /// that of the fluid to `factor` times it. Where the rate of the trace of the stress does not depend on the
    /// viscosity, the bulk viscosity rises by the same factor.
    /// @param viscosityLattice the fluid's, lattice units
    /// @param factor of the viscosities at the opening, at least 1
    /// @param depth depth of the node in the layer: 0 at its beginning (and before), 1 at the opening
    public static SequencedMap<String, Double> rates(
            VelocitySet lattice, Collision collision, double viscosityLattice, double factor, double depth) {
        double rise = rise(factor, depth);
        SequencedMap<String, Double> own = collision.rates(lattice, viscosityLattice);
        SequencedMap<String, Double> raised = collision.rates(lattice, viscosityLattice * rise);
        SequencedMap<String, Double> fields = new LinkedHashMap<>();
        raised.forEach((name, rate) -> {
            boolean bulk = name.equals(MomentBasis.BULK) && rate.equals(own.get(name));
            fields.put(
                    PREFIX + name,
                    bulk ? ShearRate.bulk(lattice, rise * ShearRate.bulkViscosity(lattice, rate)) : rate);
        });
        return fields;
    }

    /// The factor of the viscosities at a depth in the layer.
    /// @param factor at the opening, at least 1
    /// @param depth as for [#rates]
    public static double rise(double factor, double depth) {
        if (!(factor >= 1)) {
            throw new IllegalArgumentException("a sponge's factor is %s, but must be at least 1".formatted(factor));
        }
        double s = Math.clamp(depth, 0.0, 1.0);
        return 1 + (factor - 1) * s * s * (3 - 2 * s);
    }

    @Override
    public String key() {
        return inner == null ? "sponge" : "sponge-" + inner.key();
    }

    @Override
    public List<FieldSpec> fields(VelocitySet lattice) {
        List<FieldSpec> fields = new ArrayList<>(RuleAround.super.fields(lattice));
        rates.forEach(rate -> fields.add(new FieldSpec(PREFIX + rate, new Given.Rate())));
        return fields;
    }

    @Override
    public int stagesBefore() {
        return inner == null ? 0 : inner.stagesBefore();
    }

    @Override
    public SequencedMap<String, Expr> stored(int before, Input input, List<Expr> raw) {
        return inner == null ? new LinkedHashMap<>() : inner.stored(before, input, raw);
    }

    @Override
    public Expr rate(Input input, String name, Expr parameter) {
        if (rates.contains(name)) {
            return input.field().apply(PREFIX + name);
        }
        return RuleAround.super.rate(input, name, parameter);
    }
}
