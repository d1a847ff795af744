package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.units.FlowNumbers;

/// The Reynolds and Mach numbers of a run, with their velocity and length.
///
/// @param numbers their velocity is 0 where it is not (yet) known
/// @param velocityIs description of the velocity
/// @param lengthIs description of the length
public record FlowScale(FlowNumbers numbers, String velocityIs, String lengthIs) {
    /// From the case: the reference velocity, or the largest velocity that boundaries and initial state impose.
    public static FlowScale ofCase(Simulation simulation) {
        return ofCase(simulation.theCase(), simulation.nodes(), simulation.numbers());
    }

    static FlowScale ofCase(Case theCase, NodeMap nodes, FlowNumbers numbers) {
        boolean isGiven = theCase.reference().velocityMPerS().isPresent();
        return new FlowScale(
                numbers,
                isGiven ? "reference.velocity" : "largest velocity imposed",
                Discretization.lengthIs(theCase, nodes));
    }

    /// As [#ofCase], but from the flow itself where the case gives no velocity (a drive moves the fluid, an
    /// inlet oscillates).
    /// @param fastestMPerS the largest velocity in the log
    static FlowScale of(Simulation simulation, double fastestMPerS) {
        FlowScale given = ofCase(simulation);
        if (given.isKnown()) {
            return given;
        }
        var n = given.numbers;
        return new FlowScale(n.at(fastestMPerS), "largest velocity.maximum in log.csv", given.lengthIs);
    }

    /// Whether there is a velocity: a fluid at rest has no Reynolds number.
    public boolean isKnown() {
        return numbers.speedMPerS() > 0;
    }
}
