package dev.tessera.solver;

/// The progress of a run.
///
/// @param step steps done
/// @param lastStep the latest end of the run; -1 where only the steady state ends it
/// @param mlups recent million fluid-node updates per second
/// @param residual last estimate of the relative distance from the steady state; NaN before the third check or
///        without a steady-state test
/// @param secondsLeft estimate; NaN where the end is not known, or too little was measured so far
/// @param mayEndEarlier whether `secondsLeft` is the time to the limit, and the steady state may be reached earlier
public record Progress(
        long step,
        long lastStep,
        double timeS,
        double mlups,
        double residual,
        double secondsLeft,
        boolean mayEndEarlier) {}
