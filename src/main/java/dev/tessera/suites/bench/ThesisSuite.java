package dev.tessera.suites.bench;

import dev.tessera.device.Device;
import dev.tessera.suites.Page;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/// The experiments of the thesis on which the co-processor is based, with Tessera's kernels and its C interface: D3Q19,
/// BGK, FP64. Source: A. Python, master's thesis, Geneva 2018, chapter 5.
final class ThesisSuite {
    static final String NAME = "thesis";

    private final Lab lab;
    private final Consumer<String> progress;
    private final Predicate<String> wanted;
    private final List<Map<String, Object>> rows = new ArrayList<>();

    /// What all experiments share.
    ///
    /// @param secondsPerRow duration of the repeats of a row; as much again warms up
    record Lab(Device device, ForkJoinPool workers, LongSupplier nanoTime, ThesisSizes sizes, double secondsPerRow) {
        double secondsSince(long start) {
            return (nanoTime.getAsLong() - start) * 1e-9;
        }
    }

    ThesisSuite(Lab lab, Consumer<String> progress, Predicate<String> wanted) {
        this.lab = lab;
        this.progress = progress;
        this.wanted = wanted;
    }

    /// @return rows as `bench --json` writes them
    List<Map<String, Object>> run(Bench.RowsSoFar rowsSoFar) throws IOException {
        ThesisKernels kernels = new ThesisKernels(lab);
        List<ThesisTrial> trials = new ArrayList<>(kernels.trials());
        trials.addAll(new ThesisOffload(lab, kernels).trials());
        trials.addAll(new ThesisHybrid(lab).trials());
        kernels.leftOut().forEach(progress);
        String experiment = "";
        for (ThesisTrial trial : trials) {
            if (!wanted.test(trial.words())) {
                continue;
            }
            if (!trial.experiment().equals(experiment)) {
                compare(experiment);
                experiment = trial.experiment();
            }
            rows.add(row(trial));
            progress.accept(ThesisTexts.line(rows.getLast()));
            rowsSoFar.accept(List.copyOf(rows));
        }
        compare(experiment);
        rowsSoFar.accept(List.copyOf(rows));
        return rows;
    }

    private Map<String, Object> row(ThesisTrial trial) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("suite", NAME);
        row.put("experiment", trial.experiment());
        row.put("geometry", trial.geometry());
        row.put("kernel", trial.kernel());
        row.put("lattice", "D3Q19");
        row.put("precision", "fp64");
        row.put("device", lab.device().key());
        try {
            trial.measure().accept(row);
        } catch (RuntimeException | LinkageError | OutOfMemoryError failure) {
            row.put("error", Objects.requireNonNullElse(failure.getMessage(), failure.toString()));
        }
        return row;
    }

    /// Adds the speeds of an experiment's rows as fractions of the fastest of them. Those of offloading have other
    /// measures.
    private void compare(String experiment) {
        if (experiment.equals(ThesisOffload.EXPERIMENT)) {
            return;
        }
        List<Map<String, Object>> of = rows.stream()
                .filter(row -> experiment.equals(row.get("experiment")) && row.containsKey("mlups"))
                .toList();
        double fastest =
                of.stream().mapToDouble(row -> Page.number(row, "mlups")).max().orElse(Double.NaN);
        of.forEach(row -> row.put("of_fastest", Page.number(row, "mlups") / fastest));
    }
}
