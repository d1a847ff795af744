package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Collision;
import dev.tessera.model.Components;
import dev.tessera.model.Given;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.IntStream;

/// Velocity or pressure on an axis plane of wet nodes, after Zou & He (1997), for every lattice: incoming
/// populations over the plane are the opposite ones plus the odd part of the equilibrium, and the missing
/// transverse momentum is distributed over them (Hecht & Harting 2010), so that the node has exactly the imposed
/// velocity or density.
///
/// At edges and corners, incoming directions over walls are bounced back before this rule; those that cross the
/// plane are unknown, including diagonals.
///
/// Source: Zou & He, Phys. Fluids 9, 1591 (1997); Hecht & Harting, J. Stat. Mech. P01018 (2010).
///
/// @param axis 0, 1, 2: the plane's normal
/// @param inward +1 where the inward normal points along +axis, else -1
/// @param imposed the imposed quantity
public record ZouHe(int axis, int inward, Imposed imposed) implements BoundaryRule {
    public enum Imposed {
        /// Fields `velocity-x …`.
        VELOCITY,
        /// Field `density`; the transverse velocity is zero.
        DENSITY
    }

    public ZouHe {
        if (axis < 0 || axis > 2 || Math.abs(inward) != 1) {
            throw new IllegalArgumentException(
                    "axis %d and direction %d are not a side of the box".formatted(axis, inward));
        }
    }

    public static ZouHe velocity(int axis, int inward) {
        return new ZouHe(axis, inward, Imposed.VELOCITY);
    }

    public static ZouHe pressure(int axis, int inward) {
        return new ZouHe(axis, inward, Imposed.DENSITY);
    }

    @Override
    public String key() {
        return imposed == Imposed.VELOCITY ? "zou-he-velocity" : "zou-he-pressure";
    }

    @Override
    public int order() {
        return 2;
    }

    @Override
    public List<FieldSpec> fields(VelocitySet lattice) {
        if (imposed == Imposed.DENSITY) {
            return List.of(new FieldSpec("density", new Given.Density()));
        }
        return IntStream.range(0, lattice.dimensions())
                .mapToObj(a -> new FieldSpec(Components.of("velocity", a), new Given.Velocity(a)))
                .toList();
    }

    @Override
    public List<Expr> complete(Input input, List<Expr> raw) {
        return complete(input, raw, momentum(input, raw));
    }

    /// The completed populations of a node whose momentum is known.
    /// @param momentum velocity times inertia, less half of a force, one component per dimension
    List<Expr> complete(Input input, List<Expr> raw, List<Expr> momentum) {
        VelocitySet lattice = input.model().lattice();
        ExprGraph g = input.graph();
        List<Expr> spread = transverseCorrections(g, lattice, raw, momentum);
        List<Expr> completed = new ArrayList<>(raw);
        for (int i = 1; i < lattice.size(); i++) {
            if (lattice.velocity(i).along(axis) != inward) {
                continue;
            }
            Expr odd = g.constant(0);
            Expr correction = g.constant(0);
            for (int a = 0; a < lattice.dimensions(); a++) {
                int c = lattice.velocity(i).along(a);
                odd = signedSum(odd, c, momentum.get(a));
                correction = a == axis ? correction : signedSum(correction, c, spread.get(a));
            }
            Expr weight =
                    g.constant(lattice.weight(i)).times(g.constant(Rational.TWO.over(lattice.speedOfSoundSquared())));
            completed.set(
                    i, raw.get(lattice.opposite(i)).plus(weight.times(odd)).plus(correction));
        }
        return completed;
    }

    /// Density less the momentum along the inward normal: tangential populations plus twice the outgoing ones.
    Expr known(Input input, List<Expr> raw) {
        VelocitySet lattice = input.model().lattice();
        ExprGraph g = input.graph();
        Expr known = g.constant(0);
        for (int i = 0; i < lattice.size(); i++) {
            int c = lattice.velocity(i).along(axis);
            if (c == 0) {
                known = known.plus(raw.get(i));
            } else if (c == -inward) {
                known = known.plus(g.constant(2).times(raw.get(i)));
            }
        }
        return known;
    }

    /// Momentum of the completed node (velocity times inertia, less half of a force), one component per
    /// dimension.
    private List<Expr> momentum(Input input, List<Expr> raw) {
        VelocitySet lattice = input.model().lattice();
        ExprGraph g = input.graph();
        Expr known = known(input, raw);
        List<Expr> momentum = new ArrayList<>();
        Expr inertia = imposed == Imposed.VELOCITY ? inertia(input, known) : g.constant(0);
        for (int a = 0; a < lattice.dimensions(); a++) {
            Expr push = input.force().isEmpty()
                    ? g.constant(0)
                    : half(g, input.force().get(a));
            if (imposed == Imposed.VELOCITY) {
                momentum.add(inertia.times(velocity(input, a)).minus(push));
            } else if (a == axis) {
                momentum.add(signedSum(
                        g.constant(0), inward, input.field().apply("density").minus(known)));
            } else {
                momentum.add(push.negated());
            }
        }
        return momentum;
    }

    /// The density that multiplies velocity: `known / (1 - u_n)` where momentum is density times velocity
    /// (half of a force apart), else the reference density.
    private Expr inertia(Input input, Expr known) {
        ExprGraph g = input.graph();
        Expr reference = input.model().equilibrium().inertia(g, known);
        if (reference.isConstant(Rational.ONE)) {
            return reference;
        }
        Expr u = velocity(input, axis);
        Expr rest = inward > 0 ? g.constant(1).minus(u) : g.constant(1).plus(u);
        if (input.force().isEmpty()) {
            return known.over(rest);
        }
        Expr push = half(g, input.force().get(axis));
        return (inward > 0 ? known.minus(push) : known.plus(push)).over(rest);
    }

    private static Expr velocity(Input input, int a) {
        return input.field().apply(Components.of("velocity", a));
    }

    private static Expr half(ExprGraph g, Expr value) {
        return g.constant(1, 2).times(value);
    }

    private List<Expr> transverseCorrections(ExprGraph g, VelocitySet lattice, List<Expr> raw, List<Expr> momentum) {
        List<Expr> corrections = new ArrayList<>();
        for (int a = 0; a < lattice.dimensions(); a++) {
            if (a == axis) {
                corrections.add(g.constant(0));
                continue;
            }
            Expr carried = g.constant(0);
            int sharing = 0;
            for (int i = 1; i < lattice.size(); i++) {
                int c = lattice.velocity(i).along(a);
                int n = lattice.velocity(i).along(axis);
                carried = n == 0 ? signedSum(carried, c, raw.get(i)) : carried;
                sharing += n == inward && c != 0 ? 1 : 0;
            }
            // bounced populations carry c_s² of the momentum: c_s⁴ / c_s² over the unknown directions
            Rational share = Rational.ONE.minus(lattice.speedOfSoundSquared());
            Expr missing = g.constant(share).times(momentum.get(a)).minus(carried);
            corrections.add(g.constant(1, sharing).times(missing));
        }
        return corrections;
    }

    private static Expr signedSum(Expr sum, int sign, Expr term) {
        return sign == 0 ? sum : sign > 0 ? sum.plus(term) : sum.minus(term);
    }

    @Override
    public SequencedMap<String, Expr> remember(Input input, Collision.Input node) {
        return new LinkedHashMap<>();
    }
}
