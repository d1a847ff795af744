package dev.tessera.architecture.broken.solver;

final class ReadsTheClock {
    long now() {
        return System.nanoTime();
    }
}
