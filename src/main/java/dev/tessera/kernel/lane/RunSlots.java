package dev.tessera.kernel.lane;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.layout.Access;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.UniformPlacement;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The slots of up to 64 nodes of a run along x: the results of `StorageLayout.readSlot`, `writeSlot` and
/// `neighbourPosition`, as sequences of consecutive slots, which end where open and cut links alternate and where a
/// neighbour's position does not follow the one before. Not thread-safe.
final class RunSlots {
    static final int LANES = 64;

    private final StorageLayout storage;
    private final VelocitySet lattice;
    private final FluidNodes fluid;
    private final Box box;
    private final @Nullable UniformPlacement placement; // null: node by node
    private final boolean fluidOnly; // see UniformPlacement.countsFluidOnly
    private final SlotAccess[] reads; // [phase * q + direction]
    private final SlotAccess[] writes;
    private final NeighbourRow[] rows; // [9], of the latest run
    private long run; // number of the latest run; 0: none
    private int runX;
    private int runY;
    private int runZ;
    private int runCount; // 0: none

    /// @param link the direction of the link that the value crosses
    /// @param c its velocity
    /// @param cut null if a cut link has a private slot
    /// @param openStart slot of position 0 in the array of `open`; 0 without uniform placement
    /// @param cutStart of `cut`
    /// @param isOwnAlways whether the slot is the node's own across open and cut links
    private record SlotAccess(
            int link,
            Velocity c,
            Access open,
            @Nullable Access cut,
            long openStart,
            long cutStart,
            boolean isOwnAlways) {}

    RunSlots(StorageLayout storage) {
        this.storage = storage;
        this.lattice = storage.lattice();
        this.fluid = storage.nodes().fluid();
        this.box = fluid.box();
        this.placement =
                storage.placement() instanceof UniformPlacement uniform && uniform.bundle() == 0 ? uniform : null;
        this.fluidOnly = placement != null && placement.countsFluidOnly();
        this.rows = Stream.generate(NeighbourRow::new).limit(9).toArray(NeighbourRow[]::new);
        int phases = storage.pattern().phases();
        this.reads = new SlotAccess[phases * lattice.size()];
        this.writes = new SlotAccess[reads.length];
        for (int phase = 0; phase < phases; phase++) {
            for (int i = 0; i < lattice.size(); i++) {
                reads[phase * lattice.size() + i] = read(phase, i);
                writes[phase * lattice.size() + i] = write(phase, i);
            }
        }
    }

    private SlotAccess read(int phase, int i) {
        var pattern = storage.pattern();
        int link = lattice.opposite(i);
        Access cut = i == 0 ? null : pattern.readAcrossCut(lattice, phase, i);
        return access(link, pattern.read(lattice, phase, i), cut);
    }

    private SlotAccess write(int phase, int i) {
        var pattern = storage.pattern();
        Access cut = i == 0 ? null : pattern.writeAcrossCut(lattice, phase, i);
        return access(i, pattern.write(lattice, phase, i), cut);
    }

    private SlotAccess access(int link, Access open, @Nullable Access cut) {
        boolean isOwnAlways = open.at() == 0 && (link == 0 || open.equals(cut));
        long cutStart = cut == null ? 0 : start(cut);
        return new SlotAccess(link, lattice.velocity(link), open, cut, start(open), cutStart, isOwnAlways);
    }

    private long start(Access access) {
        return placement == null ? 0 : placement.start(access.array(), access.copy());
    }

    /// Whether, in every phase, the outgoing population of a direction uses the slot of the opposite incoming
    /// one.
    static boolean returnsToOpposites(StorageLayout storage) {
        RunSlots slots = new RunSlots(storage);
        int q = storage.lattice().size();
        for (int n = 0; n < slots.writes.length; n++) {
            int opposite = n / q * q + storage.lattice().opposite(n % q);
            SlotAccess in = slots.reads[opposite];
            SlotAccess out = slots.writes[n];
            boolean sameCut = in.cut() == null ? out.cut() == null : in.cut().equals(out.cut());
            if (in.link() != out.link() || !in.open().equals(out.open()) || !sameCut) {
                return false;
            }
        }
        return true;
    }

    /// Whether, across open and cut links, a node's slots of a direction are its own, so that consecutive positions
    /// have consecutive slots.
    /// @param isRead the slots that it reads, or those that it writes
    boolean isOwn(boolean isRead, int phase, int i) {
        return placement != null && access(isRead, phase, i).isOwnAlways();
    }

    /// Whether no cut link has a private slot, so that slots follow from positions alone.
    boolean followsPosition(boolean isRead, int phase, int i) {
        SlotAccess access = access(isRead, phase, i);
        return placement != null && (access.link() == 0 || access.cut() != null);
    }

    /// The slots for which [#isOwn] holds.
    long ownSlot(boolean isRead, int phase, int i, long position) {
        return access(isRead, phase, i).openStart() + position;
    }

    private SlotAccess access(boolean isRead, int phase, int i) {
        return (isRead ? reads : writes)[phase * lattice.size() + i];
    }

