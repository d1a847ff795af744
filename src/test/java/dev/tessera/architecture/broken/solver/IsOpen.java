package dev.tessera.architecture.broken.solver;

class IsOpen {}
