package dev.tessera.model.equilibrium;

import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import java.util.List;
import java.util.stream.Collectors;

/// The catalogue of equilibria.
public final class Equilibria {
    private static final List<Equilibrium> ALL =
            List.of(new Incompressible(), new QuasiCompressible(), new ShallowWater());

    private Equilibria() {}

    public static List<Equilibrium> all() {
        return ALL;
    }

    /// Those of fluids whose pressure is c_s² times the density: every lattice, and with exceptions every collision.
    public static List<Equilibrium> idealGases() {
        return ALL.stream().filter(Equilibrium::isIdealGas).toList();
    }

    /// Whether an equilibrium is one of these, whatever its constants.
    public static boolean isOwn(Equilibrium equilibrium) {
        return ALL.stream().anyMatch(known -> known.getClass().equals(equilibrium.getClass()));
    }

    /// The first that a collision can be used with.
    public static Equilibrium usual(Collision collision) {
        return ALL.stream()
                .filter(equilibrium -> collision.unsupported(equilibrium).isEmpty())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "collision %s refuses every equilibrium; known are %s".formatted(collision.key(), keys())));
    }

    private static String keys() {
        return ALL.stream().map(Equilibrium::key).collect(Collectors.joining(", "));
    }

    /// @throws IllegalArgumentException if there is none with this key; the message lists the known ones
    public static Equilibrium byKey(String key) {
        for (Equilibrium equilibrium : ALL) {
            if (equilibrium.key().equals(key)) {
                return equilibrium;
            }
        }
        throw new IllegalArgumentException("unknown equilibrium %s; known are %s".formatted(key, keys()));
    }
}
