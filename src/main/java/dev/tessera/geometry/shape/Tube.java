package dev.tessera.geometry.shape;

import dev.tessera.geometry.Vec;
import java.util.ArrayList;
import java.util.List;

/// Tubes: cylinders that follow a path.
public final class Tube {
    private Tube() {}

    /// A tube along a polyline: rounded at its corners and at both ends, like a string of capsules.
    /// @param path at least one point; a single point makes a sphere
    public static Shape along(List<Vec> path, double radiusM) {
        if (path.isEmpty()) {
            throw new IllegalArgumentException("a tube along no point");
        }
        List<Shape> parts = new ArrayList<>();
        for (int i = 0; i < path.size(); i++) {
            parts.add(new Sphere(path.get(i), radiusM));
            if (i > 0) {
                if (path.get(i).equals(path.get(i - 1))) {
                    throw new IllegalArgumentException("points %d and %d of the path are both at %s; remove one of them"
                            .formatted(i, i + 1, path.get(i).inLengths()));
                }
                parts.add(Cylinder.between(path.get(i - 1), path.get(i), radiusM));
            }
        }
        return Union.of(parts);
    }

    /// A tube with named flat ends, so that they can be openings; see [OpeningFace#ofTube].
    public static Open open(Vec from, Vec to, double radiusM, String fromName, String toName) {
        return new Open(from, to, radiusM, fromName, toName);
    }

    /// A straight tube with named flat ends.
    public static final class Open implements Shape {
        private final Vec from;
        private final Vec to;
        private final double radiusM;
        private final String fromName;
        private final String toName;
        private final Shape body;

        private Open(Vec from, Vec to, double radiusM, String fromName, String toName) {
            this.from = from;
            this.to = to;
            this.radiusM = radiusM;
            this.fromName = fromName;
            this.toName = toName;
            if (from.equals(to)) {
                throw new IllegalArgumentException(
                        "both ends of a tube are at %s; move one of them".formatted(from.inLengths()));
            }
            Vec along = to.minus(from);
            this.body = new Cylinder(from, along, radiusM)
                    .and(new HalfSpace(to, along).named(toName))
                    .and(new HalfSpace(from, along.times(-1)).named(fromName));
        }

        public Vec from() {
            return from;
        }

        public Vec to() {
            return to;
        }

        public double radiusM() {
            return radiusM;
        }

        /// The names of the ends, `from` first.
        public List<String> ends() {
            return List.of(fromName, toName);
        }

        @Override
        public Spans along(Line line, double growM) {
            return body.along(line, growM);
        }

        @Override
        public List<String> surfaceNames() {
            return body.surfaceNames();
        }

        @Override
        public Bounds bounds() {
            return Bounds.around(from, radiusM).or(Bounds.around(to, radiusM));
        }
    }
}
