package dev.tessera.layout.cost;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.Tiling;
import dev.tessera.layout.addressing.TileLayout;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/// Counts the bursts (aligned memory transactions) that the gather of tiles touches in the pull pattern: threads of a
/// tile are ordered x, y, z, groups of them load together, and each burst counts once per group.
/// Source: Tomczak & Szafran 2019, section 3.2, whose counts this reproduces.
///
/// @param tile shape and origin of tiles
/// @param burstBytes 32, 64 or 128
/// @param threads of a tile that load together: 32, or all of a tile
public record Bursts(
        VelocitySet lattice, TileLayout layout, Tiling tile, int bytesPerValue, int burstBytes, int threads) {
    public Bursts {
        if (burstBytes % bytesPerValue != 0) {
            throw new IllegalArgumentException(
                    "bursts of %d bytes are not a multiple of values of %d bytes".formatted(burstBytes, bytesPerValue));
        }
    }

    /// Threads of a warp.
    public static final int WARP = 32;

    /// Loads of one direction by a tile whose nodes and neighbours are all fluid.
    public int ofFullTile(int direction) {
        return new Counter(direction).count((x, y, z) -> true, null, 0, 0, 0);
    }

    /// Loads of all directions by a tile whose nodes and neighbours are all fluid.
    public int ofFullTile() {
        int sum = 0;
        for (int i = 0; i < lattice.size(); i++) {
            sum += ofFullTile(i);
        }
        return sum;
    }

    /// Bursts that contain a tile's values of all directions: those of the stores, and the minimum for loads.
    public int least() {
        return lattice.size() * Math.ceilDiv(tile.nodesPerTile() * bytesPerValue, burstBytes);
    }

    /// The minimum number of bursts of any layout of one direction: values that the same threads load from the same
    /// tile are contiguous.
    public int leastOfFullTile(int direction) {
        int values = burstBytes / bytesPerValue;
        int groups = Math.ceilDiv(tile.nodesPerTile(), threads);
        int[] sizes = new int[27 * groups];
        Velocity c = lattice.velocity(direction);
        for (int node = 0; node < tile.nodesPerTile(); node++) {
            int x = node % tile.a() - c.x();
            int y = node / tile.a() % tile.b() - c.y();
            int z = node / (tile.a() * tile.b()) - c.z();
            int from = new Velocity(side(x, tile.a()), side(y, tile.b()), side(z, tile.c())).code();
            sizes[from * groups + node / threads]++;
        }
        int bursts = 0;
        for (int size : sizes) {
            bursts += Math.ceilDiv(size, values);
        }
        return bursts;
    }

    /// Loads of all directions by all tiles of a geometry: fluid nodes load, and for a cut link they load their own
    /// value of the opposite direction.
    public long of(FluidNodes fluid) {
        long sum = 0;
        for (int i = 0; i < lattice.size(); i++) {
            sum += of(fluid, i);
        }
        return sum;
    }

    /// Loads of one direction by all tiles of a geometry.
    public long of(FluidNodes fluid, int direction) {
        Box box = fluid.box();
        Counter counter = new Counter(direction);
        boolean[] holds = tile.holdingFluid(fluid);
        int tilesX = tile.tilesX(box);
        int tilesY = tile.tilesY(box);
        long sum = 0;
        for (int t = 0; t < holds.length; t++) {
            if (holds[t]) {
                int x = t % tilesX * tile.a() - tile.offsetX();
                int y = t / tilesX % tilesY * tile.b() - tile.offsetY();
                int z = t / (tilesX * tilesY) * tile.c() - tile.offsetZ();
                sum += counter.count((dx, dy, dz) -> isFluid(fluid, x + dx, y + dy, z + dz), box, x, y, z);
            }
        }
        return sum;
    }

    private static boolean isFluid(FluidNodes fluid, int x, int y, int z) {
        Box box = fluid.box();
        int wx = box.periodicX() ? Math.floorMod(x, box.nx()) : x;
        int wy = box.periodicY() ? Math.floorMod(y, box.ny()) : y;
        int wz = box.periodicZ() ? Math.floorMod(z, box.nz()) : z;
        boolean isInside = wx >= 0 && wy >= 0 && wz >= 0 && wx < box.nx() && wy < box.ny() && wz < box.nz();
        return isInside && fluid.isFluid(wx, wy, wz);
    }

    private static int side(int at, int size) {
        return at < 0 ? -1 : at >= size ? 1 : 0;
    }

    @FunctionalInterface
    private interface Fluid {
        /// Whether a node is fluid, counted from the tile's first node.
        boolean at(int x, int y, int z);
    }

    /// The loads of one direction.
    private final class Counter {
        private final Velocity c;
        private final int[] places; // [node] in the direction's array
        private final int[] opposite; // [node] in the opposite direction's array
        private final int burstsOfTile;
        private final BitSet seen = new BitSet();

        Counter(int direction) {
            this.c = lattice.velocity(direction);
            Tiling atZero = Tiling.of(tile.a(), tile.b(), tile.c());
            this.places = layout.of(c).places(atZero);
            this.opposite = layout.of(c.opposite()).places(atZero);
            this.burstsOfTile = Math.ceilDiv(tile.nodesPerTile() * bytesPerValue, burstBytes);
        }

        /// @param box null for unbounded fluid
        int count(Fluid fluid, @Nullable Box box, int tileX, int tileY, int tileZ) {
            int bursts = 0;
            for (int first = 0; first < places.length; first += threads) {
                seen.clear();
                for (int node = first; node < Math.min(first + threads, places.length); node++) {
                    int x = node % tile.a();
                    int y = node / tile.a() % tile.b();
                    int z = node / (tile.a() * tile.b());
                    boolean isInBox = box == null
                            || tileX + x >= 0
                                    && tileY + y >= 0
                                    && tileZ + z >= 0
                                    && tileX + x < box.nx()
                                    && tileY + y < box.ny()
                                    && tileZ + z < box.nz();
                    if (isInBox && fluid.at(x, y, z)) {
                        seen.set(burst(fluid, node, x - c.x(), y - c.y(), z - c.z()));
                    }
                }
                bursts += seen.cardinality();
            }
            return bursts;
        }

        private int burst(Fluid fluid, int node, int x, int y, int z) {
            if (!fluid.at(x, y, z)) {
                return 27 * burstsOfTile + opposite[node] * bytesPerValue / burstBytes;
            }
            int from = new Velocity(side(x, tile.a()), side(y, tile.b()), side(z, tile.c())).code();
            int source = Math.floorMod(x, tile.a())
                    + tile.a() * (Math.floorMod(y, tile.b()) + tile.b() * Math.floorMod(z, tile.c()));
            return from * burstsOfTile + places[source] * bytesPerValue / burstBytes;
        }
    }
}
