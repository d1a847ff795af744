package dev.tessera.testkit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// Few trials in place of a whole product of parameters: every pair of values of two parameters that occurs in the
/// product occurs in some trial, or every triple of three. The selection depends on the order of the product alone.
///
/// With `-Dtessera.tests=all` the whole product is run.
public final class Covering {
    private static final String PROPERTY = "tessera.tests";

    private Covering() {}

    /// @param product trials; those that cover nothing new are left out
    /// @param parameters of a trial; values are compared by `equals`
    @SafeVarargs
    public static <T> List<T> pairs(List<T> product, Function<? super T, ?>... parameters) {
        return isWhole() ? product : select(product, 2, List.of(parameters));
    }

    /// @param product trials; those that cover nothing new are left out
    /// @param parameters of a trial; values are compared by `equals`
    @SafeVarargs
    public static <T> List<T> triples(List<T> product, Function<? super T, ?>... parameters) {
        return isWhole() ? product : select(product, 3, List.of(parameters));
    }

    /// Whether the person who runs the tests wants whole products.
    public static boolean isWhole() {
        return "all".equals(System.getProperty(PROPERTY));
    }

    /// Takes the trial with the most new groups of values, the first of several, until none has any.
    ///
    /// @param size values of a group
    static <T> List<T> select(List<T> product, int size, List<Function<? super T, ?>> parameters) {
        if (parameters.size() < size) {
            throw new IllegalArgumentException(
                    "groups of %d parameters need as many, not %d".formatted(size, parameters.size()));
        }
        List<Set<List<Object>>> groups = new ArrayList<>();
        product.forEach(trial -> groups.add(groups(trial, size, parameters)));
        Set<Integer> taken = new HashSet<>();
        for (int next = richest(groups); next >= 0; next = richest(groups)) {
            taken.add(next);
            Set<List<Object>> covered = Set.copyOf(groups.get(next));
            groups.forEach(others -> others.removeAll(covered));
        }
        List<T> selected = new ArrayList<>();
        for (int k = 0; k < product.size(); k++) {
            if (taken.contains(k)) {
                selected.add(product.get(k));
            }
        }
        return Collections.unmodifiableList(selected);
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

    /// Groups of a trial's values, each value with the number of its parameter.
    static <T> Set<List<Object>> groups(T trial, int size, List<Function<? super T, ?>> parameters) {
        Set<List<Object>> groups = new HashSet<>();
        collect(trial, size, parameters, 0, List.of(), groups);
        return groups;
    }

    private static <T> void collect(
            T trial,
            int size,
            List<Function<? super T, ?>> parameters,
            int from,
            List<Object> group,
            Set<List<Object>> groups) {
        if (group.size() == 2 * size) {
            groups.add(group);
            return;
        }
        for (int p = from; p < parameters.size(); p++) {
            List<Object> longer = new ArrayList<>(group);
            longer.add(p);
            longer.add(parameters.get(p).apply(trial));
            collect(trial, size, parameters, p + 1, longer, groups);
        }
    }
}
