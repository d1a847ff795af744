package dev.tessera.casefile;

import dev.tessera.casefile.GeometryDraft.Context;
import dev.tessera.casefile.SidesSection.Sides;
import dev.tessera.geometry.image.AxisEnds;
import dev.tessera.geometry.shape.Side;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.boundary.SymmetrySide;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// The ends of an image or of a box of spheres, from `sides` and `boundaries`.
final class BoxEnds {
    private BoxEnds() {}

    /// The word for a side, `wall` where there is none.
    static String word(int side, Context context) {
        return context.sides().words().getOrDefault(SidesSection.NAMES.get(side), SidesSection.WALL);
    }

    /// The names of sides that have one.
    static List<String> names(Context context) {
        List<String> names = new ArrayList<>();
        for (int side = 0; side < 6; side++) {
            names.add(word(side, context));
        }
        names.removeAll(List.of(SidesSection.PERIODIC, SidesSection.MIRROR));
        return names.stream().distinct().toList();
    }

    /// @throws Unreadable where the sides of the axis contradict each other; the problem has been noted
    static AxisEnds of(int axis, Context context) {
        Sides sides = context.sides();
        String low = word(2 * axis, context);
        String high = word(2 * axis + 1, context);
        if (low.equals(SidesSection.PERIODIC)) {
            boolean open = names(context).stream().anyMatch(context::isOpening);
            return AxisEnds.periodicWithBuffer(open ? 0 : sides.bufferNodes());
        }
        if (low.equals(SidesSection.MIRROR)) {
            return AxisEnds.mirrored();
        }
        if (context.isOpening(low) != context.isOpening(high)) {
            throw refuse(
                    context,
                    ("an axis is open at both ends or at none, but of %s and %s only one has a velocity or pressure in"
                                    + " boundaries")
                            .formatted(low, high));
        }
        if (!context.isOpening(low)) {
            return sealed(low, high, context);
        }
        if (context.placement(low) != context.placement(high)) {
            throw refuse(context, "%s and %s need the same scheme: both link-wise, or neither".formatted(low, high));
        }
        return new AxisEnds.Open(sides.bufferNodes(), low, high, context.placement(low));
    }

    /// The inverse of [#of], for all three axes.
    /// @throws IllegalArgumentException where a case has no text for them
    static Sides sides(List<AxisEnds> ends, SequencedMap<String, Boundary> boundaries) {
        int buffer = ends.stream().mapToInt(AxisEnds::buffer).max().orElse(0);
        int bufferOfPeriodic = ends.stream().anyMatch(AxisEnds.Open.class::isInstance) ? 0 : buffer;
        SequencedMap<String, String> words = new LinkedHashMap<>();
        for (int axis = 0; axis < 3; axis++) {
            switch (ends.get(axis)) {
                case AxisEnds.Periodic(int nodes) -> {
                    if (nodes != bufferOfPeriodic) {
                        throw new IllegalArgumentException(
                                ("a buffer of %d layers along %c has no text: buffers are before openings, or else"
                                                + " between all periodic ends")
                                        .formatted(nodes, "xyz".charAt(axis)));
                    }
                    put(words, axis, SidesSection.PERIODIC, SidesSection.PERIODIC);
                }
                case AxisEnds.Mirrored mirrored -> put(words, axis, SidesSection.MIRROR, SidesSection.MIRROR);
                case AxisEnds.Sealed(String wall) -> put(words, axis, wall, wall);
                case AxisEnds.Open open -> {
                    GeometryDraft.requireUsual(open.placement(), open.minName(), boundaries);
                    GeometryDraft.requireUsual(open.placement(), open.maxName(), boundaries);
                    put(words, axis, open.minName(), open.maxName());
                }
            }
        }
        return Sides.of(words, buffer);
    }

    private static void put(SequencedMap<String, String> words, int axis, String low, String high) {
        words.put(SidesSection.NAMES.get(2 * axis), low);
        words.put(SidesSection.NAMES.get(2 * axis + 1), high);
    }

    private static AxisEnds sealed(String low, String high, Context context) {
        if (!low.equals(high)) {
            throw refuse(
                    context, "both closed ends of an axis carry one name; '%s' and '%s' are two".formatted(low, high));
        }
        if (context.boundaries().get(low) instanceof SymmetrySide) {
            throw refuse(
                    context,
                    ("%s: a flow is mirrored at sides of a box of shapes only; the sides of images and spheres are half"
                                    + " a spacing beyond their nodes. Use periodic, or for images mirror")
                            .formatted(low));
        }
        if (context.placement(low) == Side.Placement.WET) {
            throw refuse(context, "closed ends are half-way walls here; use scheme: bounce-back for %s".formatted(low));
        }
        return new AxisEnds.Sealed(low);
    }

    private static Unreadable refuse(Context context, String message) {
        return context.reading().at("sides").refuse(context.sides().place(), message);
    }
}
