package dev.tessera.suites.validation;

import dev.tessera.geometry.Vec;
import dev.tessera.model.boundary.WallScheme;
import java.io.IOException;
import java.util.List;

/// A flow between oblique or curved walls whose true solution is known.
interface WalledFlow {
    /// Short description with the resolution.
    String setup();

    String source();

    /// What is compared, in the order of [#errors].
    List<Quantity> quantities();

    /// Signed relative errors.
    double[] errors(Laboratory laboratory, Setting setting) throws IOException;

    /// Two relaxation times.
    default List<Double> relaxationTimes() {
        return List.of(0.7, 1.5);
    }

    /// Whether inertia and compressibility vanish, so that the relaxation time must not matter.
    default boolean isCreeping() {
        return true;
    }

    /// @param tolerance of the magnitude of the error with `curved` walls
    record Quantity(String name, double tolerance) {}

    /// @param shift of the walls, in spacings
    record Setting(WallScheme walls, Vec shift, double relaxationTime) {
        /// A symmetric position and an arbitrary one.
        static final List<Vec> SHIFTS = List.of(Vec.ZERO, new Vec(0.31, 0.57, 0.43));

        double viscosityLattice() {
            return (relaxationTime - 0.5) / 3;
        }
    }
}
