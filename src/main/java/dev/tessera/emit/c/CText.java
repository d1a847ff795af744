package dev.tessera.emit.c;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Form;
import dev.tessera.expr.Rational;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Streams;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/// Writes one kernel as C.
final class CText {
    private static final int LONGEST_FRACTION = 24;

    private final Kernel kernel;
    private final Streams streams;
    private final Precision precision;
    private final String type;
    private final CNames names = new CNames();
    private final Map<String, Expr> comparisons = new LinkedHashMap<>();
    private final StringBuilder text = new StringBuilder();

    CText(Kernel kernel, Precision precision) {
        this.kernel = kernel;
        this.streams = Streams.of(kernel);
        this.precision = precision;
        this.type = precision == Precision.FP64 ? "double" : "float";
    }

    String print() {
        head();
        line(
                0,
                "void %s(const uint64_t *in, const uint64_t *out, const double *parameters, int64_t count)"
                        .formatted(CTarget.FUNCTION));
        line(0, "{");
        if (!kernel.uniformStatements().isEmpty()) {
            line(1, "// the same for all nodes");
            kernel.uniformStatements().forEach(statement -> statement(1, statement));
            text.append('\n');
        }
        addresses();
        line(1, "TESSERA_LANES");
        line(1, "for (int64_t node = 0; node < count; node++) {");
        body();
        line(1, "}");
        line(0, "}");
        return text.toString();
    }

    private void head() {
        line(0, "#include <stdint.h>");
        text.append('\n');
        line(
                0,
                "// Nodes do not depend on each other. (They may share memory: what leaves a node may go where something arrived.)");
        line(0, "#if defined(__clang__)");
        line(0, "#define TESSERA_LANES _Pragma(\"clang loop vectorize(assume_safety)\")");
        line(0, "#elif defined(__GNUC__)");
        line(0, "#define TESSERA_LANES _Pragma(\"GCC ivdep\")");
        line(0, "#else");
        line(0, "#define TESSERA_LANES");
        line(0, "#endif");
        text.append('\n');
        line(
                0,
                "// Kernel %s: updates count consecutive nodes of lattice %s."
                        .formatted(kernel.name(), streams.lattice()));
        line(0, "// in: addresses of what arrives at the first node: %s".formatted(listOf(streams.fieldsIn())));
        line(0, "// out: addresses of what leaves it: %s".formatted(listOf(streams.fieldsOut())));
        line(
                0,
                "// parameters: %s"
                        .formatted(kernel.parameters().isEmpty() ? "none" : String.join(", ", kernel.parameters())));
    }

    private String listOf(List<String> fields) {
        String populations = "%d populations by direction".formatted(streams.directions());
        return fields.isEmpty() ? populations : populations + ", then " + String.join(", ", fields);
    }

    private void addresses() {
        line(1, "// where the first node's values lie");
        TreeSet<Integer> loaded = new TreeSet<>();
        TreeSet<Integer> stored = new TreeSet<>();
        for (Statement statement : kernel.statements()) {
            switch (statement) {
                case Statement.Load(Expr symbol, Source source) -> {
                    if (!(source instanceof Source.Parameter)) {
                        loaded.add(streamOf(source));
                    }
                }
                case Statement.Let l -> {}
                case Statement.Store(Sink sink, Expr value) -> stored.add(streamOf(sink));
            }
        }
        loaded.forEach(stream ->
                line(1, "const %s *%s = (const %s *) (uintptr_t) in[%d];".formatted(type, in(stream), type, stream)));
        stored.forEach(
                stream -> line(1, "%s *%s = (%s *) (uintptr_t) out[%d];".formatted(type, out(stream), type, stream)));
        text.append('\n');
    }

    private void body() {
        String stage = "";
        for (Statement statement : kernel.nodeStatements()) {
            String next = switch (statement) {
                case Statement.Load l -> "what arrives";
                case Statement.Let l -> "what happens";
                case Statement.Store s -> stage.isEmpty() ? "what leaves" : stage;
            };
            if (!next.equals(stage)) {
                line(2, "// " + next);
                stage = next;
            }
            statement(2, statement);
        }
    }

    private void statement(int depth, Statement statement) {
        switch (statement) {
            case Statement.Load(Expr symbol, Source source) ->
                line(depth, "const %s %s = %s;".formatted(type, value(symbol), load(source)));
            case Statement.Let(Expr symbol, Expr value) -> {
                if (value.form() instanceof Form.Compare) {
                    comparisons.put(nameOf(symbol), value);
                } else {
                    line(depth, "const %s %s = %s;".formatted(type, value(symbol), top(value)));
                }
            }
            case Statement.Store(Sink sink, Expr value) ->
                line(depth, "%s[node] = %s;".formatted(out(streamOf(sink)), top(value)));
        }
    }

