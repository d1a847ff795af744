package dev.tessera.layout.addressing;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.Tiling;

/// Selects the tiles for a geometry.
public sealed interface TilingRule {
    Tiling over(FluidNodes fluid);

    /// 4 x 4 x 4 nodes in 3D, 16 x 16 in 2D, starting at node (0, 0, 0).
    static TilingRule usual() {
        return new Usual();
    }

    /// Cubes (in 2D squares) of a given edge, starting at node (0, 0, 0).
    static TilingRule cubesOf(int edge) {
        return new Blocks(edge, edge, edge, false);
    }

    /// Tiles of a x b x c nodes (in 2D a x b), starting at node (0, 0, 0).
    static TilingRule of(int a, int b, int c) {
        return new Blocks(a, b, c, false);
    }

    /// Tiles of a x b x c nodes (in 2D a x b), with the origin that gives the highest utilisation.
    static TilingRule bestOriginOf(int a, int b, int c) {
        return new Blocks(a, b, c, true);
    }

    /// Whole lines of the box along x, `rows` x `rows` of them per tile (in 2D `rows`): the longest runs of consecutive
    /// slots.
    static TilingRule linesOf(int rows) {
        return new Lines(rows);
    }

    /// The given tiling.
    static TilingRule exactly(Tiling tiling) {
        return new Exactly(tiling);
    }

    record Usual() implements TilingRule {
        @Override
        public Tiling over(FluidNodes fluid) {
            return fluid.box().is2d() ? new Tiling(16, 16, 1, 0, 0, 0) : new Tiling(4, 4, 4, 0, 0, 0);
        }

        @Override
        public String toString() {
            return "usual";
        }
    }

    record Blocks(int a, int b, int c, boolean atBestOrigin) implements TilingRule {
        public Blocks {
            new Tiling(a, b, c, 0, 0, 0);
        }

        @Override
        public Tiling over(FluidNodes fluid) {
            Tiling atZero = new Tiling(a, b, fluid.box().is2d() ? 1 : c, 0, 0, 0);
            return atBestOrigin ? atZero.bestFor(fluid) : atZero;
        }

        @Override
        public String toString() {
            return "%d×%d×%d%s".formatted(a, b, c, atBestOrigin ? " at best origin" : "");
        }
    }

    record Lines(int rows) implements TilingRule {
        public Lines {
            new Tiling(1, rows, rows, 0, 0, 0);
        }

        @Override
        public Tiling over(FluidNodes fluid) {
            Box box = fluid.box();
            return new Tiling(box.nx(), rows, box.is2d() ? 1 : rows, 0, 0, 0);
        }

        @Override
        public String toString() {
            return "lines, %d×%d".formatted(rows, rows);
        }
    }

    record Exactly(Tiling tiling) implements TilingRule {
        @Override
        public Tiling over(FluidNodes fluid) {
            return tiling;
        }

        @Override
        public String toString() {
            return "%d×%d×%d".formatted(tiling.a(), tiling.b(), tiling.c());
        }
    }
}
