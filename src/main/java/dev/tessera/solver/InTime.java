package dev.tessera.solver;

/// A value as a function of time (seconds) alone, its place being settled.
interface InTime {
    double at(double timeS);
}
