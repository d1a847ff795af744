package dev.tessera.solver;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/// How the time step is chosen and when a run ends.
///
/// @param step what decides the time step
/// @param steady tolerance of the steady state, if it is to be looked for: relative L2 change of velocity
///        over one convective time (creeping flow: diffusive time), three times in a row; with a drive and no
///        inlet: of permeability
/// @param atMostS physical end, s
/// @param atMostSteps end in steps
public record TimeChoice(StepChoice step, OptionalDouble steady, OptionalDouble atMostS, OptionalLong atMostSteps) {

    public sealed interface StepChoice {
        /// The characteristic velocity in lattice units (nodes a step).
        record LatticeSpeed(double nodesPerStep) implements StepChoice {}

        /// Relaxation time of the shear moments, in steps: 3 nu + 1/2.
        record RelaxationTime(double steps) implements StepChoice {}

        record TimeStep(double seconds) implements StepChoice {}
    }
}
