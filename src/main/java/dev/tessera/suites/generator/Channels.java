package dev.tessera.suites.generator;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.Tiling;
import dev.tessera.geometry.TilingStatistics;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Straight channels, for studies of tiles.
/// Source: Tomczak & Szafran 2019, sections 4.3 and 4.4.
public final class Channels {
    private static final int LONGEST_SIDE = 100;

    private Channels() {}

    /// A channel along z with a square cross-section.
    public static FluidNodes square(int side, int length) {
        return FluidNodes.where(new Box(side, side, length, false, false, false), (x, y, z) -> true);
    }

    /// A channel along z with a circular cross-section: nodes with centres inside the circle.
    public static FluidNodes round(int diameter, int length) {
        double middle = (diameter - 1) / 2.0;
        double radius = diameter / 2.0;
        return FluidNodes.where(
                new Box(diameter, diameter, length, false, false, false),
                (x, y, z) -> (x - middle) * (x - middle) + (y - middle) * (y - middle) <= radius * radius);
    }

    /// Utilisation of cubic tiles at every offset across a channel along z, `[edge * offsetY + offsetX]`.
    /// @param channel its length is a multiple of `edge`, so that only the cross-section counts
    /// @param edge nodes along each edge of a tile
    public static double[] utilisations(FluidNodes channel, int edge) {
        if (channel.box().nz() % edge != 0) {
            throw new IllegalArgumentException("a channel of %d nodes does not end with a tile of %d nodes"
                    .formatted(channel.box().nz(), edge));
        }
        double[] found = new double[edge * edge];
        for (int offset = 0; offset < found.length; offset++) {
            Tiling tiling = new Tiling(edge, edge, edge, offset % edge, offset / edge, 0);
            found[offset] = TilingStatistics.of(tiling, channel).utilisation();
        }
        return found;
    }

    /// Closed boxes of about a million nodes, from 4 × 4 × 62500 to 100 × 100 × 100: two sides are multiples
    /// of 4 up to 100, the third is along x, y or z. There are 1873, as many as the paper measured.
    public static List<Box> boxesOfAMillionNodes() {
        Set<Box> boxes = new LinkedHashSet<>();
        for (int a = 4; a <= LONGEST_SIDE; a += 4) {
            for (int b = 4; b <= LONGEST_SIDE; b += 4) {
                int c = (int) Math.round(1e6 / (a * b));
                boxes.add(new Box(c, a, b, false, false, false));
                boxes.add(new Box(a, c, b, false, false, false));
                boxes.add(new Box(a, b, c, false, false, false));
            }
        }
        return List.copyOf(boxes);
    }
}
