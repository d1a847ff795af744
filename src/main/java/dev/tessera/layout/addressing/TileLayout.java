package dev.tessera.layout.addressing;

import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The layout within a tile for the array of each direction. On a GPU the layout determines how many bursts the gather
/// of a tile touches; see `layout.cost`.
public interface TileLayout {
    String key();

    /// The layout of the array of a direction.
    InTileLayout of(Velocity direction);

    /// All layouts with a name, in display order.
    static List<TileLayout> all() {
        return List.of(new Plain(), new Papers(), new Mirrored(), new Grouped());
    }

    /// @param key `xyz`, `papers`, `mirrored`, `grouped`
    /// @throws IllegalArgumentException for an unknown key; lists the known ones
    static TileLayout byKey(String key) {
        return all().stream()
                .filter(layout -> layout.key().equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown layout '%s'; known are %s"
                        .formatted(key, all().stream().map(TileLayout::key).collect(Collectors.joining(", ")))));
    }

    /// XYZ for every direction.
    record Plain() implements TileLayout {
        @Override
        public String key() {
            return "xyz";
        }

        @Override
        public InTileLayout of(Velocity direction) {
            return new InTileLayout.Xyz();
        }
    }

    /// The assignment that the papers found best in FP64.
    /// Source: Tomczak & Szafran 2019, section 3.2.
    record Papers() implements TileLayout {
        @Override
        public String key() {
            return "papers";
        }

        @Override
        public InTileLayout of(Velocity c) {
            if (c.x() == 0) {
                return new InTileLayout.Xyz();
            }
            return c.x() > 0 && c.y() != 0 ? new InTileLayout.ZigzagNe() : new InTileLayout.Yxz();
        }
    }

    /// The papers' assignment, with the mirrored zigzag for values that leave over the western edges.
    record Mirrored() implements TileLayout {
        @Override
        public String key() {
            return "mirrored";
        }

        @Override
        public InTileLayout of(Velocity c) {
            return c.x() < 0 && c.y() != 0 ? new InTileLayout.ZigzagNw() : new Papers().of(c);
        }
    }

    /// The layout with the fewest bursts: nodes are grouped by the threads that gather their values.
    record Grouped() implements TileLayout {
        private static final int THREADS = 32;

        @Override
        public String key() {
            return "grouped";
        }

        @Override
        public InTileLayout of(Velocity direction) {
            return new GroupedByReader(direction, THREADS);
        }
    }

    /// A layout per direction chosen by the user; XYZ for other directions.
    ///
    /// @param byDirection by the letters of directions (`Velocity.letters`), such as `ppz`
    record Assigned(SequencedMap<String, InTileLayout> byDirection) implements TileLayout {
        /// @throws IllegalArgumentException if a name is not a direction
        public Assigned {
            byDirection = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(byDirection));
            for (String name : byDirection.keySet()) {
                if (!name.matches("[mzp]{3}")) {
                    throw new IllegalArgumentException(
                            "'%s' is not a direction: use three letters, for x, y and z, each m (-1), z (0) or p (+1), such as pmz"
                                    .formatted(name));
                }
            }
        }

        @Override
        public String key() {
            return byDirection.entrySet().stream()
                    .map(entry -> entry.getKey() + " " + entry.getValue().key())
                    .collect(Collectors.joining(", "));
        }

        @Override
        public InTileLayout of(Velocity direction) {
            return byDirection.getOrDefault(direction.letters(), new InTileLayout.Xyz());
        }

        /// Names that are not directions of a lattice.
        List<String> unknownDirections(VelocitySet lattice) {
            List<String> known = lettersOf(lattice);
            return byDirection.keySet().stream()
                    .filter(name -> !known.contains(name))
                    .toList();
        }

        static List<String> lettersOf(VelocitySet lattice) {
            return IntStream.range(0, lattice.size())
                    .mapToObj(i -> lattice.velocity(i).letters())
                    .toList();
        }
    }
}
