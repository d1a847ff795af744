package dev.tessera.solver;

/// The time over which a steady-state test compares.
final class SteadyInterval {
    private static final long SHORTEST = 20;

    private SteadyInterval() {}

    /// One convective time (length / velocity); where the flow creeps (Reynolds below 1, or velocity unknown)
    /// one diffusive time (length² / viscosity), which is the shorter there. In steps, an even number: in a gap
    /// one node wide bounce-back turns the momentum across it round at every step, and only states of one parity
    /// compare.
    static long steps(Simulation simulation) {
        var numbers = simulation.numbers();
        double dt = simulation.units().timeStepS();
        double diffusive = numbers.lengthM() * numbers.lengthM() / numbers.viscosityM2PerS();
        double time = numbers.speedMPerS() > 0 && numbers.reynolds() > 1
                ? numbers.lengthM() / numbers.speedMPerS()
                : diffusive;
        return Math.max(SHORTEST, 2 * Math.round(time / dt / 2));
    }
}
