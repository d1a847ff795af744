package dev.tessera.solver;

import dev.tessera.geometry.Vec;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;

/// Where and when a flow left what the lattice can carry, and why.
///
/// @param step after which the flow was first seen so
/// @param timeS time of the step
/// @param x node along each axis of the box, counted from 0, @param y likewise, @param z likewise
/// @param placeM of the node
/// @param speedMPerS at the node; NaN where populations are no numbers any more
/// @param isOrigin whether the steps before were computed again to find the first such step; otherwise the flow may
///        have diverged earlier and elsewhere
/// @param neighbours surfaces near the node with their distances, for people
/// @param cause sentences for people
/// @param remedy sentences for people
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

    /// All of it, for people.
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
                        isOrigin ? "" : ", which a check found; it may have begun earlier and elsewhere",
                        cause,
                        remedy)
                .strip();
    }
}
