package dev.tessera.layout;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.NodeMap;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;

/// The slots of moments: two sets of a list of moments at all nodes. In phase p a step reads set p, at nodes and
/// at their neighbours, and writes the other: so no node reads what another writes. Immutable, thread-safe.
public final class MomentLayout implements NodeStorage {
    private static final int SETS = 2;

    private final VelocitySet lattice;
    private final Addressing addressing;
    private final NodeMap nodes;
    private final int bytesPerValue;
    private final int moments;
    private final Placement placement;

    private MomentLayout(VelocitySet lattice, Addressing addressing, NodeMap nodes, int bytesPerValue, int moments) {
        this.lattice = lattice;
        this.addressing = addressing;
        this.nodes = nodes;
        this.bytesPerValue = bytesPerValue;
        this.moments = moments;
        this.placement = addressing.place(nodes.fluid(), lattice, SETS, new ArraySpacing(bytesPerValue, 0));
    }

    /// @param lattice whose directions lead to the neighbours
    /// @param moments values per node and set
    /// @throws IllegalArgumentException if the lattice has three dimensions and the box two, or tiles of the
    ///       addressing exchange populations
    public static MomentLayout of(
            VelocitySet lattice, Addressing addressing, NodeMap nodes, int bytesPerValue, int moments) {
        if (lattice.dimensions() == 3 && nodes.box().is2d()) {
            throw new IllegalArgumentException(
                    "lattice %s streams along z, but the box of %s nodes is one node thick; use D2Q9"
                            .formatted(lattice.name(), nodes.box()));
        }
        if (addressing.needsBarrier()) {
            throw new IllegalArgumentException(
                    "%s stores populations that cross the sides of tiles, but moments cross none; use another addressing, such as compact-tiles"
                            .formatted(addressing.key()));
        }
        return new MomentLayout(lattice, addressing, nodes, bytesPerValue, moments);
    }

    /// The slot from which a step in `phase` reads a moment of the node at a position.
    public long readSlot(int phase, long position, int moment) {
        return ((long) phase * moments + moment) * placement.positions() + position;
    }

    /// The slot to which a step in `phase` writes a moment of the node at a position.
    public long writeSlot(int phase, long position, int moment) {
        return readSlot((phase + 1) % SETS, position, moment);
    }

    /// The position of the node `x + c`; -1 where the link is cut.
    public long acrossLink(int x, int y, int z, Velocity c) {
        Box box = nodes.box();
        long next = box.neighbour(x, y, z, c.x(), c.y(), c.z());
        return next < 0 || !nodes.fluid().isFluid(next)
                ? -1
                : placement.position(box.x(next), box.y(next), box.z(next));
    }

    @Override
    public long neighbourPosition(int x, int y, int z, Velocity c) {
        long next = acrossLink(x, y, z, c);
        return next < 0 ? placement.position(x, y, z) : next;
    }

    @Override
    public VelocitySet lattice() {
        return lattice;
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

    @Override
    public int bytesPerValue() {
        return bytesPerValue;
    }

    /// Values per node and set.
    public int moments() {
        return moments;
    }

    @Override
    public long slots() {
        return (long) SETS * moments * placement.positions();
    }

    @Override
    public int phases() {
        return SETS;
    }

    @Override
    public long tableBytes() {
        return placement.tableBytes();
    }

    /// `moments, compact 4³ tiles, D3Q19, 64-bit values; 160 B/update`.
    @Override
    public String toString() {
        return "moments, %s, %s, %d-bit values; %d B/update"
                .formatted(placement, lattice.name(), 8 * bytesPerValue, 2 * moments * bytesPerValue);
    }
}
