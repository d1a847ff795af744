package dev.tessera.solver;

/// A value as a function of time (seconds) alone, its place being settled.
interface TimeFunction {
    double at(double timeS);
}
