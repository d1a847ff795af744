package dev.tessera.model.boundary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Identity;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.FluidModel;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.Moments;
import dev.tessera.model.ReadsBehind;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.Demand.Plane;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.testkit.Covering;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The requirements of every boundary rule. Proven by identity testing, on every lattice and equilibrium, at planes
/// in every orientation and at edges and corners with resting walls: a state that satisfies the boundary condition
/// is unchanged, the guarantees of the rule hold for all populations, and rotating the node rotates the result.
/// Measured: flow through small ducts in every orientation, mass between walls, and the order of accuracy on exact
/// flows.
abstract class BoundaryRuleKit {
    /// The purpose of a rule.
    enum Role {
        /// Holds the fluid at rest.
        WALL,
        /// Mirrors the flow: no velocity across it, any velocity along it.
        MIRROR,
        /// Imposes a velocity.
        INLET,
        /// Imposes a pressure.
        OUTLET
    }

    /// @param actual computed by the rule
    /// @param expected the guaranteed value
    record Guarantee(String what, Expr actual, Expr expected) {}

    /// A node under the rule.
    ///
    /// @param raw incoming populations
    /// @param completed by the rule
    /// @param imposed the moments for the collision
    record Completed(FluidModel model, List<Expr> raw, List<Expr> completed, Moments imposed) {}

    abstract Role role();

    abstract BoundaryRule rule(Plane plane);

    /// The direction of the population that the node stored in the plane's link of a direction: what it sent.
    int returning(VelocitySet lattice, int direction) {
        return lattice.opposite(direction);
    }

    /// The value of one of the rule's fields.
    abstract Expr field(Demand demand, String name);

    /// A population near the boundary: the equilibrium of the condition, with a stress that depends on the
    /// distance.
    static Expr population(FluidModel model, Demand demand, int direction, int distance) {
        return populations(model, demand, distance).get(direction);
    }

    private static List<Expr> populations(FluidModel model, Demand demand, int distance) {
        var moments = new Moments(demand.density(), demand.velocity());
        List<Expr> equilibrium = model.equilibrium().populations(demand.graph(), demand.lattice(), moments);
        return IntStream.range(0, equilibrium.size())
                .mapToObj(i -> stressed(equilibrium.get(i), demand, i, distance))
                .toList();
    }

    private static Expr stressed(Expr population, Demand demand, int direction, int distance) {
        Expr sum = population;
        for (int a = 0; a < demand.velocity().size(); a++) {
            for (int b = 0; b < demand.velocity().size(); b++) {
                int product = demand.lattice().velocity(direction).along(a)
                        * demand.lattice().velocity(direction).along(b);
                sum = sum.plus(demand.graph()
                        .constant((long) product * distance * distance)
                        .times(demand.stress().get(a).get(b)));
            }
        }
        return sum;
    }

    /// Populations behind a node, the same for all directions that a rule passes.
    private record Behind(FluidModel model, Demand demand, Map<Integer, List<Expr>> byDistance) {
        List<Expr> at(int distance) {
            return byDistance.computeIfAbsent(distance, d -> populations(model, demand, d));
        }
    }

    private @Nullable Behind behind;

    private Behind behind(FluidModel model, Demand demand) {
        if (behind == null || behind.model != model || behind.demand != demand) {
            behind = new Behind(model, demand, new HashMap<>());
        }
        return behind;
    }

    /// The direction of the population that a stored field holds.
    int directionOf(String field, Demand demand) {
        int[] entering = IntStream.range(0, demand.lattice().size())
                .filter(demand::comesOverPlane)
                .toArray();
        return entering[Integer.parseInt(field.substring(field.indexOf('-') + 1))];
    }

    /// What the node behind a node at the plane stores of a direction.
    Expr fromBehind(FluidModel model, Demand demand, int direction) {
        throw new IllegalStateException("the rule reads no other nodes");
    }

