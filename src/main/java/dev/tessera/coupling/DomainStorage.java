package dev.tessera.coupling;

import dev.tessera.device.Device;
import dev.tessera.geometry.NodeMap;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.TwoBufferPull;

/// How a domain stores populations, and the order in which it updates nodes; results do not depend on it.
///
/// @param isDivided whether a step updates [OuterNodes] first
record DomainStorage(StreamingPattern pattern, Addressing addressing, boolean isDivided) {
    /// Nodes from which on a step is divided: smaller ones do not fill a GPU, and take less time than a copy of a
    /// layer.
    private static final long DIVIDED_FROM = 1L << 19;

    /// Above this part of fluid nodes, storage is dense.
    private static final double DENSE_FROM = 0.97;

    /// One that updates all nodes at once.
    DomainStorage(StreamingPattern pattern, Addressing addressing) {
        this(pattern, addressing, false);
    }

    /// The usual storage on a device.
    static DomainStorage of(NodeMap nodes, Device device) {
        boolean isDense = nodes.porosity() > DENSE_FROM;
        return new DomainStorage(
                device.isGpu() ? new TwoBufferPull() : new AaPattern(),
                isDense ? new Dense() : device.isGpu() ? CompactTiles.forGpu() : CompactTiles.forCpu(),
                device.runsPartsTogether() && nodes.fluid().count() >= DIVIDED_FROM);
    }
}
