package dev.tessera.suites.generator;

/// A body as a signed distance function, approximately: negative inside, positive outside, zero on its surface. Uses +,
/// −, ×, ÷ and √ only, so that every machine computes the same surface.
@FunctionalInterface
interface Field {
    double at(double x, double y, double z);

    /// The union with `other`, with the edge between the two rounded over about `width`.
    ///
    /// Source: polynomial smooth minimum, I. Quilez, <https://iquilezles.org/articles/smin/>.
    default Field or(Field other, double width) {
        return (x, y, z) -> {
            double a = at(x, y, z);
            double b = other.at(x, y, z);
            double h = Math.max(width - Math.abs(a - b), 0) / width;
            return Math.min(a, b) - h * h * width / 4;
        };
    }

    /// A ball.
    static Field ball(double cx, double cy, double cz, double radius) {
        return (x, y, z) -> {
            double dx = x - cx;
            double dy = y - cy;
            double dz = z - cz;
            return Math.sqrt(dx * dx + dy * dy + dz * dz) - radius;
        };
    }
}
