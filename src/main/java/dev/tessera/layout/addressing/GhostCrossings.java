package dev.tessera.layout.addressing;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.Tiling;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;

/// Finds the pairs of tiles between which populations move, from one bit per node. It processes 64 nodes at a time,
/// since the places of two nodes joined by a link across given borders differ by a constant. Only tiles at the end
/// of a periodic axis that is not a multiple of the tile are processed node by node.
final class GhostCrossings {
    private final FluidNodes fluid;
    private final Box box;
    private final TileMap map;
    private final TileGrid grid;
    private final Tiling tiling;
    private final int[] edges;
    private final int[] strides; // places per step along each axis within a tile
    private final int[] along; // tiles of the box along each axis
    private final boolean[] periodic;
    private final boolean[] endsWithinTile; // whether a periodic axis ends within a tile
    private final int words;
    private final long[] masks; // [tile][word] one bit per node, by its place in the tile
    private final boolean[] full; // [tile]

    /// Receives the crossings of values between tiles.
    interface Visitor {
        /// @param crossed borders as bits: 1 across x, 2 y, 4 z
        void crosses(int fromTile, int toTile, int direction, int crossed);
    }

    GhostCrossings(FluidNodes fluid, TileMap map) {
        this.fluid = fluid;
        this.box = fluid.box();
        this.map = map;
        this.grid = map.grid();
        this.tiling = grid.tiling();
        this.edges = new int[] {tiling.a(), tiling.b(), tiling.c()};
        this.strides = new int[] {1, tiling.a(), tiling.a() * tiling.b()};
        this.along = new int[] {tiling.tilesX(box), tiling.tilesY(box), tiling.tilesZ(box)};
        this.periodic = new boolean[] {box.periodicX(), box.periodicY(), box.periodicZ()};
        int[] counts = {box.nx(), box.ny(), box.nz()};
        int[] offsets = {tiling.offsetX(), tiling.offsetY(), tiling.offsetZ()};
        this.endsWithinTile = new boolean[3];
        for (int axis = 0; axis < 3; axis++) {
            endsWithinTile[axis] = periodic[axis] && (offsets[axis] != 0 || counts[axis] % edges[axis] != 0);
        }
        this.words = Math.ceilDiv(tiling.nodesPerTile(), 64);
        this.masks = new long[Math.multiplyExact(map.kept(), words)];
        this.full = new boolean[map.kept()];
        for (int row = 0; row < grid.tileRows(); row++) {
            for (int x = 0; x < along[0]; x++) {
                fill(x, row);
            }
        }
    }

    Tiling tiling() {
        return tiling;
    }

    int tiles() {
        return map.kept();
    }

    private void fill(int tileX, int row) {
        int tile = map.number(row * along[0] + tileX);
        if (tile < 0) {
            return;
        }
        int first = tile * words;
        grid.forEachRow(tileX, row, (fromX, endX, y, z) -> {
            long start = box.index(fromX, y, z);
            int place = grid.local(fromX, y, z);
            for (int done = 0; done < endX - fromX; ) {
                int at = place + done;
                int count = Math.min(64 - (at & 63), endX - fromX - done);
                masks[first + (at >> 6)] |= fluid.bits(start + done, count) << at;
                done += count;
            }
        });
        long count = 0;
        for (int word = 0; word < words; word++) {
            count += Long.bitCount(masks[first + word]);
        }
        full[tile] = count == tiling.nodesPerTile();
    }

    /// Visits, at least once, every pair of tiles, direction and combination of borders that a value crosses.
    void forEach(VelocitySet lattice, Visitor visitor) {
        Step[] steps = steps(lattice);
        int[] at = new int[3];
        int place = 0;
        for (at[2] = 0; at[2] < along[2]; at[2]++) {
            for (at[1] = 0; at[1] < along[1]; at[1]++) {
                for (at[0] = 0; at[0] < along[0]; at[0]++, place++) {
                    int tile = map.number(place);
                    if (tile < 0) {
                        continue;
                    }
                    if (isAtEndWithinTile(at)) {
                        byNode(lattice, at, tile, visitor);
                    } else {
                        for (Step step : steps) {
                            step.visit(at, tile, visitor);
                        }
                    }
                }
            }
        }
    }

