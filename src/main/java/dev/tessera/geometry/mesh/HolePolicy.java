package dev.tessera.geometry.mesh;

/// Treatment of holes in a surface that are wider than a spacing and no openings. Narrower ones are always closed.
public enum HolePolicy {
    /// The geometry is refused; the message names each hole.
    REFUSE,
    /// They become wall; findings name them.
    FILL
}
