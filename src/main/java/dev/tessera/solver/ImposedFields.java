package dev.tessera.solver;

import dev.tessera.kernel.ValuesInTime;
import dev.tessera.kernel.ValuesInTime.Term;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;

/// The fields of a group. What does not change is computed once. What changes is a sum of profiles times
/// series and functions; values that devices cannot evaluate are computed for each time.
final class ImposedFields implements NodeValues {
    private final SeriesNames seriesNames;
    private final SequencedMap<String, double[]> fields;
    private final SequencedMap<String, SequencedMap<String, Term>> terms = new LinkedHashMap<>(); // by profile
    private final SequencedMap<String, double[]> changing = new LinkedHashMap<>();
    private final List<Change> changes = new ArrayList<>();
    private final Map<TimeFunction.Separated, Map<String, double[][]>> profiles = new IdentityHashMap<>(); // by name

    /// Sets values of one node.
    @FunctionalInterface
    private interface Change {
        void at(double timeS);
    }

    /// @param fields by name, `[node of the group]`, all zero
    ImposedFields(SequencedMap<String, double[]> fields, SeriesNames seriesNames) {
        this.fields = fields;
        this.seriesNames = seriesNames;
    }

    /// Fields by name, `[node of the group]`, with their present values; later calls overwrite them.
    /// Profiles are among them.
    SequencedMap<String, double[]> all() {
        return fields;
    }

    /// The values that are sums of profiles times series and functions.
    ValuesInTime inTime() {
        SequencedMap<String, List<Term>> sums = new LinkedHashMap<>();
        terms.forEach((name, byProfile) -> {
            List<Term> sum = new ArrayList<>();
            if (fields.containsKey(name)) {
                sum.add(Term.fixed(name));
            }
            sum.addAll(byProfile.values());
            sums.put(name, sum);
        });
        return new ValuesInTime(sums);
    }

    /// Whether values have to be computed on the host as long as they change.
    boolean isComputedInTime() {
        return !changing.isEmpty();
    }

    /// The fields that the host computes, with the values at time `timeS`; later calls overwrite them.
    SequencedMap<String, double[]> at(double timeS) {
        changes.forEach(change -> change.at(timeS));
        return changing;
    }

    /// May be called by several threads for different nodes.
    @Override
    public void set(String name, int node, double value) {
        field(name)[node] = value;
    }

    @Override
    public void set(String name, int node, TimeFunction value) {
        switch (value) {
            case TimeFunction.Separated(double constant, List<TimeFunction.Separated.Term> sum) -> {
                set(name, node, constant);
                sum.forEach(term -> set(name, node, term));
            }
            case TimeFunction.Multiple multiple -> {
                set(
                        name,
                        node,
                        multiple.function().applyAsDouble(multiple.shared().constant()));
                setTerms(name, node, multiple);
            }
            case TimeFunction.Evaluated evaluated -> {
                double[] field = field(name);
                changing.put(name, field);
                changes.add(timeS -> field[node] = evaluated.at(timeS));
            }
        }
    }

    /// Adds what changes in time to a value whose constant part is set.
    void setChanging(String name, int node, TimeFunction value) {
        switch (value) {
            case TimeFunction.Separated separated -> separated.terms().forEach(term -> set(name, node, term));
            case TimeFunction.Multiple multiple -> setTerms(name, node, multiple);
            case TimeFunction.Evaluated evaluated -> set(name, node, evaluated);
        }
    }

    /// Finds the profiles of a shared sum once for each name.
    private void setTerms(String name, int node, TimeFunction.Multiple multiple) {
        List<TimeFunction.Separated.Term> sum = multiple.shared().terms();
        double[][] of = profiles.computeIfAbsent(multiple.shared(), unknown -> new HashMap<>())
                .computeIfAbsent(
                        name,
                        unknown -> sum.stream().map(term -> profile(name, term)).toArray(double[][]::new));
        for (int k = 0; k < of.length; k++) {
            of[k][node] = multiple.function().applyAsDouble(sum.get(k).coefficient());
        }
    }

    private double[] field(String name) {
        return Objects.requireNonNull(fields.get(name), name);
    }

    private void set(String name, int node, TimeFunction.Separated.Term term) {
        if (term.coefficient() == 0 && term.function().isPresent()) {
            return;
        }
        profile(name, term)[node] = term.coefficient();
        term.function().ifPresent(at -> {
            for (int k = 0; k < at.places().size(); k++) {
                values(seriesNames.placeField(name, at.function(), k), name)[node] =
                        at.places().get(k);
            }
        });
    }

    /// The coefficients of a term at the nodes.
    private double[] profile(String name, TimeFunction.Separated.Term term) {
        Optional<PlaceTimeFunction> function = term.function().map(TimeFunction.AtPoint::function);
        String profile = seriesNames.profile(name, term.series(), function);
        terms.computeIfAbsent(name, n -> new LinkedHashMap<>())
                .computeIfAbsent(profile, p -> seriesNames.term(name, Optional.of(p), term.series(), function));
        return values(profile, name);
    }

    /// The values of a field of a term. @param name of the value to which it belongs
    private double[] values(String field, String name) {
        return fields.computeIfAbsent(field, f -> new double[field(name).length]);
    }

    /// Removes the fields that a class does not read, since its equations do not depend on them.
    void retain(List<String> read) {
        fields.keySet().removeIf(name -> !read.contains(name) && !changing.containsKey(name));
    }

    /// Removes the constant parts that are zero at all nodes: their profiles remain.
    void removeZeros() {
        for (String name : terms.sequencedKeySet()) {
            if (!changing.containsKey(name) && Arrays.stream(field(name)).allMatch(value -> value == 0)) {
                fields.remove(name);
            }
        }
    }
}
