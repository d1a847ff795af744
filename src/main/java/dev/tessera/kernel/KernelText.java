package dev.tessera.kernel;

import dev.tessera.expr.Expr;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import java.util.stream.Collectors;

/// Writes a kernel's statements for reading, one per line.
public final class KernelText {
    private KernelText() {}

    public static String of(Kernel kernel) {
        StringBuilder text = new StringBuilder("kernel %s %s (%s)%n"
                .formatted(kernel.name(), kernel.latticeNames(), String.join(", ", kernel.parameters())));
        for (Statement statement : kernel.statements()) {
            text.append("    ").append(line(kernel, statement)).append('\n');
        }
        return text.toString();
    }

    private static String line(Kernel kernel, Statement statement) {
        return switch (statement) {
            case Statement.Load(Expr symbol, Source source) ->
                "%s <- %s"
                        .formatted(
                                symbol,
                                switch (source) {
                                    case Source.PopulationIn(String array, int direction) ->
                                        "in " + kernel.populationName(array, direction);
                                    case Source.FieldAt(String field, int direction) ->
                                        "field %s at %s"
                                                .formatted(
                                                        field,
                                                        kernel.array(field)
                                                                .lattice()
                                                                .velocity(direction)
                                                                .letters());
                                    case Source.MomentAt(String array, String moment, int direction) ->
                                        "%s of %s at %s"
                                                .formatted(
                                                        moment,
                                                        array,
                                                        kernel.array(array)
                                                                .lattice()
                                                                .velocity(direction)
                                                                .letters());
                                    case Source.FieldIn(String field) -> "field " + field;
                                    case Source.Parameter(String name) -> "parameter " + name;
                                    case Source.Series(String name) -> "series " + name;
                                });
            case Statement.Let(Expr symbol, Expr value) -> "%s = %s".formatted(symbol, value);
            case Statement.Iterate iterate ->
                "%s = %s; while %s, at most %d times: %s; %1$s = %s"
                        .formatted(
                                iterate.states(),
                                iterate.initial(),
                                iterate.continues(),
                                iterate.limit(),
                                iterate.body().stream()
                                        .map(let -> line(kernel, let))
                                        .collect(Collectors.joining("; ")),
                                iterate.next());
            case Statement.Store(Sink sink, Expr value) ->
                "%s -> %s"
                        .formatted(
                                value,
                                switch (sink) {
                                    case Sink.PopulationOut(String array, int direction) ->
                                        "out " + kernel.populationName(array, direction);
                                    case Sink.MomentOut(String array, String moment) -> moment + " of " + array;
                                    case Sink.FieldOut(String field) -> "field " + field;
                                });
        };
    }
}
