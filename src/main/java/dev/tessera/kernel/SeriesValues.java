package dev.tessera.kernel;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongToDoubleFunction;

/// The values of a plan's series: uniform scalars that change from step to step, each a function of the step's
/// number. An execution requests them for the steps that it is about to run, so that it can run many of them
/// without the host.
public final class SeriesValues {
    private final Set<String> names = new LinkedHashSet<>();
    private final Map<String, LongToDoubleFunction> functions = new LinkedHashMap<>(); // those with values

    private SeriesValues(StepPlan plan) {
        for (NodeClass nodes : plan.classes()) {
            nodes.series().forEach(name -> names.add(name));
        }
    }

    /// The series that a plan's kernels read, without values.
    public static SeriesValues of(StepPlan plan) {
        return new SeriesValues(plan);
    }

    /// The step whose values an observation after `steps` steps uses: the last one; before the first step, the
    /// first.
    public static long observedStep(long steps) {
        return Math.max(0, steps - 1);
    }

    /// In order of first use.
    public List<String> names() {
        return List.copyOf(names);
    }

    public boolean isEmpty() {
        return names.isEmpty();
    }

    /// @param valueAtStep the value in the step of a given number, from 0; the same number gives the same value
    /// @throws IllegalArgumentException if no kernel reads such a series; lists the known ones
    public void set(String name, LongToDoubleFunction valueAtStep) {
        if (!names.contains(name)) {
            throw new IllegalArgumentException("no kernel has a series %s; available: %s".formatted(name, names));
        }
        functions.put(name, valueAtStep);
    }

    /// @throws IllegalStateException if the series has no values yet
    public double at(String name, long step) {
        LongToDoubleFunction function = functions.get(name);
        if (function == null) {
            throw new IllegalStateException(
                    "series %s has no values yet; set it before the first step".formatted(name));
        }
        return function.applyAsDouble(step);
    }
}
