package dev.tessera.geometry;

/// Utilisation and common faces of the tiles of a geometry.
///
/// @param tiles of the box, empty ones too
/// @param kept tiles that contain fluid
/// @param fluidNodes of the geometry
/// @param utilisation fluid nodes per node of a kept tile; a tile that reaches beyond the box counts with all its
///        nodes
/// @param commonFacesPerTile faces (in 2D sides) that two kept tiles share, per kept tile
/// @param commonEdgesPerTile edges (in 2D corners) over which two kept tiles that share no
///        face meet, per kept tile
///
/// Source of the last two: eta_f and eta_e of Tomczak & Szafran 2019; four tiles arranged 2
/// x 2 x 1 have 4/4 and 1/4.
public record TilingStatistics(
        Tiling tiling,
        long tiles,
        long kept,
        long fluidNodes,
        double utilisation,
        double commonFacesPerTile,
        double commonEdgesPerTile) {

    public static TilingStatistics of(Tiling tiling, FluidNodes fluid) {
        FluidTiles kept = FluidTiles.of(tiling, fluid);
        Mesh mesh = new Mesh(tiling, fluid.box(), kept);
        int count = kept.count();
        double tiles = Math.max(1, count);
        return new TilingStatistics(
                tiling,
                tiling.tiles(fluid.box()),
                count,
                fluid.count(),
                fluid.count() / (tiles * tiling.nodesPerTile()),
                mesh.commonFaces() / tiles,
                mesh.commonEdges() / tiles);
    }

    @Override
    public String toString() {
        return "%d of %d tiles of %d×%d×%d nodes contain fluid, %.1f %% of their nodes are fluid"
                .formatted(kept, tiles, tiling.a(), tiling.b(), tiling.c(), 100 * utilisation);
    }

    /// The mesh of tiles; periodic only where the box is and whole tiles fit.
    private record Mesh(Box tiles, FluidTiles kept) {
        Mesh(Tiling tiling, Box box, FluidTiles kept) {
            this(
                    new Box(
                            tiling.tilesX(box),
                            tiling.tilesY(box),
                            tiling.tilesZ(box),
                            box.periodicX() && tiling.tilesX(box) > 1 && box.nx() % tiling.a() == 0,
                            box.periodicY() && tiling.tilesY(box) > 1 && box.ny() % tiling.b() == 0,
                            box.periodicZ() && tiling.tilesZ(box) > 1 && box.nz() % tiling.c() == 0),
                    kept);
        }

        private boolean holds(int x, int y, int z, int dx, int dy, int dz) {
            long tile = tiles.neighbour(x, y, z, dx, dy, dz);
            return tile >= 0 && kept.number((int) tile) >= 0;
        }

        private interface TileVisitor {
            int count(int x, int y, int z);
        }

        /// Over the tiles that contain fluid.
        private long sum(TileVisitor visitor) {
            long sum = 0;
            int end = Math.toIntExact(tiles.size());
            for (int place = kept.next(0, end); place < end; place = kept.next(place + 1, end)) {
                sum += visitor.count(tiles.x(place), tiles.y(place), tiles.z(place));
            }
            return sum;
        }

        long commonFaces() {
            return sum((x, y, z) ->
                    count(holds(x, y, z, 1, 0, 0)) + count(holds(x, y, z, 0, 1, 0)) + count(holds(x, y, z, 0, 0, 1)));
        }

        /// Of the four tiles around an edge, two opposite ones contain fluid.
        long commonEdges() {
            return sum((x, y, z) -> edges(x, y, z, 1, 1, 0) + edges(x, y, z, 1, 0, 1) + edges(x, y, z, 0, 1, 1));
        }

        /// The edges at right angles to two axes at which a tile is the first of four, or the second one behind a first
        /// one without fluid: one of these two contains fluid where two opposite tiles do.
        private int edges(int x, int y, int z, int dx, int dy, int dz) {
            int ax = dx; // from the first to the second
            int ay = dx == 0 ? dy : 0;
            int bx = 0; // from the first to the third
            int by = dx == 0 ? 0 : dy;
            boolean asFirst = holds(x, y, z, dx, dy, dz) || holds(x, y, z, ax, ay, 0) && holds(x, y, z, bx, by, dz);
            long first = tiles.neighbour(x, y, z, -ax, -ay, 0);
            boolean asSecond = first >= 0 && kept.number((int) first) < 0 && holds(x, y, z, bx - ax, by - ay, dz);
            return count(asFirst) + count(asSecond);
        }

        private static int count(boolean holds) {
            return holds ? 1 : 0;
        }
    }
}