    private boolean isAtEndWithinTile(int[] at) {
        for (int axis = 0; axis < 3; axis++) {
            if (endsWithinTile[axis] && (at[axis] == 0 || at[axis] == along[axis] - 1)) {
                return true;
            }
        }
        return false;
    }

    private void byNode(VelocitySet lattice, int[] at, int tile, Visitor visitor) {
        grid.forEachRow(at[0], at[1] + along[1] * at[2], (fromX, endX, y, z) -> {
            for (int x = fromX; x < endX; x++) {
                for (int i = 1; i < lattice.size() && fluid.isFluid(x, y, z); i++) {
                    Velocity c = lattice.velocity(i);
                    int crossed = GhostTilePlacement.crossed(x, y, z, c, fluid, grid);
                    if (crossed != 0) {
                        long from = box.neighbour(x, y, z, -c.x(), -c.y(), -c.z());
                        visitor.crosses(map.at(box.x(from), box.y(from), box.z(from)), tile, i, crossed);
                    }
                }
            }
        });
    }

    private Step[] steps(VelocitySet lattice) {
        List<Step> steps = new ArrayList<>();
        for (int i = 1; i < lattice.size(); i++) {
            int moving = GhostBuffers.axes(lattice.velocity(i));
            for (int crossed = 1; crossed < 8; crossed++) {
                if ((crossed & ~moving) == 0) {
                    steps.add(new Step(lattice.velocity(i), i, crossed));
                }
            }
        }
        return steps.toArray(Step[]::new);
    }

    /// The values of one direction across one combination of borders.
    private final class Step {
        private final int direction;
        private final int crossed;
        private final int[] toward = new int[3]; // from the reader's tile to the writer's
        private final long[] readers; // the places that receive such values
        private final int offset; // from a reader's place to its writer's

        Step(Velocity c, int direction, int crossed) {
            this.direction = direction;
            this.crossed = crossed;
            int[] moves = {c.x(), c.y(), c.z()};
            int between = 0;
            for (int axis = 0; axis < 3; axis++) {
                boolean isCrossed = (crossed >> axis & 1) != 0;
                toward[axis] = isCrossed ? -moves[axis] : 0;
                between += moves[axis] * strides[axis] * (isCrossed ? edges[axis] - 1 : -1);
            }
            this.offset = between;
            this.readers = new long[words];
            for (int place = 0; place < tiling.nodesPerTile(); place++) {
                int over = 0;
                for (int axis = 0; axis < 3; axis++) {
                    int end = moves[axis] > 0 ? 0 : edges[axis] - 1;
                    int coordinate = place / strides[axis] % edges[axis];
                    over |= moves[axis] != 0 && coordinate == end ? 1 << axis : 0;
                }
                if (over == crossed) {
                    readers[place >> 6] |= 1L << place;
                }
            }
        }

        void visit(int[] at, int tile, Visitor visitor) {
            int place = 0;
            for (int axis = 2; axis >= 0; axis--) {
                int next = at[axis] + toward[axis];
                if (next < 0 || next >= along[axis]) {
                    if (!periodic[axis]) {
                        return;
                    }
                    next = Math.floorMod(next, along[axis]);
                }
                place = place * along[axis] + next;
            }
            int from = map.number(place);
            if (from >= 0 && (full[tile] && full[from] || anyMoves(from, tile))) {
                visitor.crosses(from, tile, direction, crossed);
            }
        }

        private boolean anyMoves(int from, int to) {
            for (int word = 0; word < words; word++) {
                long reading = masks[to * words + word] & readers[word];
                if (reading != 0 && (reading & bits(from * words, 64 * word + offset)) != 0) {
                    return true;
                }
            }
            return false;
        }

        /// 64 bits of a tile from a place on, which may be before the first or after the last.
        private long bits(int first, int place) {
            int word = place >> 6;
            int shift = place & 63;
            long low = word < 0 || word >= words ? 0 : masks[first + word] >>> shift;
            long high = shift == 0 || word < -1 || word + 1 >= words ? 0 : masks[first + word + 1] << -shift;
            return low | high;
        }
    }
}
