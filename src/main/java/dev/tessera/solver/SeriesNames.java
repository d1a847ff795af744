package dev.tessera.solver;

import dev.tessera.device.Execution;
import java.util.LinkedHashMap;
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
                .orElseThrow(() -> new IllegalArgumentException("no series %s, only %s".formatted(name, names.values())))
                .getKey()
                .at(timeS);
    }

    /// Sets the values of all series. Step n has those of time n dt.
    void set(Execution execution, double timeStepS) {
        names.forEach((series, name) -> execution.setSeries(name, step -> series.at(step * timeStepS)));
    }
}
