package dev.tessera.model.boundary;

import dev.tessera.expr.DoubleProgram;
import dev.tessera.expr.Evaluator;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Collision;
import dev.tessera.model.FluidModel;
import dev.tessera.model.Moments;
import dev.tessera.model.ReadsBehind;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A small flow in a full box, stepped by evaluating the model's equations: two-buffer pull, links out of the box
/// cut (or periodic), each node with its own rule. It starts at rest.
final class SmallFlow {
    private static final double[] NOTHING = {};

    private final int[] size; // always three
    private final boolean[] periodic;
    private final FluidModel model;
    private final VelocitySet lattice;
    private final double[] rates;
    private final double[] force;
    private final Map<BoundaryRule, NodeProgram> programs = new LinkedHashMap<>();
    private final Map<BoundaryRule, List<NodeProgram>> storing = new LinkedHashMap<>(); // the last stage first
    private final Map<String, double[]> stored = new LinkedHashMap<>(); // [node]
    private final NodeProgram bulk;
    private final BoundaryRule[] rules;
    private final double[][] fields; // [node][field]
    private final double[][] moments; // [node][rho, ux, uy, uz], of the last step
    private final int[][] sources; // [node][direction], -1 over a cut link
    private double[][] outgoing; // [node][direction]
    private double[][] next;

    /// @param size nodes along each of the lattice's axes
    /// @param periodic one per axis
    /// @param force one component per axis where the model has a force, else none
    SmallFlow(int[] size, boolean[] periodic, FluidModel model, double viscosity, double... force) {
        this.size = Arrays.copyOf(size, 3);
        for (int axis = size.length; axis < 3; axis++) {
            this.size[axis] = 1;
        }
        this.periodic = periodic;
        this.model = model;
        this.lattice = model.lattice();
        this.rates = model.collision().rates(lattice, viscosity).values().stream()
                .mapToDouble(rate -> rate)
                .toArray();
        this.force = force;
        int nodes = this.size[0] * this.size[1] * this.size[2];
        this.rules = new BoundaryRule[nodes];
        this.fields = new double[nodes][];
        Arrays.fill(fields, NOTHING);
        this.moments = new double[nodes][lattice.dimensions() + 1];
        this.bulk = new NodeProgram(model, null, 0);
        this.sources = new int[nodes][lattice.size()];
        this.outgoing = new double[nodes][lattice.size()];
        this.next = new double[nodes][lattice.size()];
        for (int n = 0; n < nodes; n++) {
            for (int i = 0; i < lattice.size(); i++) {
                outgoing[n][i] = lattice.weight(i).toDouble();
                sources[n][i] = source(n, lattice.velocity(i));
            }
        }
    }

    private int source(int n, Velocity c) {
        int[] from = new int[3];
        for (int axis = 0; axis < 3; axis++) {
            from[axis] = place(n, axis) - c.along(axis);
            if (from[axis] < 0 || from[axis] >= size[axis]) {
                if (!periodic[axis]) {
                    return -1;
                }
                from[axis] = Math.floorMod(from[axis], size[axis]);
            }
        }
        return node(from);
    }

    int nodes() {
        return rules.length;
    }

    /// The node at a place, one coordinate per axis.
    int node(int... at) {
        return at[0] + size[0] * (at[1] + size[1] * (at.length > 2 ? at[2] : 0));
    }

    /// A node's coordinate.
    int place(int node, int axis) {
        return axis == 0 ? node % size[0] : axis == 1 ? node / size[0] % size[1] : node / (size[0] * size[1]);
    }

    int size(int axis) {
        return size[axis];
    }

    /// Gives a node a rule, its fields zero.
    void rule(int node, BoundaryRule rule) {
        rules[node] = rule;
        fields[node] = new double[rule.fields(lattice).size()];
        programs.computeIfAbsent(rule, r -> new NodeProgram(model, r, 0));
    }

    boolean hasRule(int node) {
        return rules[node] != null;
    }

