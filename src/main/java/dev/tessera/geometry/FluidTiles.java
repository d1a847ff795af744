package dev.tessera.geometry;

/// Which tiles of a box contain fluid. They are numbered 0, 1 … in the order of the mesh of tiles (x fastest).
/// Immutable.
///
/// Memory: 3/16 bytes per tile of the box.
public final class FluidTiles {
    private final Box mesh;
    private final long[] words; // bit n of the mesh's order, 64 per word
    private final int[] before; // tiles with fluid before each word, then their total

    private FluidTiles(Box mesh, long[] words) {
        this.mesh = mesh;
        this.words = words;
        this.before = new int[words.length + 1];
        for (int word = 0; word < words.length; word++) {
            before[word + 1] = before[word] + Long.bitCount(words[word]);
        }
    }

    /// @param mesh a node for each tile; less than 2³¹
    /// @param places indices in the mesh of the tiles that contain fluid
    public static FluidTiles at(Box mesh, int[] places) {
        long[] words = new long[Math.toIntExact((mesh.size() + 63) >>> 6)];
        for (int place : places) {
            words[place >>> 6] |= 1L << place;
        }
        return new FluidTiles(mesh, words);
    }

    /// The tiles of a geometry.
    public static FluidTiles of(Tiling tiling, FluidNodes fluid) {
        Box box = fluid.box();
        Box mesh = new Box(tiling.tilesX(box), tiling.tilesY(box), tiling.tilesZ(box), false, false, false);
        return at(mesh, tiling.placesWithFluid(fluid));
    }

    /// All tiles, as a box with a node for each.
    public Box mesh() {
        return mesh;
    }

    /// The number of tiles that contain fluid.
    public int count() {
        return before[before.length - 1];
    }

    /// The number of a tile, or -1 where it has no fluid.
    /// @param place its index in the mesh
    public int number(int place) {
        long word = words[place >>> 6];
        return (word >>> place & 1) == 0 ? -1 : before[place >>> 6] + Long.bitCount(word & (1L << place) - 1);
    }

    /// The first place from `place` on and before `end` whose tile contains fluid; `end` where there is none.
    public int next(int place, int end) {
        if (place >= end) {
            return end;
        }
        int word = place >>> 6;
        long bits = words[word] & -1L << place;
        while (bits == 0 && word < end - 1 >>> 6) {
            bits = words[++word];
        }
        return bits == 0 ? end : Math.min(end, (word << 6) + Long.numberOfTrailingZeros(bits));
    }
}
