package dev.tessera.emit.c;

import dev.tessera.emit.Expressions;
import dev.tessera.emit.Names;
import dev.tessera.expr.Expr;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Streams;
import java.util.List;
import java.util.TreeSet;

/// Writes one kernel as C.
final class CText {
    private static final List<String> TAKEN = List.of("in", "out", "parameters", "count", "node", "value");

    private final Kernel kernel;
    private final Streams streams;
    private final Precision precision;
    private final String type;
    private final Expressions expressions;
    private final StringBuilder text = new StringBuilder();

    CText(Kernel kernel, Precision precision) {
        this.kernel = kernel;
        this.streams = Streams.of(kernel);
        this.precision = precision;
        this.type = precision == Precision.FP64 ? "double" : "float";
        this.expressions = new Expressions(kernel.name(), precision, new Names(TAKEN), this::builtin);
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
                line(depth, "const %s %s = %s;".formatted(type, expressions.value(symbol), load(source)));
            case Statement.Let let -> {
                if (!expressions.keeps(let)) {
                    line(
                            depth,
                            "const %s %s = %s;"
                                    .formatted(type, expressions.value(let.symbol()), expressions.top(let.value())));
                }
            }
            case Statement.Store(Sink sink, Expr value) ->
                line(depth, "%s[node] = %s;".formatted(out(streamOf(sink)), expressions.top(value)));
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
                : Names.plain(fields.get(stream - streams.directions()));
    }

    private String builtin(String function) {
        return "__builtin_" + function + (precision == Precision.FP64 ? "" : "f");
    }

    private void line(int depth, String content) {
        text.append("    ".repeat(depth)).append(content).append('\n');
    }
}