    /// Starts a node from equilibrium.
    void start(int node, double density, double[] velocity) {
        var graph = new ExprGraph();
        List<Expr> u = new ArrayList<>();
        for (int axis = 0; axis < lattice.dimensions(); axis++) {
            u.add(graph.symbol("u" + axis));
        }
        List<Expr> equilibrium = model.equilibrium().populations(graph, lattice, new Moments(graph.symbol("rho"), u));
        for (int i = 0; i < lattice.size(); i++) {
            outgoing[node][i] = Evaluator.evaluate(
                    equilibrium.get(i), name -> name.equals("rho") ? density : velocity[name.charAt(1) - '0']);
        }
    }

    void field(int node, String name, double value) {
        List<String> names = rules[node].fields(lattice).stream()
                .map(BoundaryRule.FieldSpec::name)
                .toList();
        fields[node][names.indexOf(name)] = value;
    }

    /// Whether the population of a direction is incoming over a cut link.
    boolean comesOverCut(int node, int direction) {
        return sources[node][direction] < 0;
    }

    void run(int steps) {
        addNodesBehind();
        addNodesNearWalls();
        int stages = Arrays.stream(rules)
                .filter(Objects::nonNull)
                .mapToInt(BoundaryRule::stagesBefore)
                .max()
                .orElse(0);
        for (int step = 0; step < steps; step++) {
            for (int before = stages; before > 0; before--) {
                store(before);
            }
            for (int n = 0; n < rules.length; n++) {
                step(n);
            }
            double[][] free = outgoing;
            outgoing = next;
            next = free;
        }
    }

    /// Wraps the rules of the nodes behind openings whose rules read them.
    private void addNodesBehind() {
        for (int n = 0; n < rules.length; n++) {
            Object reader = rules[n] instanceof LinkNode node ? node.rules().getFirst() : rules[n];
            if (reader instanceof ReadsBehind opening) {
                int at = n;
                for (int distance = 1; distance <= opening.depth(); distance++) {
                    at = sources[at][lattice.opposite(opening.normal(lattice))];
                    if (!(rules[at] instanceof NodeBehind)) {
                        storing(at, new NodeBehind(rules[at], opening, distance));
                    }
                }
            }
        }
    }

    /// Wraps the rules of all nodes where walls read nodes behind them.
    private void addNodesNearWalls() {
        boolean reads = Arrays.stream(rules)
                .anyMatch(rule -> rule instanceof LinkNode node
                        && node.rules().stream()
                                .anyMatch(link -> link instanceof LinkWall wall && wall.stagesBefore() > 0));
        for (int n = 0; reads && n < rules.length; n++) {
            storing(n, new NodeNearWall(rules[n], rules[n] == null ? 1 : 0));
        }
    }

    private void storing(int node, BoundaryRule rule) {
        rules[node] = rule;
        programs.computeIfAbsent(rule, r -> new NodeProgram(model, r, 0));
        storing.computeIfAbsent(
                rule,
                r -> IntStream.rangeClosed(1, r.stagesBefore())
                        .mapToObj(before -> new NodeProgram(model, r, before))
                        .toList());
    }

    /// Stores the values that nodes pass in a stage before the collision.
    private void store(int before) {
        for (int n = 0; n < rules.length; n++) {
            List<NodeProgram> stages = rules[n] == null ? null : storing.get(rules[n]);
            if (stages != null
                    && before <= stages.size()
                    && !stages.get(before - 1).stored.isEmpty()) {
                NodeProgram program = stages.get(before - 1);
                run(program, n);
                for (int k = 0; k < program.stored.size(); k++) {
                    stored.computeIfAbsent(program.stored.get(k), field -> new double[rules.length])[n] =
                            program.results[k];
                }
            }
        }
    }

    private void run(NodeProgram program, int n) {
        for (int i = 0; i < lattice.size(); i++) {
            int from = sources[n][i];
            program.inputs[i] = from < 0 ? outgoing[n][lattice.opposite(i)] : outgoing[from][i];
        }
        double[] neighbours = program.neighbours.stream()
                .mapToDouble(at -> {
                    int from = sources[n][lattice.opposite(at.direction)];
                    return Objects.requireNonNull(stored.get(at.field))[from < 0 ? n : from];
                })
                .toArray();
        program.run(fields[n], rates, force, neighbours);
    }

