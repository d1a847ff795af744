package dev.tessera.geometry.spheres;

import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.Vec;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.util.List;

/// The space for centres of equal spheres: a radius away from the ends of the box where whole spheres are inside, else
/// the whole box.
///
/// @param sizeM edges of the box that the spheres fill, its lowest corner at the origin
/// @param ends per axis
record PackingBox(Vec sizeM, double diameterM, List<Packing.End> ends) {
    PackingBox {
        if (!(diameterM > 0)) {
            throw new GeometryException(
                    "spheres of diameter %s are empty".formatted(QuantityText.about(diameterM, QuantityKind.LENGTH)));
        }
        for (int axis = 0; axis < 3; axis++) {
            if (!(sizeM.along(axis) >= diameterM)) {
                throw new GeometryException("spheres of %s do not fit a box of %s along %c"
                        .formatted(
                                QuantityText.about(diameterM, QuantityKind.LENGTH),
                                QuantityText.about(sizeM.along(axis), QuantityKind.LENGTH),
                                "xyz".charAt(axis)));
            }
        }
    }

    double volumeM3() {
        return sizeM.x() * sizeM.y() * sizeM.z();
    }

    double sphereM3() {
        return Math.PI / 6 * diameterM * diameterM * diameterM;
    }

    boolean isPeriodic(int axis) {
        return ends.get(axis) == Packing.End.PERIODIC;
    }

    double low(int axis) {
        return ends.get(axis) == Packing.End.INSIDE ? diameterM / 2 : 0;
    }

    double high(int axis) {
        return sizeM.along(axis) - low(axis);
    }

    /// A random place for a centre.
    void place(RandomNumbers random, double[] centres, int sphere) {
        for (int axis = 0; axis < 3; axis++) {
            centres[3 * sphere + axis] = random.between(low(axis), high(axis));
        }
    }

    /// A coordinate moved back into the box: by a period on periodic axes, to the nearest place on others.
    double inside(int axis, double at) {
        if (!isPeriodic(axis)) {
            return Math.clamp(at, low(axis), high(axis));
        }
        double length = sizeM.along(axis);
        double wrapped = at - Math.floor(at / length) * length;
        return wrapped < length ? wrapped : 0;
    }

    /// The shortest displacement along one axis.
    double way(int axis, double from, double to) {
        double way = to - from;
        if (!isPeriodic(axis)) {
            return way;
        }
        double length = sizeM.along(axis);
        return way - length * Math.rint(way / length);
    }

    /// The square of the distance of two centres, m².
    double distance2(double[] centres, int a, int b) {
        double x = way(0, centres[3 * a], centres[3 * b]);
        double y = way(1, centres[3 * a + 1], centres[3 * b + 1]);
        double z = way(2, centres[3 * a + 2], centres[3 * b + 2]);
        return x * x + y * y + z * z;
    }
}
