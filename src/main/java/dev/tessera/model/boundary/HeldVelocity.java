package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Components;
import dev.tessera.model.Given;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;

/// A node of the fluid whose populations relax toward the equilibrium of their own density and of a momentum that is
/// held: that of a given velocity (fields `velocity-x` …) at the reference density, whose divergence is zero with that
/// of the velocity. In a flow of such nodes the density, and the stress, become those that belong to the velocity.
///
/// Source: Mei, Luo, Lallemand, d'Humières, Comput. Fluids 35, 855 (2006).
public record HeldVelocity() implements BoundaryRule {
    @Override
    public String key() {
        return "held-velocity";
    }

    @Override
    public int order() {
        return 2;
    }

    @Override
    public List<FieldSpec> fields(VelocitySet lattice) {
        List<FieldSpec> fields = new ArrayList<>();
        for (int axis = 0; axis < lattice.dimensions(); axis++) {
            fields.add(new FieldSpec(Components.of("velocity", axis), new Given.Velocity(axis)));
        }
        return fields;
    }

    @Override
    public List<Expr> complete(Input input, List<Expr> raw) {
        return raw;
    }

    @Override
    public Moments imposed(Input input, Moments own) {
        Expr inertia = input.model().equilibrium().inertia(input.graph(), own.density());
        return new Moments(
                own.density(),
                Components.vector("velocity", input.model().lattice()).stream()
                        .map(name -> input.field().apply(name).over(inertia))
                        .toList());
    }
}