    private void step(int n) {
        NodeProgram program = rules[n] == null ? bulk : Objects.requireNonNull(programs.get(rules[n]));
        run(program, n);
        int at = lattice.size();
        System.arraycopy(program.results, 0, next[n], 0, at);
        System.arraycopy(program.results, at, moments[n], 0, moments[n].length);
        at += moments[n].length;
        for (int k = 0; k < program.remembered.size(); k++) {
            fields[n][program.remembered.get(k)] = program.results[at + k];
        }
    }

    double density(int node) {
        return moments[node][0];
    }

    double velocity(int node, int axis) {
        return moments[node][1 + axis];
    }

    /// With what walls keep for a step.
    double mass() {
        double mass = Arrays.stream(outgoing).flatMapToDouble(Arrays::stream).sum();
        for (int n = 0; n < rules.length; n++) {
            List<BoundaryRule.FieldSpec> specs = rules[n] == null ? List.of() : rules[n].fields(lattice);
            for (int i = 1; i < lattice.size(); i++) {
                String kept = "in-wall-" + lattice.velocity(i).letters();
                for (int k = 0; k < specs.size(); k++) {
                    if (specs.get(k).name().equals(kept) && comesOverCut(n, i)) {
                        mass += fields[n][k] + lattice.weight(i).toDouble();
                    }
                }
            }
        }
        return mass;
    }

    /// A stored field at a neighbour.
    private record NeighbourValue(String field, int direction) {
        String symbol() {
            return "neighbour-%s-%d".formatted(field, direction);
        }
    }

    /// The equations of one kind of node: of a step, or of a stage before it.
    private static final class NodeProgram {
        final double[] inputs;
        final double[] results;
        final double[] work;
        private final DoubleProgram program;
        final List<Integer> remembered = new ArrayList<>();
        final List<NeighbourValue> neighbours = new ArrayList<>();
        final List<String> stored = new ArrayList<>();

        /// @param before the stage before the collision, counted from it; 0: the step
        NodeProgram(FluidModel model, @Nullable BoundaryRule rule, int before) {
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
            List<Expr> roots = new ArrayList<>();
            var input = new BoundaryRule.Input(
                    graph, model, name -> graph.symbol("field-" + name), force, (field, direction) -> {
                        var value = new NeighbourValue(field, direction);
                        if (!neighbours.contains(value)) {
                            neighbours.add(value);
                        }
                        return graph.symbol(value.symbol());
                    });
            if (rule != null && before > 0) {
                rule.stored(before, input, arrived).forEach((field, value) -> {
                    stored.add(field);
                    roots.add(value);
                });
            }
            List<Expr> completed = rule == null || before > 0 ? arrived : rule.complete(input, arrived);
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
            List<Expr> relaxed = model.collision().relax(node);
            if (before == 0) {
                roots.addAll(rule == null ? relaxed : rule.send(input, node, relaxed));
                roots.add(given.density());
                roots.addAll(given.velocity());
            }
            if (rule != null && before == 0) {
                List<String> fieldNames =
                        specs.stream().map(BoundaryRule.FieldSpec::name).toList();
                rule.remember(input, node, relaxed).forEach((field, value) -> {
                    remembered.add(fieldNames.indexOf(field));
                    roots.add(value);
                });
            }
            neighbours.forEach(value -> names.add(value.symbol()));
            this.program = DoubleProgram.of(roots, names);
            this.inputs = new double[names.size()];
            this.results = new double[roots.size()];
            this.work = new double[program.workSize()];
        }

        /// Runs with the incoming populations already in `inputs`.
        void run(double[] fields, double[] rates, double[] force, double[] neighbourValues) {
            int at = inputs.length - fields.length - rates.length - force.length - neighbourValues.length;
            for (double[] part : List.of(fields, rates, force, neighbourValues)) {
                System.arraycopy(part, 0, inputs, at, part.length);
                at += part.length;
            }
            program.run(inputs, results, work);
        }
    }
}
