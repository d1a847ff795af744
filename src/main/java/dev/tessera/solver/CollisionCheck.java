package dev.tessera.solver;

import dev.tessera.expr.Evaluator;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.Collision;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.SequencedMap;
import java.util.stream.IntStream;

/// Checks a collision of the user's own at some populations: that it conserves mass and momentum, and that a force adds
/// what it should. Those of Tessera are proven by their tests.
final class CollisionCheck {
    private static final int SAMPLES = 3;
    private static final double LARGEST_ERROR = 1e-10; // of values near 1
    private static final double SMALL = 0.02; // of forces, and of populations apart from rest

    private final ExprGraph graph = new ExprGraph();
    private final VelocitySet lattice;
    private final Collision collision;
    private final List<Expr> populations;
    private final List<Expr> force;
    private final List<Expr> after;

    private CollisionCheck(Case.Model model, boolean hasForce) {
        this.lattice = model.lattice();
        this.collision = model.collision();
        this.populations = IntStream.range(0, lattice.size())
                .mapToObj(i -> graph.symbol("f" + i))
                .toList();
        this.force = hasForce
                ? IntStream.range(0, lattice.dimensions())
                        .mapToObj(axis -> graph.symbol("force" + axis))
                        .toList()
                : List.of();
        Moments moments = model.equilibrium().moments(graph, lattice, populations, force);
        var input =
                new Collision.Input(graph, lattice, model.equilibrium(), populations, moments, force, graph::symbol);
        this.after = List.copyOf(collision.relax(input));
        if (after.size() != lattice.size()) {
            throw new CaseException("model.collision: %s gives %d populations on %s, not %d."
                    .formatted(collision.key(), after.size(), lattice.name(), lattice.size()));
        }
    }

    /// @throws CaseException where mass or momentum is not conserved, or a force has no or a wrong effect
    /// @param hasForce whether forces act in the case
    static void check(Case.Model model, boolean hasForce) {
        for (boolean isForced : hasForce ? List.of(false, true) : List.of(false)) {
            new CollisionCheck(model, isForced).wrong().ifPresent(what -> {
                throw new CaseException("model.collision: %s".formatted(what));
            });
        }
    }

    private Optional<String> wrong() {
        var random = new Random(1);
        for (int sample = 0; sample < SAMPLES; sample++) {
            Map<String, Double> values = new HashMap<>();
            for (int i = 0; i < lattice.size(); i++) {
                double atRest = lattice.weight(i).toDouble();
                values.put("f" + i, atRest * (1 + SMALL * (2 * random.nextDouble() - 1)));
            }
            for (int axis = 0; axis < lattice.dimensions(); axis++) {
                values.put("force" + axis, SMALL * random.nextDouble());
            }
            SequencedMap<String, Double> rates = collision.rates(lattice, 0.05 + 0.1 * random.nextDouble());
            values.putAll(rates);
            collision
                    .fields()
                    .forEach(field -> values.put(field, rates.firstEntry().getValue())); // rates of nodes
            double[] relaxed = after.stream()
                    .mapToDouble(population ->
                            Evaluator.evaluate(population, name -> Objects.requireNonNull(values.get(name))))
                    .toArray();
            double[] before = IntStream.range(0, lattice.size())
                    .mapToDouble(i -> Objects.requireNonNull(values.get("f" + i)))
                    .toArray();
            Optional<String> problem = problem(before, relaxed, values);
            if (problem.isPresent()) {
                return problem;
            }
        }
        return Optional.empty();
    }

    private Optional<String> problem(double[] before, double[] relaxed, Map<String, Double> values) {
        List<String> axes = List.of("x", "y", "z");
        List<String> wrong = new ArrayList<>();
        double[] gained = new double[1 + lattice.dimensions()];
        for (int i = 0; i < lattice.size(); i++) {
            gained[0] += relaxed[i] - before[i];
            for (int axis = 0; axis < lattice.dimensions(); axis++) {
                gained[1 + axis] += lattice.velocity(i).along(axis) * (relaxed[i] - before[i]);
            }
        }
        if (!(Math.abs(gained[0]) < LARGEST_ERROR)) {
            wrong.add("mass %s".formatted(text(gained[0])));
        }
        for (int axis = 0; axis < lattice.dimensions(); axis++) {
            double expected = force.isEmpty() ? 0 : Objects.requireNonNull(values.get("force" + axis));
            if (!(Math.abs(gained[1 + axis] - expected) < LARGEST_ERROR)) {
                wrong.add("momentum along %s %s instead of %s"
                        .formatted(axes.get(axis), text(gained[1 + axis]), text(expected)));
            }
        }
        if (wrong.isEmpty()) {
            return Optional.empty();
        }
        String where = force.isEmpty() ? "without a force" : "where a force acts";
        String remedy = force.isEmpty()
                ? "Relax toward populations with the density and momentum of those before."
                : "Add (1 - rate/2) times Collision.Input.forceTerm().";
        return Optional.of("%s on %s is wrong %s: in one collision a node gains %s (lattice units). %s"
                .formatted(collision.key(), lattice.name(), where, String.join(", ", wrong), remedy));
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, "%.3g", value);
    }
}
