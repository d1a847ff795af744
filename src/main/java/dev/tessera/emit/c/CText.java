package dev.tessera.emit.c;

import dev.tessera.emit.DigitFunctions;
import dev.tessera.emit.Expressions;
import dev.tessera.emit.IterateText;
import dev.tessera.emit.Names;
import dev.tessera.expr.Expr;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Real;
import dev.tessera.kernel.SlotFormat;
import dev.tessera.kernel.Streams;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Writes one kernel as C.
final class CText {
    private static final List<String> TAKEN = List.of(
            "in",
            "out",
            "parameters",
            "count",
            "node",
            "value",
            "from_half",
            "to_half",
            "bits_of",
            "float_of",
            IterateText.COUNTER);

    private static final String CONVERSIONS = """
            {Q}{W} digits_of({R} x) { {W} digits; __builtin_memcpy(&digits, &x, sizeof(x)); return digits; }
            {Q}{R} number_of({W} digits) { {R} x; __builtin_memcpy(&x, &digits, sizeof(x)); return x; }
            """;

    /// Conversions that compilers can vectorise on every processor.
    private static final String HALVES = """
            #ifndef TESSERA_HALVES
            #define TESSERA_HALVES
            // IEEE 754 half (binary16) in integers, as compilers vectorise them.
            static inline uint32_t bits_of(float value) { uint32_t bits; __builtin_memcpy(&bits, &value, 4); return bits; }
            static inline float float_of(uint32_t bits) { float value; __builtin_memcpy(&value, &bits, 4); return value; }
            static inline float from_half(uint16_t half) {
                const uint32_t magnitude = (uint32_t) (half & 0x7fff) << 13;
                const uint32_t sign = (uint32_t) (half & 0x8000) << 16;
                const uint32_t special = magnitude >= 0x0f800000u ? 0x7f800000u : 0; // infinity or NaN
                return float_of(bits_of(float_of(magnitude) * 0x1p112f) | sign | special);
            }
            static inline uint16_t to_half(float value) { // rounds to nearest even
                const uint32_t sign = bits_of(value) >> 16 & 0x8000;
                const uint32_t magnitude = bits_of(value) & 0x7fffffff;
                const uint32_t normal = magnitude + 0xc8000fffu + (magnitude >> 13 & 1);
                const uint32_t small = bits_of(float_of(magnitude) + 0.5f) - 0x3f000000u; // below 2^-14
                uint32_t half = magnitude < 0x38800000u ? small : normal >> 13;
                half = magnitude >= 0x477ff000u ? 0x7c00 : half;
                half = magnitude > 0x7f800000u ? 0x7e00 : half;
                return (uint16_t) (sign | half);
            }
            #endif
            """;

    private final Kernel kernel;
    private final Streams streams;
    private final List<String> namesIn;
    private final List<String> namesOut;
    private final Precision precision;
    private final String type;
    private final boolean hasHalves; // populations are stored as IEEE 754 half
    private final Expressions expressions;
    private final StringBuilder text = new StringBuilder();

    CText(Kernel kernel, Precision precision) {
        this.kernel = kernel;
        this.streams = Streams.of(kernel);
        this.namesIn = streams.namesIn();
        this.namesOut = streams.namesOut();
        this.precision = precision;
        this.type = precision.computed() == Real.FP64 ? "double" : "float";
        this.hasHalves = switch (precision.stored()) {
            case SlotFormat.Plain plain -> false;
            case SlotFormat.HalfDeviations halves -> true;
        };
        this.expressions = new Expressions(kernel.name(), precision, names(), this::builtin);
    }

