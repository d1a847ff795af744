package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Central moments after a collision of which density, velocity, relaxed stress and force are given: up to second
/// order they follow from these. A force F moves the fluid by half of it, as an equilibrium at another velocity is
/// moved: `k_100 = F_x / 2`, `k_120 = c_s² F_x / 2`, `k_122 = c_s⁴ F_x / 2`. Even moments of higher order are
/// chosen by the collision.
///
/// Where the density that multiplies velocity is constant (incompressible), the difference of density and that
/// constant is a pressure at rest, `w_i (rho - 1)`.
final class CentralClosure {
    private final ExprGraph graph;
    private final VelocitySet lattice;
    private final NodeState state;
    private final Expr[][] relaxed;
    private final Rational soundSquared;

    /// @param relaxed the non-equilibrium second moment after relaxation, without force, `[axis][axis]`, symmetric
    CentralClosure(VelocitySet lattice, NodeState state, Expr[][] relaxed) {
        this.graph = state.graph();
        this.lattice = lattice;
        this.state = state;
        this.relaxed = relaxed;
        this.soundSquared = lattice.speedOfSoundSquared();
    }

    /// The central second moment after the collision.
    Expr second(int a, int b) {
        return a == b ? atRest(1).plus(relaxed[a][a]) : relaxed[a][b];
    }

    /// The even moment of a Maxwell distribution: `inertia c_s^(2 n)`.
    /// @param squares n, the number of axes with exponent 2
    Expr atRest(int squares) {
        return graph.constant(power(squares)).times(state.inertia());
    }

    private Rational power(int squares) {
        Rational power = Rational.ONE;
        for (int k = 0; k < squares; k++) {
            power = power.times(soundSquared);
        }
        return power;
    }

    /// The moment of fourth or sixth order of a Maxwell distribution.
    Expr maxwell(Monomial moment) {
        return axes(moment, 1).isEmpty() ? atRest(axes(moment, 2).size()) : graph.constant(0);
    }

    /// The populations of which all moments vanish but those that half the force changes, shape `[q]`.
    List<Expr> push() {
        Expr none = graph.constant(0);
        return CentralExpansion.populations(graph, lattice, state.velocity(), moment -> {
            List<Integer> odd = axes(moment, 1);
            return odd.size() == 1 ? push(odd.getFirst(), axes(moment, 2).size()) : none;
        });
    }

    /// The moment of a distribution that has second moments alone.
    static Expr second(Monomial moment, Expr[][] tensor, Expr zero) {
        if (moment.order() != 2) {
            return zero;
        }
        List<Integer> squares = axes(moment, 2);
        List<Integer> odd = axes(moment, 1);
        return squares.isEmpty()
                ? tensor[odd.getFirst()][odd.getLast()]
                : tensor[squares.getFirst()][squares.getFirst()];
    }

    /// Shape `[q]`.
    /// @param even the moments of fourth and sixth order with no exponent 1, or with two of them
    List<Expr> populations(Expr density, Function<Monomial, Expr> even) {
        List<Expr> moving = CentralExpansion.populations(graph, lattice, state.velocity(), m -> moment(m, even));
        Expr pressure = density.minus(state.inertia());
        if (pressure.isConstant(Rational.ZERO)) {
            return moving;
        }
        List<Expr> populations = new ArrayList<>();
        for (int i = 0; i < moving.size(); i++) {
            populations.add(moving.get(i).plus(graph.constant(lattice.weight(i)).times(pressure)));
        }
        return populations;
    }

    private Expr moment(Monomial moment, Function<Monomial, Expr> even) {
        List<Integer> odd = axes(moment, 1);
        List<Integer> squares = axes(moment, 2);
        return switch (odd.size()) {
            case 0 ->
                switch (squares.size()) {
                    case 0 -> state.inertia();
                    case 1 -> second(squares.getFirst(), squares.getFirst());
                    default -> even.apply(moment);
                };
            case 1 -> push(odd.getFirst(), squares.size());
            case 2 -> squares.isEmpty() ? second(odd.getFirst(), odd.getLast()) : even.apply(moment);
            default -> graph.constant(0);
        };
    }

    private Expr push(int axis, int squares) {
        return state.forced()
                ? graph.constant(Rational.of(1, 2).times(power(squares)))
                        .times(state.force().get(axis))
                : graph.constant(0);
    }

    /// The axes of an exponent.
    static List<Integer> axes(Monomial moment, int exponent) {
        List<Integer> axes = new ArrayList<>();
        for (int axis = 0; axis < 3; axis++) {
            if (moment.exponent(axis) == exponent) {
                axes.add(axis);
            }
        }
        return axes;
    }
}
