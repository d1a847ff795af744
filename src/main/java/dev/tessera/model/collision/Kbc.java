package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.Collision;
import dev.tessera.model.LocalRates;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// Entropic collision with two relaxation times (KBC): the deviatoric stress relaxes at the rate of the viscosity,
/// all other moments at one rate, which every node chooses in every step such that the entropy after the collision
/// is the largest. With `delta = f - f_eq` split into the part `s` of the deviatoric stress, in central moments,
/// and the rest `h`:
///
/// `f' = f - beta (2 s + gamma h)`, `gamma = 1/beta - (2 - 1/beta) <s|h> / <h|h>`,
/// `<a|b> = sum of a_i b_i / f_eq,i`,
///
/// beta = omega/2. Where h vanishes, gamma is `1/beta`. On D2Q9 and D3Q27; the bulk viscosity is chosen by gamma
/// too. The force enters as an equilibrium that moves, half before and half after the collision.
///
/// Source: Karlin, Bösch, Chikatamarla, Phys. Rev. E 90, 031302 (2014): the split with the deviatoric stress alone,
/// and the estimate of gamma to first order.
public record Kbc() implements Collision {
    /// Far below the square of any rounding error of h, far above the smallest FP32 number.
    private static final Rational TINY =
            Rational.of(1, 1_000_000_000_000_000L).times(Rational.of(1, 1_000_000_000_000_000L));

    @Override
    public String key() {
        return "kbc";
    }

    @Override
    public SequencedMap<String, Double> rates(VelocitySet lattice, double viscosityLattice) {
        return ShearRate.named(lattice, viscosityLattice);
    }

    @Override
    public boolean hasFixedBulkViscosity() {
        return true;
    }

    @Override
    public Optional<String> unsupported(VelocitySet lattice) {
        return CentralExpansion.unsupported(this, lattice);
    }

    @Override
    public LocalRates localRates(Input input) {
        return LocalRates.of(input.rate().apply(ShearRate.NAME), new Split(input).rateOfRest());
    }

    @Override
    public List<Expr> relax(Input input) {
        return new Split(input).relaxed();
    }

    /// The parts of a node's populations, shape `[q]` each.
    private static final class Split {
        private final ExprGraph graph;
        private final Expr omega;
        private final List<Expr> half; // half of what the force adds
        private final List<Expr> middle; // populations with that half
        private final List<Expr> equilibrium;
        private final List<Expr> stress = new ArrayList<>();
        private final List<Expr> rest = new ArrayList<>();

        Split(Input input) {
            this.graph = input.graph();
            this.omega = input.rate().apply(ShearRate.NAME);
            var state = NodeState.of(input);
            Expr zero = graph.constant(0);
            Expr[][] deviator = Stress.deviator(graph, Stress.nonEquilibrium(input));
            Expr[][] none = new Expr[deviator.length][deviator.length];
            for (Expr[] row : none) {
                Arrays.fill(row, zero);
            }
            var unforced = new NodeState(
                    graph, state.inertia(), state.velocity(), state.momentum(), List.of(), state.imposed());
            var closure = new CentralClosure(input.lattice(), unforced, none);
            this.equilibrium = closure.populations(input.moments().density(), closure::maxwell);
            this.half = new CentralClosure(input.lattice(), state, none).push();
            this.middle = plus(input.populations(), half);
            List<Expr> ofStress = CentralExpansion.populations(
                    graph, input.lattice(), state.velocity(), moment -> CentralClosure.second(moment, deviator, zero));
            for (int i = 0; i < middle.size(); i++) {
                stress.add(ofStress.get(i));
                rest.add(middle.get(i).minus(equilibrium.get(i)).minus(ofStress.get(i)));
            }
        }

        private static List<Expr> plus(List<Expr> left, List<Expr> right) {
            List<Expr> sums = new ArrayList<>();
            for (int i = 0; i < left.size(); i++) {
                sums.add(left.get(i).plus(right.get(i)));
            }
            return sums;
        }

        /// `beta gamma = 1 - (omega - 1) <s|h> / <h|h>`.
        Expr rateOfRest() {
            List<Expr> mixed = new ArrayList<>();
            List<Expr> square = new ArrayList<>();
            for (int i = 0; i < rest.size(); i++) {
                Expr weighted = rest.get(i).over(equilibrium.get(i));
                mixed.add(stress.get(i).times(weighted));
                square.add(rest.get(i).times(weighted));
            }
            Expr ratio = graph.sum(mixed).over(graph.sum(square).plus(graph.constant(TINY)));
            Expr one = graph.constant(1);
            return one.minus(omega.minus(one).times(ratio));
        }

        List<Expr> relaxed() {
            Expr rate = rateOfRest();
            List<Expr> relaxed = new ArrayList<>();
            for (int i = 0; i < middle.size(); i++) {
                Expr taken = omega.times(stress.get(i)).plus(rate.times(rest.get(i)));
                relaxed.add(middle.get(i).minus(taken).plus(half.get(i)));
            }
            return relaxed;
        }
    }
}
