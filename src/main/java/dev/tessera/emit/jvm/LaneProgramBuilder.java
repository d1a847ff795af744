package dev.tessera.emit.jvm;

import dev.tessera.emit.jvm.Step.Value;
import dev.tessera.expr.Expr;
import dev.tessera.expr.Form;
import dev.tessera.expr.Rational;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Streams;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Divides a kernel's statements into uniform steps and steps per node.
final class LaneProgramBuilder {
    private final Kernel kernel;
    private final Precision precision;
    private final Streams streams;
    private final JavaNames names = new JavaNames();
    private final List<String> inNames;
    private final List<String> outNames;
    private final Map<Expr, Value> values = new LinkedHashMap<>();
    private final Map<Value, Value> broadcasts = new LinkedHashMap<>();
    private final Set<Value> constants = new LinkedHashSet<>();
    private final List<Step> once = new ArrayList<>();
    private final List<Step> spread = new ArrayList<>();
    private List<Step> body = new ArrayList<>();

    LaneProgramBuilder(Kernel kernel, Precision precision) {
        this.kernel = kernel;
        this.precision = precision;
        this.streams = Streams.of(kernel);
        this.inNames = unique("in_", streams.namesIn());
        this.outNames = unique("out_", streams.namesOut());
    }

    private List<String> unique(String prefix, List<String> wished) {
        return wished.stream().map(name -> names.unique(prefix + name)).toList();
    }

    LaneProgram build() {
        for (Statement statement : kernel.statements()) {
            switch (statement) {
                case Statement.Load(Expr symbol, Source source) -> load(symbol, source);
                case Statement.Let(Expr symbol, Expr value) -> values.put(symbol, named(nameOf(symbol), value));
                case Statement.Iterate iterate -> iterate(iterate);
                case Statement.Store(Sink sink, Expr value) ->
                    body.add(new Step.Store(streams.of(sink), lanes(value(value))));
            }
        }
        once.addAll(spread);
        dropUnused();
        String name =
                JavaNames.className(kernel.name()) + "_" + precision.computed().key();
        return new LaneProgram(name, kernel, precision, streams, inNames, outNames, once, body);
    }

    /// Removes steps with unused results, from the last one backwards.
    private void dropUnused() {
        Set<Value> read = new LinkedHashSet<>();
        for (List<Step> steps : List.of(body, once)) {
            for (int k = steps.size() - 1; k >= 0; k--) {
                Step step = steps.get(k);
                if (step instanceof Step.Store || step.targets().stream().anyMatch(read::contains)) {
                    read.addAll(step.operandValues());
                } else {
                    steps.remove(k);
                }
            }
        }
    }

    private void iterate(Statement.Iterate iterate) {
        List<Value> initial =
                iterate.initial().stream().map(value -> lanes(value(value))).toList();
        List<Value> states = new ArrayList<>();
        for (Expr symbol : iterate.states()) {
            Value state = new Value(names.unique(nameOf(symbol)), false, false);
            states.add(state);
            values.put(symbol, state);
        }
        Set<Expr> known = new LinkedHashSet<>(values.keySet());
        List<Step> outside = body;
        body = new ArrayList<>();
        int first = iterate.beforeComparison();
        iterate.body().subList(0, first).forEach(this::inBody);
        Value continues = lanes(value(iterate.continues()));
        int stepsBefore = body.size();
        iterate.body().subList(first, iterate.body().size()).forEach(this::inBody);
        List<Value> next =
                iterate.next().stream().map(value -> lanes(value(value))).toList();
        List<Step> inside = List.copyOf(body);
        body = outside;
        // What the body computes ends with it: an equal expression after it, or in another body, is computed again.
        values.entrySet()
                .removeIf(entry ->
                        !known.contains(entry.getKey()) && !entry.getValue().uniform());
        body.add(new Step.Iterate(
                iterate.limit(), names.unique("iteration"), states, initial, inside, stepsBefore, continues, next));
    }

    private void inBody(Statement.Let let) {
        values.put(let.symbol(), named(nameOf(let.symbol()), let.value()));
    }

