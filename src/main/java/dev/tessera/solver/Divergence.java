package dev.tessera.solver;

import dev.tessera.geometry.Vec;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;

/// Where, when and why a flow diverged.
///
/// @param step after which the divergence was first found
/// @param timeS time of the step
/// @param x node index along the first axis of the box, from 0, @param y second axis, @param z third axis
/// @param placeM of the node
/// @param speedMPerS at the node; NaN where populations are NaN or infinite
/// @param isOrigin whether earlier steps were computed again to find the first such step; otherwise the flow may have
///        diverged earlier and elsewhere
/// @param neighbours surfaces near the node with their distances, as text
/// @param cause sentences
/// @param remedy sentences
public record Divergence(
        long step,
        double timeS,
        int x,
        int y,
        int z,
        Vec placeM,
        double speedMPerS,
        boolean isOrigin,
        String neighbours,
        String cause,
        String remedy) {

    /// Everything, as one message.
    public String message() {
        String what = Double.isNaN(speedMPerS)
                ? "the velocity is not a number"
                : "the velocity is %s, above the lattice's speed of sound"
                        .formatted(QuantityText.about(speedMPerS, QuantityKind.VELOCITY));
        return "the flow diverged at %s (node %d, %d, %d; %s), %s (step %d): %s%s. %s %s"
                .formatted(
                        placeM.inLengths(),
                        x,
                        y,
                        z,
                        neighbours,
                        QuantityText.about(timeS, QuantityKind.TIME),
                        step,
                        what,
                        isOrigin ? "" : ", found by a periodic check; divergence may have begun earlier and elsewhere",
                        cause,
                        remedy)
                .strip();
    }
}
