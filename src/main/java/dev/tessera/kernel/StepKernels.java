package dev.tessera.kernel;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.pass.PassRunner;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Collision;
import dev.tessera.model.Components;
import dev.tessera.model.FluidModel;
import dev.tessera.model.KeptMoments;
import dev.tessera.model.LocalRates;
import dev.tessera.model.Moments;
import dev.tessera.model.collision.ShearRate;
import dev.tessera.model.collision.Stress;
import dev.tessera.model.equilibrium.ShallowWater;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/// The kernels of one class of nodes.
///
/// @param step streams in, completes (boundary nodes), collides, streams out
/// @param observe loads the same and stores `density`, `velocity-x` …, `speed` (the magnitude of the velocity), the
///        deviatoric stress `stress-xx`, `stress-xy` …, the kinematic `viscosity`, the `shear-rate`
///        `sqrt(2 S:S)`, S the rate of strain, of shallow water the Froude number `froude`, and `inflow`: the mass that
/// openings add to the node in the
///        next step (0 in the bulk); with interpolated walls also `leak`: the mass that passes through them into
///        the node, and `wall-force-x` …: the momentum that the node passes to them (0 in the bulk)
public record StepKernels(Kernel step, Kernel observe) {
    private static final List<String> AXES = List.of("x", "y", "z");

    /// Kernels of nodes without boundary rule, lowered and optimised by all passes.
    public static StepKernels bulk(FluidModel model) {
        return bulk(model, ValuesInTime.NONE);
    }

    /// As [#bulk(FluidModel)], with values that change in time.
    public static StepKernels bulk(FluidModel model, ValuesInTime inTime) {
        return raw("bulk", model, null, inTime).improved();
    }

    /// Kernels of nodes whose populations a rule completes first, lowered and optimised by all passes. Named
    /// after the rule's key.
    public static StepKernels boundary(FluidModel model, BoundaryRule rule) {
        return boundary(model, rule, ValuesInTime.NONE);
    }

    /// As [#boundary(FluidModel,BoundaryRule)], with values that change in time.
    public static StepKernels boundary(FluidModel model, BoundaryRule rule, ValuesInTime inTime) {
        return raw(rule.key(), model, rule, inTime).improved();
    }

    /// The model's equations before any pass.
    public static StepKernels raw(String name, FluidModel model, @Nullable BoundaryRule rule, ValuesInTime inTime) {
        return raw(name, model, rule, inTime, false);
    }

    private static StepKernels raw(
            String name, FluidModel model, @Nullable BoundaryRule rule, ValuesInTime inTime, boolean walls) {
        return new StepKernels(
                new Builder(model, rule, inTime, null).step(name),
                new Builder(model, rule, inTime, null).observe(name + "-observe", walls));
    }

    /// As [#bulk] or [#boundary], over stored moments: incoming populations are computed from the moments of
    /// neighbours, and the moments after the collision are stored.
    /// @param rule null in the bulk
    /// @throws IllegalArgumentException if the collision keeps more moments than these, or the rule changes
    ///        populations after the collision
    public static StepKernels ofMoments(FluidModel model, @Nullable BoundaryRule rule, ValuesInTime inTime) {
        KeptMoments kept = KeptMoments.of(model)
                .orElseThrow(() -> new IllegalArgumentException(
                        "collision %s keeps more moments than density, velocity and stress; store populations, or use collision regularized"
                                .formatted(model.collision().key())));
        String name = rule == null ? "bulk" : rule.key();
        return new StepKernels(
                        new Builder(model, rule, inTime, kept).step(name),
                        new Builder(model, rule, inTime, kept).observe(name + "-observe", false))
                .improved();
    }

    /// As [#bulk] or [#boundary], in a flow with interpolated walls: observes what passes through them and the
    /// force on them.
    /// @param rule null in the bulk
    public static StepKernels besideInterpolatedWalls(
            FluidModel model, @Nullable BoundaryRule rule, ValuesInTime inTime) {
        return raw(rule == null ? "bulk" : rule.key(), model, rule, inTime, true)
                .improved();
    }

    /// The kernels of the stages before the collision, lowered and optimised by all passes; empty where the
    /// rule stores nothing.
    /// @param rule null in the bulk
    /// @param stages of the plan before the collision, at least those that the rule needs
    public static List<Kernel> before(FluidModel model, @Nullable BoundaryRule rule, ValuesInTime inTime, int stages) {
        return rawBefore(model, rule, inTime, stages).stream()
                .map(kernel -> kernel.isEmpty()
                        ? Kernel.empty(kernel.name())
                        : PassRunner.standard().run(kernel))
                .toList();
    }