    /// What the node next to the plane passes of a direction, by a rule that reads nodes behind it.
    final Expr passed(ReadsBehind rule, FluidModel model, Demand demand, int direction) {
        var input = new BoundaryRule.Input(demand.graph(), model, name -> field(demand, name));
        Expr farther = null;
        for (int distance = rule.depth(); distance > 0; distance--) {
            List<Expr> populations = behind(model, demand).at(distance);
            farther = rule.pass(new ReadsBehind.Passing(input, distance, populations), direction, farther);
        }
        return Objects.requireNonNull(farther);
    }

    /// The guarantees of the rule for any populations.
    abstract List<Guarantee> guarantees(Demand demand, Completed node);

    /// Distance of the plane from its nodes, in spacings: 0 for wet nodes, 1/2 half-way along the links.
    abstract double offset();

    /// Whether the rule also imposes its pressure where fluid enters.
    boolean drives() {
        return role() == Role.OUTLET;
    }

    /// Whether an outlet holds the fluid at rest along its plane.
    boolean holdsAlong() {
        return true;
    }

    /// Mass that may pass through the walls of a developed flow per step, relative to the flow.
    double leak() {
        return 1e-7;
    }

    /// Errors below it count as none: rounding, or what remains of the start of a flow.
    double exact() {
        return 1e-9;
    }

    /// The largest relative error of flow through a duct of six nodes across.
    double errorInDuct() {
        return rule(new Plane(0, 1)).order() > 0 ? 0.1 : 0.2;
    }

    /// Nodes across the exact flows with which the order of accuracy is measured; the last two count.
    int[] resolutions() {
        return new int[] {4, 8, 16};
    }

    /// By how much the measured order may be below the guaranteed one.
    double orderTolerance() {
        return 0.2;
    }

    /// The density of an equilibrium state for the rule.
    Expr someDensity(ExprGraph graph) {
        return graph.symbol("rho");
    }

    /// A velocity that the rule can impose on a plane.
    List<Expr> someVelocity(ExprGraph graph, VelocitySet lattice, Plane plane) {
        return IntStream.range(0, lattice.dimensions())
                .mapToObj(axis -> switch (role()) {
                    case WALL -> graph.constant(0);
                    case MIRROR -> axis == plane.axis() ? graph.constant(0) : graph.symbol("u" + axis);
                    case INLET -> graph.symbol("u" + axis);
                    case OUTLET -> axis == plane.axis() ? graph.symbol("u") : graph.constant(0);
                })
                .toList();
    }

    private static List<VelocitySet> isotropic() {
        return Lattices.all().stream()
                .filter(lattice -> lattice.isotropy() >= 4)
                .toList();
    }

    /// Every model at one plane, alone and with adjoining walls.
    static List<Arguments> models() {
        List<Arguments> places = new ArrayList<>();
        for (VelocitySet lattice : isotropic()) {
            for (BodyForce force : BodyForce.values()) {
                places.addAll(places(lattice, force, new Plane(0, 1)));
            }
        }
        return places;
    }

    /// Every lattice at every orientation and number of planes, with one equilibrium at least; every lattice and
    /// equilibrium at every number of planes.
    static List<Arguments> orientations() {
        List<Arguments> places = new ArrayList<>();
        for (VelocitySet lattice : isotropic()) {
            Plane.all(lattice).forEach(plane -> places.addAll(places(lattice, BodyForce.UNIFORM, plane)));
        }
        return Covering.of(places)
                .pairs(List.of(
                        place -> modelOf(place).lattice(),
                        place -> modelOf(place).equilibrium(),
                        place -> planesOf(place).getFirst(),
                        place -> planesOf(place).size()))
                .triples(List.of(
                        place -> modelOf(place).lattice(),
                        place -> modelOf(place).equilibrium(),
                        place -> planesOf(place).size()))
                .triples(List.of(
                        place -> modelOf(place).lattice(),
                        place -> planesOf(place).getFirst(),
                        place -> planesOf(place).size()))
                .trials();
    }