    private String load(Source source) {
        return switch (source) {
            case Source.PopulationIn p -> in(streamOf(p)) + "[node]";
            case Source.FieldIn f -> in(streamOf(f)) + "[node]";
            case Source.Parameter(String name) -> {
                String parameter =
                        "parameters[%d]".formatted(kernel.parameters().indexOf(name));
                yield precision == Precision.FP64 ? parameter : "(float) " + parameter;
            }
        };
    }

    private int streamOf(Source source) {
        return switch (source) {
            case Source.PopulationIn(int direction) -> direction;
            case Source.FieldIn(String field) -> streams.fieldIn(field);
            case Source.Parameter p ->
                throw new IllegalArgumentException("parameter %s is no stream".formatted(p.name()));
        };
    }

    private int streamOf(Sink sink) {
        return switch (sink) {
            case Sink.PopulationOut(int direction) -> direction;
            case Sink.FieldOut(String field) -> streams.fieldOut(field);
        };
    }

    private String in(int stream) {
        return "in_" + streamName(stream, streams.fieldsIn());
    }

    private String out(int stream) {
        return "out_" + streamName(stream, streams.fieldsOut());
    }

    private String streamName(int stream, List<String> fields) {
        return stream < streams.directions()
                ? kernel.directionName(stream)
                : CNames.identifier(fields.get(stream - streams.directions()));
    }

    /// An operation without brackets around it.
    private String top(Expr value) {
        String written = value(value);
        boolean bracketed = written.startsWith("(") && closingOf(written) == written.length() - 1;
        return bracketed ? written.substring(1, written.length() - 1) : written;
    }

    /// Where the bracket closes that opens at the start.
    private static int closingOf(String text) {
        int open = 0;
        for (int i = 0; i < text.length(); i++) {
            open += text.charAt(i) == '(' ? 1 : text.charAt(i) == ')' ? -1 : 0;
            if (open == 0) {
                return i;
            }
        }
        return -1;
    }

    private String value(Expr value) {
        return switch (value.form()) {
            case Form.Constant(Rational constant) -> constant(constant);
            case Form.Symbol(String name) -> names.of(name);
            case Form.Add(Expr a, Expr b) -> "(%s + %s)".formatted(value(a), value(b));
            case Form.Subtract(Expr a, Expr b) -> "(%s - %s)".formatted(value(a), value(b));
            case Form.Multiply(Expr a, Expr b) -> "(%s * %s)".formatted(value(a), value(b));
            case Form.Divide(Expr a, Expr b) -> "(%s / %s)".formatted(value(a), value(b));
            case Form.Negate(Expr a) -> "(-%s)".formatted(value(a));
            case Form.SquareRoot(Expr a) -> "%s(%s)".formatted(builtin("sqrt"), value(a));
            case Form.Absolute(Expr a) -> "%s(%s)".formatted(builtin("fabs"), value(a));
            case Form.FusedMultiplyAdd(Expr a, Expr b, Expr c) ->
                "%s(%s, %s, %s)".formatted(builtin("fma"), value(a), value(b), value(c));
            case Form.Minimum(Expr a, Expr b) -> "(%1$s < %2$s ? %1$s : %2$s)".formatted(value(a), value(b));
            case Form.Maximum(Expr a, Expr b) -> "(%1$s > %2$s ? %1$s : %2$s)".formatted(value(a), value(b));
            case Form.Compare(Form.Comparison comparison, Expr a, Expr b) ->
                "(%s %s %s)".formatted(value(a), sign(comparison), value(b));
            case Form.Select(Expr condition, Expr a, Expr b) ->
                "(%s ? %s : %s)".formatted(condition(condition), value(a), value(b));
            case Form.Call call ->
                throw new IllegalArgumentException(
                        "kernel %s calls %s, whose last bit differs between machines; evaluate it on the host"
                                .formatted(kernel.name(), call.function()));
        };
    }

    private String condition(Expr condition) {
        return condition.form() instanceof Form.Symbol(String name) && comparisons.get(name) instanceof Expr comparison
                ? value(comparison)
                : value(condition);
    }

    private String builtin(String function) {
        return "__builtin_" + function + (precision == Precision.FP64 ? "" : "f");
    }

    private static String sign(Form.Comparison comparison) {
        return switch (comparison) {
            case LESS -> "<";
            case LESS_OR_EQUAL -> "<=";
            case EQUAL -> "==";
        };
    }

    private String constant(Rational value) {
        String hex = precision == Precision.FP64
                ? Double.toHexString(value.toDouble())
                : Float.toHexString(value.toFloat()) + "f";
        String exact = value.toString();
        String shown =
                exact.length() <= LONGEST_FRACTION ? exact : String.format(Locale.ROOT, "%.9g", value.toDouble());
        String literal = hex.startsWith("-") ? "(" + hex + ")" : hex;
        return "%s /* %s */".formatted(literal, shown);
    }

    private static String nameOf(Expr symbol) {
        return ((Form.Symbol) symbol.form()).name();
    }

    private void line(int depth, String content) {
        text.append("    ".repeat(depth)).append(content).append('\n');
    }
}
