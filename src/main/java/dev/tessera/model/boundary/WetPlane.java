package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.BoundaryRule.FieldSpec;
import dev.tessera.model.BoundaryRule.Input;
import dev.tessera.model.Components;
import dev.tessera.model.Given;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// An axis plane of wet nodes at which a velocity or a density is imposed: the state of a node, from the populations
/// that arrive from the fluid. Rules differ in the populations that they give the node.
///
/// Density and momentum along the inward normal n are bound by mass: the populations that arrive, those along the
/// plane once and those out of the fluid twice, add up to `rho - n·j`.
///
/// @param side whose nodes are on the plane
/// @param imposed the imposed quantity
public record WetPlane(BoxSide side, Imposed imposed) {
    public enum Imposed {
        /// Fields `velocity-x …`.
        VELOCITY,
        /// Field `density`; the transverse velocity is zero.
        DENSITY
    }

    /// The state of a node.
    /// @param momentum density (or in the incompressible model 1) times velocity, less half of a force
    /// @param whole the momentum with half of the force
    record State(Moments moments, List<Expr> momentum, List<Expr> whole) {}

    public static WetPlane velocity(int axis, int inward) {
        return new WetPlane(new BoxSide(axis, inward), Imposed.VELOCITY);
    }

    public static WetPlane pressure(int axis, int inward) {
        return new WetPlane(new BoxSide(axis, inward), Imposed.DENSITY);
    }

    /// `velocity` or `pressure`.
    String word() {
        return imposed == Imposed.VELOCITY ? "velocity" : "pressure";
    }

    int axis() {
        return side.axis();
    }

    int inward() {
        return side.inward();
    }

    List<FieldSpec> fields(VelocitySet lattice) {
        if (imposed == Imposed.DENSITY) {
            return List.of(new FieldSpec("density", new Given.Density()));
        }
        return IntStream.range(0, lattice.dimensions())
                .mapToObj(a -> new FieldSpec(Components.of("velocity", a), new Given.Velocity(a)))
                .toList();
    }

    /// Density less the momentum along the inward normal: tangential populations plus twice the outgoing ones.
    Expr known(Input input, List<Expr> raw) {
        VelocitySet lattice = input.model().lattice();
        ExprGraph g = input.graph();
        Expr known = g.constant(0);
        for (int i = 0; i < lattice.size(); i++) {
            int c = lattice.velocity(i).along(axis());
            if (c == 0) {
                known = known.plus(raw.get(i));
            } else if (c == -inward()) {
                known = known.plus(g.constant(2).times(raw.get(i)));
            }
        }
        return known;
    }

    /// Momentum of the completed node (velocity times inertia, less half of a force), one component per
    /// dimension.
    List<Expr> momentum(Input input, List<Expr> raw) {
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
            } else if (a == axis()) {
                momentum.add(signedSum(
                        g.constant(0), inward(), input.field().apply("density").minus(known)));
            } else {
                momentum.add(push.negated());
            }
        }
        return momentum;
    }

    State state(Input input, List<Expr> raw) {
        ExprGraph g = input.graph();
        Expr known = known(input, raw);
        List<Expr> momentum = momentum(input, raw);
        Expr density = imposed == Imposed.DENSITY
                ? input.field().apply("density")
                : signedSum(known, inward(), momentum.get(axis()));
        List<Expr> whole = new ArrayList<>();
        List<Expr> velocity = new ArrayList<>();
        Expr inertia = input.model().equilibrium().inertia(g, density);
        for (int a = 0; a < momentum.size(); a++) {
            Expr all = input.force().isEmpty()
                    ? momentum.get(a)
                    : momentum.get(a).plus(half(g, input.force().get(a)));
            whole.add(all);
            velocity.add(imposed == Imposed.VELOCITY ? velocity(input, a) : all.over(inertia));
        }
        return new State(new Moments(density, velocity), momentum, whole);
    }

    /// The density that multiplies velocity: `known / (1 - u_n)` where momentum is density times velocity
    /// (half of a force apart), else the reference density.
    private Expr inertia(Input input, Expr known) {
        ExprGraph g = input.graph();
        Expr reference = input.model().equilibrium().inertia(g, known);
        if (reference.isConstant(Rational.ONE)) {
            return reference;
        }
        Expr u = velocity(input, axis());
        Expr rest = inward() > 0 ? g.constant(1).minus(u) : g.constant(1).plus(u);
        if (input.force().isEmpty()) {
            return known.over(rest);
        }
        Expr push = half(g, input.force().get(axis()));
        return (inward() > 0 ? known.minus(push) : known.plus(push)).over(rest);
    }

    /// The imposed one.
    static Expr velocity(Input input, int a) {
        return input.field().apply(Components.of("velocity", a));
    }

    private static Expr half(ExprGraph g, Expr value) {
        return g.constant(1, 2).times(value);
    }

    /// Incoming populations over the plane are the opposite ones plus the odd part of the equilibrium: their part out
    /// of equilibrium is bounced back.
    /// @param momentum of the node, as in [State#momentum]
    List<Expr> bouncedBack(Input input, List<Expr> raw, List<Expr> momentum) {
        VelocitySet lattice = input.model().lattice();
        ExprGraph g = input.graph();
        List<Expr> completed = new ArrayList<>(raw);
        for (int i = 1; i < lattice.size(); i++) {
            if (!side.isCrossedBy(lattice.velocity(i))) {
                continue;
            }
            Expr odd = g.constant(0);
            for (int a = 0; a < lattice.dimensions(); a++) {
                odd = signedSum(odd, lattice.velocity(i).along(a), momentum.get(a));
            }
            Expr weight =
                    g.constant(lattice.weight(i)).times(g.constant(Rational.TWO.over(lattice.speedOfSoundSquared())));
            completed.set(i, raw.get(lattice.opposite(i)).plus(weight.times(odd)));
        }
        return completed;
    }

    static Expr signedSum(Expr sum, int sign, Expr term) {
        return sign == 0 ? sum : sign > 0 ? sum.plus(term) : sum.minus(term);
    }
}
