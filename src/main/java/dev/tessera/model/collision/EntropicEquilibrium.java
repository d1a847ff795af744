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

    List<Expr> populations(Expr density, List<Expr> velocity) {
        return isProduct() ? product(density, velocity) : series(density, velocity);
    }

    private List<Expr> product(Expr density, List<Expr> velocity) {
        List<Expr[]> factors = velocity.stream().map(this::factors).toList();
        List<Expr> populations = new ArrayList<>();
        for (int i = 0; i < lattice.size(); i++) {
            Expr population = density;
            for (int axis = 0; axis < factors.size(); axis++) {
                population =
                        population.times(factors.get(axis)[lattice.velocity(i).along(axis) + 1]);
            }
            populations.add(population);
        }
        return populations;
    }

    /// Of the components -1, 0 and 1.
    private Expr[] factors(Expr u) {
        Expr one = graph.constant(1);
        Expr root = graph.squareRoot(one.plus(graph.constant(3).times(u.squared())));
        Expr even = graph.constant(1, 3).times(root).minus(graph.constant(1, 6));
        Expr odd = graph.constant(1, 2).times(u);
        Expr rest = graph.constant(2, 3).times(graph.constant(2).minus(root));
        return new Expr[] {even.minus(odd), rest, even.plus(odd)};
    }

    private List<Expr> series(Expr density, List<Expr> velocity) {
        boolean edges = lattice.size() == 19;
        Expr chi = density.times(
                polynomial(CHI, velocity, 0, true).plus(polynomial(edges ? CHI_D3Q19 : CHI_D3Q15, velocity, 0, true)));
        List<Expr[]> factors = new ArrayList<>();
        for (int axis = 0; axis < velocity.size(); axis++) {
            Expr zeta = polynomial(ZETA, velocity, axis, false)
                    .plus(polynomial(edges ? ZETA_D3Q19 : ZETA_D3Q15, velocity, axis, false));
            Expr one = graph.constant(1);
            factors.add(new Expr[] {one.over(zeta), one, zeta});
        }
        List<Expr> truncated = new ArrayList<>();
        for (int i = 0; i < lattice.size(); i++) {
            Expr population = graph.constant(lattice.weight(i)).times(chi);
            for (int axis = 0; axis < factors.size(); axis++) {
                population =
                        population.times(factors.get(axis)[lattice.velocity(i).along(axis) + 1]);
            }
            truncated.add(population);
        }
        return completed(truncated, density, velocity);
    }

    private List<Expr> completed(List<Expr> truncated, Expr density, List<Expr> velocity) {
        Expr mass = density.minus(RawMoments.density(graph, lattice, truncated));
        List<Expr> reached = RawMoments.momentum(graph, lattice, truncated, List.of());
        List<Expr> missing = new ArrayList<>();
        for (int axis = 0; axis < velocity.size(); axis++) {
            missing.add(
                    graph.constant(3).times(density.times(velocity.get(axis)).minus(reached.get(axis))));
        }
        List<Expr> completed = new ArrayList<>();
        for (int i = 0; i < lattice.size(); i++) {
            Expr sum = mass;
            for (int axis = 0; axis < velocity.size(); axis++) {
                sum = switch (lattice.velocity(i).along(axis)) {
                    case 0 -> sum;
                    case 1 -> sum.plus(missing.get(axis));
                    default -> sum.minus(missing.get(axis));
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
