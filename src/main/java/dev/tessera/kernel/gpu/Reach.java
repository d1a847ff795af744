package dev.tessera.kernel.gpu;

import dev.tessera.layout.Access;
import dev.tessera.layout.PrivateIndex;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The slot of a direction's population in one phase, relative to the node.
///
/// @param link that the value crosses; none at rest
/// @param open its slot if the link is open
/// @param cut its slot if the link is cut
public record Reach(Link link, Place open, Place cut) {
    /// The owner of a slot.
    public sealed interface Place {
        /// @param neighbours whether it belongs to the neighbour along the link, otherwise to the node itself
        record Slot(boolean neighbours, int array, int copy) implements Place {}

        /// @param list of the private slots along the link
        record Private(int list) implements Place {}
    }

    /// Whether it is the same slot for open and cut links.
    public boolean isSameAcrossCut() {
        return open.equals(cut);
    }

    /// The population array of its slot for an open link; 0 for private slots, which exist only once.
    public int copy() {
        return switch (open) {
            case Place.Slot(boolean neighbours, int array, int copy) -> copy;
            case Place.Private p -> 0;
        };
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

    /// The same with the two population arrays swapped.
    static List<Reach> exchanged(List<Reach> reaches) {
        return reaches.stream()
                .map(reach -> new Reach(reach.link(), exchanged(reach.open()), exchanged(reach.cut())))
                .toList();
    }

    private static Place exchanged(Place place) {
        return switch (place) {
            case Place.Slot(boolean neighbours, int array, int copy) -> new Place.Slot(neighbours, array, 1 - copy);
            case Place.Private p -> p;
        };
    }
}
