package dev.tessera.model.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.expr.Evaluator;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Collision;
import dev.tessera.model.FluidModel;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.Demand.Plane;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.CentralMoments;
import dev.tessera.model.collision.Cumulant;
import dev.tessera.model.collision.Elbm;
import dev.tessera.model.collision.Kbc;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.collision.RegularizedBgk;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Resting walls of Tamm and Mott-Smith: the node has the moments of bounce-back.
final class TammMottSmithWallTest extends WallRuleKit {
    @Override
    BoundaryRule rule(Plane plane) {
        return new TammMottSmith(LinkNode.of(new TammMottSmith.Reflection(false)));
    }

    @Override
    Expr field(Demand demand, String name) {
        boolean cut = name.startsWith("kind-") && demand.comesOverAny(demand.direction(name));
        return demand.graph().constant(cut ? 1 : 0);
    }

    @Override
    List<Guarantee> guarantees(Demand demand, Completed node) {
        Moments bounced = node.model().equilibrium().moments(demand.graph(), demand.lattice(), node.raw(), List.of());
        Moments completed =
                node.model().equilibrium().moments(demand.graph(), demand.lattice(), node.completed(), List.of());
        List<Guarantee> guarantees = new ArrayList<>();
        guarantees.add(new Guarantee("density", completed.density(), bounced.density()));
        for (int axis = 0; axis < demand.lattice().dimensions(); axis++) {
            guarantees.add(new Guarantee(
                    "velocity " + axis,
                    completed.velocity().get(axis),
                    bounced.velocity().get(axis)));
        }
        return guarantees;
    }

    @Override
    double offset() {
        return 0.5;
    }

    /// The wall is a quarter of a spacing inside at this viscosity, which takes 8 % of the width.
    @Override
    double errorInDuct() {
        return 0.25;
    }

    /// Collisions that relax the part out of equilibrium at given rates.
    static List<Collision> linear() {
        return List.of(new Bgk(), new Trt(), new Mrt(), new RegularizedBgk());
    }

    /// Or after a collision with the moments of the replaced populations.
    @ParameterizedTest
    @MethodSource("linear")
    void the_correction_may_be_added_before_the_collision(Collision collision) {
        assertThat(differenceOfOrders(collision, BodyForce.NONE)).isLessThan(1e-15);
    }

    /// The velocity is a factor of the force's term, and decides rates and frames of the others.
    @Test
    void forces_and_other_collisions_depend_little_on_when_it_is_added() {
        for (Collision collision : linear()) {
            assertThat(differenceOfOrders(collision, BodyForce.UNIFORM))
                    .as(collision.key())
                    .isBetween(1e-8, 1e-6);
        }
        for (Collision collision : List.of(new Elbm(), new Kbc(), new Cumulant(), new CentralMoments())) {
            assertThat(differenceOfOrders(collision, BodyForce.NONE))
                    .as(collision.key())
                    .isBetween(1e-8, 2e-5);
        }
    }

    /// The largest difference of a population after the collision, on D2Q9, at the corner of two walls. Populations
    /// differ from those at rest by up to 5 %.
    private double differenceOfOrders(Collision collision, BodyForce force) {
        var graph = new ExprGraph();
        VelocitySet lattice = Lattices.D2Q9;
        var model = new FluidModel(lattice, new QuasiCompressible(), collision, force);
        List<Plane> planes = List.of(new Plane(0, 1), new Plane(1, 1));
        List<Expr> zero = List.of(graph.constant(0), graph.constant(0));
        Demand demand = Demand.of(graph, lattice, planes, graph.constant(1), zero);
        List<Expr> push =
                force == BodyForce.NONE ? List.of() : List.of(graph.constant(1, 500), graph.constant(-1, 300));
        List<Expr> raw = new ArrayList<>();
        for (int i = 0; i < lattice.size(); i++) {
            raw.add(graph.constant(lattice.weight(i).times(Rational.of(100 + (7 * i * i) % 11 - 5, 100))));
        }
        var rule = (TammMottSmith) rule(planes.getFirst());
        BoundaryRule.Input input = input(model, demand, push);
        List<Expr> before = rule.complete(input, raw);
        List<Expr> early = collided(model, before, push);

        Moments target = model.equilibrium().moments(graph, lattice, raw, push);
        List<Expr> replaced = new ArrayList<>(raw);
        List<Expr> atTarget = StatePopulations.equilibrium(input, target);
        for (int i = 1; i < raw.size(); i++) {
            replaced.set(i, demand.comesOverAny(i) ? atTarget.get(i) : raw.get(i));
        }
        Moments local = model.equilibrium().moments(graph, lattice, replaced, push);
        List<Expr> wanted = model.equilibrium().populations(graph, lattice, target);
        List<Expr> found = model.equilibrium().populations(graph, lattice, local);
        List<Expr> late = collided(model, replaced, push);
        double largest = 0;
        for (int i = 0; i < raw.size(); i++) {
            Expr later = late.get(i).plus(wanted.get(i).minus(found.get(i)));
            largest = Math.max(largest, Math.abs(valueOf(later) - valueOf(early.get(i))));
        }
        return largest;
    }

    private static double valueOf(Expr value) {
        return Evaluator.evaluate(value, name -> {
            throw new IllegalArgumentException(name);
        });
    }

    private static List<Expr> collided(FluidModel model, List<Expr> populations, List<Expr> force) {
        ExprGraph graph = populations.getFirst().graph();
        Moments moments = model.equilibrium().moments(graph, model.lattice(), populations, force);
        Map<String, Double> rates = model.collision().rates(model.lattice(), 0.01);
        return model.collision()
                .relax(new Collision.Input(
                        graph,
                        model.lattice(),
                        model.equilibrium(),
                        populations,
                        moments,
                        force,
                        name -> graph.constant(Rational.of(
                                Math.round(1e9 * Objects.requireNonNull(rates.get(name))), 1_000_000_000L))));
    }
}
