package dev.tessera.solver.tune;

import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.kernel.gpu.TileLookup;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseException;
import dev.tessera.solver.TuningChoice;
import java.util.Optional;

/// What a case says of launches on a GPU.
///
/// @param lookup of the tiles around, which no tuning changes; empty: as `tuning` chooses
public record LaunchChoice(TuningChoice tuning, Optional<TileLookup> lookup) {
    /// With the look-up left to the tuning.
    public LaunchChoice(TuningChoice tuning) {
        this(tuning, Optional.empty());
    }

    public static LaunchChoice of(Case.Storage storage) {
        return new LaunchChoice(storage.tuning(), storage.lookup());
    }

    /// The launch before anything is measured: the fixed one, else the usual, with the look-up that is said.
    /// @param usual the plan with the usual launch
    /// @throws CaseException where the storage keeps it from that look-up
    public Tuning unmeasured(GpuPlan usual) {
        Tuning wished =
                switch (tuning) {
                    case TuningChoice.Fixed(Tuning fixed) -> fixed;
                    case TuningChoice.Usual u -> usual.tuning();
                    case TuningChoice.Measured m -> usual.tuning();
                };
        if (lookup.isPresent()) {
            wished = wished.with(lookup.get());
            if (usual.unfitFor(wished) instanceof String reason) {
                throw new CaseException("storage.lookup: " + reason);
            }
        }
        return usual.possible(wished);
    }

    boolean allows(Tuning tuning) {
        return lookup.isEmpty() || lookup.get() == tuning.lookup();
    }
}
