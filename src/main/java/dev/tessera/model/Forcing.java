package dev.tessera.model;

/// How a body force enters the collision.
public enum Forcing {
    /// By a term of its own, which relaxes with the populations: Guo, Zheng, Shi, Phys. Rev. E 65, 046308 (2002).
    GUO("guo"),

    /// By the change of the equilibrium with the velocity that the force gives: Kupershtokh, Medvedev, Karpov,
    /// Comput. Math. Appl. 58, 965 (2009).
    EXACT_DIFFERENCE("exact-difference");

    private final String key;

    Forcing(String key) {
        this.key = key;
    }

    public String key() {
        return key;
    }
}
