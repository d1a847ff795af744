package dev.tessera.geometry.spheres;

/// Random numbers that depend only on the seed, not on machine or Java version.
///
/// Source: SplitMix64, Steele, Lea & Flood, OOPSLA 2014.
final class RandomNumbers {
    private long state;

    RandomNumbers(long seed) {
        this.state = seed;
    }

    private long nextLong() {
        state += 0x9e3779b97f4a7c15L;
        long z = state;
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }

    /// Uniform in [0, 1).
    double uniform() {
        return (nextLong() >>> 11) * 0x1p-53;
    }

    /// Uniform in [low, high).
    double between(double low, double high) {
        return low + (high - low) * uniform();
    }
}
