package dev.tessera.architecture.broken.solver;

public record Innocent(int value) {}
