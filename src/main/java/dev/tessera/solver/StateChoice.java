package dev.tessera.solver;

import java.util.Locale;

/// What is stored of the fluid between steps.
public enum StateChoice {
    /// Every population, in the slots of a streaming pattern.
    POPULATIONS,
    /// The moments after the collision: only for collisions that keep no others.
    MOMENTS;

    /// Its word in a case file.
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
