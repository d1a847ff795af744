package dev.tessera.layout.addressing;

import dev.tessera.model.Velocity;
import java.util.List;
import java.util.stream.Collectors;

/// Which layout the array of each direction has within a tile. On a GPU a layout decides how many bursts the
/// gather of a tile touches; see `layout.cost`.
public interface TileLayout {
    String key();

    /// The layout of the array of a direction.
    InTileLayout of(Velocity direction);

    /// All of them, in the order in which they are listed to people.
    static List<TileLayout> all() {
        return List.of(new Plain(), new Papers(), new Mirrored(), new Grouped());
    }

    /// @param key `xyz`, `papers`, `mirrored`, `grouped`
    /// @throws IllegalArgumentException for a key that is not known; lists the known ones
    static TileLayout byKey(String key) {
        return all().stream()
                .filter(layout -> layout.key().equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no layout '%s'; the known ones are %s"
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

    /// The papers', with the mirrored zigzag for what leaves over the western edges.
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

    /// The fewest bursts that any layout needs: nodes are grouped by the threads that gather their values.
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
}
