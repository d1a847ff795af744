package dev.tessera.kernel.gpu;

import dev.tessera.layout.Access;
import dev.tessera.layout.PrivateIndex;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Where a kernel finds a population in one phase, or the value of a stored field, relative to the node.
///
/// @param link that the value crosses; none at rest
/// @param open its place if the link is open
/// @param cut its place if the link is cut
public record Reach(Link link, Place open, Place cut) {
    /// The owner of a value.
    public sealed interface Place {
        /// @param neighbours whether it belongs to the neighbour along the link, otherwise to the node
        ///        itself
        /// @param array of the direction
        /// @param copy the buffer: the populations' number in the plan × population arrays each, plus the
        ///        pattern's population array
        record Slot(boolean neighbours, int array, int copy) implements Place {}

        /// @param list of the private slots along the link
        record Private(int list) implements Place {}

        /// A value of a stored field, which has the index of the node's position.
        /// @param neighbours as of a slot
        /// @param field its number in the plan
        record Value(boolean neighbours, int field) implements Place {}
    }

    /// Whether it is the same slot for open and cut links.
    public boolean isSameAcrossCut() {
        return open.equals(cut);
    }

    /// Whether it is the neighbour's if the link is open.
    public boolean isNeighbours() {
        return switch (open) {
            case Place.Slot(boolean neighbours, int array, int copy) -> neighbours;
            case Place.Value(boolean neighbours, int field) -> neighbours;
            case Place.Private p -> false;
        };
    }

    /// The buffer of its slot for an open link, and of its private slot.
    public int copy() {
        return switch (open) {
            case Place.Slot(boolean neighbours, int array, int copy) -> copy;
            case Place.Private p -> 0;
            case Place.Value v -> throw new IllegalStateException("a value of a field is in no slot");
        };
    }

    /// The value of a stored field at the neighbour along a link; the node's own across a cut link.
    /// @param field its number in the plan
    static Reach ofField(Link link, int field) {
        boolean isOwn = link.direction() == 0;
        return new Reach(link, new Place.Value(!isOwn, field), new Place.Value(false, field));
    }

    /// The slots read in a phase, by direction.
    static List<Reach> reads(StorageLayout storage, int phase) {
        VelocitySet lattice = storage.lattice();
        StreamingPattern pattern = storage.pattern();
        List<Reach> reaches = new ArrayList<>();
        for (int i = 0; i < lattice.size(); i++) {
            Access cut = i == 0 ? null : pattern.readAcrossCut(lattice, phase, i);
            reaches.add(of(storage, lattice.opposite(i), pattern.read(lattice, phase, i), cut));
        }
        return reaches;
    }

    /// The slots written in a phase, by direction.
    static List<Reach> writes(StorageLayout storage, int phase) {
        VelocitySet lattice = storage.lattice();
        StreamingPattern pattern = storage.pattern();
        List<Reach> reaches = new ArrayList<>();
        for (int i = 0; i < lattice.size(); i++) {
            Access cut = i == 0 ? null : pattern.writeAcrossCut(lattice, phase, i);
            reaches.add(of(storage, i, pattern.write(lattice, phase, i), cut));
        }
        return reaches;
    }

    private static Reach of(StorageLayout storage, int direction, Access open, @Nullable Access cut) {
        Place whereOpen = slot(open);
        Link link = Link.of(storage.lattice(), direction);
        if (direction == 0) {
            return new Reach(link, whereOpen, whereOpen);
        }
        if (cut != null) {
            return new Reach(link, whereOpen, slot(cut));
        }
        PrivateIndex index = storage.privateIndex().orElse(null);
        return new Reach(link, whereOpen, index == null ? whereOpen : new Place.Private(index.listOf()[direction]));
    }

    private static Place slot(Access access) {
        return new Place.Slot(access.at() != 0, access.array(), access.copy());
    }

    /// The same of other populations of the plan.
    /// @param first their first buffer
    static List<Reach> inBuffers(List<Reach> reaches, int first) {
        return changed(reaches, place -> switch (place) {
            case Place.Slot(boolean neighbours, int array, int copy) -> new Place.Slot(neighbours, array, first + copy);
            case Place.Private p -> p;
            case Place.Value v -> v;
        });
    }

    /// The same with the two population arrays swapped.
    static List<Reach> exchanged(List<Reach> reaches) {
        return changed(reaches, place -> switch (place) {
            case Place.Slot(boolean neighbours, int array, int copy) -> new Place.Slot(neighbours, array, copy ^ 1);
            case Place.Private p -> p;
            case Place.Value v -> v;
        });
    }

    private static List<Reach> changed(List<Reach> reaches, UnaryOperator<Place> change) {
        return reaches.stream()
                .map(reach -> new Reach(reach.link(), change.apply(reach.open()), change.apply(reach.cut())))
                .toList();
    }
}
