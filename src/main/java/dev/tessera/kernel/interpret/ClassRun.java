package dev.tessera.kernel.interpret;

import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.Real;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The kernels of one node class, bound to its fields and to the parameters of all classes.
final class ClassRun {
    private final NodeClass nodes;
    private final NodeProgram step;
    private final NodeProgram observe;
    private final Map<String, double[]> fields = new LinkedHashMap<>();
    private final Map<String, double[]> parameters;
    private final Map<String, double[]> series;

    /// @param values number of values per field of this class
    /// @param parameters by name, one value each; shared by all classes; those of this class are added
    /// @param series as `parameters`, with the values of one step
    ClassRun(
            NodeClass nodes,
            Real precision,
            int values,
            Map<String, double[]> parameters,
            Map<String, double[]> series) {
        this.nodes = nodes;
        this.parameters = parameters;
        this.series = series;
        this.step = ProgramBuilder.of(nodes.step(), precision);
        this.observe = ProgramBuilder.of(nodes.observe(), precision);
        nodes.fields().forEach(field -> fields.put(field, new double[values]));
        for (Kernel kernel : List.of(nodes.step(), nodes.observe())) {
            kernel.parameters().forEach(name -> parameters.putIfAbsent(name, new double[1]));
            kernel.series().forEach(name -> series.putIfAbsent(name, new double[1]));
        }
        for (NodeProgram.In in : step.ins()) {
            check(in.source());
        }
        for (NodeProgram.In in : observe.ins()) {
            check(in.source());
        }
    }

    private void check(Source source) {
        switch (source) {
            case Source.PopulationIn population -> {}
            case Source.FieldIn(String field) -> field(field);
            case Source.Parameter(String name) -> {
                if (!parameters.containsKey(name)) {
                    throw new IllegalArgumentException("class %s loads parameter %s, which its kernels do not declare"
                            .formatted(nodes.name(), name));
                }
            }
            case Source.Series s -> {}
        }
    }

    NodeClass nodes() {
        return nodes;
    }

    /// Values of a field. @throws IllegalArgumentException for an unknown one; lists the known ones
    double[] field(String name) {
        double[] values = fields.get(name);
        if (values == null) {
            throw new IllegalArgumentException(
                    "class %s has no field %s; it has %s".formatted(nodes.name(), name, fields.keySet()));
        }
        return values;
    }

    /// Access to the populations of one node.
    interface Populations {
        double read(int direction);

        void write(int direction, double value);
    }

    /// Steps nodes of the class.
    Node stepper() {
        return new Node(step, step.outs().stream().map(this::target).toArray(double[][]::new));
    }

    private double[] target(NodeProgram.Out out) {
        return switch (out.sink()) {
            case Sink.PopulationOut population -> new double[0];
            case Sink.FieldOut(String field) -> field(field);
        };
    }

    /// Observes one quantity at nodes of the class.
    Observer observer(String quantity) {
        for (NodeProgram.Out out : observe.outs()) {
            if (out.sink() instanceof Sink.FieldOut(String name) && name.equals(quantity)) {
                return new Observer(new Node(observe, new double[0][]), out.register());
            }
        }
        throw new IllegalArgumentException("class %s does not observe %s; it observes %s"
                .formatted(nodes.name(), quantity, nodes.observe().fieldsOut()));
    }

    record Observer(Node node, int register) {
        double at(int fieldIndex, Populations populations) {
            node.compute(fieldIndex, populations);
            return node.registers[register];
        }
    }

    /// A program with its own registers and resolved sources and sinks. Not thread-safe.
    final class Node {
        private final NodeProgram program;
        private final double[] registers;
        private final double[][] sources; // [in] field or parameter; null for populations
        private final double[][] targets; // [out] field; empty for populations

        Node(NodeProgram program, double[][] targets) {
            this.program = program;
            this.registers = program.registers();
            this.targets = targets;
            this.sources = program.ins().stream().map(this::source).toArray(double[][]::new);
        }

        private double[] source(NodeProgram.In in) {
            return switch (in.source()) {
                case Source.PopulationIn population -> new double[0];
                case Source.FieldIn(String field) -> field(field);
                case Source.Parameter(String name) -> parameters.getOrDefault(name, new double[1]);
                case Source.Series(String name) -> series.getOrDefault(name, new double[1]);
            };
        }

        private void compute(int fieldIndex, Populations populations) {
            for (int i = 0; i < sources.length; i++) {
                NodeProgram.In in = program.ins().get(i);
                double value = switch (in.source()) {
                    case Source.PopulationIn(int direction) -> populations.read(direction);
                    case Source.FieldIn field -> sources[i][fieldIndex];
                    case Source.Parameter parameter -> sources[i][0];
                    case Source.Series of -> sources[i][0];
                };
                program.put(registers, in.register(), value);
            }
            program.run(registers);
        }

        /// Loads, computes and stores at one node.
        void step(int fieldIndex, Populations populations) {
            compute(fieldIndex, populations);
            for (int i = 0; i < targets.length; i++) {
                NodeProgram.Out out = program.outs().get(i);
                double value = registers[out.register()];
                switch (out.sink()) {
                    case Sink.PopulationOut(int direction) -> populations.write(direction, value);
                    case Sink.FieldOut field -> targets[i][fieldIndex] = value;
                }
            }
        }
    }

    long fieldBytes() {
        return fields.values().stream().mapToLong(values -> 8L * values.length).sum();
    }
}
