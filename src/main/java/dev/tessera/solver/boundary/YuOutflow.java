package dev.tessera.solver.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.model.NonLocalRule;
import dev.tessera.solver.BoundaryKind;
import dev.tessera.solver.BoundaryKind.Equations;
import dev.tessera.solver.BoundaryKind.SchemeWord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An outflow whose incoming populations are extrapolated from the two nodes behind each node at the opening. It
/// imposes nothing: waves and vortices leave with little reflection, and the level of the pressure follows from the
/// start and from other openings.
public record YuOutflow() implements Outflow {
    private static final String SCHEME = "yu";

    static final BoundaryKind KIND = new BoundaryKind(
            "an outflow by extrapolation",
            false,
            List.of(new SchemeWord(
                    SCHEME,
                    "an outflow without values: incoming populations extrapolated from the two nodes behind an opening"
                            + " in an axis plane")),
            false,
            List.of(),
            List.of(),
            given -> new YuOutflow(),
            Equations.linkPlanes(Extrapolation::new));

    @Override
    public Closure closure(Site site) {
        OpeningPlane plane = OpeningPlane.of(site, SCHEME, "extrapolates");
        return new Closure.Links(new Extrapolation(plane.axis(), plane.inward()));
    }

    @Override
    public String scheme() {
        return SCHEME;
    }

    /// The incoming population of a link is, before the collision,
    ///
    /// `f_i(x) = 2 f_i(x + n) - f_i(x + 2 n)`
    ///
    /// with the inward normal n. It is exact where populations change linearly along the normal, as in
    /// developed flow.
    ///
    /// Source: Yu, Mei, Shyy, Prog. Comput. Fluid Dyn. 5, 3 (2005).
    public record Extrapolation(int axis, int inward) implements NonLocalRule, Outflow.Rule {
        @Override
        public String key() {
            return new OpeningPlane(axis, inward).key(SCHEME);
        }

        @Override
        public int order() {
            return 2;
        }

        @Override
        public int depth() {
            return 2;
        }

        @Override
        public Expr pass(Passing node, int direction, @Nullable Expr farther) {
            Expr own = node.populations().get(direction);
            return farther == null ? own : own.plus(own).minus(farther);
        }

        @Override
        public Expr complete(Link link, List<Expr> raw) {
            return nearest(link);
        }
    }
}
