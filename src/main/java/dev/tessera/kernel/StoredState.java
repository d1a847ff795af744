package dev.tessera.kernel;

import dev.tessera.layout.MemoryPlan;
import dev.tessera.layout.NodeStorage;

/// What an array stores of a fluid or of a component, from which the incoming populations of the next step follow:
/// the populations themselves, or moments (docs/decisions/0043). The number format of its slots is that of the
/// plan's [Precision].
///
/// | | populations | moments |
/// |---|---|---|
/// | slots | of a streaming pattern | two sets, alternating from step to step |
/// | canonical form | incoming populations of the next step, `[node][direction]` | moments after the collision,
/// `[node][moment]` |
/// | crosses a cut between parts | each population that is streamed across it | all moments of the nodes next to it |
/// | read across a cut link | the node's own population of the opposite direction | the node's own moment times
/// `(-1)^order` |
public sealed interface StoredState extends StoredArray permits StoredArray.Populations, StoredArray.Moments {
    NodeStorage storage();

    /// Values per node of the canonical form.
    int valuesPerNode();

    /// The memory of its values and tables.
    default MemoryPlan memory() {
        return MemoryPlan.of(storage());
    }
}
