package dev.tessera.architecture.broken.solver;

final class Prints {
    void speak() {
        System.err.println("out of place");
    }
}
