package dev.tessera.device;

/// The two parts of a stage of a plan with halo nodes, in the order in which they run.
public enum StepPart {
    /// Nodes that send values to other parts or receive them ([dev.tessera.kernel.EdgeNodes]); a device may
    /// include more.
    EDGE,
    /// All other updated nodes.
    INNER
}
