package dev.tessera.model.boundary;

import dev.tessera.expr.DoubleProgram;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Collision;
import dev.tessera.model.FluidModel;
import dev.tessera.model.Moments;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/// A small two-dimensional flow on a full box, stepped by evaluating the model's equations: two-buffer
/// pull, links
/// out of the box cut (or periodic along x), each node with the rule that it is given.
final class PlaneFlow {
    final int nx;
    final int ny;
    private final boolean periodic;
    private final BiPredicate<Integer, Integer> fluid;
    private final FluidModel model;
    private final VelocitySet lattice;
    private final double[] rates;
    private final double[] force;
    private final Map<BoundaryRule, NodeProgram> programs = new LinkedHashMap<>();
    private final NodeProgram bulk;
    private final BoundaryRule[] rules;
    private final double[][] fields; // [node][field]
    private final double[][] moments; // [node][rho, ux, uy], of the last step
    private double[][] leaving; // [node][direction]

    /// A full box.
    PlaneFlow(int nx, int ny, boolean periodic, FluidModel model, double viscosity, double... force) {
        this(nx, ny, periodic, (x, y) -> true, model, viscosity, force);
    }

    PlaneFlow(
            int nx,
            int ny,
            boolean periodic,
            BiPredicate<Integer, Integer> fluid,
            FluidModel model,
            double viscosity,
            double... force) {
        this.nx = nx;
        this.ny = ny;
        this.periodic = periodic;
        this.fluid = fluid;
        this.model = model;
        this.lattice = model.lattice();
        this.rates = model.collision().rates(lattice, viscosity).values().stream()
                .mapToDouble(rate -> rate)
                .toArray();
        this.force = force;
        this.rules = new BoundaryRule[nx * ny];
        this.fields = new double[nx * ny][];
        this.moments = new double[nx * ny][lattice.dimensions() + 1];
        this.leaving = new double[nx * ny][lattice.size()];
        this.bulk = new NodeProgram(model, null);
        for (int n = 0; n < leaving.length; n++) {
            for (int i = 0; i < lattice.size() && isFluid(n % nx, n / nx); i++) {
                leaving[n][i] = lattice.weight(i).toDouble();
            }
        }
    }

    /// Gives a node a rule, its fields zero.
    void rule(int x, int y, BoundaryRule rule) {
        int n = x + nx * y;
        rules[n] = rule;
        fields[n] = new double[rule.fields(lattice).size()];
        programs.computeIfAbsent(rule, r -> new NodeProgram(model, r));
    }

    void field(int x, int y, String name, double value) {
        int n = x + nx * y;
        int index = rules[n].fields(lattice).stream()
                .map(BoundaryRule.FieldSpec::name)
                .toList()
                .indexOf(name);
        if (index >= 0) {
            fields[n][index] = value;
        }
    }

    /// Whether the population of a direction comes to the node over a cut link.
    boolean arrivesOverCut(int x, int y, int direction) {
        Velocity c = lattice.velocity(direction);
        int fromX = x - c.x();
        int fromY = y - c.y();
        return !isFluid(fromX, fromY);
    }

    boolean isFluid(int x, int y) {
        boolean inside = y >= 0 && y < ny && (periodic || x >= 0 && x < nx);
        return inside && fluid.test(Math.floorMod(x, nx), y);
    }

    void run(int steps) {
        for (int step = 0; step < steps; step++) {
            step();
        }
    }

    private void step() {
        double[][] next = new double[nx * ny][];
        for (int y = 0; y < ny; y++) {
            for (int x = 0; x < nx; x++) {
                int n = x + nx * y;
                if (!isFluid(x, y)) {
                    next[n] = new double[lattice.size()];
                    continue;
                }
                double[] arrived = new double[lattice.size()];
                for (int i = 0; i < lattice.size(); i++) {
                    Velocity c = lattice.velocity(i);
                    arrived[i] = arrivesOverCut(x, y, i)
                            ? leaving[n][lattice.opposite(i)]
                            : leaving[Math.floorMod(x - c.x(), nx) + nx * (y - c.y())][i];
                }
                NodeProgram program = rules[n] == null ? bulk : Objects.requireNonNull(programs.get(rules[n]));
                double[] results = program.program.run(program.inputs(arrived, fields[n], rates, force));
                next[n] = Arrays.copyOf(results, lattice.size());
                System.arraycopy(results, lattice.size(), moments[n], 0, moments[n].length);
                for (int k = 0; k < program.remembered.size(); k++) {
                    fields[n][program.remembered.get(k)] = results[lattice.size() + moments[n].length + k];
                }
            }
        }
        leaving = next;
    }

    double density(int x, int y) {
        return moments[x + nx * y][0];
    }

    double velocity(int x, int y, int axis) {
        return moments[x + nx * y][1 + axis];
    }

    double mass() {
        return Arrays.stream(leaving).flatMapToDouble(Arrays::stream).sum();
    }

    /// The equations of one kind of node.
    private static final class NodeProgram {
        final DoubleProgram program;
        final List<Integer> remembered = new ArrayList<>();

        NodeProgram(FluidModel model, @Nullable BoundaryRule rule) {
            var graph = new ExprGraph();
            VelocitySet lattice = model.lattice();
            List<String> names = new ArrayList<>();
            List<Expr> arrived = new ArrayList<>();
            for (int i = 0; i < lattice.size(); i++) {
                names.add(lattice.populationName(i));
                arrived.add(graph.symbol(lattice.populationName(i)));
            }
            List<BoundaryRule.FieldSpec> specs = rule == null ? List.of() : rule.fields(lattice);
            specs.forEach(spec -> names.add("field-" + spec.name()));
            names.addAll(model.collision().rates(lattice, 0.1).sequencedKeySet());
            List<Expr> force = new ArrayList<>();
            for (int axis = 0; model.force() == FluidModel.BodyForce.UNIFORM && axis < lattice.dimensions(); axis++) {
                names.add("force-" + axis);
                force.add(graph.symbol("force-" + axis));
            }
            var input = new BoundaryRule.Input(graph, model, name -> graph.symbol("field-" + name), force);
            List<Expr> completed = rule == null ? arrived : rule.complete(input, arrived);
            Moments own = model.equilibrium().moments(graph, lattice, completed, force);
            Moments given = rule == null ? own : rule.imposed(input, own);
            var node = new Collision.Input(
                    graph,
                    lattice,
                    model.equilibrium(),
                    completed,
                    given,
                    force,
                    name -> rule == null ? graph.symbol(name) : rule.rate(input, name, graph.symbol(name)));
            List<Expr> roots = new ArrayList<>(model.collision().relax(node));
            roots.add(given.density());
            roots.addAll(given.velocity());
            if (rule != null) {
                List<String> fieldNames =
                        specs.stream().map(BoundaryRule.FieldSpec::name).toList();
                rule.remember(input, node).forEach((field, value) -> {
                    remembered.add(fieldNames.indexOf(field));
                    roots.add(value);
                });
            }
            this.program = DoubleProgram.of(roots, names);
        }

        double[] inputs(double[] arrived, double @Nullable [] fields, double[] rates, double[] force) {
            List<double[]> parts =
                    fields == null ? List.of(arrived, rates, force) : List.of(arrived, fields, rates, force);
            return parts.stream().flatMapToDouble(Arrays::stream).toArray();
        }
    }
}
