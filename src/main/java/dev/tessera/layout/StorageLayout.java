package dev.tessera.layout;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The slots of all populations before and after a step: a streaming pattern with an addressing, on one geometry.
/// Immutable, thread-safe. Slots are numbered 0 … slots()-1; private slots of cut links come last.
public final class StorageLayout implements NodeStorage {
    private final VelocitySet lattice;
    private final StreamingPattern pattern;
    private final Addressing addressing;
    private final NodeMap nodes;
    private final int bytesPerValue;
    private final Placement placement;
    private final PrivateSlots privateSlots;
    private final @Nullable NeighbourTable neighbours;
    private final SlotAccess[] reads; // [phase * q + direction]
    private final SlotAccess[] writes;

    /// How a value is read or written in one phase, for an open and for a cut link.
    private record SlotAccess(
            int link, Velocity along, Access open, @Nullable Access cut) {}

    private StorageLayout(
            VelocitySet lattice, StreamingPattern pattern, Addressing addressing, NodeMap nodes, ArraySpacing spacing) {
        this.lattice = lattice;
        this.pattern = pattern;
        this.addressing = addressing;
        this.nodes = nodes;
        this.bytesPerValue = spacing.bytesPerValue();
        this.placement = addressing.place(nodes.fluid(), lattice, pattern.copies(), spacing);
        this.privateSlots = PrivateSlots.of(lattice, pattern, nodes, placement, placement.slots());
        this.neighbours = switch (addressing.neighbours()) {
            case FOUND_BY_PLACE -> null;
            case LISTED_WHERE_MOVING -> NeighbourTable.of(lattice, nodes.fluid(), placement, privateSlots, 1);
            case LISTED -> NeighbourTable.of(lattice, nodes.fluid(), placement, privateSlots, 0);
        };
        int q = lattice.size();
        this.reads = new SlotAccess[pattern.phases() * q];
        this.writes = new SlotAccess[pattern.phases() * q];
        for (int phase = 0; phase < pattern.phases(); phase++) {
            for (int i = 0; i < q; i++) {
                reads[phase * q + i] = slotAccess(
                        lattice.opposite(i),
                        pattern.read(lattice, phase, i),
                        i == 0 ? null : pattern.readAcrossCut(lattice, phase, i));
                writes[phase * q + i] = slotAccess(
                        i, pattern.write(lattice, phase, i), i == 0 ? null : pattern.writeAcrossCut(lattice, phase, i));
            }
        }
    }

    private SlotAccess slotAccess(int link, Access open, @Nullable Access cut) {
        if (open.at() != 0 && open.at() != link || cut != null && cut.at() != 0) {
            throw new IllegalArgumentException(
                    "pattern %s accesses slots other than those of the node and of the link's neighbour"
                            .formatted(pattern.key()));
        }
        return new SlotAccess(link, lattice.velocity(link), open, cut);
    }

    /// @param spacing of the directions' arrays, suited to the device
    /// @throws IllegalArgumentException if the lattice has three dimensions and the box two, or the pattern
    ///       cannot be combined with the addressing
    public static StorageLayout of(
            VelocitySet lattice, StreamingPattern pattern, Addressing addressing, NodeMap nodes, ArraySpacing spacing) {
        if (lattice.dimensions() == 3 && nodes.box().is2d()) {
            throw new IllegalArgumentException(
                    "lattice %s streams along z, but the box of %s nodes is one node thick and has no cut links along z; use D2Q9"
                            .formatted(lattice.name(), nodes.box()));
        }
        if (addressing.unfitFor(pattern) instanceof String reason) {
            throw new IllegalArgumentException(
                    "pattern %s cannot be combined with %s: %s".formatted(pattern.key(), addressing.key(), reason));
        }
        return new StorageLayout(lattice, pattern, addressing, nodes, spacing);
    }

    /// The slot that fluid node (x, y, z) reads for the incoming population of `direction` in `phase`.
    public long readSlot(int phase, int x, int y, int z, int direction) {
        return slot(reads[phase * lattice.size() + direction], x, y, z);
    }

    /// The slot that fluid node (x, y, z) writes for the outgoing population of `direction` in `phase`.
    public long writeSlot(int phase, int x, int y, int z, int direction) {
        return slot(writes[phase * lattice.size() + direction], x, y, z);
    }

    /// The same for an index in the box; slower, since it divides: not for building large tables.
    public long readSlot(int phase, long boxIndex, int direction) {
        Box box = nodes.box();
        return readSlot(phase, box.x(boxIndex), box.y(boxIndex), box.z(boxIndex), direction);
    }

