package dev.tessera.device.cuda;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The page-locked memory of the host that a driver has allocated. Not thread-safe.
final class PinnedMemory {
    private final List<MemorySegment> segments = new ArrayList<>();

    void add(MemorySegment segment) {
        segments.add(segment);
    }

    /// @return whether it was there
    boolean remove(MemorySegment segment) {
        return segments.remove(segment);
    }

    /// Whether all of a segment is in one of them. By addresses: `MemorySegment.asOverlappingSlice` of JDK 25
    /// is too long for a slice that begins behind the first byte.
    boolean contains(MemorySegment segment) {
        return segment.isNative()
                && segments.stream()
                        .anyMatch(pinned -> segment.address() >= pinned.address()
                                && segment.address() + segment.byteSize() <= pinned.address() + pinned.byteSize());
    }

    /// Removes all.
    void release(Consumer<MemorySegment> free) {
        segments.forEach(free);
        segments.clear();
    }
}
