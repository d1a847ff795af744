package dev.tessera.emit.jvm;

import dev.tessera.emit.jvm.Step.Value;
import dev.tessera.expr.Form;
import dev.tessera.expr.Rational;
import dev.tessera.kernel.Real;
import dev.tessera.kernel.Streams;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Writes a [LaneProgram] as Java source with the same results as the class compiled from it.
final class JavaText {
    private static final List<String> STAGES = List.of("incoming populations", "computation", "results");

    private final LaneProgram program;
    private final StringBuilder text = new StringBuilder();
    private final Map<Value, String> constants = new LinkedHashMap<>();
    private final String number;
    private final String vector;
    private final String mask;
    private final JavaDigits digits;

    private JavaText(LaneProgram program) {
        this.program = program;
        boolean wide = program.precision().computed() == Real.FP64;
        this.number = wide ? "double" : "float";
        this.vector = wide ? "DoubleVector" : "FloatVector";
        this.digits = new JavaDigits(wide);
        this.mask = "VectorMask<%s>".formatted(wide ? "Double" : "Float");
    }

    static String of(LaneProgram program) {
        JavaText run = new JavaText(program);
        run.run();
        JavaText all = new JavaText(program);
        all.head(run.text.toString());
        return all.text.append(run.text).append("}\n").toString();
    }

    private void head(String body) {
        Streams streams = program.streams();
        line(0, "import java.lang.foreign.MemorySegment;");
        line(0, "import java.nio.ByteOrder;");
        line(0, "import jdk.incubator.vector.%s;", vector);
        for (String type : List.of("VectorMask", "VectorOperators")) {
            if (body.contains(type)) {
                line(0, "import jdk.incubator.vector.%s;", type);
            }
        }
        line(0, "import jdk.incubator.vector.VectorSpecies;");
        line(0, "");
        line(
                0,
                "/// Kernel `%s` of lattice %s in %s.",
                program.kernel().name(),
                program.kernel().latticeNames(),
                program.precision().key());
        line(0, "public final class %s {", program.name());
        String boxed = vector.equals("DoubleVector") ? "Double" : "Float";
        line(1, "private static final VectorSpecies<%s> SPECIES = %s.SPECIES_PREFERRED;", boxed, vector);
        line(1, "private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);");
        line(1, "private static final ByteOrder ORDER = ByteOrder.nativeOrder();");
        line(1, "// with this mask and node numbers >= 0, Java's compiler omits bounds checks");
        line(1, "private static final long ADDRESS_BITS = 0x%XL;", KernelClass.ADDRESS_BITS);
        line(0, "");
        line(1, "/// Updates `count` consecutive nodes, a multiple of the vector length.");
        line(1, "///");
        line(
                1,
                "/// @param in addresses of the first node's values: %s",
                streams(streams.populations(), streams.namesIn()));
        line(
                1,
                "/// @param out addresses of the first node's results: %s",
                streams(streams.populations(), streams.namesOut()));
        line(1, "/// @param parameters %s", String.join(", ", program.kernel().scalars()));
    }

    private void run() {
        line(1, "public static void run(long[] in, long[] out, double[] parameters, int count) {");
        prepare();
        line(2, "for (int node = 0; node < count; node += SPECIES.length()) {");
        body();
        line(2, "}");
        line(1, "}");
    }

    private void prepare() {
        if (!program.once().isEmpty()) {
            line(2, "// uniform values");
        }
        program.once().forEach(step -> step(2, step));
        line(2, "// addresses of the first node's values");
        program.loadedStreams()
                .forEach(k -> line(
                        2, "long %s = in[%d] & ADDRESS_BITS;", program.inNames().get(k), k));
        program.storedStreams()
                .forEach(k -> line(
                        2,
                        "long %s = out[%d] & ADDRESS_BITS;",
                        program.outNames().get(k),
                        k));
    }

