package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.Collision;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.equilibrium.RawMoments;
import dev.tessera.model.lattice.Reflections;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// One multiple-relaxation-time collision, by fast transforms: the butterflies of [Reflections] split the
/// moment matrix into a small block for each parity; within a block, sums are shared. Only the change of the
/// populations goes through the inverse, so that what is conserved stays as it is.
final class MomentRelaxation {
    private final Collision.Input input;
    private final ExprGraph graph;
    private final VelocitySet lattice;
    private final MomentBasis basis;
    private final Reflections reflections;
    private final NodeState state;

    MomentRelaxation(Collision.Input input, MomentBasis basis) {
        this.input = input;
        this.graph = input.graph();
        this.lattice = input.lattice();
        this.basis = basis;
        this.reflections = new Reflections(lattice);
        this.state = NodeState.of(input);
    }

    List<Expr> relaxed() {
        Map<Integer, Map<Integer, Expr>> changes = new LinkedHashMap<>(); // [parity][orbit]
        for (int parity : reflections.parities()) {
            changes.put(parity, changes(parity));
        }
        List<Expr> change = reflections.expand(
                graph,
                (orbit, parity) -> Objects.requireNonNull(
                        Objects.requireNonNull(changes.get(parity)).get(orbit)));
        List<Expr> relaxed = new ArrayList<>();
        for (int i = 0; i < lattice.size(); i++) {
            relaxed.add(input.populations().get(i).plus(change.get(i)));
        }
        return relaxed;
    }

    /// How much each orbit's population of this parity changes.
    private Map<Integer, Expr> changes(int parity) {
        List<Integer> orbits = reflections.orbitsWith(parity);
        List<Mode> modes = basis.modes().stream()
                .filter(mode -> mode.parity() == parity
                        && (!mode.conserved() || state.imposed() || mode.order() == 1 && state.forced()))
                .toList();
        List<Expr> distances = distances(orbits, modes, parity);
        List<Expr> steps = new ArrayList<>();
        List<Scaled> columns = new ArrayList<>();
        for (int k = 0; k < modes.size(); k++) {
            Mode mode = modes.get(k);
            var column = Scaled.of(weighted(orbits, mode));
            columns.add(column);
            steps.add(step(
                    mode,
                    distances.get(k),
                    column.factor().times(row(orbits, mode).factor()),
                    column.factor()));
        }
        List<List<Rational>> back = new ArrayList<>();
        for (int o = 0; o < orbits.size(); o++) {
            int orbit = o;
            back.add(columns.stream().map(column -> column.values().get(orbit)).toList());
        }
        List<Expr> results = LinearMap.apply(graph, back, steps);
        Map<Integer, Expr> byOrbit = new LinkedHashMap<>();
        for (int o = 0; o < orbits.size(); o++) {
            byOrbit.put(orbits.get(o), results.get(o));
        }
        return byOrbit;
    }

    /// What a moment gains, times the factor of its column.
    private Expr step(Mode mode, Expr distance, Rational relaxing, Rational forcing) {
        if (mode.conserved()) {
            return graph.constant(forcing).times(gain(mode));
        }
        Expr rate = input.rate().apply(mode.rate());
        Expr relaxed = graph.constant(relaxing.negated()).times(rate).times(distance);
        if (!state.forced() || mode.order() != 2) {
            return relaxed;
        }
        Expr kept = graph.constant(forcing.times(Rational.TWO))
                .minus(graph.constant(forcing).times(rate));
        return relaxed.plus(kept.times(secondOrder(mode, state::halfWork)));
    }

    /// What a conserved moment gains: the force; where moments are imposed, what the populations lack of them.
    private Expr gain(Mode mode) {
        if (mode.order() == 0) {
            return input.moments().density().minus(RawMoments.density(graph, lattice, input.populations()));
        }
        int axis = Integer.numberOfTrailingZeros(mode.parity());
        if (!state.imposed()) {
            return state.force().get(axis);
        }
        Expr own = RawMoments.momentum(graph, lattice, input.populations(), List.of())
                .get(axis);
        Expr lack = state.momentum().get(axis).minus(own);
        return state.forced()
                ? lack.plus(graph.constant(1, 2).times(state.force().get(axis)))
                : lack;
    }

    /// Moments minus their equilibrium, each times the factor of its row; zero for conserved ones.
    private List<Expr> distances(List<Integer> orbits, List<Mode> modes, int parity) {
        List<Expr> inputs = new ArrayList<>();
        for (int orbit : orbits) {
            inputs.add(reflections.part(graph, input.populations(), orbit, parity));
        }
        List<int[]> pairs = NodeState.axisPairs(lattice.dimensions());
        for (int[] pair : pairs) {
            inputs.add(state.flux(pair[0], pair[1]));
        }
        List<List<Rational>> matrix = new ArrayList<>();
        for (Mode mode : modes) {
            var row = row(orbits, mode);
            List<Rational> coefficients = new ArrayList<>();
            for (Rational value : row.values()) {
                coefficients.add(mode.conserved() ? Rational.ZERO : value);
            }
            for (int[] pair : pairs) {
                coefficients.add(
                        mode.conserved()
                                ? Rational.ZERO
                                : coefficient(mode, pair[0], pair[1])
                                        .over(row.factor())
                                        .negated());
            }
            matrix.add(coefficients);
        }
        return LinearMap.apply(graph, matrix, inputs);
    }

    private Scaled row(List<Integer> orbits, Mode mode) {
        return Scaled.of(orbits.stream()
                .map(orbit -> mode.values().get(reflections.representative(orbit)))
                .toList());
    }

    private List<Rational> weighted(List<Integer> orbits, Mode mode) {
        List<Rational> column = new ArrayList<>();
        for (int orbit : orbits) {
            int i = reflections.representative(orbit);
            column.add(lattice.weight(i).times(mode.values().get(i)).over(mode.norm()));
        }
        return column;
    }

    /// The sum of a second-order mode's leading terms over a tensor.
    private Expr secondOrder(Mode mode, Tensor tensor) {
        Expr sum = graph.constant(0);
        for (int[] pair : NodeState.axisPairs(lattice.dimensions())) {
            Rational coefficient = coefficient(mode, pair[0], pair[1]);
            if (!coefficient.isZero()) {
                sum = sum.plus(graph.constant(coefficient).times(tensor.component(pair[0], pair[1])));
            }
        }
        return sum;
    }

    private static Rational coefficient(Mode mode, int a, int b) {
        int[] exponents = new int[3];
        exponents[a]++;
        exponents[b]++;
        return mode.leading().getOrDefault(new Monomial(exponents[0], exponents[1], exponents[2]), Rational.ZERO);
    }

    @FunctionalInterface
    private interface Tensor {
        Expr component(int a, int b);
    }
}