    /// As [#before], before any pass.
    public static List<Kernel> rawBefore(
            FluidModel model, @Nullable BoundaryRule rule, ValuesInTime inTime, int stages) {
        List<Kernel> kernels = new ArrayList<>();
        for (int before = stages; before > 0; before--) {
            String name = "%s-before-%d".formatted(rule == null ? "bulk" : rule.key(), before);
            kernels.add(new Builder(model, rule, inTime, null).before(name, before));
        }
        return kernels;
    }

    /// By all passes, the two kernels in parallel.
    private StepKernels improved() {
        Kernel[] both = {step, observe};
        ParallelLoop.over(
                ParallelLoop.workers(),
                2,
                number -> both[number] = PassRunner.standard().run(both[number]));
        return new StepKernels(both[0], both[1]);
    }

    public StepKernels improved(PassRunner passes) {
        return new StepKernels(passes.run(step), passes.run(observe));
    }

    /// Names of a model's parameters in the order in which kernels take them: relaxation rates, then the
    /// components of a uniform force, `force-x` ….
    public static List<String> parameters(FluidModel model) {
        List<String> names = new ArrayList<>(
                model.collision().rates(model.lattice(), 1.0 / 6).sequencedKeySet());
        if (model.force() == FluidModel.BodyForce.UNIFORM) {
            names.addAll(forceNames(model));
        }
        return names;
    }

    private static List<String> forceNames(FluidModel model) {
        return Components.vector("force", model.lattice());
    }

    private static final class Builder {
        private final FluidModel model;
        private final @Nullable BoundaryRule rule;
        private final ValuesInTime inTime;
        private final @Nullable KeptMoments kept; // null: populations are stored
        private final ExprGraph graph = new ExprGraph();
        private final List<Statement> statements = new ArrayList<>();
        private final Map<String, Expr> parameters = new LinkedHashMap<>();
        private final Map<String, Expr> fields = new LinkedHashMap<>();
        private final Map<Source, Expr> shared = new LinkedHashMap<>(); // of values in time
        private final SequencedSet<String> stored = new LinkedHashSet<>(); // fields with neighbours
        private final List<Expr> arrived = new ArrayList<>();
        private final List<Expr> force; // empty: none
        private final List<Expr> populations;
        private final Moments moments; // imposed by the rule
        private final BoundaryRule.@Nullable Input input;

        /// A node under a force. @param input null in the bulk
        private record Forced(
                BoundaryRule.@Nullable Input input, List<Expr> force, List<Expr> populations, Moments moments) {}

        Builder(FluidModel model, @Nullable BoundaryRule rule, ValuesInTime inTime, @Nullable KeptMoments kept) {
            this.model = model;
            this.rule = rule;
            this.inTime = inTime;
            this.kept = kept;
            parameters(model).stream()
                    .filter(name -> !inTime.terms().containsKey(name))
                    .forEach(name -> parameters.put(name, load(name, new Source.Parameter(name))));
            loadState();
            if (model.force() != FluidModel.BodyForce.NONE && !inTime.isOfFlow()) {
                forceNames(model).stream()
                        .filter(name -> !parameters.containsKey(name))
                        .forEach(this::loadField);
            }
            model.collision().fields().forEach(this::loadField);
            if (rule != null) {
                rule.fields(model.lattice()).forEach(field -> loadField(field.name()));
            }
            Forced node = forced();
            this.input = node.input;
            this.force = node.force;
            this.populations = node.populations;
            this.moments = node.moments;
            if (rule != null) {
                nameCompleted();
            }
            name("rho", moments.density());
            for (int axis = 0; axis < moments.velocity().size(); axis++) {
                name("u" + AXES.get(axis), moments.velocity().get(axis));
            }
        }

        /// The node under its force. One that depends on the flow is evaluated twice, as by Heun's method: for the flow
        /// without it, then for the flow with half of that value (docs/decisions/0078).
        private Forced forced() {
            if (!inTime.isOfFlow()) {
                return forced(force());
            }
            Forced node = forced(Collections.nCopies(model.lattice().dimensions(), graph.constant(0)));
            for (int evaluation = 0; evaluation < 2; evaluation++) {
                node = forced(forceIn(node.moments));
            }
            return node;
        }

