package dev.tessera.suites.validation;

import dev.tessera.solver.Progress;
import dev.tessera.solver.RunListener;
import dev.tessera.solver.StopSignal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Predicate;

/// Runs suites case by case. A case that fails gives a failed row; other cases continue.
public final class ValidationRun {
    /// Receives progress.
    public interface Watcher extends RunListener {
        /// A case begins; cases are counted from 1.
        void begins(ValidationSuite suite, ValidationCase one, int number, int of);

        /// A case has ended, failed or not; its rows are the last ones of the run.
        void ended(List<ValidationRow> rows, List<ValidationPlot> plots) throws IOException;
    }

    private final Laboratory laboratory;
    private final Watcher watcher;
    private final Predicate<String> wanted;
    private final List<ValidationRow> rows = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final SequencedMap<String, Double> seconds = new LinkedHashMap<>();

    /// @param laboratory whose listener is replaced by the watcher
    /// @param wanted whether a case is computed, by its words: `SUITE SETUP`
    public ValidationRun(Laboratory laboratory, Watcher watcher, Predicate<String> wanted) {
        this.laboratory = laboratory;
        this.wanted = wanted;
        this.watcher = watcher;
    }

    /// Computes the wanted cases of the suites, in order.
    /// @throws IOException if a suite cannot list its cases, or from the watcher
    public void of(List<ValidationSuite> suites) throws IOException {
        for (ValidationSuite suite : suites) {
            List<ValidationCase> cases;
            try {
                cases = suite.cases(laboratory.full()).stream()
                        .filter(one -> wanted.test(suite.key() + " " + one.setup()))
                        .toList();
            } catch (IOException failure) {
                cases = List.of(new ValidationCase("cases", nowhere -> {
                    throw failure;
                }));
            }
            for (int c = 0; c < cases.size(); c++) {
                ValidationCase one = cases.get(c);
                watcher.begins(suite, one, c + 1, cases.size());
                long start = laboratory.nanoTime().getAsLong();
                List<ValidationPlot> plots = new ArrayList<>();
                List<ValidationRow> its = one.rows(suite.key(), here(suite, one, plots));
                seconds.merge(suite.key(), (laboratory.nanoTime().getAsLong() - start) * 1e-9, Double::sum);
                rows.addAll(its);
                watcher.ended(its, plots);
            }
        }
    }

    /// @param plots receives those of the case
    private Laboratory here(ValidationSuite suite, ValidationCase one, List<ValidationPlot> plots) {
        RunListener listener = new RunListener() {
            @Override
            public void progress(Progress progress) {
                watcher.progress(progress);
            }

            @Override
            public void warning(String sentence) {
                warnings.add("%s, %s: %s".formatted(suite.key(), one.setup(), sentence));
                watcher.warning(sentence);
            }
        };
        return new Laboratory(
                laboratory.device(),
                laboratory.workers(),
                laboratory.full(),
                listener,
                new StopSignal(),
                laboratory.nanoTime(),
                plots::add);
    }

    /// All rows so far.
    public List<ValidationRow> rows() {
        return List.copyOf(rows);
    }

    /// Warnings of the runs so far, each with suite and case.
    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    /// Wall-clock seconds of each suite so far.
    public SequencedMap<String, Double> seconds() {
        return new LinkedHashMap<>(seconds);
    }
}
