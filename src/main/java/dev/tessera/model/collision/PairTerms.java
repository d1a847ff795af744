package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.Collision;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The terms that a relaxation at two rates adds to a pair of opposite directions: `even ± odd`, with
///
/// - even = rate₊ · even half of the equilibrium + (1 - rate₊/2) · even half of Guo's force term,
/// - odd = rate₋ · odd half of the equilibrium + (1 - rate₋/2) · odd half of Guo's force term,
///
/// where the force term is `w_i ((c - u)·F / c_s² + (c·u)(c·F) / c_s⁴)` (Guo, Zheng, Shi, Phys. Rev. E 65, 046308,
/// 2002). At rest the equilibrium has what the pressure lacks of the density. Products of rates, weights and numbers
/// are built as one factor, so that they can be computed once for all
/// nodes.
final class PairTerms {
    private final ExprGraph graph;
    private final VelocitySet lattice;
    private final Expr evenRate;
    private final Expr oddRate;
    private final List<Expr> force;
    private final List<Expr> velocity;
    private final List<Expr> momentum; // inertia times velocity
    private final Rational once; // 1 / c_s²
    private final List<Expr> scaled; // velocity / (2 c_s²)
    private final Optional<Expr> resting; // density - pressure / c_s², unless it is zero
    private final Expr base; // common term of the even parts of all directions, without its factor
    private final List<Expr> oddVector; // odd part = weight c·oddVector, where a force acts
    private final List<Expr> evenVector; // even part = weight (base + (c·u)(c·evenVector)), where a force acts

    PairTerms(Collision.Input input, Expr evenRate, Expr oddRate) {
        this.graph = input.graph();
        this.lattice = input.lattice();
        this.evenRate = evenRate;
        this.oddRate = oddRate;
        this.force = input.force();
        this.velocity = input.moments().velocity();
        this.momentum = NodeState.of(input).momentum();
        this.once = lattice.speedOfSoundSquared().inverse();
        this.scaled = velocity.stream()
                .map(graph.constant(once.over(Rational.TWO))::times)
                .toList();
        Expr density = input.moments().density();
        Expr pressure = input.equilibrium().pressure(graph, density);
        this.resting = pressure.equals(density) ? Optional.empty() : Optional.of(density.minus(pressure));
        Expr thermal = pressure.minus(dot(scaled, momentum));
        if (force.isEmpty()) {
            this.base = thermal;
            this.oddVector = List.of();
            this.evenVector = List.of();
        } else {
            Expr evenForce = graph.constant(1).minus(graph.constant(1, 2).times(evenRate));
            Expr oddForce = graph.constant(1).minus(graph.constant(1, 2).times(oddRate));
            Expr push = dot(velocity, force);
            this.base = evenRate.times(thermal).minus(scale(once, evenForce).times(push));
            this.oddVector = combine(scale(once, oddRate), momentum, scale(once, oddForce), force);
            this.evenVector = combine(
                    scale(once.times(once).over(Rational.TWO), evenRate),
                    momentum,
                    scale(once.times(once), evenForce),
                    force);
        }
    }

    /// The even part of a direction and of its opposite.
    Expr even(int direction) {
        Expr moving = withoutRest(direction);
        return direction == 0
                ? resting.map(rest -> moving.plus(evenRate.times(rest))).orElse(moving)
                : moving;
    }

    private Expr withoutRest(int direction) {
        Rational weight = lattice.weight(direction);
        if (!force.isEmpty()) {
            Expr common = graph.constant(weight).times(base);
            if (direction == 0) {
                return common;
            }
            Expr along = along(direction, velocity);
            return common.plus(
                    graph.constant(weight).times(along(direction, evenVector)).times(along));
        }
        Expr common = evenRate.times(graph.constant(weight)).times(base);
        if (direction == 0) {
            return common;
        }
        // (c·u)(c·m) / (2 c_s⁴), as c·m / c_s² times c·u / (2 c_s²): the first factor is the odd part if the rates
        // agree
        return common.plus(linear(evenRate, direction).times(along(direction, scaled)));
    }

    /// The odd part of a direction; its opposite has the negative.
    Expr odd(int direction) {
        return force.isEmpty()
                ? linear(oddRate, direction)
                : graph.constant(lattice.weight(direction)).times(along(direction, oddVector));
    }

    /// `rate w_i c·m / c_s²`
    private Expr linear(Expr rate, int direction) {
        Rational weight = lattice.weight(direction);
        if (momentum.equals(velocity)) {
            return scale(weight.times(Rational.TWO), rate).times(along(direction, scaled));
        }
        return scale(weight.times(once), rate).times(along(direction, momentum));
    }

    private Expr along(int direction, List<Expr> vector) {
        Velocity c = lattice.velocity(direction);
        Expr sum = graph.constant(0);
        for (int axis = 0; axis < vector.size(); axis++) {
            int component = c.along(axis);
            sum = component == 0 ? sum : component > 0 ? sum.plus(vector.get(axis)) : sum.minus(vector.get(axis));
        }
        return sum;
    }

    private Expr dot(List<Expr> left, List<Expr> right) {
        List<Expr> products = new ArrayList<>();
        for (int axis = 0; axis < left.size(); axis++) {
            products.add(left.get(axis).times(right.get(axis)));
        }
        return graph.sum(products);
    }

    private List<Expr> combine(Expr a, List<Expr> left, Expr b, List<Expr> right) {
        List<Expr> sums = new ArrayList<>();
        for (int axis = 0; axis < left.size(); axis++) {
            sums.add(a.times(left.get(axis)).plus(b.times(right.get(axis))));
        }
        return sums;
    }

    private Expr scale(Rational factor, Expr rate) {
        return graph.constant(factor).times(rate);
    }
}
