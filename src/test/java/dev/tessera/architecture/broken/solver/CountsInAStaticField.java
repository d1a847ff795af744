package dev.tessera.architecture.broken.solver;

final class CountsInAStaticField {
    private static int count;

    int next() {
        return count++;
    }
}
