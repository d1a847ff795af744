package dev.tessera.model.equilibrium;

import dev.tessera.model.Equilibrium;
import java.util.List;
import java.util.stream.Collectors;

/// The catalogue of equilibria.
public final class Equilibria {
    private static final List<Equilibrium> ALL = List.of(new Incompressible(), new QuasiCompressible());

    private Equilibria() {}

    public static List<Equilibrium> all() {
        return ALL;
    }

    /// @throws IllegalArgumentException if there is none with this key; the message lists the known ones
    public static Equilibrium byKey(String key) {
        for (Equilibrium equilibrium : ALL) {
            if (equilibrium.key().equals(key)) {
                return equilibrium;
            }
        }
        throw new IllegalArgumentException("unknown equilibrium %s; known are %s"
                .formatted(key, ALL.stream().map(Equilibrium::key).collect(Collectors.joining(", "))));
    }
}
