package dev.tessera.model.boundary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.expr.Evaluator;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Identity;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Collision;
import dev.tessera.model.FluidModel;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.boundary.Demand.Plane;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Smagorinsky;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Openings with link-wise pressure.
final class LinkPressureTest extends BoundaryRuleKit {
    @Override
    Role role() {
        return Role.OUTLET;
    }

    @Override
    BoundaryRule rule(Plane plane) {
        return LinkNode.of(new LinkPressure(false));
    }

    @Override
    Expr field(Demand demand, String name) {
        return ofPressure(demand, name);
    }

    /// The fields of a node at a pressure opening: its velocity and stress are those of the boundary condition.
    static Expr ofPressure(Demand demand, String name) {
        ExprGraph graph = demand.graph();
        String kind = name.substring(0, name.indexOf('-') < 0 ? name.length() : name.indexOf('-'));
        return switch (kind) {
            case "kind" -> graph.constant(demand.comesOverPlane(demand.direction(name)) ? 1 : 0);
            case "value" -> demand.comesOverPlane(demand.direction(name)) ? demand.density() : demand.zero();
            case "velocity" -> demand.velocity().get(demand.axis(name));
            case "normal" ->
                graph.constant(
                        demand.axis(name) == demand.plane().axis()
                                ? -demand.plane().inward()
                                : 0);
            case "stress" ->
                demand.stress()
                        .get("xyz".indexOf(name.charAt(name.length() - 2)))
                        .get(demand.axis(name));
            default -> throw new IllegalArgumentException(name);
        };
    }

    /// Links carry the momentum of pressure and flow across the plane: the sum of outgoing and incoming
    /// populations.
    @Override
    List<Guarantee> guarantees(Demand demand, Completed node) {
        ExprGraph graph = demand.graph();
        Expr carried = demand.zero();
        for (int i = 0; i < node.raw().size(); i++) {
            if (demand.comesOverPlane(i)) {
                carried = carried.plus(node.completed().get(i)).plus(node.raw().get(i));
            }
        }
        Expr inertia = node.model().equilibrium().inertia(graph, demand.density());
        Expr flux = inertia.times(demand.inwardVelocity().squared());
        Expr pressure = graph.constant(demand.lattice().speedOfSoundSquared()).times(demand.density());
        return List.of(new Guarantee("momentum across the plane", carried, pressure.plus(flux)));
    }

    @Override
    double offset() {
        return 0;
    }

    @Test
    void without_pressure_openings_there_are_only_values() {
        assertThat(LinkNode.of(new LinkVelocity()).fields(Lattices.D2Q9))
                .hasSize(8)
                .noneMatch(BoundaryRule.FieldSpec::remembered);
        assertThat(LinkNode.of(new LinkPressure(true)).fields(Lattices.D2Q9)).hasSize(8 + 8 + 2 + 3 + 2);
    }

    /// The remembered stress is that of the local viscosity: minus the mean non-equilibrium momentum flux
    /// before and after the collision.
    @Test
    void the_remembered_stress_is_that_of_the_local_viscosity() {
        var graph = new ExprGraph();
        var collision = new Smagorinsky(new Bgk(), Smagorinsky.USUAL);
        var model = new FluidModel(Lattices.D2Q9, new Incompressible(), collision, BodyForce.NONE);
        List<Expr> before =
                IntStream.range(0, 9).mapToObj(i -> graph.symbol("f" + i)).toList();
        var moments = model.equilibrium().moments(graph, model.lattice(), before, List.of());
        var node = new Collision.Input(
                graph, model.lattice(), model.equilibrium(), before, moments, List.of(), graph::symbol);
        Expr flux = graph.constant(0);
        List<Expr> rest = model.equilibrium().populations(graph, model.lattice(), moments);
        List<Expr> after = collision.relax(node);
        for (int i = 0; i < 9; i++) {
            Expr mean = graph.constant(1, 2).times(before.get(i).plus(after.get(i)));
            int crossed = model.lattice().velocity(i).x()
                    * model.lattice().velocity(i).y();
            flux = flux.plus(graph.constant(crossed).times(mean.minus(rest.get(i))));
        }
        var input = new BoundaryRule.Input(graph, model, graph::symbol);
        Expr remembered = LinkNode.of(new LinkPressure(false))
                .remember(input, node, List.of())
                .get("stress-xy");
        assertThat(Identity.holds(Objects.requireNonNull(remembered), flux.negated()))
                .isTrue();
    }

    private static double completed(double outward, boolean guard) {
        var graph = new ExprGraph();
        var model = new FluidModel(Lattices.D2Q9, new Incompressible(), new Bgk(), BodyForce.NONE);
        List<Expr> raw =
                IntStream.range(0, 9).mapToObj(i -> graph.symbol("f" + i)).toList();
        var input = new BoundaryRule.Input(graph, model, graph::symbol);
        Expr left = LinkNode.of(new LinkPressure(guard)).complete(input, raw).get(2); // mzz: comes over the right side
        return Evaluator.evaluate(left, name -> switch (name) {
            case "f2" -> 0.11;
            case "kind-mzz" -> 1.0;
            case "value-mzz" -> 1.01;
            case "velocity-x" -> outward;
            case "normal-x" -> 1.0;
            default -> 0.0;
        });
    }

    @Test
    void the_guard_subtracts_the_dynamic_pressure_of_backflow() {
        assertThat(completed(0.05, true)).isEqualTo(completed(0.05, false));
        double taken = completed(-0.05, false) - completed(-0.05, true);
        assertThat(taken).isCloseTo(2.0 / 9 * 1.5 * 0.05 * 0.05, within(1e-15));
    }
}
