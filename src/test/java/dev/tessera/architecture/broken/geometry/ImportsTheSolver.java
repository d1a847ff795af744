package dev.tessera.architecture.broken.geometry;

import dev.tessera.architecture.broken.solver.Innocent;

record ImportsTheSolver(Innocent innocent) {}