    private void body() {
        int depth = 3;
        line(
                depth,
                "long at = %dL * (node & Integer.MAX_VALUE);",
                program.precision().computedBytes());
        int stage = -1;
        for (Step step : program.body()) {
            if (stage(step) > stage) {
                stage = stage(step);
                line(depth, "// %s", STAGES.get(stage));
            }
            step(depth, step);
        }
    }

    private static int stage(Step step) {
        return switch (step) {
            case Step.Load l -> 0;
            case Step.Parameter p -> 1;
            case Step.Constant c -> 1;
            case Step.Broadcast b -> 1;
            case Step.Operation o -> 1;
            case Step.Iterate i -> 1;
            case Step.Store s -> 2;
        };
    }

    private void step(int depth, Step step) {
        switch (step) {
            case Step.Parameter(Value target, int index) ->
                define(depth, target, narrowed("parameters[%d]".formatted(index)));
            case Step.Constant(Value target, Rational value) -> constants.put(target, constant(value));
            case Step.Broadcast(Value target, Value uniform) ->
                define(
                        depth,
                        target,
                        target.truth()
                                ? "SPECIES.maskAll(%s)".formatted(uniform)
                                : "%s.broadcast(SPECIES, %s)".formatted(vector, written(uniform)));
            case Step.Operation(Value target, Form form, List<Value> operands) ->
                define(
                        depth,
                        target,
                        target.uniform()
                                ? scalar(
                                        form,
                                        operands.stream().map(this::written).toList())
                                : lanes(form, operands));
            case Step.Iterate iterate -> iterate(depth, iterate);
            case Step.Load(Value target, int stream) ->
                define(
                        depth,
                        target,
                        "%s.fromMemorySegment(SPECIES, MEMORY, %s + at, ORDER)"
                                .formatted(vector, program.inNames().get(stream)));
            case Step.Store(int stream, Value value) ->
                line(
                        depth,
                        "%s.intoMemorySegment(MEMORY, %s + at, ORDER);",
                        value,
                        program.outNames().get(stream));
        }
    }

    private void iterate(int depth, Step.Iterate iterate) {
        for (int k = 0; k < iterate.states().size(); k++) {
            define(depth, iterate.states().get(k), iterate.initial().get(k).name());
        }
        line(depth, "for (int %1$s = 0; %1$s < %2$d; %1$s++) {", iterate.counter(), iterate.limit());
        iterate.body().subList(0, iterate.stepsBefore()).forEach(step -> step(depth + 1, step));
        line(depth + 1, "if (!%s.anyTrue()) {", iterate.continues());
        line(depth + 2, "break;");
        line(depth + 1, "}");
        iterate.body().subList(iterate.stepsBefore(), iterate.body().size()).forEach(step -> step(depth + 1, step));
        for (int k = 0; k < iterate.states().size(); k++) {
            line(
                    depth + 1,
                    "%s %s_%d = %s.blend(%s, %s);",
                    vector,
                    iterate.counter(),
                    k,
                    iterate.states().get(k),
                    iterate.next().get(k),
                    iterate.continues());
        }
        for (int k = 0; k < iterate.states().size(); k++) {
            line(depth + 1, "%s = %s_%d;", iterate.states().get(k), iterate.counter(), k);
        }
        line(depth, "}");
    }

    /// A constant as a literal, any other value by its name.
    private String written(Value value) {
        return constants.getOrDefault(value, value.name());
    }

    private void define(int depth, Value target, String expression) {
        String type = target.uniform() ? target.truth() ? "boolean" : number : target.truth() ? mask : vector;
        line(depth, "%s %s = %s;", type, target, expression);
    }

    private String narrowed(String doubles) {
        return number.equals("float") ? "(float) " + doubles : doubles;
    }

    private String constant(Rational value) {
        String hex = number.equals("float")
                ? Float.toHexString(value.toFloat()) + "f"
                : Double.toHexString(value.toDouble());
        return "%s /* %s */".formatted(hex, shortText(value));
    }

    private static String shortText(Rational value) {
        String exact = value.toString();
        return exact.length() <= 24 ? exact : String.format(Locale.ROOT, "%.9g", value.toDouble());
    }

