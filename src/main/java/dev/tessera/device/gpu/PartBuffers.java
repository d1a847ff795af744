package dev.tessera.device.gpu;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// What [StoredCopies] needs for a part of the nodes while it crosses.
final class PartBuffers {
    private final DeviceBuffer values;
    private final DeviceBuffer nodes;
    private final MemorySegment positions;
    private final long crossed;

    /// @param memory that releases what this needs
    /// @param nodes of the largest part
    PartBuffers(GpuMemory memory, int nodes, long bytesPerNode) {
        long positionBytes = (long) Integer.BYTES * nodes;
        this.values = memory.additional("sorted values of a transfer", nodes * bytesPerNode);
        this.nodes = memory.additional("nodes of sorted values", positionBytes);
        Arena lifetime = Arena.ofShared();
        memory.alsoRelease(lifetime::close);
        this.positions = memory.accelerator().hostMemory(positionBytes, lifetime);
        this.crossed = memory.event(memory.accelerator().exchanges());
    }

    /// Values on the device, all of a node together.
    DeviceBuffer values() {
        return values;
    }

    /// Positions of the nodes on the device.
    DeviceBuffer nodes() {
        return nodes;
    }

    /// The same on the host, in memory that the device copies fastest.
    MemorySegment positions() {
        return positions;
    }

    /// The event after the copy to or from the host.
    long crossed() {
        return crossed;
    }
}