        private Forced forced(List<Expr> force) {
            if (rule == null) {
                Moments bulk = model.equilibrium().moments(graph, model.lattice(), arrived, force);
                return new Forced(null, force, arrived, bulk);
            }
            var node = new BoundaryRule.Input(graph, model, this::field, force, this::neighbour);
            List<Expr> completed = rule.complete(node, arrived);
            Moments itsOwn = model.equilibrium().moments(graph, model.lattice(), completed, force);
            return new Forced(node, force, completed, rule.imposed(node, itsOwn));
        }

        private List<Expr> forceIn(Moments flow) {
            var node = new ValuesInTime.Node(graph, this::loaded, quantity -> of(flow, quantity));
            return forceNames(model).stream()
                    .map(name -> inTime.value(name, node).orElseGet(() -> loaded(name, new Source.FieldIn(name))))
                    .toList();
        }

        private static Expr of(Moments flow, String quantity) {
            return quantity.equals("density")
                    ? flow.density()
                    : flow.velocity().get(Components.axis("velocity", quantity));
        }

        private void loadState() {
            if (kept == null) {
                for (int i = 0; i < model.lattice().size(); i++) {
                    arrived.add(load(model.lattice().populationName(i), new Source.PopulationIn(i)));
                }
            } else {
                arrived.addAll(MomentLoads.populations(kept, Kernel.FLUID, graph, statements));
            }
        }

        private void storeState() {
            List<Expr> relaxed = relaxed();
            List<Expr> outgoing = sent(relaxed);
            if (kept == null) {
                for (int i = 0; i < outgoing.size(); i++) {
                    statements.add(new Statement.Store(new Sink.PopulationOut(i), outgoing.get(i)));
                }
                return;
            }
            if (!outgoing.equals(relaxed)) {
                throw new IllegalArgumentException(
                        "boundary %s changes populations after the collision, which moments do not keep; store populations"
                                .formatted(rule == null ? model : rule.key()));
            }
            List<Expr> values = kept.after(collisionInput());
            for (int m = 0; m < values.size(); m++) {
                String moment = kept.moments().get(m).name();
                statements.add(new Statement.Store(new Sink.MomentOut(Kernel.FLUID, moment), values.get(m)));
            }
        }

        Kernel step(String name) {
            storeState();
            if (rule != null && input != null) {
                rule.remember(input, collisionInput(), relaxed())
                        .forEach(
                                (field, value) -> statements.add(new Statement.Store(new Sink.FieldOut(field), value)));
            }
            return kernel(name);
        }

        Kernel before(String name, int before) {
            if (rule == null || input == null) {
                return Kernel.empty(name);
            }
            Map<String, Expr> values = rule.stored(before, input, arrived);
            stored.addAll(values.keySet());
            values.forEach((field, value) -> statements.add(new Statement.Store(new Sink.FieldOut(field), value)));
            return kernel(name).storingOnly(List.copyOf(values.keySet()));
        }

        Kernel observe(String name, boolean walls) {
            Map<String, Expr> values = observed();
            if (walls) {
                values.putAll(atWalls());
            }
            values.forEach(
                    (quantity, value) -> statements.add(new Statement.Store(new Sink.FieldOut(quantity), value)));
            return kernel(name);
        }

        private Map<String, Expr> observed() {
            Map<String, Expr> values = new LinkedHashMap<>();
            values.put("density", moments.density());
            for (int axis = 0; axis < moments.velocity().size(); axis++) {
                values.put(Components.of("velocity", axis), moments.velocity().get(axis));
            }
            values.put("speed", speed());
            LocalRates rates = model.collision().localRates(collisionInput());
            Expr[][] stress = Stress.deviatoric(rates, collisionInput());
            for (int a = 0; a < stress.length; a++) {
                for (int b = a; b < stress.length; b++) {
                    values.put(Components.of("stress", a, b), stress[a][b]);
                }
            }
            Expr viscosity = ShearRate.viscosity(graph, model.lattice(), rates.shear());
            values.put("viscosity", viscosity);
            Expr inertia = model.equilibrium().inertia(graph, moments.density());
            values.put("shear-rate", Stress.size(graph, stress).over(inertia.times(viscosity)));
            if (model.equilibrium() instanceof ShallowWater) {
                values.put("froude", graph.squareRoot(ShallowWater.froudeSquared(graph, moments)));
            }
            values.put(
                    "inflow",
                    gained(arrived, populations, i -> i).minus(throughWalls()).plus(addedBySending()));
            return values;
        }

        private Expr addedBySending() {
            return rule == null || input == null || !rule.addsBySending()
                    ? graph.constant(0)
                    : rule.addedBySending(input, collisionInput(), relaxed());
        }

        private Expr speed() {
            Expr square = graph.constant(0);
            for (Expr component : moments.velocity()) {
                square = square.plus(component.times(component));
            }
            return graph.squareRoot(square);
        }