    private void load(Expr symbol, Source source) {
        String name = names.unique(nameOf(symbol));
        switch (source) {
            case Source.Parameter(String parameter) -> {
                Value target = new Value(name, true, false);
                once.add(new Step.Parameter(target, scalarIndex(parameter)));
                values.put(symbol, target);
            }
            case Source.Series(String series) -> {
                Value target = new Value(name, true, false);
                once.add(new Step.Parameter(target, scalarIndex(series)));
                values.put(symbol, target);
            }
            case Source.PopulationIn in -> values.put(symbol, loaded(name, streams.of(in)));
            case Source.FieldAt at -> values.put(symbol, loaded(name, streams.of(at)));
            case Source.MomentAt at -> values.put(symbol, loaded(name, streams.of(at)));
            case Source.FieldIn field -> values.put(symbol, loaded(name, streams.of(field)));
        }
    }

    private Value loaded(String name, int stream) {
        Value target = new Value(name, false, false);
        body.add(new Step.Load(target, stream));
        return target;
    }

    private int scalarIndex(String name) {
        int index = kernel.scalars().indexOf(name);
        if (index < 0) {
            throw new IllegalArgumentException("kernel %s loads parameter %s, but its parameters are %s"
                    .formatted(kernel.name(), name, kernel.parameters()));
        }
        return index;
    }

    private Value value(Expr expr) {
        Value known = values.get(expr);
        if (known == null) {
            known = named("t", expr);
            values.put(expr, known);
        }
        return known;
    }

    /// The value of an expression: the existing one, or a new one called `name`.
    private Value named(String name, Expr expr) {
        Value known = values.get(expr);
        if (known != null) {
            return known;
        }
        return switch (expr.form()) {
            case Form.Constant(Rational value) -> constant(expr, value);
            case Form.Symbol(String symbol) ->
                throw new IllegalArgumentException(
                        "kernel %s uses %s before a load or a let defines it".formatted(kernel.name(), symbol));
            case Form.Iterate i ->
                throw new IllegalArgumentException(
                        "kernel %s iterates in an expression; a step plan makes a statement of it"
                                .formatted(kernel.name()));
            case Form.Call call ->
                throw new IllegalArgumentException(
                        "kernel %s calls %s; elementary functions are evaluated on the host, pass the result as a parameter or a field"
                                .formatted(kernel.name(), call.function()));
            case Form.After(Expr value, Expr earlier) -> {
                Value same = value(value);
                values.put(expr, same);
                yield same;
            }
            case Form form -> operation(name, expr, form);
        };
    }

    private Value constant(Expr expr, Rational value) {
        Value target = new Value(JavaNames.ofConstant(value), true, false); // source text contains the literal
        once.add(new Step.Constant(target, value));
        constants.add(target);
        values.put(expr, target);
        return target;
    }

    private Value operation(String name, Expr expr, Form form) {
        List<Value> operands = new ArrayList<>();
        for (Expr operand : form.operands()) {
            operands.add(value(operand));
        }
        boolean uniform = operands.stream().allMatch(Value::uniform);
        Value target = new Value(names.unique(name), uniform, form instanceof Form.Compare);
        if (uniform) {
            once.add(new Step.Operation(target, form, operands));
        } else {
            List<Value> lanes = operands.stream().map(this::lanes).toList();
            body.add(new Step.Operation(target, form, lanes));
        }
        values.put(expr, target);
        return target;
    }

    private Value lanes(Value value) {
        if (!value.uniform()) {
            return value;
        }
        Value known = broadcasts.get(value);
        if (known == null) {
            String name = constants.contains(value) ? value.name() : value.name() + "_all";
            known = new Value(names.unique(name), false, value.truth());
            spread.add(new Step.Broadcast(known, value));
            broadcasts.put(value, known);
        }
        return known;
    }

    private static String nameOf(Expr symbol) {
        if (symbol.form() instanceof Form.Symbol(String name)) {
            return name;
        }
        throw new IllegalArgumentException("expected a symbol, found %s".formatted(symbol));
    }
}