    private static FluidModel modelOf(Arguments place) {
        return (FluidModel) place.get()[0];
    }

    private static List<?> planesOf(Arguments place) {
        return (List<?>) place.get()[1];
    }

    private static List<Arguments> places(VelocitySet lattice, BodyForce force, Plane plane) {
        List<Arguments> places = new ArrayList<>();
        for (Equilibrium equilibrium : Equilibria.idealGases()) {
            List<Plane> planes = new ArrayList<>(List.of(plane));
            for (int other = 1; other <= lattice.dimensions(); other++) {
                places.add(Arguments.of(new FluidModel(lattice, equilibrium, new Bgk(), force), List.copyOf(planes)));
                planes.add(new Plane((plane.axis() + other) % lattice.dimensions(), plane.inward()));
            }
        }
        return places;
    }

    @ParameterizedTest
    @MethodSource("models")
    void a_state_that_satisfies_the_condition_is_unchanged(FluidModel model, List<Plane> planes) {
        var graph = new ExprGraph();
        VelocitySet lattice = model.lattice();
        boolean corner = planes.size() > 1;
        List<Expr> velocity = corner
                ? IntStream.range(0, lattice.dimensions())
                        .mapToObj(axis -> graph.constant(0))
                        .toList()
                : someVelocity(graph, lattice, planes.getFirst());
        Demand demand = Demand.of(graph, lattice, planes, someDensity(graph), velocity);
        List<Expr> equilibrium =
                model.equilibrium().populations(graph, lattice, new Moments(demand.density(), demand.velocity()));
        List<Expr> raw = IntStream.range(0, lattice.size())
                .mapToObj(i -> equilibrium.get(
                        demand.comesOverPlane(i)
                                ? returning(lattice, i)
                                : demand.comesOverAny(i) ? lattice.opposite(i) : i))
                .toList();
        List<Expr> completed = completed(model, demand, raw, List.of()).completed();
        for (int i = 0; i < lattice.size(); i++) {
            assertSame(lattice.populationName(i), completed.get(i), equilibrium.get(i));
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void the_guarantees_hold_for_all_populations(FluidModel model, List<Plane> planes) {
        var graph = new ExprGraph();
        VelocitySet lattice = model.lattice();
        Demand demand =
                Demand.of(graph, lattice, planes, graph.symbol("rho"), someVelocity(graph, lattice, planes.getFirst()));
        List<Expr> raw = symbols(graph, "f", lattice.size());
        List<Expr> force = model.force() == BodyForce.NONE ? List.of() : symbols(graph, "force", lattice.dimensions());
        List<Guarantee> guarantees = guarantees(demand, completed(model, demand, raw, force));
        assertThat(guarantees).isNotEmpty();
        guarantees.forEach(guarantee -> assertSame(guarantee.what(), guarantee.actual(), guarantee.expected()));
    }

    @ParameterizedTest
    @MethodSource("orientations")
    void rotating_the_node_rotates_the_result(FluidModel model, List<Plane> planes) {
        var graph = new ExprGraph();
        VelocitySet lattice = model.lattice();
        List<Expr> raw = symbols(graph, "f", lattice.size());
        List<Expr> force = model.force() == BodyForce.NONE ? List.of() : symbols(graph, "force", lattice.dimensions());
        Demand demand = anyDemand(graph, lattice, planes);
        List<Expr> completed = completed(model, demand, raw, force).completed();
        for (AxisMapping turn : AxisMapping.generators(lattice.dimensions())) {
            Demand turned = turn.demand(demand);
            List<Expr> other = completed(model, turned, turn.populations(lattice, raw), turn.vector(force))
                    .completed();
            List<Expr> expected = turn.populations(lattice, completed);
            assertSame(turn.toString(), mixture(graph, other), mixture(graph, expected));
        }
    }

    private Demand anyDemand(ExprGraph graph, VelocitySet lattice, List<Plane> planes) {
        List<List<Expr>> stress = IntStream.range(0, lattice.dimensions())
                .mapToObj(a -> IntStream.range(0, lattice.dimensions())
                        .mapToObj(b -> graph.symbol("stress-" + Math.min(a, b) + Math.max(a, b)))
                        .toList())
                .toList();
        return new Demand(
                graph, lattice, planes, graph.symbol("rho"), someVelocity(graph, lattice, planes.getFirst()), stress);
    }

    /// A sum that is zero for all values of its coefficients only where all terms are.
    private static Expr mixture(ExprGraph graph, List<Expr> terms) {
        return graph.sum(IntStream.range(0, terms.size())
                .mapToObj(i -> graph.symbol("coefficient" + i).times(terms.get(i)))
                .toList());
    }

    private Completed completed(FluidModel model, Demand demand, List<Expr> raw, List<Expr> force) {
        BoundaryRule rule = rule(demand.plane());
        BoundaryRule.Input input = input(model, demand, force);
        List<Expr> completed = rule.complete(input, raw);
        Moments own = model.equilibrium().moments(demand.graph(), model.lattice(), completed, force);
        return new Completed(model, raw, completed, rule.imposed(input, own));
    }

    /// What a node's equations read.
    final BoundaryRule.Input input(FluidModel model, Demand demand, List<Expr> force) {
        BoundaryRule.Neighbours neighbours = (field, normal) -> {
            int direction = directionOf(field, demand);
            Expr atRest = demand.graph().constant(demand.lattice().weight(direction));
            return fromBehind(model, demand, direction).minus(atRest);
        };
        return new BoundaryRule.Input(demand.graph(), model, name -> field(demand, name), force, neighbours);
    }

    private static List<Expr> symbols(ExprGraph graph, String name, int count) {
        return IntStream.range(0, count).mapToObj(k -> graph.symbol(name + k)).toList();
    }

    private static void assertSame(String what, Expr actual, Expr expected) {
        Identity identity = Identity.of(actual, expected);
        assertThat(identity.holds())
                .as(() -> what + ": " + identity.counterexample())
                .isTrue();
    }

    /// A square duct between walls: developed flow is unchanged along it, and the same in every orientation.
    @Test
    void duct_flow_is_developed_in_every_orientation() {
        ExactFlow first = ExactFlow.duct(this, new Plane(0, 1));
        assertThat(first.error()).isLessThan(errorInDuct());
        for (Plane plane : Plane.all(Lattices.D3Q19)) {
            ExactFlow turned = ExactFlow.duct(this, plane);
            assertThat(turned.error()).as(plane.toString()).isCloseTo(first.error(), within(1e-11));
            assertThat(turned.netFlow()).as(plane.toString()).isCloseTo(0, within(leak()));
        }
    }

    /// At three resolutions, on every exact flow to which the rule applies. An error at the level of
    /// rounding is of any order. Rules of order 0 only keep the flow within a quarter of the solution in
    /// the time of the test.
    @Test
    void errors_converge_at_least_with_the_guaranteed_order() {
        int order = rule(new Plane(1, 1)).order();
        for (var family : ExactFlow.familiesOf(this)) {
            List<ExactFlow> flows =
                    IntStream.of(resolutions()).mapToObj(family::at).toList();
            List<Double> errors = flows.stream().map(ExactFlow::error).toList();
            if (errors.getLast() < exact()) {
                continue;
            }
            if (order == 0) {
                assertThat(errors).as("errors on %s", family).allMatch(error -> error < 0.25);
                continue;
            }
            double measured = Math.log(errors.get(1) / errors.get(2))
                    / Math.log(flows.get(2).width() / flows.get(1).width());
            assertThat(measured).as("order on %s, errors %s", family, errors).isGreaterThan(order - orderTolerance());
            assertThat(errors.get(0)).as("errors on %s", family).isGreaterThan(errors.get(1));
        }
    }
}
