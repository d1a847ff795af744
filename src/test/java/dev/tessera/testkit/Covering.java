package dev.tessera.testkit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// Few trials in place of a whole product of parameters: every pair (or triple) of values of the named parameters that
/// occurs in the product occurs in a selected trial. The selection depends on the order of the product alone.
///
/// With `-Dtessera.tests=all` the whole product is run.
///
/// @param <T> a trial
public final class Covering<T> {
    static final String PROPERTY = "tessera.tests";

    private final List<T> product;
    private final List<Set<List<Object>>> groups = new ArrayList<>(); // of each trial

    private Covering(List<T> product) {
        this.product = List.copyOf(product);
        product.forEach(trial -> groups.add(new HashSet<>()));
    }

    /// @param product trials in a fixed order; invalid combinations are left out
    public static <T> Covering<T> of(List<T> product) {
        return new Covering<>(product);
    }

    /// @param parameters of a trial, at least two; values are compared by `equals`
    public Covering<T> pairs(List<Function<? super T, ?>> parameters) {
        return with(2, parameters);
    }

    /// @param parameters of a trial, at least three; values are compared by `equals`
    public Covering<T> triples(List<Function<? super T, ?>> parameters) {
        return with(3, parameters);
    }

    private Covering<T> with(int size, List<Function<? super T, ?>> parameters) {
        if (parameters.size() < size) {
            throw new IllegalArgumentException(
                    "groups of %d parameters need as many, not %d".formatted(size, parameters.size()));
        }
        for (int k = 0; k < product.size(); k++) {
            List<Object> values = new ArrayList<>();
            for (Function<? super T, ?> parameter : parameters) {
                values.add(parameter.apply(product.get(k)));
            }
            collect(values, size, 0, List.of(parameters.size(), size), groups.get(k));
        }
        return this;
    }

    /// @param group its kind, then the number of each parameter with its value
    private static void collect(
            List<Object> values, int missing, int from, List<Object> group, Set<List<Object>> groups) {
        if (missing == 0) {
            groups.add(group);
            return;
        }
        for (int p = from; p < values.size(); p++) {
            List<Object> longer = new ArrayList<>(group);
            longer.add(p);
            longer.add(values.get(p));
            collect(values, missing - 1, p + 1, longer, groups);
        }
    }

    /// The selected trials, in the order of the product; all of them where the tests are run with
    /// `-Dtessera.tests=all`.
    public List<T> trials() {
        return isWhole() ? product : selected();
    }

    /// Whether whole products and long runs are requested, with `-Dtessera.tests=all`.
    public static boolean isWhole() {
        return "all".equals(System.getProperty(PROPERTY));
    }

    /// Takes the trial with the most new groups of values, the first of several, until none has any.
    private List<T> selected() {
        List<Set<List<Object>>> missing = new ArrayList<>();
        groups.forEach(ofTrial -> missing.add(new HashSet<>(ofTrial)));
        Set<Integer> taken = new HashSet<>();
        for (int next = richest(missing); next >= 0; next = richest(missing)) {
            taken.add(next);
            Set<List<Object>> covered = Set.copyOf(missing.get(next));
            missing.forEach(others -> others.removeAll(covered));
        }
        List<T> selected = new ArrayList<>();
        for (int k = 0; k < product.size(); k++) {
            if (taken.contains(k)) {
                selected.add(product.get(k));
            }
        }
        return selected;
    }

    private static int richest(List<Set<List<Object>>> groups) {
        int richest = -1;
        int most = 0;
        for (int k = 0; k < groups.size(); k++) {
            if (groups.get(k).size() > most) {
                most = groups.get(k).size();
                richest = k;
            }
        }
        return richest;
    }
}
