package dev.tessera.geometry.shape;

/// A body in the fluid. Its surface has its name, which selects the force on it.
public record Obstacle(String name, Shape shape) {}
