package dev.tessera.geometry.shape;

/// A body in the fluid. Its surface carries its name: the force on it can be asked by that name.
public record Obstacle(String name, Shape shape) {}
