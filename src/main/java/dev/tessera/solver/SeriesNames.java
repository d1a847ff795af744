package dev.tessera.solver;

import dev.tessera.device.Execution;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.ValuesInTime;
import dev.tessera.kernel.ValuesInTime.OfFlow;
import dev.tessera.kernel.ValuesInTime.Term;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/// The names of the series and functions of a simulation, in order of first use, and of their fields. Equal series
/// have one name.
final class SeriesNames {
    private final SequencedMap<TimeSeries, String> names = new LinkedHashMap<>();
    private final SequencedMap<PlaceTimeFunction, String> functions = new LinkedHashMap<>();

    String of(TimeSeries series) {
        return names.computeIfAbsent(series, unknown -> "series-" + (names.size() + 1));
    }

    /// The name of a function. Equal functions have one name.
    String of(PlaceTimeFunction function) {
        return functions.computeIfAbsent(function, unknown -> "function-" + (functions.size() + 1));
    }

    /// A term of a value in time.
    /// @param field of the value, or of several with the same places: prefix of the names of the arguments in
    ///        place
    /// @param profile name of the field of coefficients; empty: one
    Term term(String field, Optional<String> profile, TimeSeries series, Optional<PlaceTimeFunction> function) {
        return new Term(
                profile,
                series.isOne() ? Optional.empty() : Optional.of(of(series)),
                function.map(f -> function(field, f)));
    }

    /// A function with the fields of its arguments in place.
    ValuesInTime.Function function(String field, PlaceTimeFunction function) {
        return function(field, function, new LinkedHashMap<>());
    }

    /// The same, of the flow too.
    ValuesInTime.Function function(String field, PlaceTimeFunction function, SequencedMap<String, OfFlow> flow) {
        SequencedMap<String, Source> symbols = new LinkedHashMap<>();
        for (int k = 0; k < function.placeCount(); k++) {
            symbols.put(PlaceTimeFunction.placeSymbol(k), new Source.FieldIn(placeField(field, function, k)));
        }
        for (int k = 0; k < function.series().size(); k++) {
            symbols.put(
                    PlaceTimeFunction.timeSymbol(k),
                    new Source.Series(of(function.series().get(k))));
        }
        return new ValuesInTime.Function(function.expression(), symbols, flow);
    }

    /// The field of an argument in place.
    String placeField(String field, PlaceTimeFunction function, int number) {
        return "%s-%s-%s".formatted(field, of(function), PlaceTimeFunction.placeSymbol(number));
    }

    /// The field of the coefficients of a term.
    String profile(String field, TimeSeries series, Optional<PlaceTimeFunction> function) {
        return field
                + (series.isOne() ? "" : "-" + of(series))
                + function.map(f -> "-" + of(f)).orElse("");
    }

    /// The value of a series at a time.
    double at(String name, double timeS) {
        return names.entrySet().stream()
                .filter(entry -> entry.getValue().equals(name))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("no series %s, only %s".formatted(name, names.values())))
                .getKey()
                .at(timeS);
    }

    /// Sets the values of all series that depend on time alone. Step n has those of time n dt.
    void set(Execution execution, double timeStepS) {
        names.forEach((series, name) -> {
            if (!(series.part() instanceof TimeSeries.FromFlow)) {
                execution.setSeries(name, step -> series.at(step * timeStepS));
            }
        });
    }

    /// The series that follows from the flow through an opening; empty where no node reads it.
    Optional<String> find(TimeSeries.FromFlow series) {
        return Optional.ofNullable(names.get(TimeSeries.of(series)));
    }
}
