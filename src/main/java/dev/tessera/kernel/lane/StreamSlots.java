package dev.tessera.kernel.lane;

import dev.tessera.layout.StorageLayout;
import java.util.List;

/// The slots of a kernel's streams for runs of nodes. Not thread-safe.
final class StreamSlots {
    private final List<SlotStream> streams;
    private final RunSlots[] slots; // [array]

    /// @param storages of the plan's populations
    StreamSlots(List<SlotStream> streams, List<StorageLayout> storages) {
        this.streams = streams;
        this.slots = storages.stream().map(RunSlots::new).toArray(RunSlots[]::new);
    }

    /// The first slot of each lane's value at nodes (x, y, z) … (x + count - 1, y, z).
    /// @param position of the first one; the others follow
    /// @param target `[stream][lane]`
    /// @param from the first lane to be filled
    void fill(int phase, int x, int y, int z, int count, long position, long[][] target, int from) {
        for (int s = 0; s < streams.size(); s++) {
            SlotStream stream = streams.get(s);
            RunSlots of = slots[stream.array()];
            switch (stream.value()) {
                case READ -> of.reads(phase, stream.direction(), x, y, z, count, position, target[s], from);
                case WRITTEN -> of.writes(phase, stream.direction(), x, y, z, count, position, target[s], from);
                case FIELD -> of.fieldPositions(stream.c(), x, y, z, count, position, target[s], from);
            }
            for (int lane = from; lane < from + count; lane++) {
                target[s][lane] = stream.base() + stream.width() * target[s][lane];
            }
        }
    }
}
