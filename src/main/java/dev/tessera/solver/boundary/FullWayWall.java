package dev.tessera.solver.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.BoundaryRule.FieldSpec;
import dev.tessera.model.Collision;
import dev.tessera.model.Given;
import dev.tessera.model.Given.Unit;
import dev.tessera.model.LinkRule;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.BoundaryKey.Written;
import dev.tessera.solver.BoundaryKind;
import dev.tessera.solver.BoundaryKind.Equations;
import dev.tessera.solver.BoundaryKind.SchemeWord;
import dev.tessera.solver.CaseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// A resting wall by full-way bounce-back: half-way between the last nodes of the fluid and nodes in the wall, which
/// return a population two steps after it has left the fluid.
public record FullWayWall() implements Boundary {
    private static final String SCHEME = "full-way";

    static final BoundaryKind KIND = new BoundaryKind(
            "a full-way wall",
            true,
            List.of(
                    new SchemeWord(
                            SCHEME,
                            "at rest, half-way between nodes; populations return one step later than by bounce-back: for comparison with other programs")),
            false,
            List.of(),
            List.of(),
            given -> new FullWayWall(),
            Equations.links(new Delayed()));

    @Override
    public Closure closure(Site site) {
        if (site.walls() != WallScheme.HALF_WAY) {
            throw new CaseException(
                    "boundaries.%s.scheme: full-way walls are half-way between nodes, but model.walls is %s. Use model.walls: half-way, or scheme: bounce-back."
                            .formatted(site.name(), site.walls().key()));
        }
        return new Closure.Links(new Delayed());
    }

    @Override
    public Written written() {
        return Written.scheme(SCHEME);
    }

    @Override
    public String text(Site site) {
        return "full-way wall";
    }

    @Override
    public boolean holdsOnNodes() {
        return false;
    }

    /// The incoming population of a link is the one that left along it two steps before,
    /// `f_i(x, t + 2) = f_ī*(x, t)`. A node of the wall would receive it, reverse it, and send it; here the node of
    the
    /// fluid keeps it for a step (remembered fields) and then writes it for the outgoing direction. Steady flows
    are
    /// those of half-way bounce-back. The populations of the fluid and those kept at the wall have a constant mass.
    ///
    /// Source: Ziegler, J. Stat. Phys. 71, 1171 (1993); as walls of nodes: Sukop & Thorne, Lattice Boltzmann
    Modeling
    /// (2006), 4.2.
    public record Delayed() implements LinkRule {
        /// The remembered population of an outgoing direction, less its weight.
        private static String field(Velocity outgoing) {
            return "in-wall-" + outgoing.letters();
        }

        @Override
        public String key() {
            return SCHEME;
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
            return List.of();
        }

        @Override
        public List<FieldSpec> fields(VelocitySet lattice) {
            List<FieldSpec> fields = new ArrayList<>();
            for (int i = 1; i < lattice.size(); i++) {
                fields.add(new FieldSpec(field(lattice.velocity(i)), new Given.Remembered(Unit.POPULATION)));
            }
            return fields;
        }

        @Override
        public Expr complete(Link link, List<Expr> raw) {
            return raw.get(link.incoming());
        }

        @Override
        public Expr send(Link link, Collision.Input node, List<Expr> relaxed) {
            Velocity outgoing = link.lattice().velocity(link.outgoing());
            Expr atRest = link.input().graph().constant(link.lattice().weight(link.outgoing()));
            return link.input().field().apply(field(outgoing)).plus(atRest);
        }

        @Override
        public SequencedMap<String, Expr> remember(BoundaryRule.Input input, Collision.Input node, List<Expr> relaxed) {
            VelocitySet lattice = node.lattice();
            SequencedMap<String, Expr> kept = new LinkedHashMap<>();
            for (int i = 1; i < lattice.size(); i++) {
                Expr atRest = input.graph().constant(lattice.weight(i));
                kept.put(field(lattice.velocity(i)), relaxed.get(i).minus(atRest));
            }
            return kept;
        }
    }
}
