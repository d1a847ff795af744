package dev.tessera.layout.cost;

import static java.util.Objects.requireNonNull;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.Tiling;
import dev.tessera.layout.addressing.InTileLayout;
import dev.tessera.layout.addressing.TileLayout;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Tries layouts of 4³ tiles, direction by direction, and keeps the one whose gather touches the fewest
/// bursts: all 720 orders of the six bits of a place (XYZ, YXZ, Morton order … are among them), the zigzags
/// turned and mirrored in every way, and the predefined layouts.
final class LayoutSearch {
    private static final Tiling TILE = Tiling.of(4, 4, 4);

    private LayoutSearch() {}

    /// A layout from a table.
    record Tabulated(String key, int[] table) implements InTileLayout {
        @Override
        public int place(Tiling tile, int x, int y, int z) {
            return table[x + 4 * (y + 4 * z)];
        }
    }

    /// A layout for each direction.
    record Assignment(String key, Map<Velocity, InTileLayout> layouts) implements TileLayout {
        @Override
        public InTileLayout of(Velocity direction) {
            return requireNonNull(layouts.get(direction));
        }
    }

    static List<InTileLayout> candidates() {
        List<InTileLayout> found = new ArrayList<>();
        permute(new ArrayList<>(List.of(0, 1, 2, 3, 4, 5)), 0, order -> {
            int[] table = new int[64];
            for (int node = 0; node < 64; node++) {
                for (int bit = 0; bit < 6; bit++) {
                    table[node] |= (node >> order.get(bit) & 1) << bit;
                }
            }
            found.add(new Tabulated("bits " + order, table));
        });
        permute(new ArrayList<>(List.of(0, 1, 2)), 0, axes -> {
            for (int mirrors = 0; mirrors < 8; mirrors++) {
                int[] table = new int[64];
                for (int node = 0; node < 64; node++) {
                    int[] at = new int[3];
                    for (int axis = 0; axis < 3; axis++) {
                        int along = node >> 2 * axes.get(axis) & 3;
                        at[axis] = (mirrors >> axis & 1) == 0 ? along : 3 - along;
                    }
                    table[node] = new InTileLayout.ZigzagNe().place(TILE, at[0], at[1], at[2]);
                }
                found.add(new Tabulated("zigzag " + axes + " mirrored " + Integer.toBinaryString(mirrors), table));
            }
        });
        return found;
    }

    private static <T> void permute(List<T> items, int from, Consumer<List<T>> visitor) {
        if (from == items.size()) {
            visitor.accept(items);
            return;
        }
        for (int i = from; i < items.size(); i++) {
            Collections.swap(items, from, i);
            permute(items, from + 1, visitor);
            Collections.swap(items, from, i);
        }
    }

    /// The best layout of each direction on a geometry.
    static Assignment best(VelocitySet lattice, FluidNodes fluid, int bytesPerValue, int burstBytes) {
        Map<Velocity, InTileLayout> layouts = new LinkedHashMap<>();
        List<InTileLayout> candidates = candidates();
        for (int i = 0; i < lattice.size(); i++) {
            List<InTileLayout> tried = new ArrayList<>(candidates);
            for (TileLayout preset : TileLayout.all()) {
                tried.add(preset.of(lattice.velocity(i)));
            }
            int[] loads = loads(lattice.velocity(i), fluid);
            long fewest = Long.MAX_VALUE;
            for (InTileLayout layout : tried) {
                long count = count(loads, layout.places(TILE), burstBytes / bytesPerValue);
                if (count < fewest) {
                    fewest = count;
                    layouts.put(lattice.velocity(i), layout);
                }
            }
        }
        return new Assignment("searched", layouts);
    }

    /// Which values are loaded, one entry each, ascending: warp, tile that they lie in, node of that tile.
    private static int[] loads(Velocity c, FluidNodes fluid) {
        Box box = fluid.box();
        int tilesX = TILE.tilesX(box);
        int tilesY = TILE.tilesY(box);
        List<Integer> loads = new ArrayList<>();
        for (long n = 0; n < fluid.count(); n++) {
            long index = fluid.boxIndex(n);
            int x = box.x(index);
            int y = box.y(index);
            int z = box.z(index);
            int warp = 2 * (x / 4 + tilesX * (y / 4 + tilesY * (z / 4))) + (z & 3) / 2;
            boolean isOpen = fluid.isFluid(box.neighbour(x, y, z, -c.x(), -c.y(), -c.z()));
            int sx = isOpen ? (x & 3) - c.x() : x & 3;
            int sy = isOpen ? (y & 3) - c.y() : y & 3;
            int sz = isOpen ? (z & 3) - c.z() : z & 3;
            int from = isOpen ? new Velocity(sx >> 2, sy >> 2, sz >> 2).code() : 27;
            loads.add((warp * 28 + from) * 64 + (sx & 3) + 4 * ((sy & 3) + 4 * (sz & 3)));
        }
        return loads.stream().mapToInt(Integer::intValue).sorted().toArray();
    }

    /// A burst counts once for a warp and a tile.
    private static long count(int[] loads, int[] places, int valuesPerBurst) {
        long count = 0;
        long seen = 0;
        int source = -1;
        for (int load : loads) {
            if (load >> 6 != source) {
                count += Long.bitCount(seen);
                seen = 0;
                source = load >> 6;
            }
            seen |= 1L << places[load & 63] / valuesPerBurst;
        }
        return count + Long.bitCount(seen);
    }

    /// The same as [Bursts#of] for one layout everywhere; the objective of the search.
    static long count(Velocity c, FluidNodes fluid, InTileLayout layout, int valuesPerBurst) {
        return count(loads(c, fluid), layout.places(TILE), valuesPerBurst);
    }

    /// All directions; where links are cut, by the layout of the direction itself.
    static long count(VelocitySet lattice, FluidNodes fluid, TileLayout layout, int valuesPerBurst) {
        long count = 0;
        for (Velocity c : lattice.velocities()) {
            count += count(c, fluid, layout.of(c), valuesPerBurst);
        }
        return count;
    }
}
