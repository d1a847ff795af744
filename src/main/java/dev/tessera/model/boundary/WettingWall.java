package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Given;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;

/// A resting wall half-way between nodes that one component of a mixture wets. Populations are bounced back, as
/// without a rule. Fields `cut-XYZ` are 1 where direction XYZ is incoming over a cut link, else 0: kernels of
/// free-energy mixtures replace the order parameter of solid nodes there, those of Shan–Chen mixtures add the force of
/// walls.
public record WettingWall() implements BoundaryRule {
    @Override
    public String key() {
        return "wetting-wall";
    }

    @Override
    public int order() {
        return 2;
    }

    @Override
    public List<FieldSpec> fields(VelocitySet lattice) {
        List<FieldSpec> fields = new ArrayList<>();
        for (int i = 1; i < lattice.size(); i++) {
            fields.add(new FieldSpec(cut(lattice, i), new Given.Cut(i)));
        }
        return fields;
    }

    /// The field of a direction.
    /// @param incoming from the wall
    public static String cut(VelocitySet lattice, int incoming) {
        return "cut-" + lattice.velocity(incoming).letters();
    }

    @Override
    public List<Expr> complete(Input input, List<Expr> raw) {
        return raw;
    }
}
