package dev.tessera.geometry.mesh;

/// What happens to holes in a surface that are wider than a spacing and no openings.
/// Narrower ones are closed always.
public enum HolePolicy {
    /// The geometry is refused; the message names each hole.
    REFUSE,
    /// They become wall; findings name them.
    FILL
}
