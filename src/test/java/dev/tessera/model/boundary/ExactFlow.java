package dev.tessera.model.boundary;

import dev.tessera.expr.Evaluator;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.FluidModel;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.BoundaryRuleKit.Role;
import dev.tessera.model.boundary.Demand.Plane;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// A small steady flow with a known solution: it starts from the solution, runs to the steady state, and is
/// compared with the solution.
final class ExactFlow {
    static final double VISCOSITY = 0.1; // omega is 5/4

    private static final int ACROSS_DUCT = 6;
    private static final double SPEED = 0.3; // times the spacing over the width: diffusive scaling

    private final VelocitySet lattice;
    private final SmallFlow flow;
    private final boolean[] periodic;
    private final Solution solution;
    private final double width;

    /// @param width of the channel, in spacings
    private ExactFlow(
            int[] size, boolean[] periodic, FluidModel model, double width, Solution solution, double... force) {
        this.lattice = model.lattice();
        this.flow = new SmallFlow(size, periodic, model, VISCOSITY, force);
        this.periodic = periodic;
        this.solution = solution;
        this.width = width;
        for (int n = 0; n < flow.nodes(); n++) {
            flow.start(n, solution.density(at(n)), solution.velocity(at(n)));
        }
    }

    /// The solution at a node's coordinates.
    interface Solution {
        double[] velocity(double[] at);

        default double density(double[] at) {
            return 1;
        }
    }

