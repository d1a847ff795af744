package dev.tessera.kernel.lane;

import dev.tessera.layout.StorageLayout;
import java.util.List;

/// The slots of a kernel's streams for runs of nodes. Not thread-safe.
final class StreamSlots {
    private final SlotStream[] streams;
    private final RunSlots[] slots; // [array]
    private final long[][] found; // [stream][lane]
    private final long[] starts; // [stream]

    /// @param storages of the plan's populations
    StreamSlots(List<SlotStream> streams, List<StorageLayout> storages) {
        this.streams = streams.toArray(SlotStream[]::new);
        this.found = new long[this.streams.length][RunSlots.LANES];
        this.starts = new long[this.streams.length];
        this.slots = storages.stream().map(RunSlots::new).toArray(RunSlots[]::new);
    }

    /// The first slot of each lane's value at nodes (x, y, z) … (x + count - 1, y, z), at most 64, as sequences of
    /// lanes with values one after the other.
    /// @param position of the first one; the others follow
    /// @param target `[stream][lane]` receives the slot of each sequence's first lane
    /// @param starts `[stream]` receives the first lane of each sequence, as bits
    void find(int phase, int x, int y, int z, int count, long position, long[][] target, long[] starts) {
        for (int s = 0; s < streams.length; s++) {
            SlotStream stream = streams[s];
            RunSlots of = slots[stream.array()];
            long[] found = target[s];
            long lanes = switch (stream.value()) {
                case READ -> of.reads(phase, stream.direction(), x, y, z, count, position, found);
                case WRITTEN -> of.writes(phase, stream.direction(), x, y, z, count, position, found);
                case FIELD -> of.fieldPositions(stream.c(), x, y, z, count, position, found);
            };
            for (long rest = lanes; rest != 0; rest &= rest - 1) {
                int lane = Long.numberOfTrailingZeros(rest);
                found[lane] = stream.base() + stream.width() * found[lane];
            }
            starts[s] = lanes;
        }
    }

    /// Whether every value is in a slot of its own node.
    boolean areOwn(int phase) {
        for (SlotStream stream : streams) {
            RunSlots of = slots[stream.array()];
            boolean isOwn = switch (stream.value()) {
                case READ -> of.isOwn(true, phase, stream.direction());
                case WRITTEN -> of.isOwn(false, phase, stream.direction());
                case FIELD -> false;
            };
            if (!isOwn) {
                return false;
            }
        }
        return true;
    }

    /// Whether, where all nodes are fluid and positions are box indices, the slots of nodes between the same sides of
    /// the box differ as their positions do.
    boolean followPositions(int phase) {
        for (SlotStream stream : streams) {
            boolean follows = stream.width() == 1
                    && switch (stream.value()) {
                        case READ -> slots[stream.array()].followsPosition(true, phase, stream.direction());
                        case WRITTEN -> slots[stream.array()].followsPosition(false, phase, stream.direction());
                        case FIELD -> true;
                    };
            if (!follows) {
                return false;
            }
        }
        return true;
    }

    /// Where [#areOwn] holds, the slots of lanes with consecutive positions.
    /// @param target `[stream]` receives the first lane's
    void findOwn(int phase, long position, long[] target) {
        for (int s = 0; s < streams.length; s++) {
            SlotStream stream = streams[s];
            boolean isRead = stream.value() == SlotStream.Value.READ;
            long slot = slots[stream.array()].ownSlot(isRead, phase, stream.direction(), position);
            target[s] = stream.base() + stream.width() * slot;
        }
    }

    /// The same as [#find] for every lane.
    /// @param target `[stream][lane]`
    /// @param from the first lane to be filled
    void fill(int phase, int x, int y, int z, int count, long position, long[][] target, int from) {
        find(phase, x, y, z, count, position, found, starts);
        for (int s = 0; s < streams.length; s++) {
            int width = streams[s].width();
            for (long rest = starts[s]; rest != 0; rest &= rest - 1) {
                int first = Long.numberOfTrailingZeros(rest);
                long others = rest & rest - 1;
                int end = others == 0 ? count : Long.numberOfTrailingZeros(others);
                for (int lane = first; lane < end; lane++) {
                    target[s][from + lane] = found[s][first] + (long) (lane - first) * width;
                }
            }
        }
    }
}
