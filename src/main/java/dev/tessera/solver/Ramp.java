package dev.tessera.solver;

/// A smooth rise from 0 to 1 over a given time.
final class Ramp {
    private Ramp() {}

    static double at(double timeS, double durationS) {
        if (!(durationS > 0) || timeS >= durationS) {
            return 1;
        }
        return timeS <= 0 ? 0 : 0.5 - 0.5 * StrictMath.cos(StrictMath.PI * timeS / durationS);
    }
}
