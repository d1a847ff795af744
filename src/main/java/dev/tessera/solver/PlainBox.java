package dev.tessera.solver;

import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.solver.boundary.SymmetrySide;
import dev.tessera.units.Quantity;
import dev.tessera.units.QuantityKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SequencedMap;

/// A box full of fluid whose sides follow from the boundaries of the case, as in a case file.
///
/// @param edgesM z = 0: 2D
/// @param periodic axes across which sides are joined
record PlainBox(Vec edgesM, List<Integer> periodic) {
    private static final String AXES = "xyz";
    private static final String WALL = "wall";

    PlainBox {
        periodic = List.copyOf(periodic);
    }

    /// @param edges two or three, such as `4 mm`
    /// @throws IllegalArgumentException for another number of edges, or one that is not above zero
    static PlainBox of(String... edges) {
        if (edges.length != 2 && edges.length != 3) {
            throw new IllegalArgumentException(
                    "a box has two edges (2D) or three, not %d: %s".formatted(edges.length, Arrays.asList(edges)));
        }
        double[] metres = Arrays.stream(edges)
                .mapToDouble(edge -> Quantity.parse(edge, QuantityKind.LENGTH))
                .toArray();
        if (Arrays.stream(metres).anyMatch(edge -> !(edge > 0))) {
            throw new IllegalArgumentException(
                    "edges of a box are above zero, not %s; a box in 2D has two edges".formatted(Arrays.asList(edges)));
        }
        return new PlainBox(new Vec(metres[0], metres[1], metres.length == 2 ? 0 : metres[2]), List.of());
    }

    boolean is2d() {
        return edgesM.z() == 0;
    }

    /// @param axes letters
    /// @throws IllegalArgumentException where the box has no such axis
    PlainBox periodic(String axes) {
        List<Integer> joined = new ArrayList<>(periodic);
        for (int k = 0; k < axes.length(); k++) {
            int axis = AXES.indexOf(axes.charAt(k));
            if (axis < 0 || axis == 2 && is2d()) {
                throw new IllegalArgumentException(
                        "'%s': axes of this box are %s".formatted(axes, is2d() ? "x and y" : "x, y and z"));
            }
            joined.add(axis);
        }
        return new PlainBox(edgesM, joined);
    }

    ShapeSource between(SequencedMap<String, Boundary> boundaries) {
        List<Side> sides = new ArrayList<>();
        for (int side = 0; side < 6; side++) {
            int axis = side / 2;
            boolean isJoined = periodic.contains(axis) || axis == 2 && is2d();
            String own = AXES.charAt(axis) + (side % 2 == 0 ? "-min" : "-max");
            sides.add(isJoined ? Side.periodic() : side(boundaries.containsKey(own) ? own : WALL, boundaries));
        }
        return ShapeSource.in(new Domain(Vec.ZERO, edgesM, sides));
    }

    private static Side side(String name, SequencedMap<String, Boundary> boundaries) {
        Boundary boundary = boundaries.get(name);
        Side.Kind kind = switch (boundary) {
            case Boundary.Opening opening -> Side.Kind.OPENING;
            case SymmetrySide symmetry -> Side.Kind.SYMMETRY;
            case null, default -> Side.Kind.WALL;
        };
        boolean isWet = boundary != null && boundary.holdsOnNodes();
        return new Side(kind, name, isWet ? Side.Placement.WET : Side.Placement.HALF_WAY);
    }
}
