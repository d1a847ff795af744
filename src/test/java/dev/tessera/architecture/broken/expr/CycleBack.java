package dev.tessera.architecture.broken.expr;

import dev.tessera.architecture.broken.model.CycleThere;

public record CycleBack(CycleThere there) {}
