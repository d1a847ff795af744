package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.equilibrium.RawMoments;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/// The populations of a density and velocity with the smallest `H = sum of f_i ln(f_i / w_i)`, shape `[q]`.
///
/// On D2Q9 and D3Q27 they are products of `(2/3)(2 - s)` at rest and `(2 s - 1 ± 3 u) / 6`, `s = sqrt(1 + 3 u²)`,
/// one factor per axis: Ansumali, Karlin, Öttinger, Europhys. Lett. 63, 798 (2003), there with quotients.
///
/// On D3Q15 and D3Q19 they are `chi w_i zeta_x^c_x zeta_y^c_y zeta_z^c_z` with polynomials of eighth order for chi
/// and zeta (Chikatamarla, Ansumali, Karlin, Phys. Rev. Lett. 97, 010201, 2006; the coefficients follow order by
/// order from the density and momentum). What remains of density and momentum, some 1e-10 at a speed of 0.1, is
/// added as `w_i (rho' + 3 c_i·j')`, so that both are exact.
final class EntropicEquilibrium {
    /// A coefficient of a polynomial: of `x^own` and all products of the other powers, exchanged and not.
    private record Term(Rational factor, int own, int first, int second) {}

    /// chi on both lattices, symmetric in all axes: exponents in falling order.
    private static final List<Term> CHI = List.of(
            term(1, 1, 0, 0, 0),
            term(-3, 2, 2, 0, 0),
            term(9, 8, 4, 0, 0),
            term(9, 4, 2, 2, 0),
            term(-27, 16, 6, 0, 0),
            term(-27, 16, 4, 2, 0),
            term(405, 128, 8, 0, 0),
            term(81, 32, 6, 2, 0),
            term(81, 64, 4, 4, 0));
    private static final List<Term> CHI_D3Q19 = List.of(term(-81, 4, 2, 2, 2), term(729, 16, 4, 2, 2));
    private static final List<Term> CHI_D3Q15 = List.of(term(243, 8, 2, 2, 2), term(-2673, 32, 4, 2, 2));

    /// zeta of the first axis on both lattices, symmetric in the other two.
    private static final List<Term> ZETA = List.of(
            term(1, 1, 0, 0, 0),
            term(3, 1, 1, 0, 0),
            term(9, 2, 2, 0, 0),
            term(9, 2, 3, 0, 0),
            term(27, 8, 4, 0, 0),
            term(27, 8, 5, 0, 0),
            term(81, 16, 6, 0, 0),
            term(81, 16, 7, 0, 0),
            term(243, 128, 8, 0, 0));
    private static final List<Term> ZETA_D3Q19 = List.of(
            term(27, 4, 1, 2, 2),
            term(81, 4, 2, 2, 2),
            term(81, 4, 3, 2, 2),
            term(-81, 16, 1, 4, 2),
            term(-243, 16, 2, 4, 2));
    private static final List<Term> ZETA_D3Q15 = List.of(
            term(-27, 2, 1, 2, 2),
            term(-81, 2, 2, 2, 2),
            term(-81, 2, 3, 2, 2),
            term(81, 8, 1, 4, 2),
            term(243, 8, 2, 4, 2));

    private final ExprGraph graph;
    private final VelocitySet lattice;

    EntropicEquilibrium(ExprGraph graph, VelocitySet lattice) {
        this.graph = graph;
        this.lattice = lattice;
    }

    private static Term term(long numerator, long denominator, int own, int first, int second) {
        return new Term(Rational.of(numerator, denominator), own, first, second);
    }

    /// Whether a lattice has all velocities of components -1, 0 and 1.
    private boolean isProduct() {
        return lattice.size() == (lattice.dimensions() == 2 ? 9 : 27);
    }

    /// What all populations are computed from, by few operations each; the axes' values in their order.
    ///
    /// @param scale density, on D3Q15 and D3Q19 times chi
    /// @param scaleReciprocal one over it
    /// @param first on D3Q15 and D3Q19 zeta, else the velocity
    /// @param second on D3Q15 and D3Q19 1/zeta, else s
    /// @param third on D3Q15 and D3Q19 nothing, else 1/(2 - s)
    /// @param remainders on D3Q15 and D3Q19 what remains of density and three times the momentum, else nothing
    /// @param positive values that are all positive where all populations are
    record Basis(
            Expr scale,
            Expr scaleReciprocal,
            List<Expr> first,
            List<Expr> second,
            List<Expr> third,
            List<Expr> remainders,
            List<Expr> positive) {
        /// The same, not computed before another value ([dev.tessera.expr.Form.After]).
        Basis after(Expr earlier) {
            return new Basis(
                    scale.graph().after(scale, earlier),
                    scale.graph().after(scaleReciprocal, earlier),
                    after(first, earlier),
                    after(second, earlier),
                    after(third, earlier),
                    after(remainders, earlier),
                    positive);
        }

        private static List<Expr> after(List<Expr> values, Expr earlier) {
            return values.stream().map(x -> x.graph().after(x, earlier)).toList();
        }

        /// The same with populations that are not computed before another value.
        Basis scaledAfter(Expr earlier) {
            Expr later = scale.graph().after(scale, earlier);
            Expr laterReciprocal = scale.graph().after(scaleReciprocal, earlier);
            return new Basis(later, laterReciprocal, first, second, third, remainders, positive);
        }
    }

