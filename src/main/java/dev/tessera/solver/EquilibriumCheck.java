package dev.tessera.solver;

import dev.tessera.expr.Evaluator;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.Components;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.units.QuantityText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;

/// Checks an equilibrium that is none of Tessera's at some densities and velocities: its populations have to have the
/// density and the momentum for which they are made.
final class EquilibriumCheck {
    private static final int SAMPLES = 4;
    private static final double LARGEST_ERROR = 1e-10; // of values near 1
    private static final double SMALL = 0.05; // of velocities, and of densities around 1

    /// Of the second moment: terms of third order in the velocity are smaller.
    private static final double LARGEST_STRESS = 1e-3;

    private final Equilibrium equilibrium;
    private final VelocitySet lattice;
    private final List<Expr> populations;
    private final Expr inertia;

    /// Density, velocity and populations.
    private record Sample(double density, double[] velocity, double inertia, double[] populations) {
        String words() {
            List<String> components = new ArrayList<>();
            for (double component : velocity) {
                components.add(QuantityText.about(component));
            }
            return "density %s and velocity (%s)".formatted(QuantityText.about(density), String.join(", ", components));
        }
    }

    private EquilibriumCheck(Case.Model model) {
        this.equilibrium = model.equilibrium();
        this.lattice = model.lattice();
        ExprGraph graph = new ExprGraph();
        Expr density = graph.symbol("density");
        List<Expr> velocity = Components.vector("velocity", lattice).stream()
                .map(graph::symbol)
                .toList();
        this.populations = equilibrium.populations(graph, lattice, new Moments(density, velocity));
        this.inertia = equilibrium.inertia(graph, density);
        if (populations.size() != lattice.size()) {
            throw new CaseException("model.equilibrium: %s gives %d populations on %s, not %d."
                    .formatted(equilibrium.key(), populations.size(), lattice.name(), lattice.size()));
        }
    }

    /// @throws CaseException where density or momentum are others
    static void check(Case.Model model) {
        if (!Equilibria.isOwn(model.equilibrium())) {
            var check = new EquilibriumCheck(model);
            check.samples().forEach(check::requireConserved);
        }
    }

    /// A sentence where the second moment is not that of a fluid whose pressure is c_s² times the density.
    static List<String> warnings(Case.Model model) {
        if (Equilibria.isOwn(model.equilibrium())) {
            return List.of();
        }
        var check = new EquilibriumCheck(model);
        double largest =
                check.samples().stream().mapToDouble(check::stressError).max().orElse(0);
        return largest <= LARGEST_STRESS
                ? List.of()
                : List.of(
                        "model.equilibrium: its second moment differs from c_s² rho + rho u u by up to %s: the flow is another one than that of the Navier-Stokes equations, and pressure, stress and viscosity in results are not its own."
                                .formatted(QuantityText.about(largest)));
    }

    private List<Sample> samples() {
        Random random = new Random(1);
        List<Sample> samples = new ArrayList<>();
        for (int sample = 0; sample < SAMPLES; sample++) {
            Map<String, Double> values = new LinkedHashMap<>();
            values.put("density", 1 + SMALL * (2 * random.nextDouble() - 1));
            double[] velocity = new double[lattice.dimensions()];
            for (int axis = 0; axis < velocity.length; axis++) {
                velocity[axis] = sample == 0 ? 0 : SMALL * (2 * random.nextDouble() - 1); // first at rest
                values.put(Components.of("velocity", axis), velocity[axis]);
            }
            double[] found = populations.stream()
                    .mapToDouble(population -> value(population, values))
                    .toArray();
            samples.add(
                    new Sample(Objects.requireNonNull(values.get("density")), velocity, value(inertia, values), found));
        }
        return samples;
    }

    private static double value(Expr expression, Map<String, Double> values) {
        return Evaluator.evaluate(expression, name -> Objects.requireNonNull(values.get(name)));
    }

    private void requireConserved(Sample sample) {
        wrong(sample).ifPresent(what -> {
            throw new CaseException(
                    "model.equilibrium: %s on %s is wrong: for %s its populations have %s (lattice units). Their sum has to be the density, and their sum times the velocities of the lattice the momentum."
                            .formatted(equilibrium.key(), lattice.name(), sample.words(), what));
        });
    }

    private Optional<String> wrong(Sample sample) {
        List<String> wrong = new ArrayList<>();
        double sum = 0;
        double[] momentum = new double[lattice.dimensions()];
        for (int i = 0; i < lattice.size(); i++) {
            sum += sample.populations[i];
            for (int axis = 0; axis < momentum.length; axis++) {
                momentum[axis] += lattice.velocity(i).along(axis) * sample.populations[i];
            }
        }
        differs("density", sum, sample.density).ifPresent(wrong::add);
        for (int axis = 0; axis < momentum.length; axis++) {
            differs("momentum along " + "xyz".charAt(axis), momentum[axis], sample.inertia * sample.velocity[axis])
                    .ifPresent(wrong::add);
        }
        return wrong.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", wrong));
    }

    private static Optional<String> differs(String what, double found, double expected) {
        return Math.abs(found - expected) < LARGEST_ERROR
                ? Optional.empty()
                : Optional.of(
                        "%s %s instead of %s".formatted(what, QuantityText.about(found), QuantityText.about(expected)));
    }

    private double stressError(Sample sample) {
        double sound = lattice.speedOfSoundSquared().toDouble();
        double largest = 0;
        for (int a = 0; a < lattice.dimensions(); a++) {
            for (int b = a; b < lattice.dimensions(); b++) {
                double moment = -sample.inertia * sample.velocity[a] * sample.velocity[b];
                for (int i = 0; i < lattice.size(); i++) {
                    int product =
                            lattice.velocity(i).along(a) * lattice.velocity(i).along(b);
                    moment += product * sample.populations[i];
                }
                largest = Math.max(largest, Math.abs(a == b ? moment - sound * sample.density : moment));
            }
        }
        return largest;
    }
}
