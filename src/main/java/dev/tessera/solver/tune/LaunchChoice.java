package dev.tessera.solver.tune;

import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.kernel.gpu.TileLookup;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseException;
import dev.tessera.solver.TuningChoice;
import java.util.Optional;

/// The launch options of a case on a GPU.
///
/// @param lookup of neighbouring tiles, which tuning does not change; empty: chosen by `tuning`
public record LaunchChoice(TuningChoice tuning, Optional<TileLookup> lookup) {
    /// With the look-up left to the tuning.
    public LaunchChoice(TuningChoice tuning) {
        this(tuning, Optional.empty());
    }

    public static LaunchChoice of(Case.Storage storage) {
        return new LaunchChoice(storage.tuning(), storage.lookup());
    }

    /// The launch without measuring: the fixed one, else the default, with the requested look-up.
    /// @param usual the plan with the default launch
    /// @throws CaseException where the storage does not allow that look-up
    public Tuning unmeasured(GpuPlan usual) {
        Tuning requested = switch (tuning) {
            case TuningChoice.Fixed(Tuning fixed) -> fixed;
            case TuningChoice.Usual u -> usual.tuning();
            case TuningChoice.Measured m -> usual.tuning();
        };
        if (lookup.isPresent()) {
            requested = requested.with(lookup.get());
            if (usual.unfitFor(requested) instanceof String reason) {
                throw new CaseException("storage.lookup: " + reason);
            }
        }
        return usual.possible(requested);
    }

    boolean allows(Tuning tuning) {
        return lookup.isEmpty() || lookup.get() == tuning.lookup();
    }
}
