package dev.tessera.suites.generator;

import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.GeometrySource;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.Shape;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.geometry.shape.Tube;
import dev.tessera.geometry.shape.Union;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongConsumer;

/// A two-dimensional network of channels of one width, as on a microfluidic chip: an `inlet` at the
/// left, an `outlet` at the right, walls called `wall`.
///
/// @param pattern arrangement of the channels
/// @param widthM of every channel
/// @param levels number of divisions of the channels; a chip is about `2^levels` channels high
public record Chip(Pattern pattern, double widthM, int levels) implements GeometrySource {
    private static final double PITCH = 3; // widths from channel to channel
    private static final int MOST_LEVELS = 8;

    /// Arrangement of the channels.
    public enum Pattern {
        /// The inlet divides repeatedly in two; straight capillaries follow and join in the same way.
        TREE("chip-a"),
        /// Capillaries that join and divide, in honeycombs.
        MESH("chip-b");

        private final String key;

        Pattern(String key) {
            this.key = key;
        }

        public String key() {
            return key;
        }
    }

    public Chip {
        if (!(widthM > 0)) {
            throw new GeometryException(
                    "a channel of width %s is empty".formatted(QuantityText.about(widthM, QuantityKind.LENGTH)));
        }
        if (levels < 1 || levels > MOST_LEVELS) {
            throw new GeometryException("%d levels; give 1 to %d".formatted(levels, MOST_LEVELS));
        }
    }

    /// A tree of 16 capillaries.
    public static Chip tree(double widthM) {
        return new Chip(Pattern.TREE, widthM, 4);
    }

    /// A mesh 8 capillaries high.
    public static Chip mesh(double widthM) {
        return new Chip(Pattern.MESH, widthM, 3);
    }

    /// Capillaries side by side.
    private int rows() {
        return 1 << levels;
    }

    /// Height of the box, m; whole channel widths.
    public double heightM() {
        return wholeWidths(
                switch (pattern) {
                    case TREE -> (rows() + 1) * PITCH * widthM;
                    case MESH -> ((rows() - 1) * 1.5 + 2) * sideM();
                });
    }

    /// Length of the box, m; whole channel widths.
    public double lengthM() {
        return wholeWidths(
                switch (pattern) {
                    case TREE -> 2 * columnM(levels + 1) + capillaryM();
                    case MESH -> 2 * leadM() + columns() * stepM();
                });
    }

    private double wholeWidths(double lengthM) {
        return Math.ceil(lengthM / widthM - 1e-9) * widthM;
    }

    private double leadM() {
        return 2 * PITCH * widthM;
    }

    private double capillaryM() {
        return 4 * PITCH * widthM;
    }

    /// Start of the channels of a level of the tree along x: 0 for the inlet. A level is as long as the distance of its
    /// branches, so that they are inclined by 45 degrees.
    private double columnM(int level) {
        double x = level == 0 ? 0 : leadM();
        for (int l = 1; l < level; l++) {
            x += PITCH * widthM * (0.25 * (rows() >> l - 1) + 1);
        }
        return x;
    }

    /// The channels as a shape, in metres; the box's lowest corner is the origin.
    public Shape shape() {
        List<Shape> channels = new ArrayList<>();
        switch (pattern) {
            case TREE -> addTree(channels);
            case MESH -> addMesh(channels);
        }
        return Union.of(channels);
    }

    private void addChannel(List<Shape> channels, double... xy) {
        List<Vec> path = new ArrayList<>();
        for (int i = 0; i < xy.length; i += 2) {
            path.add(Vec.of(xy[i], xy[i + 1]));
        }
        channels.add(Tube.along(path, widthM / 2));
    }

    /// Both halves, and the capillaries between them.
    private void addTree(List<Shape> channels) {
        double length = lengthM();
        double middle = heightM() / 2;
        addChannel(channels, -widthM, middle, columnM(1), middle);
        addChannel(channels, length + widthM, middle, length - columnM(1), middle);
        for (int level = 1; level <= levels; level++) {
            double apart = PITCH * widthM * (rows() >> level); // of channels of this level
            double x = columnM(level);
            double end = columnM(level + 1);
            for (int c = 0; c < 1 << level; c++) {
                double y = middle + (c - ((1 << level) - 1) / 2.0) * apart;
                double from = y + (c % 2 == 0 ? apart / 2 : -apart / 2);
                double bend = x + apart / 2;
                addChannel(channels, x, from, bend, y, Math.max(bend, end), y);
                addChannel(channels, length - x, from, length - bend, y, length - Math.max(bend, end), y);
            }
        }
        double from = columnM(levels + 1);
        for (int c = 0; c < rows(); c++) {
            double y = middle + (c - (rows() - 1) / 2.0) * PITCH * widthM;
            addChannel(channels, from, y, length - from, y);
        }
    }

    /// Rows of zigzag capillaries between two feeding channels; where a row bends up and the next bends
    /// down they are joined, so that all channels but the outermost are sides of hexagons.
    private void addMesh(List<Shape> channels) {
        double x0 = (lengthM() - columns() * stepM()) / 2;
        double x1 = lengthM() - x0;
        double middle = heightM() / 2;
        double low = middle - (rows() - 1) / 2.0 * 1.5 * sideM();
        addChannel(channels, -widthM, middle, x0, middle);
        addChannel(channels, x1, middle, lengthM() + widthM, middle);
        addChannel(channels, x0, low - sideM() / 4, x0, heightM() - low + sideM() / 4);
        addChannel(channels, x1, low - sideM() / 4, x1, heightM() - low + sideM() / 4);
        for (int row = 0; row < rows(); row++) {
            for (int column = 0; column < columns(); column++) {
                double x = x0 + column * stepM();
                double y = low + row * 1.5 * sideM();
                double up = (column + row) % 2 == 0 ? sideM() / 4 : -sideM() / 4;
                addChannel(channels, x, y + up, x + stepM(), y - up);
                if (up > 0 && column > 0 && row + 1 < rows()) {
                    addChannel(channels, x, y + up, x, y + up + sideM());
                }
            }
        }
    }

    /// Side of a hexagon.
    private double sideM() {
        return 0.9 * PITCH * widthM;
    }

    /// Half the width of a hexagon.
    private double stepM() {
        return Math.sqrt(3) / 2 * sideM();
    }

    private int columns() {
        return 3 * rows();
    }

    @Override
    public String description() {
        return "%s: %d channels of %s side by side"
                .formatted(pattern.key(), rows(), QuantityText.about(widthM, QuantityKind.LENGTH));
    }

    private ShapeSource source() {
        Side wall = Side.wall("wall");
        return ShapeSource.in(
                        Domain.of2d(lengthM(), heightM(), Side.opening("inlet"), Side.opening("outlet"), wall, wall))
                .fluid(shape());
    }

    @Override
    public NodeMap voxelise(double spacingM, ForkJoinPool workers) {
        return voxelise(spacingM, workers, counted -> {});
    }

    @Override
    public NodeMap voxelise(double spacingM, ForkJoinPool workers, LongConsumer counted) {
        if (!(spacingM > 0) || widthM < 4 * spacingM) {
            throw new GeometryException("a spacing of %s is too coarse for channels of %s; use %s or less"
                    .formatted(
                            QuantityText.about(spacingM, QuantityKind.LENGTH),
                            QuantityText.about(widthM, QuantityKind.LENGTH),
                            QuantityText.about(widthM / 4, QuantityKind.LENGTH)));
        }
        return source().voxelise(spacingM, workers, counted);
    }
}
