package dev.tessera.solver;

/// Where a run stands.
///
/// @param step steps done
/// @param lastStep where the run ends at the latest; -1 where only the steady state ends it
/// @param mlups million fluid-node updates a second, lately
/// @param residual last estimate of the relative distance from the steady state; NaN before the third check or
///        without a steady-state test
/// @param secondsLeft estimate; NaN where the end is not known, or too little was measured yet
/// @param mayEndEarlier whether `secondsLeft` reaches to the limit, and the steady state may come before it
public record Progress(
        long step,
        long lastStep,
        double timeS,
        double mlups,
        double residual,
        double secondsLeft,
        boolean mayEndEarlier) {}
