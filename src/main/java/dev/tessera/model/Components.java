package dev.tessera.model;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Names of the components of vectors and symmetric tensors at a node: `velocity-x`, `stress-xy`.
public final class Components {
    private static final List<String> AXES = List.of("x", "y", "z");

    private Components() {}

    /// @param axis 0, 1, 2
    public static String of(String vector, int axis) {
        return vector + "-" + AXES.get(axis);
    }

    /// @param a, b axes; the first is at most the second
    public static String of(String tensor, int a, int b) {
        return of(tensor, a) + AXES.get(b);
    }

    /// The axis of a vector's component.
    /// @throws IllegalArgumentException if the name is that of no component of the vector
    public static int axis(String vector, String component) {
        return IntStream.range(0, AXES.size())
                .filter(axis -> of(vector, axis).equals(component))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("%s has no component %s".formatted(vector, component)));
    }

    /// One name per axis of the lattice.
    public static List<String> vector(String name, VelocitySet lattice) {
        return IntStream.range(0, lattice.dimensions())
                .mapToObj(axis -> of(name, axis))
                .toList();
    }

    /// `xx, xy, …` of the lattice's axes, each pair once.
    public static List<String> symmetricTensor(String name, VelocitySet lattice) {
        List<String> names = new ArrayList<>();
        for (int a = 0; a < lattice.dimensions(); a++) {
            for (int b = a; b < lattice.dimensions(); b++) {
                names.add(of(name, a, b));
            }
        }
        return names;
    }
}