    /// The same flow at any resolution.
    record Family(String name, IntFunction<ExactFlow> flows) {
        /// @param nodes across
        ExactFlow at(int nodes) {
            return flows.apply(nodes);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Family> familiesOf(BoundaryRuleKit kit) {
        var forceDriven = new Family("flow driven between walls", nodes -> forceDriven(kit, nodes));
        var transpired = new Family("shear flow between porous plates", nodes -> transpired(kit, nodes));
        var entering = new Family("flow through an inlet", nodes -> channel(kit, new ZouHePressureTest(), nodes));
        var leaving = new Family("flow through an outlet", nodes -> channel(new ZouHeVelocityTest(), kit, nodes));
        var driven = new Family("flow driven by pressure", nodes -> channel(kit, kit, nodes));
        return switch (kit.role()) {
            case WALL -> List.of(forceDriven);
            case MIRROR -> List.of(new Family("half of the flow between walls", nodes -> halfChannel(kit, nodes)));
            case INLET -> List.of(transpired, entering);
            case OUTLET -> {
                List<Family> outlets = new ArrayList<>(List.of(leaving));
                if (kit.drives()) {
                    outlets.add(driven);
                }
                if (kit.holdsAlong()) {
                    outlets.add(transpired);
                }
                yield outlets;
            }
        };
    }

    /// Poiseuille flow along x, driven by a force between two walls.
    private static ExactFlow forceDriven(BoundaryRuleKit wall, int nodes) {
        double width = nodes - 1 + 2 * wall.offset();
        double peak = SPEED / width;
        double force = 8 * VISCOSITY * peak / (width * width);
        var flow = new ExactFlow(
                new int[] {1, nodes},
                new boolean[] {true, false},
                model(Lattices.D2Q9, BodyForce.UNIFORM),
                width,
                at -> new double[] {parabola(peak, (at[1] + wall.offset()) / width), 0},
                force,
                0);
        flow.boundary(wall, new Plane(1, 1));
        flow.boundary(wall, new Plane(1, -1));
        flow.flow.run((int) (8 * width * width));
        return flow;
    }

    /// The upper half of Poiseuille flow along x, driven by a force: from the mirror in its middle to a half-way wall.
    private static ExactFlow halfChannel(BoundaryRuleKit mirror, int nodes) {
        double width = 2 * nodes - 1;
        double peak = SPEED / width;
        var flow = new ExactFlow(
                new int[] {1, nodes},
                new boolean[] {true, false},
                model(Lattices.D2Q9, BodyForce.UNIFORM),
                width,
                at -> new double[] {parabola(peak, 0.5 + at[1] / width), 0},
                8 * VISCOSITY * peak / (width * width),
                0);
        flow.boundary(mirror, new Plane(1, 1));
        flow.flow.run((int) (8 * width * width));
        return flow;
    }

    /// Two plates across y, the lower one sliding along x; fluid enters through the lower and leaves through
    /// the upper one, at a Reynolds number of 2. The profile is exponential.
    private static ExactFlow transpired(BoundaryRuleKit kit, int nodes) {
        BoundaryRuleKit lower = kit.role() == Role.INLET ? kit : new ZouHeVelocityTest();
        double width = nodes - 1 + lower.offset() + kit.offset();
        double sliding = SPEED / width;
        double blown = 2 * VISCOSITY / width;
        var flow = new ExactFlow(
                new int[] {1, nodes}, new boolean[] {true, false}, model(Lattices.D2Q9, BodyForce.NONE), width, at -> {
                    double place = (at[1] + lower.offset()) / width;
                    return new double[] {sliding * (1 - Math.expm1(2 * place) / Math.expm1(2)), blown};
                });
        flow.boundary(lower, new Plane(1, 1));
        flow.boundary(kit, new Plane(1, -1));
        flow.flow.run((int) (8 * width * width));
        return flow;
    }

    /// Poiseuille flow along x through an inlet and an outlet plane, between half-way walls.
    private static ExactFlow channel(BoundaryRuleKit inlet, BoundaryRuleKit outlet, int nodes) {
        double peak = SPEED / nodes;
        double gradient = -3 * 8 * VISCOSITY * peak / (nodes * nodes);
        var solution = new Solution() {
            @Override
            public double[] velocity(double[] at) {
                return new double[] {parabola(peak, (at[1] + 0.5) / nodes), 0};
            }

            @Override
            public double density(double[] at) {
                return 1 + gradient * (at[0] - nodes);
            }
        };
        var flow = new ExactFlow(
                new int[] {nodes + 1, nodes},
                new boolean[] {false, false},
                model(Lattices.D2Q9, BodyForce.NONE),
                nodes,
                solution);
        flow.boundary(inlet, new Plane(0, 1));
        flow.boundary(outlet, new Plane(0, -1));
        flow.flow.run(6 * nodes * nodes);
        return flow;
    }

    /// Developed flow through a square duct of 6 nodes across. Walls: forceDriven along the plane's normal,
    /// between four walls. Openings: through the rule at the plane and its partner at the other end, between
    /// half-way walls.
    static ExactFlow duct(BoundaryRuleKit kit, Plane plane) {
        if (kit.role() == Role.MIRROR) {
            return halfDuct(kit, plane);
        }
        boolean walls = kit.role() == Role.WALL;
        double offset = walls ? kit.offset() : 0.5;
        double width = ACROSS_DUCT - 1 + 2 * offset;
        double speed = SPEED / width * (kit.role() == Role.OUTLET ? -plane.inward() : plane.inward());
        double push = speed * VISCOSITY / (width * width); // G/rho for a profile in units of G a²/mu
        int[] size = {ACROSS_DUCT, ACROSS_DUCT, ACROSS_DUCT};
        boolean[] periodic = new boolean[3];
        double[] force = new double[walls ? 3 : 0];
        if (walls) {
            size[plane.axis()] = 2;
            periodic[plane.axis()] = true;
            force[plane.axis()] = push;
        }
        var solution = new Solution() {
            @Override
            public double[] velocity(double[] at) {
                double[] place = new double[2];
                for (int k = 0; k < 2; k++) {
                    place[k] = (at[(plane.axis() + 1 + k) % 3] + offset) / width;
                }
                double[] velocity = new double[3];
                velocity[plane.axis()] = speed * duct(place[0], place[1]);
                return velocity;
            }

            @Override
            public double density(double[] at) {
                return walls ? 1 : 1 - 3 * push * (at[plane.axis()] - (ACROSS_DUCT - 1) / 2.0);
            }
        };
        var model = model(Lattices.D3Q19, walls ? BodyForce.UNIFORM : BodyForce.NONE);
        var flow = new ExactFlow(size, periodic, model, width, solution, force);
        if (walls) {
            Plane.all(Lattices.D3Q19).stream()
                    .filter(side -> side.axis() != plane.axis())
                    .forEach(side -> flow.boundary(kit, side));
        } else {
            flow.boundary(kit, plane);
            flow.boundary(
                    kit.role() == Role.INLET ? new ZouHePressureTest() : new ZouHeVelocityTest(),
                    new Plane(plane.axis(), -plane.inward()));
        }
        flow.flow.run(600);
        return flow;
    }

    /// Half of the flow through a square duct, driven by a force along the axis after the mirror's: from the mirror in
    /// its middle to three half-way walls.
    private static ExactFlow halfDuct(BoundaryRuleKit kit, Plane mirror) {
        int along = (mirror.axis() + 1) % 3;
        int across = (mirror.axis() + 2) % 3;
        double width = 2 * ACROSS_DUCT - 1;
        double speed = SPEED / width;
        double push = speed * VISCOSITY / (width * width);
        int[] size = new int[3];
        size[mirror.axis()] = ACROSS_DUCT;
        size[along] = 2;
        size[across] = 2 * ACROSS_DUCT - 1;
        boolean[] periodic = new boolean[3];
        periodic[along] = true;
        double[] force = new double[3];
        force[along] = push;
        double middle = mirror.inward() > 0 ? 0 : ACROSS_DUCT - 1;
        var flow = new ExactFlow(
                size,
                periodic,
                model(Lattices.D3Q19, BodyForce.UNIFORM),
                width,
                at -> {
                    double[] velocity = new double[3];
                    velocity[along] =
                            speed * duct(0.5 + (at[mirror.axis()] - middle) / width, (at[across] + 0.5) / width);
                    return velocity;
                },
                force);
        flow.boundary(kit, mirror);
        flow.flow.run(1200);
        return flow;
    }

    /// A box of 4³ nodes between six walls, stirred at the start and forceDriven along all axes.
    static SmallFlow closedBox(BoundaryRuleKit wall, FluidModel model) {
        var box = new ExactFlow(
                new int[] {4, 4, 4},
                new boolean[3],
                model,
                4,
                at -> new double[] {0.02 * Math.sin(at[1]), 0.01 * Math.cos(at[2]), 0.03 * Math.sin(at[0] + at[1])},
                1e-4,
                2e-4,
                -1e-4);
        Plane.all(model.lattice()).forEach(side -> box.boundary(wall, side));
        return box.flow;
    }

    /// Velocity of square duct flow in units of `G a²/mu`, a the side.
    /// @param y, z places, 0 at one wall, 1 at the opposite one
    private static double duct(double y, double z) {
        double sum = 0;
        for (int n = 1; n < 60; n += 2) {
            double k = n * Math.PI;
            // 1 - cosh(k (z - 1/2)) / cosh(k/2), without overflow
            double cosh = (Math.exp(k * (z - 1)) + Math.exp(-k * z)) / (1 + Math.exp(-k));
            sum += (1 - cosh) * Math.sin(k * y) * 4 / (k * k * k);
        }
        return sum;
    }

    private static double parabola(double peak, double place) {
        return 4 * peak * place * (1 - place);
    }

    private static FluidModel model(VelocitySet lattice, BodyForce force) {
        return new FluidModel(lattice, new Incompressible(), new Bgk(), force);
    }

    /// Gives every node at a side of the box the kit's rule, with the boundary values of the known solution. A
    /// node at two sides keeps the first one's rule.
    private void boundary(BoundaryRuleKit kit, Plane plane) {
        BoundaryRule rule = kit.rule(plane);
        for (int n = 0; n < flow.nodes(); n++) {
            if (!flow.hasRule(n) && atSide(n, plane)) {
                demand(kit, rule, n, plane);
            }
        }
    }

    private boolean atSide(int node, Plane plane) {
        boolean end = flow.place(node, plane.axis()) == (plane.inward() > 0 ? 0 : flow.size(plane.axis()) - 1);
        return end && !periodic[plane.axis()];
    }

    private void demand(BoundaryRuleKit kit, BoundaryRule rule, int node, Plane plane) {
        var graph = new ExprGraph();
        List<Plane> planes = new ArrayList<>(List.of(plane));
        Plane.all(lattice).stream()
                .filter(other -> other.axis() != plane.axis() && atSide(node, other))
                .forEach(planes::add);
        var demand = Demand.of(
                graph,
                lattice,
                planes,
                graph.symbol("rho"),
                IntStream.range(0, lattice.dimensions())
                        .mapToObj(axis -> graph.symbol("u" + axis))
                        .toList());
        flow.rule(node, rule);
        for (BoundaryRule.FieldSpec field : rule.fields(lattice)) {
            double[] at = boundaryPoint(kit, demand, node, field.name());
            double[] velocity = kit.role() == Role.WALL ? new double[3] : solution.velocity(at);
            double density = solution.density(at);
            double value = Evaluator.evaluate(
                    kit.field(demand, field.name()),
                    name -> name.equals("rho") ? density : velocity[name.charAt(1) - '0']);
            flow.field(node, field.name(), value);
        }
    }

    /// The node, or where the boundary cuts the link that a field is for.
    private double[] boundaryPoint(BoundaryRuleKit kit, Demand demand, int node, String field) {
        double[] at = at(node);
        for (int axis = 0; axis < lattice.dimensions() && kit.offset() > 0; axis++) {
            at[axis] -= kit.offset() * lattice.velocity(demand.direction(field)).along(axis);
        }
        return at;
    }

    private double[] at(int node) {
        return IntStream.range(0, 3).mapToDouble(axis -> flow.place(node, axis)).toArray();
    }

    double width() {
        return width;
    }

    /// Of the velocity, over all nodes: root of the mean square, relative to that of the solution.
    double error() {
        double difference = 0;
        double whole = 0;
        for (int n = 0; n < flow.nodes(); n++) {
            double[] exact = solution.velocity(at(n));
            for (int axis = 0; axis < lattice.dimensions(); axis++) {
                difference += Math.pow(flow.velocity(n, axis) - exact[axis], 2);
                whole += exact[axis] * exact[axis];
            }
        }
        return Math.sqrt(difference / whole);
    }

    /// Inflow minus outflow per step, relative to the flow.
    double netFlow() {
        double before = flow.mass();
        flow.run(1);
        double through = 0;
        for (int n = 0; n < flow.nodes(); n++) {
            for (int axis = 0; axis < lattice.dimensions(); axis++) {
                through += Math.abs(flow.velocity(n, axis));
            }
        }
        return (flow.mass() - before) / (through / ACROSS_DUCT);
    }
}