        private Expr throughWalls() {
            return rule == null || input == null ? graph.constant(0) : rule.throughWalls(input, arrived);
        }

        private Map<String, Expr> atWalls() {
            Map<String, Expr> values = new LinkedHashMap<>();
            List<Expr> relaxed = relaxed();
            values.put("leak", throughWalls().plus(gained(relaxed, sent(relaxed), model.lattice()::opposite)));
            List<Expr> force = rule == null || input == null
                    ? Collections.nCopies(moments.velocity().size(), graph.constant(0))
                    : rule.onWalls(input, collisionInput(), relaxed);
            for (int axis = 0; axis < force.size(); axis++) {
                values.put(Components.of("wall-force", axis), force.get(axis));
            }
            return values;
        }

        /// The sum of the differences between two states of the node, as far as they belong to the fluid.
        /// @param incoming the incoming direction of the link of a population
        private Expr gained(List<Expr> before, List<Expr> after, IntUnaryOperator incoming) {
            Expr sum = graph.constant(0);
            for (int i = 0; i < before.size(); i++) {
                Expr gained = after.get(i).minus(before.get(i));
                Rational share =
                        rule == null ? Rational.ONE : rule.share(model.lattice().velocity(incoming.applyAsInt(i)));
                sum = sum.plus(
                        share.equals(Rational.ONE)
                                ? gained
                                : graph.constant(share).times(gained));
            }
            return sum;
        }

        private List<Expr> relaxed() {
            return model.collision().relax(collisionInput());
        }

        private List<Expr> sent(List<Expr> relaxed) {
            return rule == null || input == null ? relaxed : rule.send(input, collisionInput(), relaxed);
        }

        private Collision.Input collisionInput() {
            return new Collision.Input(
                    graph, model.lattice(), model.equilibrium(), populations, moments, force, this::rate);
        }

        private Expr rate(String name) {
            if (model.collision().fields().contains(name)) {
                return field(name);
            }
            Expr parameter = known(parameters, name, "rate");
            return rule == null || input == null ? parameter : rule.rate(input, name, parameter);
        }

        /// Of a force that does not depend on the flow.
        private List<Expr> force() {
            return model.force() == FluidModel.BodyForce.NONE
                    ? List.of()
                    : forceNames(model).stream()
                            .map(name -> parameters.containsKey(name) ? parameters.get(name) : fields.get(name))
                            .toList();
        }

        private Expr field(String name) {
            return known(fields, name, "field");
        }

        private Expr known(Map<String, Expr> values, String name, String kind) {
            Expr value = values.get(name);
            if (value == null) {
                throw new IllegalArgumentException("%s uses %s %s, but has only %s"
                        .formatted(rule == null ? model : rule.key(), kind, name, values.keySet()));
            }
            return value;
        }

        private void loadField(String name) {
            var node = ValuesInTime.Node.withoutFlow(graph, this::loaded);
            fields.put(name, inTime.value(name, node).orElseGet(() -> load(name, new Source.FieldIn(name))));
        }

        private Expr neighbour(String field, int direction) {
            stored.add(field);
            return loaded(
                    "%s-%s".formatted(field, model.lattice().velocity(direction).letters()),
                    new Source.FieldAt(field, direction));
        }

        /// A value that several terms may use.
        private Expr loaded(String name, Source source) {
            return shared.computeIfAbsent(source, unknown -> load(name, source));
        }

        private Expr load(String name, Source source) {
            Expr symbol = graph.symbol(name.replace('-', '_').replace('.', '_'));
            statements.add(new Statement.Load(symbol, source));
            return symbol;
        }

        private void nameCompleted() {
            for (int i = 0; i < arrived.size(); i++) {
                if (populations.get(i) != arrived.get(i)) {
                    name("completed_" + model.lattice().velocity(i).letters(), populations.get(i));
                }
            }
        }

        private void name(String name, Expr value) {
            if (!value.form().operands().isEmpty()) {
                statements.add(new Statement.Let(graph.symbol(name), value));
            }
        }

        private Kernel kernel(String name) {
            List<KernelArray> arrays = new ArrayList<>();
            arrays.add(
                    kept == null
                            ? KernelArray.populations(Kernel.FLUID, model.lattice())
                            : KernelArray.moments(Kernel.FLUID, model.lattice()));
            stored.forEach(field -> arrays.add(KernelArray.field(field, model.lattice())));
            return new Kernel(name, arrays, graph, List.copyOf(parameters.keySet()), statements);
        }
    }
}
