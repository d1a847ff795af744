package dev.tessera.solver;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/// How the time step is chosen and when a run ends.
///
/// @param step the choice of the time step
/// @param steady tolerance of the steady state, if the run ends there: estimated relative distance of the velocity
///        from it in the L2 norm; with a uniform drive: of the permeability
/// @param atMostS physical end, s
/// @param atMostSteps end in steps
/// @param beyondStability whether limits of stability are told instead of refused
public record TimeChoice(
        StepChoice step,
        OptionalDouble steady,
        OptionalDouble atMostS,
        OptionalLong atMostSteps,
        boolean beyondStability) {
    public sealed interface StepChoice {
        /// The characteristic velocity in lattice units (nodes per step).
        record LatticeSpeed(double nodesPerStep) implements StepChoice {}

        /// Relaxation time of the shear moments, in steps: 3 nu + 1/2.
        record RelaxationTime(double steps) implements StepChoice {}

        record TimeStep(double seconds) implements StepChoice {}
    }
}
