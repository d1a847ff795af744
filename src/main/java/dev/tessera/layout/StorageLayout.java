package dev.tessera.layout;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where every population lies before and after a step: a streaming pattern over an addressing, on one
/// geometry. Immutable, thread-safe. Slots are numbered 0 … slots()-1; private slots of cut links come last.
public final class StorageLayout {
    private final VelocitySet lattice;
    private final StreamingPattern pattern;
    private final Addressing addressing;
    private final NodeMap nodes;
    private final int bytesPerValue;
    private final Placement placement;
    private final PrivateSlots privateSlots;
    private final @Nullable NeighbourTable neighbours;
    private final Touch[] reads; // [phase * q + direction]
    private final Touch[] writes;

    /// How a value is read or written in one phase: over the link along `link` where that is open, else
    /// across its cut.
    private record Touch(
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
        this.reads = new Touch[pattern.phases() * q];
        this.writes = new Touch[pattern.phases() * q];
        for (int phase = 0; phase < pattern.phases(); phase++) {
            for (int i = 0; i < q; i++) {
                reads[phase * q + i] = touch(
                        lattice.opposite(i),
                        pattern.read(lattice, phase, i),
                        i == 0 ? null : pattern.readAcrossCut(lattice, phase, i));
                writes[phase * q + i] = touch(
                        i, pattern.write(lattice, phase, i), i == 0 ? null : pattern.writeAcrossCut(lattice, phase, i));
            }
        }
    }

    private Touch touch(int link, Access open, @Nullable Access cut) {
        if (open.at() != 0 && open.at() != link || cut != null && cut.at() != 0) {
            throw new IllegalArgumentException(
                    "pattern %s reaches beyond the node and the link that the value crosses".formatted(pattern.key()));
        }
        return new Touch(link, lattice.velocity(link), open, cut);
    }

    /// @param spacing of the directions' arrays, as the device likes it
    /// @throws IllegalArgumentException where the lattice has three dimensions and the box two, or the pattern
    ///         makes no sense with the addressing
    public static StorageLayout of(
            VelocitySet lattice, StreamingPattern pattern, Addressing addressing, NodeMap nodes, ArraySpacing spacing) {
        if (lattice.dimensions() == 3 && nodes.box().is2d()) {
            throw new IllegalArgumentException(
                    "lattice %s streams along z, but the box of %s nodes is one node thick and has no cut links along z; use D2Q9"
                            .formatted(lattice.name(), nodes.box()));
        }
        if (addressing.unfitFor(pattern) instanceof String reason) {
            throw new IllegalArgumentException(
                    "pattern %s does not go with %s: %s".formatted(pattern.key(), addressing.key(), reason));
        }
        return new StorageLayout(lattice, pattern, addressing, nodes, spacing);
    }

    /// The slot that fluid node (x, y, z) reads for the value arriving along `direction` in `phase`.
    public long readSlot(int phase, int x, int y, int z, int direction) {
        return slot(reads[phase * lattice.size() + direction], x, y, z);
    }

    /// The slot that fluid node (x, y, z) writes for the value leaving along `direction` in `phase`.
    public long writeSlot(int phase, int x, int y, int z, int direction) {
        return slot(writes[phase * lattice.size() + direction], x, y, z);
    }

    /// As with coordinates, from an index in the box; divides, so not for building large tables.
    public long readSlot(int phase, long boxIndex, int direction) {
        Box box = nodes.box();
        return readSlot(phase, box.x(boxIndex), box.y(boxIndex), box.z(boxIndex), direction);
    }

    /// As with coordinates, from an index in the box; divides, so not for building large tables.
    public long writeSlot(int phase, long boxIndex, int direction) {
        Box box = nodes.box();
        return writeSlot(phase, box.x(boxIndex), box.y(boxIndex), box.z(boxIndex), direction);
    }

    /// All slots, private ones included: what is allocated is exactly `slots() * bytesPerValue`.
    public long slots() {
        return placement.slots() + privateSlots.count();
    }

    /// Slots of cut links that the pattern has no other slot for; the last ones.
    public long privateSlots() {
        return privateSlots.count();
    }

    /// How private slots are found; empty where there are none.
    public Optional<PrivateIndex> privateIndex() {
        return privateSlots.index();
    }

    /// Bytes of the tables that slots are found by: the placement's, those of private slots, and the
    /// neighbour indices.
    public long tableBytes() {
        return placement.tableBytes() + privateSlots.tableBytes() + (neighbours == null ? 0 : neighbours.bytes());
    }

    /// The neighbour indices, where the addressing keeps them: the connectivity matrix.
    public Optional<NeighbourTable> neighbours() {
        return Optional.ofNullable(neighbours);
    }

    /// Bytes of a stored population.
    public int bytesPerValue() {
        return bytesPerValue;
    }

    public VelocitySet lattice() {
        return lattice;
    }

    public StreamingPattern pattern() {
        return pattern;
    }

    public Addressing addressing() {
        return addressing;
    }

    public NodeMap nodes() {
        return nodes;
    }

    public Placement placement() {
        return placement;
    }

    private long slot(Touch touch, int x, int y, int z) {
        return neighbours == null || touch.link() == 0
                ? slotByPlace(touch, x, y, z)
                : slotByIndex(neighbours, touch, x, y, z);
    }

    private long slotByIndex(NeighbourTable table, Touch touch, int x, int y, int z) {
        long own = placement.position(x, y, z);
        int neighbour = table.at(touch.link(), own);
        Access access = neighbour >= 0 ? touch.open() : touch.cut();
        if (access == null) {
            return privateSlots.slot(NeighbourTable.FIRST_PRIVATE - neighbour);
        }
        long position = access.at() == 0 ? own : neighbour;
        return ((UniformPlacement) placement).slotAt(position, access.array(), access.copy());
    }

    private long slotByPlace(Touch touch, int x, int y, int z) {
        Box box = nodes.box();
        FluidNodes fluid = nodes.fluid();
        Velocity c = touch.along();
        int nx = around(x + c.x(), box.nx(), box.periodicX());
        int ny = around(y + c.y(), box.ny(), box.periodicY());
        int nz = around(z + c.z(), box.nz(), box.periodicZ());
        boolean isOpen = nx >= 0 && ny >= 0 && nz >= 0 && fluid.isFluid(box.index(nx, ny, nz));
        Access access = isOpen ? touch.open() : touch.cut();
        if (access == null) {
            return privateSlots.slot(x, y, z, placement.position(x, y, z), touch.link());
        }
        return access.at() == 0
                ? placement.slot(x, y, z, access.array(), access.copy())
                : placement.slot(nx, ny, nz, access.array(), access.copy());
    }

    private static int around(int position, int count, boolean periodic) {
        if (position >= 0 && position < count) {
            return position;
        }
        return !periodic ? -1 : position < 0 ? count - 1 : 0;
    }

    /// `esoteric-pull × compact 4³ tiles · D3Q19 · fp64 · 304 B/update · 31 % of tiles kept`.
    @Override
    public String toString() {
        String text = "%s × %s · %s · fp%d · %d B/update"
                .formatted(
                        pattern.key(),
                        placement,
                        lattice.name(),
                        8 * bytesPerValue,
                        2 * lattice.size() * bytesPerValue);
        return placement.tilesInBox() == 0
                ? text
                : text
                        + " · %d %% of tiles kept"
                                .formatted(Math.round(100.0 * placement.tiles() / placement.tilesInBox()));
    }
}
