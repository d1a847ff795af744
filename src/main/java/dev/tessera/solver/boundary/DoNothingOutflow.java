package dev.tessera.solver.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.model.Collision;
import dev.tessera.solver.BoundaryKind;
import dev.tessera.solver.BoundaryKind.Equations;
import dev.tessera.solver.BoundaryKind.SchemeWord;
import java.util.List;

/// An outflow whose nodes keep the populations that would enter. It imposes nothing.
public record DoNothingOutflow() implements Outflow {
    private static final String SCHEME = "do-nothing";

    static final BoundaryKind KIND = new BoundaryKind(
            "an outflow that does nothing",
            false,
            List.of(
                    new SchemeWord(
                            SCHEME,
                            "an outflow without values: each incoming population is that of its own node one step before, after the collision; along cut links of any orientation")),
            false,
            List.of(),
            List.of(),
            given -> new DoNothingOutflow(),
            Equations.links(new Kept()));

    @Override
    public Closure closure(Site site) {
        return new Closure.Links(new Kept());
    }

    @Override
    public String scheme() {
        return SCHEME;
    }

    /// The incoming population of a link is that of its own node after the collision of the step before,
    /// `f_i(x, t + 1) = f_i*(x, t)`. That population arrives at `x + c_i` in the same step, so that this is
    /// a copy along the link: exact where nothing changes along it. A flow with a pressure gradient does
    /// not become steady.
    public record Kept() implements Outflow.Rule {
        @Override
        public String key() {
            return SCHEME;
        }

        @Override
        public int order() {
            return 0;
        }

        @Override
        public Expr complete(Link link, List<Expr> raw) {
            return raw.get(link.incoming());
        }

        @Override
        public boolean addsBySending() {
            return true;
        }

        @Override
        public Expr send(Link link, Collision.Input node, List<Expr> relaxed) {
            return relaxed.get(link.incoming());
        }
    }
}
