package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Reflections;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/// Populations from their Hermite moments: `f_i = w_i sum over modes of e(c_i) m / norm`, over the modes that are
/// determined by Hermite moments; the other modes are zero.
final class HermiteExpansion {
    private final ExprGraph graph;
    private final MomentBasis basis;
    private final VelocitySet lattice;
    private final Reflections reflections;

    HermiteExpansion(ExprGraph graph, MomentBasis basis) {
        this.graph = graph;
        this.basis = basis;
        this.lattice = basis.lattice();
        this.reflections = new Reflections(lattice);
    }

    List<Expr> populations(Function<Monomial, Expr> moments) {
        Map<Integer, Map<Integer, Expr>> parts = new LinkedHashMap<>(); // [parity][orbit]
        for (int parity : reflections.parities()) {
            parts.put(parity, parts(parity, moments));
        }
        return reflections.expand(
                graph,
                (orbit, parity) -> Objects.requireNonNull(
                        Objects.requireNonNull(parts.get(parity)).get(orbit)));
    }

    private Map<Integer, Expr> parts(int parity, Function<Monomial, Expr> moments) {
        List<Integer> orbits = reflections.orbitsWith(parity);
        List<Expr> inputs = new ArrayList<>();
        List<Scaled> columns = new ArrayList<>();
        columns(parity, orbits).forEach((monomial, column) -> {
            var scaled = Scaled.of(column);
            columns.add(scaled);
            inputs.add(graph.constant(scaled.factor()).times(moments.apply(monomial)));
        });
        List<List<Rational>> matrix = new ArrayList<>();
        for (int o = 0; o < orbits.size(); o++) {
            int row = o;
            matrix.add(columns.stream().map(column -> column.values().get(row)).toList());
        }
        List<Expr> results = LinearMap.apply(graph, matrix, inputs);
        Map<Integer, Expr> byOrbit = new LinkedHashMap<>();
        for (int o = 0; o < orbits.size(); o++) {
            byOrbit.put(orbits.get(o), results.get(o));
        }
        return byOrbit;
    }

    /// The contribution of each Hermite moment to each orbit.
    private Map<Monomial, List<Rational>> columns(int parity, List<Integer> orbits) {
        Map<Monomial, List<Rational>> columns = new LinkedHashMap<>();
        for (Mode mode : basis.modes()) {
            if (mode.parity() != parity || !mode.hermite()) {
                continue;
            }
            for (var term : mode.leading().entrySet()) {
                List<Rational> column = columns.computeIfAbsent(
                        term.getKey(),
                        m -> new ArrayList<>(
                                orbits.stream().map(o -> Rational.ZERO).toList()));
                for (int o = 0; o < orbits.size(); o++) {
                    int i = reflections.representative(orbits.get(o));
                    Rational share =
                            lattice.weight(i).times(mode.values().get(i)).over(mode.norm());
                    column.set(o, column.get(o).plus(share.times(term.getValue())));
                }
            }
        }
        return columns;
    }
}
