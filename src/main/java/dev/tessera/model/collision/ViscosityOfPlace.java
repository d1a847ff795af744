package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.model.Collision;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;

/// A collision whose viscosity is a field: every node reads the rate of its shear moments.
///
/// @param base the collision at the node's viscosity, maybe with a turbulence model, whose molecular viscosity it is
public record ViscosityOfPlace(Collision base) implements LocalViscosity {
    /// The field that nodes read: the rate of the shear moments.
    public static final String FIELD = "omega-here";

    public ViscosityOfPlace {
        if (base instanceof ViscosityOfPlace || base instanceof ShearDependent) {
            throw new IllegalArgumentException("the viscosity is given twice; give one law or one expression");
        }
        ShearDependent.requireGivenViscosity(base);
    }

    @Override
    public String key() {
        return base.key();
    }

    @Override
    public String stabilityKey() {
        return base.stabilityKey();
    }

    @Override
    public String settings(VelocitySet lattice, double viscosityLattice) {
        return base.settings(lattice, viscosityLattice) + ", viscosity of place";
    }

    @Override
    public String words() {
        return "a viscosity of place";
    }

    @Override
    public List<String> fields() {
        List<String> fields = new ArrayList<>(base.fields());
        fields.add(FIELD);
        return fields;
    }

    @Override
    public Expr shearRate(Input input) {
        return input.rate().apply(FIELD);
    }
}