    /// The same for an index in the box; slower, since it divides: not for building large tables.
    public long writeSlot(int phase, long boxIndex, int direction) {
        Box box = nodes.box();
        return writeSlot(phase, box.x(boxIndex), box.y(boxIndex), box.z(boxIndex), direction);
    }

    /// The number of slots, including private ones.
    @Override
    public long slots() {
        return placement.slots() + privateSlots.count();
    }

    /// The number of private slots of cut links; these are the last slots.
    public long privateSlots() {
        return privateSlots.count();
    }

    /// The tables of private slots; empty if there are none.
    public Optional<PrivateIndex> privateIndex() {
        return privateSlots.index();
    }

    /// Bytes of the addressing tables: of the placement, of private slots, and neighbour indices.
    @Override
    public long tableBytes() {
        return placement.tableBytes() + privateSlots.tableBytes() + (neighbours == null ? 0 : neighbours.bytes());
    }

    /// The neighbour indices (connectivity matrix), if the addressing has them.
    public Optional<NeighbourTable> neighbours() {
        return Optional.ofNullable(neighbours);
    }

    /// Bytes of a stored population.
    @Override
    public int bytesPerValue() {
        return bytesPerValue;
    }

    @Override
    public VelocitySet lattice() {
        return lattice;
    }

    @Override
    public int phases() {
        return pattern.phases();
    }

    public StreamingPattern pattern() {
        return pattern;
    }

    @Override
    public Addressing addressing() {
        return addressing;
    }

    @Override
    public NodeMap nodes() {
        return nodes;
    }

    @Override
    public Placement placement() {
        return placement;
    }

    private long slot(SlotAccess slotAccess, int x, int y, int z) {
        return neighbours == null || slotAccess.link() == 0
                ? slotByPlace(slotAccess, x, y, z)
                : slotByIndex(neighbours, slotAccess, x, y, z);
    }

    private long slotByIndex(NeighbourTable table, SlotAccess slotAccess, int x, int y, int z) {
        long own = placement.position(x, y, z);
        int neighbour = table.at(slotAccess.link(), own);
        Access access = neighbour >= 0 ? slotAccess.open() : slotAccess.cut();
        if (access == null) {
            return privateSlots.slot(NeighbourTable.FIRST_PRIVATE - neighbour);
        }
        long position = access.at() == 0 ? own : neighbour;
        return ((UniformPlacement) placement).slotAt(position, access.array(), access.copy());
    }

    private long slotByPlace(SlotAccess slotAccess, int x, int y, int z) {
        Box box = nodes.box();
        FluidNodes fluid = nodes.fluid();
        Velocity c = slotAccess.along();
        int nx = around(x + c.x(), box.nx(), box.periodicX());
        int ny = around(y + c.y(), box.ny(), box.periodicY());
        int nz = around(z + c.z(), box.nz(), box.periodicZ());
        boolean isOpen = nx >= 0 && ny >= 0 && nz >= 0 && fluid.isFluid(box.index(nx, ny, nz));
        Access access = isOpen ? slotAccess.open() : slotAccess.cut();
        if (access == null) {
            return privateSlots.slot(x, y, z, placement.position(x, y, z), slotAccess.link());
        }
        return access.at() == 0
                ? placement.slot(x, y, z, access.array(), access.copy())
                : placement.slot(nx, ny, nz, access.array(), access.copy());
    }

    @Override
    public long neighbourPosition(int x, int y, int z, Velocity c) {
        Box box = nodes.box();
        int nx = around(x + c.x(), box.nx(), box.periodicX());
        int ny = around(y + c.y(), box.ny(), box.periodicY());
        int nz = around(z + c.z(), box.nz(), box.periodicZ());
        boolean isOpen = nx >= 0 && ny >= 0 && nz >= 0 && nodes.fluid().isFluid(box.index(nx, ny, nz));
        return isOpen ? placement.position(nx, ny, nz) : placement.position(x, y, z);
    }

    private static int around(int position, int count, boolean periodic) {
        if (position >= 0 && position < count) {
            return position;
        }
        return !periodic ? -1 : position < 0 ? count - 1 : 0;
    }

    /// `esoteric-pull streaming, compact 4³ tiles, D3Q19, 64-bit values; 304 B/update; 31 % of tiles contain fluid`.
    @Override
    public String toString() {
        String text = "%s streaming, %s, %s, %d-bit values; %d B/update"
                .formatted(
                        pattern.key(),
                        placement,
                        lattice.name(),
                        8 * bytesPerValue,
                        2 * lattice.size() * bytesPerValue);
        return placement.tilesInBox() == 0
                ? text
                : text
                        + "; %d %% of tiles contain fluid"
                                .formatted(Math.round(100.0 * placement.tiles() / placement.tilesInBox()));
    }
}
