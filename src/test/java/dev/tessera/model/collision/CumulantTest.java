package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.equilibrium.QuasiCompressible;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class CumulantTest extends ProductLatticeKit {
    @Override
    Collision collision() {
        return new Cumulant();
    }

    /// The differences that Geier et al. (2015) print for three dimensions, equations 61 to 66, with C the cumulants
    /// of second order: `3 rho (1 - omega/2) (u² Dxu - v² Dyv)` and
    /// `3 rho (1 - omega_bulk/2) (u² Dxu + v² Dyv + w² Dzw)`.
    @Override
    Expr[] straining(TestNode node) {
        ExprGraph graph = node.graph;
        int d = node.lattice.dimensions();
        Expr one = graph.constant(1);
        Expr omega = graph.symbol("omega");
        Expr bulk = graph.symbol("omega_bulk");
        Expr half = graph.constant(1, 2);
        Expr[][] stress = Stress.nonEquilibrium(node.input());
        Expr sum = graph.constant(0);
        for (int axis = 0; axis < d; axis++) {
            sum = sum.plus(stress[axis][axis]);
        }
        List<Expr> squares = new ArrayList<>(); // 3 rho u² Dxu
        Expr all = graph.constant(0);
        for (int axis = 0; axis < d; axis++) {
            Expr apart = graph.constant(d).times(stress[axis][axis]).minus(sum);
            Expr strain = half.negated()
                    .times(omega.times(apart).plus(bulk.times(sum)))
                    .times(graph.constant(3, d));
            Expr u = node.moments().velocity().get(axis);
            squares.add(graph.constant(3).times(u.times(u)).times(strain));
            all = all.plus(squares.getLast());
        }
        Expr mean = graph.constant(1, d).times(all);
        Expr[] taken = new Expr[d];
        for (int axis = 0; axis < d; axis++) {
            taken[axis] = one.minus(half.times(omega))
                    .times(squares.get(axis).minus(mean))
                    .plus(one.minus(half.times(bulk)).times(mean));
        }
        return taken;
    }

    /// Third cumulants are third central moments; those of higher order are zero if the moments are those of a normal
    /// distribution, whose moments are sums over pairings (Isserlis, Biometrika 12, 134, 1918).
    @ParameterizedTest
    @MethodSource("models")
    void higher_central_moments_are_those_of_a_normal_distribution(VelocitySet lattice, Equilibrium equilibrium) {
        if (!(equilibrium instanceof QuasiCompressible)) {
            return; // about the velocity of a fluid whose pressure is at rest
        }
        var node = new TestNode(lattice, equilibrium, false);
        List<Expr> after = node.collide(collision());
        Expr density = node.density(node.populations);
        for (Monomial moment : higher(lattice)) {
            List<Integer> axes = new ArrayList<>();
            for (int axis = 0; axis < 3; axis++) {
                for (int k = 0; k < moment.exponent(axis); k++) {
                    axes.add(axis);
                }
            }
            node.assertSame(central(node, after, moment), density.times(pairings(node, after, density, axes)));
        }
    }

    private static Expr pairings(TestNode node, List<Expr> after, Expr density, List<Integer> axes) {
        if (axes.isEmpty()) {
            return node.graph.constant(1);
        }
        Expr sum = node.graph.constant(0);
        if (axes.size() % 2 == 1) {
            return sum;
        }
        for (int k = 1; k < axes.size(); k++) {
            List<Integer> rest = new ArrayList<>(axes.subList(1, k));
            rest.addAll(axes.subList(k + 1, axes.size()));
            int[] exponents = new int[3];
            exponents[axes.getFirst()]++;
            exponents[axes.get(k)]++;
            Expr pair = central(node, after, new Monomial(exponents[0], exponents[1], exponents[2]));
            sum = sum.plus(pair.over(density).times(pairings(node, after, density, rest)));
        }
        return sum;
    }
}
