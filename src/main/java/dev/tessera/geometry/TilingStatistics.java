package dev.tessera.geometry;

/// Utilisation and common faces of the tiles of a geometry.
///
/// @param tiles of the box, empty ones too
/// @param kept tiles that contain fluid
/// @param fluidNodes of the geometry
/// @param utilisation fluid nodes per node of a kept tile; a tile that reaches beyond the box counts with all its nodes
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
        boolean[] kept = tiling.holdingFluid(fluid);
        Mesh mesh = new Mesh(tiling, fluid.box(), kept);
        long count = mesh.kept();
        double tiles = Math.max(1, count);
        return new TilingStatistics(
                tiling,
                kept.length,
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
    private record Mesh(Box tiles, boolean[] holdsFluid) {
        Mesh(Tiling tiling, Box box, boolean[] holdsFluid) {
            this(
                    new Box(
                            tiling.tilesX(box),
                            tiling.tilesY(box),
                            tiling.tilesZ(box),
                            box.periodicX() && tiling.tilesX(box) > 1 && box.nx() % tiling.a() == 0,
                            box.periodicY() && tiling.tilesY(box) > 1 && box.ny() % tiling.b() == 0,
                            box.periodicZ() && tiling.tilesZ(box) > 1 && box.nz() % tiling.c() == 0),
                    holdsFluid);
        }

        long kept() {
            long count = 0;
            for (boolean holds : holdsFluid) {
                count += holds ? 1 : 0;
            }
            return count;
        }

        private boolean holds(int x, int y, int z, int dx, int dy, int dz) {
            long tile = tiles.neighbour(x, y, z, dx, dy, dz);
            return tile >= 0 && holdsFluid[(int) tile];
        }

        private interface TileVisitor {
            int count(int x, int y, int z);
        }

        private long sum(TileVisitor visitor) {
            long sum = 0;
            for (int z = 0; z < tiles.nz(); z++) {
                for (int y = 0; y < tiles.ny(); y++) {
                    for (int x = 0; x < tiles.nx(); x++) {
                        sum += visitor.count(x, y, z);
                    }
                }
            }
            return sum;
        }

        long commonFaces() {
            return sum((x, y, z) -> !holds(x, y, z, 0, 0, 0)
                    ? 0
                    : count(holds(x, y, z, 1, 0, 0)) + count(holds(x, y, z, 0, 1, 0)) + count(holds(x, y, z, 0, 0, 1)));
        }

        /// Of the four tiles around an edge, two opposite ones contain fluid.
        long commonEdges() {
            return sum((x, y, z) ->
                    count(meet(x, y, z, 1, 1, 0)) + count(meet(x, y, z, 1, 0, 1)) + count(meet(x, y, z, 0, 1, 1)));
        }

        private boolean meet(int x, int y, int z, int dx, int dy, int dz) {
            boolean straight = holds(x, y, z, 0, 0, 0) && holds(x, y, z, dx, dy, dz);
            return straight
                    || (dx == 0
                            ? holds(x, y, z, 0, dy, 0) && holds(x, y, z, 0, 0, dz)
                            : holds(x, y, z, dx, 0, 0) && holds(x, y, z, 0, dy, dz));
        }

        private static int count(boolean holds) {
            return holds ? 1 : 0;
        }
    }
}
