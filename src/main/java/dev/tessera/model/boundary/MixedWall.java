package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form.Comparison;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Given;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;

/// A resting wall of wet nodes, "velocity 0 and bounce-back" (Tomczak & Szafran 2019): incoming populations of cut
/// links are those that arrive from the opposite side (bounce-back on the node, Ziegler 1993), and the collision
/// uses zero velocity. The wall is on the nodes. Fields `cut-XYZ` are 1 where direction XYZ is incoming over a cut
/// link, else 0.
///
/// The raw incoming populations of cut links are those that the node sent there. The mass difference between them
/// and the bounced populations is added to the population at rest, so that the wall conserves mass. The difference
/// is zero in a steady shear flow.
///
/// Source: Tomczak & Szafran, Comput. Phys. Commun. 235, 258 (2019); Chen, Martínez, Mei, Phys. Fluids 8, 2527
/// (1996).
public record MixedWall() implements BoundaryRule {
    @Override
    public String key() {
        return "mixed-wall";
    }

    @Override
    public int order() {
        return 2;
    }

    @Override
    public List<FieldSpec> fields(VelocitySet lattice) {
        List<FieldSpec> fields = new ArrayList<>();
        for (int i = 1; i < lattice.size(); i++) {
            fields.add(new FieldSpec("cut-" + lattice.velocity(i).letters(), new Given.Cut(i)));
        }
        return fields;
    }

    @Override
    public List<Expr> complete(Input input, List<Expr> raw) {
        VelocitySet lattice = input.model().lattice();
        ExprGraph g = input.graph();
        List<Expr> completed = new ArrayList<>(raw);
        Expr surplus = g.constant(0);
        for (int i = 1; i < lattice.size(); i++) {
            Expr cut = input.field().apply("cut-" + lattice.velocity(i).letters());
            Expr isCut = g.compare(Comparison.EQUAL, cut, g.constant(1));
            Expr bounced = g.select(isCut, raw.get(lattice.opposite(i)), raw.get(i));
            completed.set(i, bounced);
            surplus = surplus.plus(raw.get(i).minus(bounced));
        }
        completed.set(0, raw.getFirst().plus(surplus));
        return completed;
    }

    @Override
    public Moments imposed(Input input, Moments own) {
        List<Expr> rest =
                own.velocity().stream().map(u -> input.graph().constant(0)).toList();
        return new Moments(own.density(), rest);
    }
}
