package dev.tessera.emit;

import dev.tessera.emit.c.CTarget;
import dev.tessera.emit.jvm.JvmTarget;
import java.util.List;

/// The targets that kernels can be printed for.
public final class Targets {
    private static final List<Target> ALL = List.of(new JvmTarget(), new CTarget());

    private Targets() {}

    /// All targets, in display order.
    public static List<Target> all() {
        return ALL;
    }
}
