package dev.tessera.solver;

import dev.tessera.units.FlowNumbers;

/// The Reynolds and Mach numbers of a run, with the velocity and the length that they are made of.
///
/// @param numbers their velocity is 0 where nothing is known of it (yet)
/// @param velocityIs what the velocity is, for people
/// @param lengthIs what the length is, for people
public record FlowScale(FlowNumbers numbers, String velocityIs, String lengthIs) {
    /// As far as the case says it: a reference velocity, or the largest that boundaries and start impose.
    public static FlowScale ofCase(Simulation simulation) {
        Case theCase = simulation.theCase();
        boolean isGiven = theCase.reference().velocityMPerS().isPresent();
        return new FlowScale(
                simulation.numbers(),
                isGiven ? "reference.velocity" : "largest velocity imposed",
                Discretization.lengthIs(theCase, simulation.nodes()));
    }

    /// As [#ofCase], and where the case says nothing (a drive moves the fluid, an inlet oscillates) of the flow itself.
    /// @param fastestMPerS the largest velocity in the log
    static FlowScale of(Simulation simulation, double fastestMPerS) {
        FlowScale given = ofCase(simulation);
        if (given.isKnown()) {
            return given;
        }
        var n = given.numbers;
        return new FlowScale(
                new FlowNumbers(n.units(), n.viscosityM2PerS(), fastestMPerS, n.lengthM()),
                "largest velocity.maximum in log.csv",
                given.lengthIs);
    }

    /// Whether there is a velocity: a fluid at rest has no Reynolds number.
    public boolean isKnown() {
        return numbers.speedMPerS() > 0;
    }
}
