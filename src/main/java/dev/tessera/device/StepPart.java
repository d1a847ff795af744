package dev.tessera.device;

/// The two parts of a stage of a plan with halo nodes or outer nodes, in the order in which they run.
public enum StepPart {
    /// Nodes that exchange values with other parts or programs ([dev.tessera.kernel.EdgeNodes]); a device may include
    /// more.
    EDGE,
    /// All other updated nodes.
    INNER
}
