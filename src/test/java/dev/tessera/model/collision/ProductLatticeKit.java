package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.params.provider.Arguments;

/// The requirements of collisions of central moments, on the lattices that are products of one-dimensional ones: their
/// fixed point is the equilibrium with all powers of the velocity, and a force moves it.
abstract class ProductLatticeKit extends CollisionKit {
    static List<Arguments> models() {
        return models(List.of(Lattices.D2Q9, Lattices.D3Q27));
    }

    @Override
    List<Expr> fixedPoint(ExprGraph graph, VelocitySet lattice, Equilibrium equilibrium, Moments moments) {
        return product(graph, lattice, equilibrium, moments);
    }

    @Override
    List<Expr> forceTerm(TestNode node, Moments moments) {
        return movedBy(node, moments);
    }

    /// The equilibrium with all powers of the velocity: per axis `1 - c_s² - u²` at rest and `(c_s² + u² ± u) / 2`.
    static List<Expr> product(ExprGraph graph, VelocitySet lattice, Equilibrium equilibrium, Moments moments) {
        Expr inertia = equilibrium.inertia(graph, moments.density());
        Expr pressure = moments.density().minus(inertia);
        return IntStream.range(0, lattice.size())
                .mapToObj(i -> factors(graph, lattice, moments.velocity(), i).stream()
                        .reduce(inertia, Expr::times)
                        .plus(graph.constant(lattice.weight(i)).times(pressure)))
                .toList();
    }

    private static List<Expr> factors(ExprGraph graph, VelocitySet lattice, List<Expr> velocity, int direction) {
        return IntStream.range(0, lattice.dimensions())
                .mapToObj(axis -> {
                    Expr u = velocity.get(axis);
                    Expr square = graph.constant(1, 3).plus(u.squared());
                    return switch (lattice.velocity(direction).along(axis)) {
                        case 0 -> graph.constant(1).minus(square);
                        case 1 -> graph.constant(1, 2).times(square.plus(u));
                        default -> graph.constant(1, 2).times(square.minus(u));
                    };
                })
                .toList();
    }

    /// The derivative of the product equilibrium with respect to the velocity, along the force, but without the
    /// error of the lattice's third power: per axis `(±1 + 2 u) / 2` and `-2 u`.
    static List<Expr> movedBy(TestNode node, Moments moments) {
        ExprGraph graph = node.graph;
        return IntStream.range(0, node.lattice.size())
                .mapToObj(i -> {
                    List<Expr> factors = factors(graph, node.lattice, moments.velocity(), i);
                    List<Expr> terms = new ArrayList<>();
                    for (int axis = 0; axis < factors.size(); axis++) {
                        Expr u = moments.velocity().get(axis);
                        int c = node.lattice.velocity(i).along(axis);
                        Expr slope = c == 0
                                ? graph.constant(-2).times(u)
                                : graph.constant(c, 2).plus(u);
                        Expr term = node.force.get(axis).times(slope);
                        for (int other = 0; other < factors.size(); other++) {
                            term = other == axis ? term : term.times(factors.get(other));
                        }
                        terms.add(term);
                    }
                    return graph.sum(terms);
                })
                .toList();
    }

    /// Of third order and above.
    static List<Monomial> higher(VelocitySet lattice) {
        List<Monomial> moments = new ArrayList<>();
        for (int a = 0; a <= 2; a++) {
            for (int b = 0; b <= 2; b++) {
                for (int c = 0; c <= (lattice.dimensions() == 3 ? 2 : 0); c++) {
                    if (a + b + c > 2) {
                        moments.add(new Monomial(a, b, c));
                    }
                }
            }
        }
        return moments;
    }

    /// `sum of (c_x - u_x)^a (c_y - u_y)^b (c_z - u_z)^c f`, directly.
    static Expr central(TestNode node, List<Expr> populations, Monomial moment) {
        ExprGraph graph = node.graph;
        Function<Integer, Expr> product = i -> {
            Expr value = populations.get(i);
            for (int axis = 0; axis < node.lattice.dimensions(); axis++) {
                Expr apart = graph.constant(node.lattice.velocity(i).along(axis))
                        .minus(node.moments().velocity().get(axis));
                for (int k = 0; k < moment.exponent(axis); k++) {
                    value = value.times(apart);
                }
            }
            return value;
        };
        return graph.sum(
                IntStream.range(0, node.lattice.size()).boxed().map(product).toList());
    }
}