    Basis basis(Expr density, List<Expr> velocity) {
        return isProduct() ? product(density, velocity) : series(density, velocity);
    }

    List<Expr> populations(Expr density, List<Expr> velocity) {
        return populations(basis(density, velocity));
    }

    private Basis product(Expr density, List<Expr> velocity) {
        List<Expr> positive = new ArrayList<>(List.of(density));
        List<Expr> roots = new ArrayList<>();
        for (Expr u : velocity) {
            Expr root =
                    graph.squareRoot(graph.constant(1).plus(graph.constant(3).times(u.squared())));
            roots.add(root);
            positive.add(graph.constant(2).minus(root));
        }
        List<Expr> reciprocals = Reciprocals.of(positive, positive.size());
        return new Basis(
                density,
                reciprocals.getFirst(),
                velocity,
                roots,
                reciprocals.subList(1, reciprocals.size()),
                List.of(),
                positive);
    }

    private Basis series(Expr density, List<Expr> velocity) {
        boolean edges = lattice.size() == 19;
        List<Expr> positive = new ArrayList<>();
        positive.add(density.times(
                polynomial(CHI, velocity, 0, true).plus(polynomial(edges ? CHI_D3Q19 : CHI_D3Q15, velocity, 0, true))));
        for (int axis = 0; axis < velocity.size(); axis++) {
            positive.add(polynomial(ZETA, velocity, axis, false)
                    .plus(polynomial(edges ? ZETA_D3Q19 : ZETA_D3Q15, velocity, axis, false)));
        }
        List<Expr> reciprocals = Reciprocals.of(positive, positive.size());
        List<Expr> zeta = positive.subList(1, positive.size());
        List<Expr> inverse = reciprocals.subList(1, reciprocals.size());
        List<Expr> truncated = ofAxes(positive.getFirst(), factors(zeta, inverse), true);
        return new Basis(
                positive.getFirst(),
                reciprocals.getFirst(),
                zeta,
                inverse,
                List.of(),
                remainders(truncated, density, velocity),
                positive);
    }

    /// Shape `[q]`.
    List<Expr> populations(Basis basis) {
        if (isProduct()) {
            return ofAxes(basis.scale(), factors(basis), false);
        }
        List<Expr> truncated = ofAxes(basis.scale(), factors(basis.first(), basis.second()), true);
        return completed(truncated, basis.remainders());
    }

    /// `-1 / f_eq,i`, shape `[q]`, without a division. With the factors `p = (2 s - 1 + 3 u) / 6` and
    /// `m = (2 s - 1 - 3 u) / 6` of an axis is `p m = (2 - s)² / 36`, so that `1/p = 36 m / (2 - s)²`; on D3Q15
    /// and D3Q19 reciprocals without the remainders, after a step of Newton's method.
    ///
    /// @param populations those of the basis
    List<Expr> negativeReciprocals(Basis basis, List<Expr> populations) {
        if (!isProduct()) {
            List<Expr> guesses = new ArrayList<>();
            List<Expr> products = ofAxes(basis.scaleReciprocal(), factors(basis.second(), basis.first()), false);
            for (int i = 0; i < populations.size(); i++) {
                Expr guess =
                        graph.constant(lattice.weight(i).negated().inverse()).times(products.get(i));
                guesses.add(guess.times(populations.get(i).times(guess).plus(graph.constant(2))));
            }
            return guesses;
        }
        List<Expr[]> factors = factors(basis);
        List<Expr[]> inverses = new ArrayList<>();
        for (int axis = 0; axis < factors.size(); axis++) {
            Expr reciprocal = basis.third().get(axis);
            Expr[] own = factors.get(axis);
            long sign = axis == 0 ? -1 : 1;
            Expr square = graph.constant(36 * sign).times(reciprocal.squared());
            Expr rest = graph.constant(3 * sign, 2).times(reciprocal);
            inverses.add(new Expr[] {square.times(own[2]), rest, square.times(own[0])});
        }
        return ofAxes(basis.scaleReciprocal(), inverses, false);
    }

