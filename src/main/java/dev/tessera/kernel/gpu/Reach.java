package dev.tessera.kernel.gpu;

import dev.tessera.layout.Access;
import dev.tessera.layout.PrivateIndex;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where the value of one direction lies in one phase, as a node reaches it.
///
/// @param link that the value comes or goes over; at rest: none
/// @param open its slot where that link is open
/// @param cut its slot where the link is cut
public record Reach(Link link, Place open, Place cut) {
    /// Whose slot it is.
    public sealed interface Place {
        /// @param neighbours whether it belongs to the neighbour along the link, else to the node itself
        record Slot(boolean neighbours, int array, int copy) implements Place {}

        /// @param list of the private slots along the link
        record Private(int list) implements Place {}
    }

    /// Whether it is the same slot, be the link open or cut.
    public boolean isSameAcrossCut() {
        return open.equals(cut);
    }

    /// The copy of the populations that it lies in where the link is open; 0 for private slots, which are not copied.
    public int copy() {
        return switch (open) {
            case Place.Slot(boolean neighbours, int array, int copy) -> copy;
            case Place.Private p -> 0;
        };
    }

    /// Where each direction's value is read in a phase, by direction.
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

    /// Where each direction's value is written in a phase, by direction.
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

    /// The same with the two copies exchanged.
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