    private String lanes(Form form, List<Value> v) {
        return switch (form) {
            case Form.Add a -> "%s.add(%s)".formatted(v.toArray());
            case Form.Subtract s -> "%s.sub(%s)".formatted(v.toArray());
            case Form.Multiply m -> "%s.mul(%s)".formatted(v.toArray());
            case Form.Divide d -> "%s.div(%s)".formatted(v.toArray());
            case Form.Negate n -> "%s.neg()".formatted(v.toArray());
            case Form.SquareRoot s -> "%s.sqrt()".formatted(v.toArray());
            case Form.Absolute a -> "%s.abs()".formatted(v.toArray());
            case Form.FusedMultiplyAdd f -> "%s.fma(%s, %s)".formatted(v.toArray());
            case Form.Minimum m -> "%2$s.blend(%1$s, %1$s.compare(VectorOperators.LT, %2$s))".formatted(v.toArray());
            case Form.Maximum m -> "%2$s.blend(%1$s, %1$s.compare(VectorOperators.GT, %2$s))".formatted(v.toArray());
            case Form.Compare c ->
                "%s.compare(VectorOperators.%s, %s)".formatted(v.get(0), VectorCode.operator(c.comparison()), v.get(1));
            case Form.Select s -> "%3$s.blend(%2$s, %1$s)".formatted(v.toArray());
            case Form.Digits d -> digits.lanes(d.function(), v.getFirst().name());
            case Form.Constant c -> throw ScalarCode.notAnOperation(c);
            case Form.Symbol s -> throw ScalarCode.notAnOperation(s);
            case Form.After a -> throw ScalarCode.notAnOperation(a);
            case Form.Iterate i -> throw ScalarCode.notAnOperation(i);
            case Form.Call c -> throw ScalarCode.notAnOperation(c);
        };
    }

    private String scalar(Form form, List<String> v) {
        return switch (form) {
            case Form.Add a -> "%s + %s".formatted(v.toArray());
            case Form.Subtract s -> "%s - %s".formatted(v.toArray());
            case Form.Multiply m -> "%s * %s".formatted(v.toArray());
            case Form.Divide d -> "%s / %s".formatted(v.toArray());
            case Form.Negate n -> "-(%s)".formatted(v.toArray());
            case Form.SquareRoot s -> narrowed("Math.sqrt(%s)".formatted(v.toArray()));
            case Form.Absolute a -> "Math.abs(%s)".formatted(v.toArray());
            case Form.FusedMultiplyAdd f -> "Math.fma(%s, %s, %s)".formatted(v.toArray());
            case Form.Minimum m -> "%1$s < %2$s ? %1$s : %2$s".formatted(v.toArray());
            case Form.Maximum m -> "%1$s > %2$s ? %1$s : %2$s".formatted(v.toArray());
            case Form.Compare c -> "%s %s %s".formatted(v.get(0), sign(c.comparison()), v.get(1));
            case Form.Select s -> "%s ? %s : %s".formatted(v.toArray());
            case Form.Digits d -> digits.scalar(d.function(), v.getFirst());
            case Form.Constant c -> throw ScalarCode.notAnOperation(c);
            case Form.Symbol s -> throw ScalarCode.notAnOperation(s);
            case Form.After a -> throw ScalarCode.notAnOperation(a);
            case Form.Iterate i -> throw ScalarCode.notAnOperation(i);
            case Form.Call c -> throw ScalarCode.notAnOperation(c);
        };
    }

    private static String sign(Form.Comparison comparison) {
        return switch (comparison) {
            case LESS -> "<";
            case LESS_OR_EQUAL -> "<=";
            case EQUAL -> "==";
        };
    }

    private static String streams(int directions, List<String> names) {
        String populations = "%d populations by direction".formatted(directions);
        List<String> others = names.subList(directions, names.size());
        return others.isEmpty() ? populations : populations + ", then " + String.join(", ", others);
    }

    private void line(int depth, String format, Object... values) {
        text.append("    ".repeat(format.isEmpty() ? 0 : depth))
                .append(format.formatted(values))
                .append('\n');
    }
}
