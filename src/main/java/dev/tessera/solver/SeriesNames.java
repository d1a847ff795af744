package dev.tessera.solver;

import dev.tessera.device.Execution;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/// The series of a simulation by name, in order of first use. Equal series have one name.
final class SeriesNames {
    private final SequencedMap<TimeSeries, String> names = new LinkedHashMap<>();

    String of(TimeSeries series) {
        return names.computeIfAbsent(series, unknown -> "series-" + (names.size() + 1));
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
