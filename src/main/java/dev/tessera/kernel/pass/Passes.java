package dev.tessera.kernel.pass;

import java.util.List;

/// The catalogue of passes, in the order in which they run: from the model's equations to a lowered kernel.
public final class Passes {
    private Passes() {}

    public static List<Pass> all() {
        return List.of(
                new Fold(), new FactorPairs(), new Fuse(), new Share(), new Lower(), new HoistUniform(), new Order());
    }
}