    String print() {
        head();
        line(
                0,
                "void %s(const uint64_t *in, const uint64_t *out, const double *parameters, int64_t count)"
                        .formatted(CTarget.function(kernel)));
        line(0, "{");
        if (!kernel.uniformStatements().isEmpty()) {
            line(1, "// uniform values");
            kernel.uniformStatements().forEach(statement -> statement(1, statement));
            text.append('\n');
        }
        if (!kernel.series().isEmpty()) {
            line(1, "// values of this step");
            kernel.nodeStatements().stream().filter(CText::isSeries).forEach(statement -> statement(1, statement));
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
        line(0, "// Nodes are independent. In-place patterns may write results to slots of incoming populations.");
        line(0, "#if defined(__clang__)");
        line(0, "#define TESSERA_LANES _Pragma(\"clang loop vectorize(assume_safety)\")");
        line(0, "#elif defined(__GNUC__)");
        line(0, "#define TESSERA_LANES _Pragma(\"GCC ivdep\")");
        line(0, "#else");
        line(0, "#define TESSERA_LANES");
        line(0, "#endif");
        text.append('\n');
        if (hasHalves) {
            text.append(HALVES).append('\n');
        }
        if (DigitFunctions.areUsedIn(kernel)) {
            String word = precision.computed() == Real.FP64 ? "uint64_t" : "uint32_t";
            text.append("#ifndef TESSERA_DIGITS\n#define TESSERA_DIGITS\n")
                    .append(DigitFunctions.text(precision.computed(), "static inline ", word, CONVERSIONS))
                    .append("#endif\n\n");
        }
        line(
                0,
                "// Kernel %s: updates count consecutive nodes of lattice %s."
                        .formatted(kernel.name(), kernel.latticeNames()));
        line(0, "// in: addresses of the first node's incoming values: %s".formatted(listOf(namesIn)));
        line(0, "// out: addresses of the first node's results: %s".formatted(listOf(namesOut)));
        line(
                0,
                "// parameters: %s"
                        .formatted(kernel.scalars().isEmpty() ? "none" : String.join(", ", kernel.scalars())));
    }

    private String listOf(List<String> names) {
        String populations = "%d populations by direction".formatted(streams.populations());
        List<String> others = names.subList(streams.populations(), names.size());
        return others.isEmpty() ? populations : populations + ", then " + String.join(", ", others);
    }

    private void addresses() {
        line(1, "// addresses of the first node's values");
        TreeSet<Integer> loaded = new TreeSet<>();
        TreeSet<Integer> stored = new TreeSet<>();
        for (Statement statement : kernel.statements()) {
            switch (statement) {
                case Statement.Load(Expr symbol, Source source) -> {
                    if (!(source instanceof Source.Parameter) && !(source instanceof Source.Series)) {
                        loaded.add(streams.of(source));
                    }
                }
                case Statement.Let l -> {}
                case Statement.Iterate i -> {}
                case Statement.Store(Sink sink, Expr value) -> stored.add(streams.of(sink));
            }
        }
        loaded.forEach(stream -> line(
                1,
                "const %1$s *%2$s = (const %1$s *) (uintptr_t) in[%3$d];"
                        .formatted(typeOf(stream), in(stream), stream)));
        stored.forEach(stream ->
                line(1, "%1$s *%2$s = (%1$s *) (uintptr_t) out[%3$d];".formatted(typeOf(stream), out(stream), stream)));
        text.append('\n');
    }

    private String typeOf(int stream) {
        return isHalf(stream) ? "uint16_t" : type;
    }

    private boolean isHalf(int stream) {
        return hasHalves && stream < streams.populations();
    }

    private void body() {
        String stage = "";
        for (Statement statement : kernel.nodeStatements()) {
            if (isSeries(statement)) {
                continue;
            }
            String next = switch (statement) {
                case Statement.Load l -> "incoming populations";
                case Statement.Let l -> "computation";
                case Statement.Iterate i -> "computation";
                case Statement.Store s -> stage.isEmpty() ? "results" : stage;
            };
            if (!next.equals(stage)) {
                line(2, "// " + next);
                stage = next;
            }
            statement(2, statement);
        }
    }

    private static boolean isSeries(Statement statement) {
        return statement instanceof Statement.Load(Expr symbol, Source.Series series);
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
            case Statement.Iterate iterate ->
                IterateText.lines(iterate, type, expressions).forEach(content -> line(depth, content));
            case Statement.Store(Sink sink, Expr value) -> {
                String written = expressions.top(value);
                line(
                        depth,
                        "%s[node] = %s;"
                                .formatted(
                                        out(streams.of(sink)),
                                        isHalf(streams.of(sink)) ? "to_half(%s)".formatted(written) : written));
            }
        }
    }

    private String load(Source source) {
        return switch (source) {
            case Source.PopulationIn p -> (hasHalves ? "from_half(%s[node])" : "%s[node]").formatted(in(streams.of(p)));
            case Source.FieldAt at -> in(streams.of(at)) + "[node]";
            case Source.MomentAt at -> in(streams.of(at)) + "[node]";
            case Source.FieldIn f -> in(streams.of(f)) + "[node]";
            case Source.Parameter(String name) -> scalar(name);
            case Source.Series(String name) -> scalar(name);
        };
    }

    private String scalar(String name) {
        String parameter = "parameters[%d]".formatted(kernel.scalars().indexOf(name));
        return precision.computed() == Real.FP64 ? parameter : "(float) " + parameter;
    }

    private String in(int stream) {
        return "in_" + Names.plain(namesIn.get(stream));
    }

    private String out(int stream) {
        return "out_" + Names.plain(namesOut.get(stream));
    }

    private static Names names() {
        return new Names(
                Stream.concat(TAKEN.stream(), DigitFunctions.NAMES.stream()).toList());
    }

    private String builtin(String function) {
        return "__builtin_" + function + (precision.computed() == Real.FP64 ? "" : "f");
    }

    private void line(int depth, String content) {
        text.append("    ".repeat(depth)).append(content).append('\n');
    }
}
