package dev.tessera.architecture.broken.geometry;

import java.util.SplittableRandom;

final class DrawsWithoutASeed {
    double draw() {
        return new SplittableRandom().nextDouble();
    }
}
