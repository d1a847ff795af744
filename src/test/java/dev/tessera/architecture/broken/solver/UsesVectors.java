package dev.tessera.architecture.broken.solver;

import jdk.incubator.vector.DoubleVector;

final class UsesVectors {
    int lanes() {
        return DoubleVector.SPECIES_PREFERRED.length();
    }
}
