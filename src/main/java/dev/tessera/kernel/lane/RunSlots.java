package dev.tessera.kernel.lane;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.layout.Access;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.UniformPlacement;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import org.jspecify.annotations.Nullable;

/// The slots of up to 64 nodes of a run along x: the results of `StorageLayout.readSlot`, `writeSlot` and
/// `neighbourPosition`, computed several times faster. Not thread-safe.
final class RunSlots {
    static final int LANES = 64;

    private final StorageLayout storage;
    private final VelocitySet lattice;
    private final FluidNodes fluid;
    private final Box box;
    private final @Nullable UniformPlacement placement; // null: node by node
    private final SlotAccess[] reads; // [phase * q + direction]
    private final SlotAccess[] writes;
    private final long[] positions = new long[LANES];

    /// @param link the direction of the link that the value crosses
    /// @param c its velocity
    /// @param cut null if a cut link has a private slot
    private record SlotAccess(
            int link, Velocity c, Access open, @Nullable Access cut) {
        boolean isOwnAlways() {
            return open.at() == 0 && (link == 0 || open.equals(cut));
        }
    }

    RunSlots(StorageLayout storage) {
        this.storage = storage;
        this.lattice = storage.lattice();
        this.fluid = storage.nodes().fluid();
        this.box = fluid.box();
        this.placement =
                storage.placement() instanceof UniformPlacement uniform && uniform.bundle() == 0 ? uniform : null;
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
        return new SlotAccess(link, lattice.velocity(link), pattern.read(lattice, phase, i), cut);
    }

    private SlotAccess write(int phase, int i) {
        var pattern = storage.pattern();
        Access cut = i == 0 ? null : pattern.writeAcrossCut(lattice, phase, i);
        return new SlotAccess(i, lattice.velocity(i), pattern.write(lattice, phase, i), cut);
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

    /// Slots that nodes (x, y, z) … (x + count - 1, y, z) read for a direction.
    /// @param position of the first one; the others follow
    /// @param target `[lane]`
    /// @param from the first lane to be filled
    void reads(int phase, int i, int x, int y, int z, int count, long position, long[] target, int from) {
        fill(true, phase, i, x, y, z, count, position, target, from);
    }

    /// Slots that the nodes write, with the same parameters.
    void writes(int phase, int i, int x, int y, int z, int count, long position, long[] target, int from) {
        fill(false, phase, i, x, y, z, count, position, target, from);
    }

    /// The positions at which the nodes find a field's value at `x + c`, with the same parameters: their own
    /// across a cut link.
    void fieldPositions(Velocity c, int x, int y, int z, int count, long position, long[] target, int from) {
        boolean rests = c.x() == 0 && c.y() == 0 && c.z() == 0;
        long open = rests || placement == null ? 0 : openLanes(c, x, y, z, count);
        if (open != 0 && placement != null) {
            neighbours(placement, c, x, y, z, count);
        }
        for (int lane = 0; lane < count; lane++) {
            target[from + lane] = (open >>> lane & 1) != 0
                    ? positions[lane]
                    : placement == null ? storage.neighbourPosition(x + lane, y, z, c) : position + lane;
        }
    }

    private void fill(
            boolean isRead, int phase, int i, int x, int y, int z, int count, long position, long[] target, int from) {
        SlotAccess touch = (isRead ? reads : writes)[phase * lattice.size() + i];
        if (placement == null) {
            for (int lane = 0; lane < count; lane++) {
                target[from + lane] = slotOfStorage(isRead, phase, i, x + lane, y, z);
            }
        } else if (touch.isOwnAlways()) {
            long start = placement.start(touch.open().array(), touch.open().copy()) + position;
            for (int lane = 0; lane < count; lane++) {
                target[from + lane] = start + lane;
            }
        } else {
            fillByLink(placement, touch, isRead, phase, i, x, y, z, count, position, target, from);
        }
    }

    private void fillByLink(
            UniformPlacement placement,
            SlotAccess touch,
            boolean isRead,
            int phase,
            int i,
            int x,
            int y,
            int z,
            int count,
            long position,
            long[] target,
            int from) {
        long open = openLanes(touch.c(), x, y, z, count);
        boolean ofNeighbour = touch.open().at() != 0;
        if (ofNeighbour && open != 0) {
            neighbours(placement, touch.c(), x, y, z, count);
        }
        long openStart = placement.start(touch.open().array(), touch.open().copy());
        Access cut = touch.cut();
        long cutStart = cut == null ? 0 : placement.start(cut.array(), cut.copy()) + position;
        for (int lane = 0; lane < count; lane++) {
            if ((open >>> lane & 1) != 0) {
                target[from + lane] = openStart + (ofNeighbour ? positions[lane] : position + lane);
            } else {
                target[from + lane] = cut == null ? slotOfStorage(isRead, phase, i, x + lane, y, z) : cutStart + lane;
            }
        }
    }

    private long slotOfStorage(boolean isRead, int phase, int i, int x, int y, int z) {
        return isRead ? storage.readSlot(phase, x, y, z, i) : storage.writeSlot(phase, x, y, z, i);
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

    /// Positions of the neighbours along c of all lanes whose neighbour is fluid.
    private void neighbours(UniformPlacement placement, Velocity c, int x, int y, int z, int count) {
        int ny = around(y + c.y(), box.ny(), box.periodicY());
        int nz = around(z + c.z(), box.nz(), box.periodicZ());
        int first = x + c.x();
        int low = Math.max(0, -first);
        int high = Math.min(count, box.nx() - first);
        long row = box.index(0, ny, nz);
        if (high > low) {
            placement.positions(first + low, ny, nz, high - low, positions);
            if (low > 0) {
                System.arraycopy(positions, 0, positions, low, high - low);
            }
        }
        if (low == 1 && fluid.isFluid(row + box.nx() - 1)) {
            positions[0] = placement.position(box.nx() - 1, ny, nz);
        }
        if (high == count - 1 && fluid.isFluid(row)) {
            positions[high] = placement.position(0, ny, nz);
        }
    }

    private static int around(int at, int count, boolean periodic) {
        if (at >= 0 && at < count) {
            return at;
        }
        return !periodic ? -1 : at < 0 ? count - 1 : 0;
    }
}