    /// Slots that nodes (x, y, z) … (x + count - 1, y, z) read for a direction, as sequences of lanes with
    /// consecutive slots.
    /// @param position of the first one; the others follow
    /// @param target `[lane]` receives the slot of each sequence's first lane
    /// @return the first lane of each sequence, as bits
    long reads(int phase, int i, int x, int y, int z, int count, long position, long[] target) {
        return find(true, phase, i, x, y, z, count, position, target);
    }

    /// Slots that the nodes write, with the same parameters.
    long writes(int phase, int i, int x, int y, int z, int count, long position, long[] target) {
        return find(false, phase, i, x, y, z, count, position, target);
    }

    /// The positions at which the nodes find a field's value at `x + c`, with the same parameters: their own
    /// across a cut link.
    long fieldPositions(Velocity c, int x, int y, int z, int count, long position, long[] target) {
        if (placement == null) {
            for (int lane = 0; lane < count; lane++) {
                target[lane] = storage.neighbourPosition(x + lane, y, z, c);
            }
            return joined(lanes(count), target);
        }
        if (c.x() == 0 && c.y() == 0 && c.z() == 0) {
            target[0] = position;
            return 1;
        }
        NeighbourRow row = count <= NeighbourRow.LONGEST_RUN ? row(placement, c, x, y, z, count) : null;
        long open = row == null ? openLanes(c, x, y, z, count) : row.openLanes(c, count);
        long starts = 1 | lanes(count) & (open ^ open << 1);
        starts |= row != null && row.isSequence
                ? row.positions(c, starts & open, 0, fluidOnly, target)
                : openNeighbours(placement, c, x, y, z, count, open, starts, 0, target);
        for (long rest = starts & ~open; rest != 0; rest &= rest - 1) {
            int lane = Long.numberOfTrailingZeros(rest);
            target[lane] = position + lane;
        }
        return joined(starts, target);
    }

    private long find(boolean isRead, int phase, int i, int x, int y, int z, int count, long position, long[] target) {
        SlotAccess touch = access(isRead, phase, i);
        if (placement == null) {
            for (int lane = 0; lane < count; lane++) {
                target[lane] = slotOfStorage(isRead, phase, i, x + lane, y, z);
            }
            return joined(lanes(count), target);
        }
        if (touch.isOwnAlways()) {
            target[0] = touch.openStart() + position;
            return 1;
        }
        Velocity c = touch.c();
        NeighbourRow row = count <= NeighbourRow.LONGEST_RUN ? row(placement, c, x, y, z, count) : null;
        long open = row == null ? openLanes(c, x, y, z, count) : row.openLanes(c, count);
        long starts = 1 | lanes(count) & (open ^ open << 1);
        if (touch.open().at() != 0) {
            starts |= row != null && row.isSequence
                    ? row.positions(c, starts & open, touch.openStart(), fluidOnly, target)
                    : openNeighbours(placement, c, x, y, z, count, open, starts, touch.openStart(), target);
        } else {
            for (long rest = starts & open; rest != 0; rest &= rest - 1) {
                int lane = Long.numberOfTrailingZeros(rest);
                target[lane] = touch.openStart() + position + lane;
            }
        }
        boolean isPrivate = touch.cut() == null;
        long cut = isPrivate ? lanes(count) & ~open : starts & ~open;
        for (long rest = cut; rest != 0; rest &= rest - 1) {
            int lane = Long.numberOfTrailingZeros(rest);
            target[lane] =
                    isPrivate ? slotOfStorage(isRead, phase, i, x + lane, y, z) : touch.cutStart() + position + lane;
        }
        return joined(starts | cut, target);
    }

    /// The first lanes of sequences without those that continue the sequence before.
    private static long joined(long starts, long[] slots) {
        long kept = 1;
        int last = 0;
        for (long rest = starts & ~1L; rest != 0; rest &= rest - 1) {
            int lane = Long.numberOfTrailingZeros(rest);
            if (slots[lane] != slots[last] + lane - last) {
                kept |= 1L << lane;
                last = lane;
            }
        }
        return kept;
    }

    private static long lanes(int count) {
        return -1L >>> LANES - count;
    }

    private long slotOfStorage(boolean isRead, int phase, int i, int x, int y, int z) {
        return isRead ? storage.readSlot(phase, x, y, z, i) : storage.writeSlot(phase, x, y, z, i);
    }

    /// Nodes `x - 1` … `x + count` of a row beside a run, or of its own: what the run's nodes have as neighbours along
    /// up to three directions.
    private static final class NeighbourRow {
        static final int LONGEST_RUN = LANES - 2;

        private long run; // for which it was found
        private long fluid; // as bits, node x - 1 the lowest
        private boolean isSequence; // whether the positions of these nodes follow one another
        private long position; // then: of the first one that is fluid

        /// A mask of the lanes whose neighbour along c is fluid.
        long openLanes(Velocity c, int count) {
            return fluid >>> c.x() + 1 & lanes(count);
        }

