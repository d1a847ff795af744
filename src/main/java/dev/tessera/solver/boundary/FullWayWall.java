package dev.tessera.solver.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.model.BoundaryRule.FieldSpec;
import dev.tessera.model.Collision;
import dev.tessera.model.Given;
import dev.tessera.model.Given.Unit;
import dev.tessera.model.LinkRule;
import dev.tessera.model.Velocity;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.BoundaryKey.Written;
import dev.tessera.solver.BoundaryKind;
import dev.tessera.solver.BoundaryKind.Equations;
import dev.tessera.solver.BoundaryKind.SchemeWord;
import dev.tessera.solver.CaseException;
import dev.tessera.solver.Value;
import dev.tessera.solver.ValueText;
import java.util.List;
import java.util.Optional;

/// A wall by full-way bounce-back, at rest or moving in its own plane: half-way between the last nodes of the fluid and
/// nodes in the wall, which return a population two steps after it has left the fluid.
/// @param velocityMPerS three components
public record FullWayWall(List<Value> velocityMPerS) implements Boundary.Moving {
    private static final String SCHEME = "full-way";

    static final BoundaryKind KIND = new BoundaryKind(
            "a full-way wall",
            true,
            List.of(
                    new SchemeWord(
                            SCHEME,
                            "half-way between nodes, at rest or with `velocity`; populations return one step later than by bounce-back: for comparison with other programs")),
            false,
            List.of(VelocityOpening.VELOCITY),
            List.of(),
            given -> given.find(VelocityOpening.VELOCITY).map(FullWayWall::new).orElseGet(FullWayWall::new),
            Equations.links(new Delayed(false), new Delayed(true)));

    public FullWayWall {
        velocityMPerS = List.copyOf(velocityMPerS);
    }

    /// At rest.
    public FullWayWall() {
        this(List.of(Value.ZERO, Value.ZERO, Value.ZERO));
    }

    @Override
    public Closure closure(Site site) {
        if (site.walls() != WallScheme.HALF_WAY) {
            throw new CaseException(
                    "boundaries.%s.scheme: full-way walls are half-way between nodes, but model.walls is %s. Use model.walls: half-way, or scheme: bounce-back."
                            .formatted(site.name(), site.walls().key()));
        }
        return new Closure.Links(new Delayed(moves()));
    }

    @Override
    public Written written() {
        Written scheme = Written.scheme(SCHEME);
        return moves() ? scheme.with(VelocityOpening.VELOCITY, velocityMPerS) : scheme;
    }

    @Override
    public String text(Site site) {
        return "full-way wall" + (moves() ? ", velocity " + ValueText.of(velocityMPerS, "m/s") : "");
    }

    @Override
    public boolean holdsOnNodes() {
        return false;
    }

    /// The incoming population of a link is the one that left along it two steps before,
    /// `f_i(x, t + 2) = f_ī*(x, t)`. A node of the wall would receive it, reverse it, and send it; here the node
    /// of the fluid keeps it for a step (remembered fields) and then writes it for the outgoing direction. Steady
    /// flows are those of half-way bounce-back. The fluid and the populations kept at the wall have a constant
    /// mass. A wall that moves with velocity u adds `2 w_i c_i·u / c_s²` when the population comes in.
    ///
    /// Source: Krüger et al., The Lattice Boltzmann Method (2017), 5.3.3; motion: Ladd, J. Fluid Mech. 271, 285
    /// (1994).
    ///
    /// @param moving whether the wall moves: links then have the coefficient `value`
    public record Delayed(boolean moving) implements LinkRule {
        private static final String VALUE = "value";

        @Override
        public String key() {
            return moving ? SCHEME + "-moving" : SCHEME;
        }

        @Override
        public int order() {
            return 2;
        }

        @Override
        public int leastIsotropy() {
            return 2;
        }

        @Override
        public boolean isNeutral() {
            return false;
        }

        @Override
        public boolean isWall() {
            return true;
        }

        @Override
        public Expr passed(Link link, Expr both) {
            return both;
        }

        @Override
        public List<FieldSpec> coefficients() {
            return moving ? List.of(new FieldSpec(VALUE, new Given.Motion(Given.LinkFunction.ONE))) : List.of();
        }

        @Override
        public Expr complete(Link link, List<Expr> raw) {
            Expr returned = raw.get(link.incoming());
            return moving ? returned.plus(link.coefficient().apply(VALUE)) : returned;
        }

        @Override
        public Expr send(Link link, Collision.Input node, List<Expr> relaxed) {
            Velocity incoming = link.lattice().velocity(link.incoming());
            return link.input().field().apply(field(incoming)).plus(atRest(link));
        }

        /// None: what its motion adds over the links of a node adds up to zero, as at half-way walls that move.
        @Override
        public Expr leak(Link link, List<Expr> raw) {
            return link.input().graph().constant(0);
        }

        /// The population that left along the link in this step, less its weight.
        @Override
        public Optional<FieldSpec> kept(Velocity incoming) {
            return Optional.of(new FieldSpec(field(incoming), new Given.Remembered(Unit.POPULATION)));
        }

        @Override
        public Expr keep(Link link, List<Expr> relaxed) {
            return relaxed.get(link.outgoing()).minus(atRest(link));
        }

        private static String field(Velocity incoming) {
            return "in-wall-" + incoming.letters();
        }

        private static Expr atRest(Link link) {
            return link.input().graph().constant(link.lattice().weight(link.incoming()));
        }
    }
}
