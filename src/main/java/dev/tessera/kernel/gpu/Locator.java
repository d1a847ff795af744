package dev.tessera.kernel.gpu;

/// How a kernel finds the positions of a node's neighbours from the node's own. A position names a node on
/// the device: `slot = array start + position`.
public sealed interface Locator {
    /// Whether positions of all nodes of the box are stored, so that a word a node has to say which are fluid.
    boolean hasHoles();

    /// The box's own order: coordinates by division through constants.
    record Dense(int nx, int ny, int nz, boolean periodicX, boolean periodicY, boolean periodicZ)
            implements Locator {
        @Override
        public boolean hasHoles() {
            return true;
        }
    }

    /// Whole tiles. Table `tiles`: the neighbouring tiles of each, by code of the direction (x fastest).
    record Tiles(TileShape shape) implements Locator {
        @Override
        public boolean hasHoles() {
            return true;
        }
    }

    /// Fluid nodes only. Table `nodes`: for each position the tile and the place in it (bit 31: of the bulk);
    /// `tiles` as for tiles, absent ones being the empty tile after the last; `records`: for each 64 places of a
    /// tile a mask of the fluid ones, and the position of the first.
    record Compact(TileShape shape) implements Locator {
        @Override
        public boolean hasHoles() {
            return false;
        }
    }
}