        /// Finds the positions of the lanes' neighbours along c, plus `start`.
        /// @return the lanes
        long positions(Velocity c, long lanes, long start, boolean fluidOnly, long[] target) {
            int anchor = Long.numberOfTrailingZeros(fluid);
            for (long rest = lanes; rest != 0; rest &= rest - 1) {
                int lane = Long.numberOfTrailingZeros(rest);
                int node = lane + c.x() + 1;
                int before = fluidOnly ? Long.bitCount(fluid & (1L << node) - 1) : node - anchor;
                target[lane] = start + position + before;
            }
            return lanes;
        }
    }

    /// The row of the neighbours along c of a run of at most [NeighbourRow#LONGEST_RUN] nodes.
    private NeighbourRow row(UniformPlacement placement, Velocity c, int x, int y, int z, int count) {
        if (x != runX || y != runY || z != runZ || count != runCount) {
            runX = x;
            runY = y;
            runZ = z;
            runCount = count;
            run++;
        }
        NeighbourRow row = rows[3 * (c.z() + 1) + c.y() + 1];
        if (row.run != run) {
            row.run = run;
            fill(
                    row,
                    placement,
                    around(y + c.y(), box.ny(), box.periodicY()),
                    around(z + c.z(), box.nz(), box.periodicZ()));
        }
        return row;
    }

    private void fill(NeighbourRow row, UniformPlacement placement, int y, int z) {
        row.fluid = 0;
        row.isSequence = true;
        if (y < 0 || z < 0) {
            return;
        }
        int first = runX - 1;
        int low = Math.max(0, -first);
        int high = Math.min(runCount + 2, box.nx() - first);
        long begin = box.index(0, y, z);
        row.fluid = fluid.bits(begin + first + low, high - low) << low;
        long beyond = 0; // nodes at the other end of the box
        if (low == 1 && box.periodicX() && fluid.isFluid(begin + box.nx() - 1)) {
            beyond |= 1;
        }
        if (high == runCount + 1 && box.periodicX() && fluid.isFluid(begin)) {
            beyond |= 1L << high;
        }
        if (row.fluid != 0) {
            int anchor = Long.numberOfTrailingZeros(row.fluid);
            row.isSequence = beyond == 0 && placement.endOfSequence(first + anchor) >= first + high;
            row.position = row.isSequence ? placement.position(first + anchor, y, z) : 0;
        } else {
            row.isSequence = beyond == 0;
        }
        row.fluid |= beyond;
    }

    /// A mask of the lanes whose neighbour along c is fluid.
    private long openLanes(Velocity c, int x, int y, int z, int count) {
        int ny = around(y + c.y(), box.ny(), box.periodicY());
        int nz = around(z + c.z(), box.nz(), box.periodicZ());
        if (ny < 0 || nz < 0) {
            return 0;
        }
        int first = x + c.x();
        int low = Math.max(0, -first);
        int high = Math.min(count, box.nx() - first);
        long row = box.index(0, ny, nz);
        long open = high > low ? fluid.bits(row + first + low, high - low) << low : 0;
        if (low == 1 && box.periodicX() && fluid.isFluid(row + box.nx() - 1)) {
            open |= 1;
        }
        if (high == count - 1 && box.periodicX() && fluid.isFluid(row)) {
            open |= 1L << high;
        }
        return open;
    }

    /// Finds the positions of the neighbours along c that are fluid, plus `start`.
    /// @param starts lanes at which open and cut links alternate
    /// @param target receives those of `starts`, and of further lanes where positions may jump
    /// @return the open lanes that were set
    private long openNeighbours(
            UniformPlacement placement,
            Velocity c,
            int x,
            int y,
            int z,
            int count,
            long open,
            long starts,
            long start,
            long[] target) {
        if (open == 0) {
            return 0;
        }
        int ny = around(y + c.y(), box.ny(), box.periodicY());
        int nz = around(z + c.z(), box.nz(), box.periodicZ());
        int first = x + c.x();
        int low = Math.max(0, -first);
        int high = Math.min(count, box.nx() - first);
        long set = 0;
        for (int from = low; from < high; ) {
            int end = Math.min(high, placement.endOfSequence(first + from) - first);
            long within = open & lanes(end) & -1L << from;
            if (within != 0) {
                int anchor = Long.numberOfTrailingZeros(within);
                long position = start + placement.position(first + anchor, ny, nz);
                long begun = within & starts | 1L << anchor;
                for (long rest = begun; rest != 0; rest &= rest - 1) {
                    int lane = Long.numberOfTrailingZeros(rest);
                    target[lane] = position + (fluidOnly ? Long.bitCount(within & (1L << lane) - 1) : lane - anchor);
                }
                set |= begun;
            }
            from = end;
        }
        if (low == 1 && (open & 1) != 0) {
            target[0] = start + placement.position(box.nx() - 1, ny, nz);
            set |= 1;
        }
        if (high < count && (open >>> high & 1) != 0) {
            target[high] = start + placement.position(0, ny, nz);
            set |= 1L << high;
        }
        return set;
    }

    private static int around(int at, int count, boolean periodic) {
        if (at >= 0 && at < count) {
            return at;
        }
        return !periodic ? -1 : at < 0 ? count - 1 : 0;
    }
}
