package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.Collision;
import dev.tessera.model.LocalRates;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

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

    /// The number of populations that share a division, a plane of D3Q27: their product is some 1e-18, far from the
    /// limits of FP32.
    private static final int SHARING = 9;

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

    /// A node in two passes over its directions: the first finds gamma, the second what is stored. Between them
    /// only the rest h is kept, in the registers of the populations; equilibrium and stress are computed again.
    /// The first pass takes one plane of directions after the other, since those of all planes would need more
    /// registers.
    private static final class Split {
        private final Input input;
        private final ExprGraph graph;
        private final VelocitySet lattice;
        private final Expr omega;
        private final NodeState state;
        private final Expr[][] deviator;
        private final List<Expr> middle = new ArrayList<>(); // populations with half of what the force adds
        private final Expr[] rest;
        private Expr mixed; // <s|h>
        private Expr square; // <h|h>

        Split(Input input) {
            this.input = input;
            this.graph = input.graph();
            this.lattice = input.lattice();
            this.omega = input.rate().apply(ShearRate.NAME);
            this.state = NodeState.of(input);
            this.deviator = Stress.deviator(graph, Stress.nonEquilibrium(input));
            this.rest = new Expr[lattice.size()];
            this.mixed = graph.constant(0);
            this.square = graph.constant(0);
            List<Expr> half = new CentralClosure(lattice, state, deviator).push();
            for (int i = 0; i < rest.length; i++) {
                middle.add(input.populations().get(i).plus(half.get(i)));
            }
            for (int x = -1; x <= 1; x++) {
                addPlane(x);
            }
        }

        /// Adds the directions of one velocity along x to the sums.
        private void addPlane(int x) {
            NodeState here = state.after(square);
            Expr[][] tensor = changed(deviator, a -> graph.after(a, square));
            Expr zero = graph.constant(0);
            List<Expr> stress = CentralExpansion.populations(
                    graph, lattice, here.velocity(), moment -> CentralClosure.second(moment, tensor, zero));
            List<Expr> equilibrium =
                    equilibrium(here, graph.after(input.moments().density(), square));
            List<Integer> directions = plane(x);
            List<Expr> reciprocals =
                    Reciprocals.of(directions.stream().map(equilibrium::get).toList(), SHARING);
            for (int k = 0; k < directions.size(); k++) {
                int i = directions.get(k);
                rest[i] = middle.get(i).minus(equilibrium.get(i)).minus(stress.get(i));
                Expr weighted = rest[i].times(reciprocals.get(k));
                mixed = mixed.plus(stress.get(i).times(weighted));
                square = square.plus(rest[i].times(weighted));
            }
        }

        /// In the order in which the last step of central moments makes them.
        private List<Integer> plane(int x) {
            return IntStream.range(0, lattice.size())
                    .boxed()
                    .filter(i -> lattice.velocity(i).x() == x)
                    .sorted(Comparator.<Integer>comparingInt(
                                    i -> lattice.velocity(i).y())
                            .thenComparingInt(i -> lattice.velocity(i).z()))
                    .toList();
        }

        /// The product of `2/3 - u²` at rest and `(1/3 + u² ± u) / 2` per axis, and the pressure at rest.
        private List<Expr> equilibrium(NodeState here, Expr density) {
            var factors = new AxisFactors(
                    lattice, here.velocity().stream().map(this::factors).toList());
            Expr pressure = density.minus(here.inertia());
            List<Expr> populations = new ArrayList<>();
            for (int i = 0; i < lattice.size(); i++) {
                populations.add(factors.product(here.inertia(), i)
                        .plus(graph.constant(lattice.weight(i)).times(pressure)));
            }
            return populations;
        }

        /// Of the components -1, 0 and 1.
        private Expr[] factors(Expr u) {
            Expr half = graph.constant(1, 2);
            Expr square = graph.constant(1, 3).plus(u.squared());
            Expr rest = graph.constant(2, 3).minus(u.squared());
            return new Expr[] {half.times(square.minus(u)), rest, half.times(square.plus(u))};
        }

        private static Expr[][] changed(Expr[][] tensor, UnaryOperator<Expr> change) {
            return Arrays.stream(tensor)
                    .map(row -> Arrays.stream(row).map(change).toArray(Expr[]::new))
                    .toArray(Expr[][]::new);
        }

        /// `beta gamma = 1 - (omega - 1) <s|h> / <h|h>`.
        Expr rateOfRest() {
            Expr one = graph.constant(1);
            Expr ratio = mixed.over(square.plus(graph.constant(TINY)));
            return one.minus(omega.minus(one).times(ratio));
        }

        /// Equilibrium, relaxed stress and relaxed rest.
        List<Expr> relaxed() {
            Expr one = graph.constant(1);
            Expr kept = one.minus(rateOfRest());
            Expr[][] stress = changed(deviator, a -> one.minus(omega).times(graph.after(a, kept)));
            var closure = new CentralClosure(lattice, state.after(kept), stress);
            List<Expr> relaxed = new ArrayList<>(
                    closure.populations(graph.after(input.moments().density(), kept), closure::maxwell));
            for (int i = 0; i < rest.length; i++) {
                relaxed.set(i, relaxed.get(i).plus(kept.times(rest[i])));
            }
            return relaxed;
        }
    }
}
