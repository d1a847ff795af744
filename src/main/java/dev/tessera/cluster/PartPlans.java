package dev.tessera.cluster;

import dev.tessera.geometry.Parts;
import dev.tessera.kernel.StepPlan;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// The plans of all parts. Each is made when it is first asked for: a process needs those of its own parts, and the
/// first one also knows where the nodes are whose values others send.
final class PartPlans {
    private final StepPlan whole;
    private final Parts parts;
    private final IntPredicate isGpu;
    private final @Nullable PartPlan[] made;

    /// @param isGpu whether the device of a part is a GPU
    PartPlans(StepPlan whole, Parts parts, IntPredicate isGpu) {
        this.whole = whole;
        this.parts = parts;
        this.isGpu = isGpu;
        this.made = new PartPlan[parts.count()];
    }

    int count() {
        return made.length;
    }

    Parts parts() {
        return parts;
    }

    PartPlan of(int part) {
        PartPlan found = made[part];
        if (found == null) {
            found = PartPlan.of(whole, parts.part(part), isGpu.test(part));
            made[part] = found;
        }
        return found;
    }
}
