package dev.tessera.layout.addressing;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.geometry.Tiling;
import dev.tessera.layout.TiledPlacement;

/// Fluid nodes only, tile after tile. A block is a row of tiles along x.
final class CompactPlacement implements TiledPlacement, ArrayPlacement {
    private static final int TILES_PER_TASK = 256;

    private final FluidNodes fluid;
    private final TileMap map;
    private final TileGrid grid;
    private final int wordsPerTile;
    private final long[] base; // [tile] position of the tile's first fluid node
    private final long[] masks; // [tile][word] fluid nodes of the tile, x fastest
    private final int[] before; // [tile][word] fluid nodes of the tile before the word; empty if a tile has one word
    private final SlotArrays arrays;
    private final String name;

    private CompactPlacement(FluidNodes fluid, TileMap map, SlotArrays arrays, String name) {
        this.fluid = fluid;
        this.map = map;
        this.grid = map.grid();
        this.wordsPerTile = Math.ceilDiv(grid.tiling().nodesPerTile(), 64);
        this.base = new long[map.kept()];
        this.masks = new long[Math.multiplyExact(map.kept(), wordsPerTile)];
        this.before = new int[wordsPerTile == 1 ? 0 : masks.length];
        this.arrays = arrays;
        this.name = name;
    }

    /// @param name text before the tiles' shape
    static CompactPlacement of(FluidNodes fluid, Tiling tiling, SlotArrays arrays, String name) {
        CompactPlacement placement = new CompactPlacement(fluid, TileMap.of(fluid, tiling), arrays, name);
        placement.fill();
        return placement;
    }

    /// Counts the nodes of each tile, then adds them up.
    private void fill() {
        int rowsPerTask = Math.clamp(TILES_PER_TASK / grid.tilesX(), 1, TILES_PER_TASK);
        ParallelLoop.over(ParallelLoop.workers(), Math.ceilDiv(grid.tileRows(), rowsPerTask), task -> {
            int end = Math.min(grid.tileRows(), (task + 1) * rowsPerTask);
            for (int tileRow = task * rowsPerTask; tileRow < end; tileRow++) {
                fillTiles(tileRow);
            }
        });
        long position = 0;
        for (int tile = 0; tile < base.length; tile++) {
            long count = base[tile];
            base[tile] = position;
            position += count;
        }
    }

    private void fillTiles(int tileRow) {
        for (int tileX = 0; tileX < grid.tilesX(); tileX++) {
            int tile = map.number(tileRow * grid.tilesX() + tileX);
            if (tile >= 0) {
                grid.forEachRow(tileX, tileRow, (fromX, endX, y, z) -> fillRow(tile, fromX, endX, y, z));
                base[tile] = countWords(tile);
            }
        }
    }

    private void fillRow(int tile, int fromX, int endX, int y, int z) {
        long row = fluid.box().index(0, y, z);
        for (int x = fromX; x < endX; x += 64) {
            int width = Math.min(64, endX - x);
            long bits = fluid.bits(row + x, width);
            int local = grid.local(x, y, z);
            int word = tile * wordsPerTile + (local >>> 6);
            masks[word] |= bits << local;
            if ((local & 63) + width > 64) {
                masks[word + 1] |= bits >>> -local;
            }
        }
    }

    private int countWords(int tile) {
        int count = 0;
        for (int word = tile * wordsPerTile; word < (tile + 1) * wordsPerTile; word++) {
            if (wordsPerTile > 1) {
                before[word] = count;
            }
            count += Long.bitCount(masks[word]);
        }
        return count;
    }

    @Override
    public long position(int x, int y, int z) {
        int tile = map.at(x, y, z);
        int local = grid.local(x, y, z);
        int word = tile * wordsPerTile + (local >>> 6);
        long position = base[tile] + Long.bitCount(masks[word] & (1L << local) - 1);
        return wordsPerTile == 1 ? position : position + before[word];
    }

    @Override
    public boolean countsFluidOnly() {
        return true;
    }

    @Override
    public void positions(int x, int y, int z, int count, long[] target) {
        long row = fluid.box().index(0, y, z);
        for (int i = 0; i < count; ) {
            int end = Math.min(Math.min(count, i + 64), grid.endX(x + i) - x);
            long bits = fluid.bits(row + x + i, end - i);
            long position = bits == 0 ? 0 : position(x + i, y, z);
            while (i < end) {
                target[i++] = position;
                position += bits & 1;
                bits >>>= 1;
            }
        }
    }

    @Override
    public boolean isInFluidOrder() {
        return grid.tiling().b() == 1 && grid.tiling().c() == 1;
    }

    @Override
    public int endOfSequence(int x) {
        return grid.endX(x);
    }

    @Override
    public SlotArrays arrays() {
        return arrays;
    }

    @Override
    public long slot(long boxIndex, int array, int copy) {
        Box box = fluid.box();
        return slot(box.x(boxIndex), box.y(boxIndex), box.z(boxIndex), array, copy);
    }

    @Override
    public int blocks() {
        return grid.tileRows();
    }

    @Override
    public void forEachRun(int block, RunVisitor visitor) {
        long[] next = new long[1];
        for (int tileX = 0; tileX < grid.tilesX(); tileX++) {
            int tile = map.number(block * grid.tilesX() + tileX);
            if (tile < 0) {
                continue;
            }
            next[0] = base[tile];
            grid.forEachRow(
                    tileX,
                    block,
                    (fromX, endX, y, z) -> FluidRuns.inRow(fluid, fromX, endX, y, z, (x, count) -> {
                        visitor.visit(x, y, z, count, next[0]);
                        next[0] += count;
                    }));
        }
    }

    @Override
    public Tiling tiling() {
        return grid.tiling();
    }

    @Override
    public int[] tileNumbers() {
        return map.numbers();
    }

    @Override
    public long tableBytes() {
        return map.bytes() + 8L * base.length + 8L * masks.length + 4L * before.length;
    }

    @Override
    public long tiles() {
        return map.kept();
    }

    @Override
    public long tilesInBox() {
        return grid.tiles();
    }

    @Override
    public double utilisation() {
        return map.kept() == 0
                ? 0
                : (double) fluid.count() / ((double) map.kept() * grid.tiling().nodesPerTile());
    }

    @Override
    public String toString() {
        return name + " " + grid.shape();
    }
}
