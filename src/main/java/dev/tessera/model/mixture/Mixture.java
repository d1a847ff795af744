package dev.tessera.model.mixture;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// How the components of a fluid act on each other.
public sealed interface Mixture permits ShanChen, FreeEnergy {
    /// Their names.
    List<String> components();

    /// The names of the populations that are stored.
    List<String> populations();

    /// The observed quantity with the density of a component.
    static String densityOf(String component) {
        return "density-" + component;
    }

    /// @throws IllegalArgumentException where names repeat, or contain more than letters and digits
    static void requireNames(List<String> components) {
        Set<String> names = new LinkedHashSet<>(components);
        if (components.isEmpty() || names.size() < components.size()) {
            throw new IllegalArgumentException(
                    "components %s: a mixture has one or more, each with a name of its own".formatted(components));
        }
        for (String name : components) {
            if (!name.matches("[A-Za-z][A-Za-z0-9]*")) {
                throw new IllegalArgumentException(
                        "component %s: names of components are a letter, then letters and digits".formatted(name));
            }
        }
    }
}
