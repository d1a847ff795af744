package dev.tessera.solver;

/// A value at a fixed place as a function of time (seconds).
interface TimeFunction {
    double at(double timeS);
}