    /// Of the components -1, 0 and 1, by axis.
    private List<Expr[]> factors(Basis basis) {
        List<Expr[]> factors = new ArrayList<>();
        for (int axis = 0; axis < basis.first().size(); axis++) {
            Expr root = basis.second().get(axis);
            Expr even = graph.constant(1, 3).times(root).minus(graph.constant(1, 6));
            Expr odd = graph.constant(1, 2).times(basis.first().get(axis));
            Expr rest = graph.constant(2, 3).times(graph.constant(2).minus(root));
            factors.add(new Expr[] {even.minus(odd), rest, even.plus(odd)});
        }
        return factors;
    }

    private List<Expr[]> factors(List<Expr> forward, List<Expr> backward) {
        List<Expr[]> factors = new ArrayList<>();
        for (int axis = 0; axis < forward.size(); axis++) {
            factors.add(new Expr[] {backward.get(axis), graph.constant(1), forward.get(axis)});
        }
        return factors;
    }

    /// The directions by their velocity along x: more of them at once need more registers.
    List<List<Integer>> planes() {
        return IntStream.rangeClosed(-1, 1)
                .mapToObj(x -> IntStream.range(0, lattice.size())
                        .boxed()
                        .filter(i -> lattice.velocity(i).x() == x)
                        .toList())
                .toList();
    }

    /// The products of the axes' factors, shape `[q]`.
    private List<Expr> ofAxes(Expr scale, List<Expr[]> factors, boolean isWeighted) {
        var ofLattice = new AxisFactors(lattice, factors);
        return IntStream.range(0, lattice.size())
                .mapToObj(i -> ofLattice.product(isWeighted ? weighted(scale, i) : scale, i))
                .toList();
    }

    private Expr weighted(Expr scale, int direction) {
        return graph.constant(lattice.weight(direction)).times(scale);
    }

    /// Of density and, three times, of momentum.
    private List<Expr> remainders(List<Expr> truncated, Expr density, List<Expr> velocity) {
        List<Expr> remainders = new ArrayList<>();
        remainders.add(density.minus(RawMoments.density(graph, lattice, truncated)));
        List<Expr> reached = RawMoments.momentum(graph, lattice, truncated, List.of());
        for (int axis = 0; axis < velocity.size(); axis++) {
            remainders.add(
                    graph.constant(3).times(density.times(velocity.get(axis)).minus(reached.get(axis))));
        }
        return remainders;
    }

    private List<Expr> completed(List<Expr> truncated, List<Expr> remainders) {
        List<Expr> completed = new ArrayList<>();
        for (int i = 0; i < lattice.size(); i++) {
            Expr sum = remainders.getFirst();
            for (int axis = 0; axis < lattice.dimensions(); axis++) {
                Expr missing = remainders.get(axis + 1);
                sum = switch (lattice.velocity(i).along(axis)) {
                    case 0 -> sum;
                    case 1 -> sum.plus(missing);
                    default -> sum.minus(missing);
                };
            }
            completed.add(
                    truncated.get(i).plus(graph.constant(lattice.weight(i)).times(sum)));
        }
        return completed;
    }

    private Expr polynomial(List<Term> terms, List<Expr> velocity, int axis, boolean symmetric) {
        List<Expr> products = new ArrayList<>();
        for (Term term : terms) {
            Set<List<Integer>> exponents = new LinkedHashSet<>();
            int[][] orders = symmetric
                    ? new int[][] {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {2, 0, 1}, {1, 2, 0}, {2, 1, 0}}
                    : new int[][] {{0, 1, 2}, {0, 2, 1}};
            List<Integer> given = List.of(term.own(), term.first(), term.second());
            for (int[] order : orders) {
                exponents.add(List.of(given.get(order[0]), given.get(order[1]), given.get(order[2])));
            }
            List<Expr> monomials = new ArrayList<>();
            for (List<Integer> powers : exponents) {
                Expr product = graph.constant(1);
                for (int k = 0; k < 3; k++) {
                    product = product.times(power(velocity.get((axis + k) % 3), powers.get(k)));
                }
                monomials.add(product);
            }
            products.add(graph.constant(term.factor()).times(graph.sum(monomials)));
        }
        return graph.sum(products);
    }

    private Expr power(Expr base, int exponent) {
        if (exponent == 0) {
            return graph.constant(1);
        }
        Expr half = exponent == 1 ? base : power(base, exponent / 2).squared();
        return exponent % 2 == 0 || exponent == 1 ? half : half.times(base);
    }
}
