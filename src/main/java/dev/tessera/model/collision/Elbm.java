package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.Forcing;
import dev.tessera.model.LocalRates;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.equilibrium.QuasiCompressible;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;

/// Entropic lattice Boltzmann: `f' = f + alpha beta (f_eq - f)`, beta = omega/2, with the equilibrium of the smallest
/// `H = sum of f_i ln(f_i / w_i)` ([EntropicEquilibrium]), and alpha such that `H(f + alpha (f_eq - f)) = H(f)`
/// ([EntropicStretch]): entropy never falls in a collision. With alpha = 2, its value near equilibrium, this is BGK;
/// far from it alpha is at most 2, or less where beta is above 0.95, which damps what grows at walls; then
/// the viscosity of a node is `(1/(alpha beta) - 1/2)/3`.
///
/// The force enters by the exact difference: the collision uses the velocity before the force, and the equilibrium
/// of the velocity after it minus that of the velocity before it is added. Where a boundary imposes the velocity, the
/// entropy has no such root, and alpha is 2. It needs populations, not their deviations from rest.
///
/// Source: Karlin, Ferrante, Öttinger, Europhys. Lett. 47, 182 (1999); Ansumali & Karlin, Phys. Rev. E 65, 056312
/// (2002); force: Kupershtokh, Medvedev, Karpov, Comput. Math. Appl. 58, 965 (2009).
///
/// @param search where Newton's method runs; results are the same
public record Elbm(Search search) implements Collision {
    /// Where Newton's method runs.
    public enum Search {
        /// At nodes that are far from equilibrium.
        WHERE_NEEDED,
        /// At all nodes, also where its result is not used: for benchmarks.
        EVERYWHERE
    }

    public Elbm() {
        this(Search.WHERE_NEEDED);
    }

    @Override
    public String key() {
        return search == Search.EVERYWHERE ? "elbm-newton" : "elbm";
    }

    /// The way to alpha that a node takes, by its number ([Way#number]).
    public static Expr way(Input input) {
        return new Node(input).stretch().way();
    }

    /// How a node finds alpha.
    public enum Way {
        /// Near equilibrium alpha is 2.
        TWO(0),
        /// The root of a series of power sums, below a deviation of 0.1.
        SERIES(1),
        /// Newton's method with logarithms.
        NEWTON(2),
        /// Entropy is not defined, alpha is 1.
        ONE(3);

        private final int number; // as kernels compute it

        Way(int number) {
            this.number = number;
        }

        public int number() {
            return number;
        }
    }

    @Override
    public SequencedMap<String, Double> rates(VelocitySet lattice, double viscosityLattice) {
        return ShearRate.named(lattice, viscosityLattice);
    }

    @Override
    public Optional<String> unsupported(Equilibrium equilibrium) {
        return equilibrium instanceof QuasiCompressible
                ? Optional.empty()
                : Optional.of(
                        ("collision elbm has an equilibrium of largest entropy, in which the density multiplies the"
                                        + " velocity, but the equilibrium is %s. Use equilibrium quasi-compressible, or another"
                                        + " collision")
                                .formatted(equilibrium.key()));
    }

    @Override
    public Forcing forcing() {
        return Forcing.EXACT_DIFFERENCE;
    }

    @Override
    public boolean needsPopulations() {
        return true;
    }

    @Override
    public boolean choosesViscosity() {
        return true;
    }

    @Override
    public LocalRates localRates(Input input) {
        Expr rate = new Node(input).rate(this::alpha);
        return LocalRates.of(rate, rate);
    }

    @Override
    public Input atShearRate(Input input, Expr shearRate) {
        return input.withRates(name -> shearRate);
    }

    @Override
    public List<Expr> relax(Input input) {
        return relax(input, this::alpha);
    }

    private Expr alpha(EntropicStretch stretch) {
        return search == Search.EVERYWHERE ? stretch.alphaSearchedEverywhere() : stretch.alpha();
    }

    /// The collision with another alpha.
    static List<Expr> relax(Input input, Function<EntropicStretch, Expr> alpha) {
        return new Node(input).relaxed(alpha);
    }

    /// Equilibrium minus populations, shape `[q]`.
    static List<Expr> toEquilibrium(Input input) {
        return new Node(input).toEquilibrium();
    }

    /// A node in two passes over its directions: the first finds alpha, the second computes the equilibrium again and
    /// what is stored, since a kernel that kept equilibria between them would need more registers.
    private static final class Node {
        private final Input input;
        private final ExprGraph graph;
        private final boolean imposed;
        private final EntropicEquilibrium equilibrium;
        private final EntropicEquilibrium.Basis basis;

        Node(Input input) {
            this.input = input;
            this.graph = input.graph();
            this.imposed = NodeState.of(input).imposed();
            this.equilibrium = new EntropicEquilibrium(graph, input.lattice());
            Moments moments = ExactDifference.moments(input, -1);
            this.basis = equilibrium.basis(moments.density(), moments.velocity());
        }

        List<Expr> toEquilibrium() {
            List<Expr> populations = equilibrium.populations(basis);
            List<Expr> differences = new ArrayList<>();
            for (int i = 0; i < populations.size(); i++) {
                differences.add(populations.get(i).minus(input.populations().get(i)));
            }
            return differences;
        }

        Expr rate(Function<EntropicStretch, Expr> alpha) {
            Expr stretch = imposed ? graph.constant(2) : alpha.apply(stretch());
            return stretch.times(beta());
        }

        EntropicStretch stretch() {
            return new EntropicStretch(equilibrium, basis, input.populations(), beta());
        }

        private Expr beta() {
            return graph.constant(1, 2).times(input.rate().apply(ShearRate.NAME));
        }

        List<Expr> relaxed(Function<EntropicStretch, Expr> alpha) {
            Expr rate = rate(alpha);
            List<Expr> before = equilibrium.populations(basis.after(rate));
            List<Expr> pushed = input.force().isEmpty() ? before : pushed(rate);
            List<Expr> relaxed = new ArrayList<>();
            for (int i = 0; i < before.size(); i++) {
                Expr population = input.populations().get(i);
                Expr collided = population.plus(rate.times(before.get(i).minus(population)));
                relaxed.add(
                        input.force().isEmpty()
                                ? collided
                                : collided.plus(pushed.get(i).minus(before.get(i))));
            }
            return relaxed;
        }

        /// The equilibrium of the velocity after the force.
        private List<Expr> pushed(Expr earlier) {
            Moments after = ExactDifference.moments(input, 1);
            return equilibrium.populations(
                    graph.after(after.density(), earlier),
                    after.velocity().stream().map(u -> graph.after(u, earlier)).toList());
        }
    }
}
