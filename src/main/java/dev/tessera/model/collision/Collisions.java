package dev.tessera.model.collision;

import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.VelocitySet;
import java.util.List;
import java.util.stream.Collectors;

/// The catalogue of collision operators, each with its default settings.
public final class Collisions {
    private static final List<Collision> ALL = List.of(
            new Bgk(),
            new Trt(),
            new Mrt(),
            new Regularized(),
            new RegularizedBgk(),
            new CentralMoments(),
            new Cumulant(),
            new Kbc(),
            new Elbm());

    private Collisions() {}

    public static List<Collision> all() {
        return ALL;
    }

    /// Whether a collision is one of these, whatever its constants, alone, with a turbulence model or a law of
    /// viscosity.
    public static boolean isOwn(Collision collision) {
        Collision base = LocalViscosity.innermost(collision);
        return ALL.stream().anyMatch(known -> known.getClass().equals(base.getClass()));
    }

    /// Those that can be used on a lattice.
    public static List<Collision> on(VelocitySet lattice) {
        return ALL.stream()
                .filter(collision -> collision.unsupported(lattice).isEmpty())
                .toList();
    }

    /// Those that can be used on a lattice, with an equilibrium.
    public static List<Collision> on(VelocitySet lattice, Equilibrium equilibrium) {
        return on(lattice).stream()
                .filter(collision -> equilibrium.unsupported(lattice).isEmpty())
                .filter(collision -> collision.unsupported(equilibrium).isEmpty())
                .toList();
    }

    /// Those whose viscosity a law can prescribe.
    public static List<Collision> ofGivenViscosity() {
        return ALL.stream().filter(collision -> !collision.choosesViscosity()).toList();
    }

    /// @throws IllegalArgumentException if there is none with this key; the message lists the known ones
    public static Collision byKey(String key) {
        for (Collision collision : ALL) {
            if (collision.key().equals(key)) {
                return collision;
            }
        }
        throw new IllegalArgumentException("unknown collision %s; known are %s"
                .formatted(key, ALL.stream().map(Collision::key).collect(Collectors.joining(", "))));
    }
}
