package dev.tessera.kernel.interpret;

import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.Real;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The kernels of one node class, bound to its fields and to the parameters of all classes.
final class ClassRun {
    private final NodeClass nodes;
    private final List<NodeProgram> steps; // by stage
    private final NodeProgram observe;
    private final Set<String> stored; // names of the plan's fields
    private final Map<String, double[]> fields = new LinkedHashMap<>();
    private final Map<String, double[]> parameters;
    private final Map<String, double[]> series;

    /// @param values number of values per field of this class
    /// @param stored names of the plan's stored fields
    /// @param parameters by name, one value each; shared by all classes; those of this class are added
    /// @param series as `parameters`, with the values of one step
    ClassRun(
            NodeClass nodes,
            Real precision,
            int values,
            Set<String> stored,
            Map<String, double[]> parameters,
            Map<String, double[]> series) {
        this.nodes = nodes;
        this.stored = stored;
        this.parameters = parameters;
        this.series = series;
        this.steps = nodes.steps().stream()
                .map(kernel -> ProgramBuilder.of(kernel, precision))
                .toList();
        this.observe = ProgramBuilder.of(nodes.observe(), precision);
        nodes.fields().forEach(field -> fields.put(field, new double[values]));
        nodes.parameters().forEach(name -> parameters.putIfAbsent(name, new double[1]));
        nodes.series().forEach(name -> series.putIfAbsent(name, new double[1]));
        steps.forEach(program -> program.ins().forEach(in -> check(in.source())));
        observe.ins().forEach(in -> check(in.source()));
    }

    private void check(Source source) {
        switch (source) {
            case Source.PopulationIn population -> {}
            case Source.FieldAt at -> {}
            case Source.MomentAt at -> {}
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

    /// Access to the stored arrays at one node.
    interface Arrays {
        double read(String array, int direction);

        /// The value of a stored field at a neighbour.
        double at(String field, int direction);

        /// A moment at a neighbour.
        double momentAt(String array, String moment, int direction);

        void write(String array, int direction, double value);

        void writeMoment(String array, String moment, double value);

        void write(String field, double value);
    }

    /// Runs a stage's kernel at nodes of the class.
    Node stepper(int stage) {
        NodeProgram program = steps.get(stage);
        return new Node(program, program.outs().stream().map(this::target).toArray(double[][]::new));
    }

    private double[] target(NodeProgram.Out out) {
        return switch (out.sink()) {
            case Sink.PopulationOut population -> new double[0];
            case Sink.MomentOut moment -> new double[0];
            case Sink.FieldOut(String field) -> stored.contains(field) ? new double[0] : field(field);
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
        double at(int fieldIndex, Arrays arrays) {
            node.compute(fieldIndex, arrays);
            return node.registers[register];
        }
    }

    /// A program with its own registers and resolved sources and sinks. Not thread-safe.
    final class Node {
        private final NodeProgram program;
        private final double[] registers;
        private final double[][] sources; // [in] field or parameter; empty for stored arrays
        private final double[][] targets; // [out] field; empty for stored arrays

        Node(NodeProgram program, double[][] targets) {
            this.program = program;
            this.registers = program.registers();
            this.targets = targets;
            this.sources = program.ins().stream().map(this::source).toArray(double[][]::new);
        }

        private double[] source(NodeProgram.In in) {
            return switch (in.source()) {
                case Source.PopulationIn population -> new double[0];
                case Source.FieldAt at -> new double[0];
                case Source.MomentAt at -> new double[0];
                case Source.FieldIn(String field) -> field(field);
                case Source.Parameter(String name) -> parameters.getOrDefault(name, new double[1]);
                case Source.Series(String name) -> series.getOrDefault(name, new double[1]);
            };
        }

        private void compute(int fieldIndex, Arrays arrays) {
            for (int i = 0; i < sources.length; i++) {
                NodeProgram.In in = program.ins().get(i);
                double value = switch (in.source()) {
                    case Source.PopulationIn(String array, int direction) -> arrays.read(array, direction);
                    case Source.FieldAt(String field, int direction) -> arrays.at(field, direction);
                    case Source.MomentAt(String array, String moment, int direction) ->
                        arrays.momentAt(array, moment, direction);
                    case Source.FieldIn field -> sources[i][fieldIndex];
                    case Source.Parameter parameter -> sources[i][0];
                    case Source.Series of -> sources[i][0];
                };
                program.put(registers, in.register(), value);
            }
            program.run(registers);
        }

        /// Loads, computes and stores at one node.
        void step(int fieldIndex, Arrays arrays) {
            compute(fieldIndex, arrays);
            for (int i = 0; i < targets.length; i++) {
                NodeProgram.Out out = program.outs().get(i);
                double value = registers[out.register()];
                switch (out.sink()) {
                    case Sink.PopulationOut(String array, int direction) -> arrays.write(array, direction, value);
                    case Sink.MomentOut(String array, String moment) -> arrays.writeMoment(array, moment, value);
                    case Sink.FieldOut(String field) -> {
                        if (stored.contains(field)) {
                            arrays.write(field, value);
                        } else {
                            targets[i][fieldIndex] = value;
                        }
                    }
                }
            }
        }
    }

    long fieldBytes() {
        return fields.values().stream().mapToLong(values -> 8L * values.length).sum();
    }

    /// A copy of all fields; running it sets them back.
    Runnable savedFields() {
        Map<String, double[]> saved = new LinkedHashMap<>();
        fields.forEach((name, values) -> saved.put(name, values.clone()));
        return () -> saved.forEach((name, values) -> System.arraycopy(values, 0, field(name), 0, values.length));
    }
}
