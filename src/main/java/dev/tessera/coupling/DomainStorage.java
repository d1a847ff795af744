package dev.tessera.coupling;

import dev.tessera.device.Device;
import dev.tessera.geometry.NodeMap;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.TwoBufferPull;

/// How a domain stores populations; results do not depend on it.
record DomainStorage(StreamingPattern pattern, Addressing addressing) {
    /// Above this part of fluid nodes, storage is dense.
    private static final double DENSE_FROM = 0.97;

    /// The usual storage on a device.
    static DomainStorage of(NodeMap nodes, Device device) {
        boolean isDense = nodes.porosity() > DENSE_FROM;
        return new DomainStorage(
                device.isGpu() ? new TwoBufferPull() : new AaPattern(),
                isDense ? new Dense() : device.isGpu() ? CompactTiles.forGpu() : CompactTiles.forCpu());
    }
}
