package dev.tessera.model.boundary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.expr.Evaluator;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.FluidModel;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What every rule of the catalogue has to obey, on every lattice, with both equilibria, in every orientation.
final class BoundaryRulesTest {
    static List<Arguments> rules() {
        List<Arguments> rules = new ArrayList<>();
        for (VelocitySet lattice : Lattices.all()) {
            for (Equilibrium equilibrium : Equilibria.all()) {
                for (BoundaryRule rule : BoundaryRules.all(lattice)) {
                    for (int axis = 0; axis < lattice.dimensions(); axis++) {
                        for (int inward : new int[] {1, -1}) {
                            boolean other = rule instanceof ZouHe z && (z.axis() != axis || z.inward() != inward);
                            if (!other) {
                                var model = new FluidModel(lattice, equilibrium, new Bgk(), BodyForce.NONE);
                                rules.add(Arguments.of(rule, model, axis, inward));
                            }
                        }
                    }
                }
            }
        }
        return rules;
    }

    /// A plane with the given inward normal, walls and openings at rest and at the reference density: what
    /// arrives is the node's own of the step before, and has to stay.
    @ParameterizedTest
    @MethodSource("rules")
    void a_fluid_at_rest_stays_at_rest_and_keeps_its_mass(BoundaryRule rule, FluidModel model, int axis, int inward) {
        VelocitySet lattice = model.lattice();
        var graph = new ExprGraph();
        List<Expr> raw = new ArrayList<>();
        for (int i = 0; i < lattice.size(); i++) {
            raw.add(graph.symbol("f" + i));
        }
        var input = new BoundaryRule.Input(graph, model, graph::symbol);
        List<Expr> completed = rule.complete(input, raw);
        double mass = 0;
        for (int i = 0; i < lattice.size(); i++) {
            double value = Evaluator.evaluate(completed.get(i), name -> atRest(rule, name, lattice, axis, inward));
            assertThat(value)
                    .as(lattice.populationName(i))
                    .isCloseTo(lattice.weight(i).toDouble(), within(1e-15));
            mass += value;
        }
        assertThat(mass).isCloseTo(1, within(1e-14));
    }

    private static double atRest(BoundaryRule rule, String name, VelocitySet lattice, int axis, int inward) {
        if (name.matches("f\\d+")) {
            return lattice.weight(Integer.parseInt(name.substring(1))).toDouble();
        }
        if (name.equals("density")) {
            return 1;
        }
        if (name.equals("normal-" + "xyz".charAt(axis))) {
            return -inward;
        }
        for (int i = 1; i < lattice.size(); i++) {
            boolean comesIn = lattice.velocity(i).along(axis) == inward;
            String letters = lattice.velocity(i).letters();
            if (comesIn && name.equals("kind-" + letters)) {
                return 2;
            }
            if (comesIn && name.equals("value-" + letters)) {
                return rule instanceof LinkWise(boolean pressure, boolean guard) && pressure ? 1 : 0;
            }
            if (comesIn && name.equals("cut-" + letters)) {
                return 1;
            }
        }
        return name.equals("guard") ? 1 : 0;
    }
}
