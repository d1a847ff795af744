package dev.tessera.architecture.broken.model;

import dev.tessera.architecture.broken.expr.CycleBack;

public record CycleThere(CycleBack back) {}
