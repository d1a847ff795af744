package dev.tessera.model.boundary;

import dev.tessera.expr.Rational;
import dev.tessera.model.Velocity;
import java.util.List;

/// A side of the box, seen from a node next to it.
///
/// @param axis 0, 1, 2: its normal
/// @param inward +1 where the inward normal points along +axis, else -1
public record BoxSide(int axis, int inward) {
    public BoxSide {
        if (axis < 0 || axis > 2 || Math.abs(inward) != 1) {
            throw new IllegalArgumentException(
                    "axis %d and direction %d are not a side of the box".formatted(axis, inward));
        }
    }

    /// Whether a direction is incoming over the side.
    public boolean isCrossedBy(Velocity incoming) {
        return incoming.along(axis) == inward;
    }

    /// Such as `y-max`.
    public String name() {
        return "%c-%s".formatted("xyz".charAt(axis), inward > 0 ? "min" : "max");
    }

    static boolean anyCrossed(List<BoxSide> sides, Velocity incoming) {
        for (BoxSide side : sides) { // asked for each link: no stream
            if (side.isCrossedBy(incoming)) {
                return true;
            }
        }
        return false;
    }

    /// The part of a population that is on the inner side of mirrors through its node: half where it moves along
    /// one of them, nothing where it comes over one.
    public static Rational share(List<BoxSide> mirrors, Velocity incoming) {
        Rational share = Rational.ONE;
        for (BoxSide mirror : mirrors) {
            int across = incoming.along(mirror.axis) * mirror.inward;
            share = across > 0 ? Rational.ZERO : across == 0 ? share.times(Rational.of(1, 2)) : share;
        }
        return share;
    }
}
