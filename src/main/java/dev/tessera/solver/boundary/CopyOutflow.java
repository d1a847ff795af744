package dev.tessera.solver.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.model.NonLocalRule;
import dev.tessera.solver.BoundaryKind;
import dev.tessera.solver.BoundaryKind.Equations;
import dev.tessera.solver.BoundaryKind.SchemeWord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An outflow whose incoming populations are those of the nodes behind it. It imposes nothing.
public record CopyOutflow() implements Outflow {
    private static final String SCHEME = "copy";

    static final BoundaryKind KIND = new BoundaryKind(
            "an outflow by copies",
            false,
            List.of(
                    new SchemeWord(
                            SCHEME,
                            "an outflow without values: incoming populations copied from the node behind an opening in an axis plane")),
            false,
            List.of(),
            List.of(),
            given -> new CopyOutflow(),
            Equations.linkPlanes(Copy::new));

    @Override
    public Closure closure(Site site) {
        OpeningPlane plane = OpeningPlane.of(site, SCHEME, "reads nodes");
        return new Closure.Links(new Copy(plane.axis(), plane.inward()));
    }

    @Override
    public String scheme() {
        return SCHEME;
    }

    /// The incoming population of a link is, before the collision, `f_i(x) = f_i(x + n)`, with the inward normal n:
    /// exact where nothing changes along the normal. In a channel the pressure falls along the normal: there the
    /// pressure of the whole fluid then rises for ever (docs/decisions/0046 compares it with extrapolation).
    public record Copy(int axis, int inward) implements NonLocalRule, Outflow.Rule {
        @Override
        public String key() {
            return new OpeningPlane(axis, inward).key(SCHEME);
        }

        @Override
        public int order() {
            return 0;
        }

        @Override
        public int depth() {
            return 1;
        }

        @Override
        public Expr pass(Passing node, int direction, @Nullable Expr farther) {
            return node.populations().get(direction);
        }

        @Override
        public Expr complete(Link link, List<Expr> raw) {
            return nearest(link);
        }
    }
}
