package dev.tessera.architecture.broken.kernel;

import java.util.Random;

final class Draws {
    double draw(long seed) {
        return new Random(seed).nextDouble() + Math.random();
    }
}
