package dev.tessera.geometry.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.Vec;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

final class ShapeTest {
    private final Random random = new Random(7);

    private Vec point(double reach) {
        return new Vec(reach * random.nextGaussian(), reach * random.nextGaussian(), reach * random.nextGaussian());
    }

    /// Spans of random lines agree with `inside` at random points, and normals point out of the shape.
    private void agrees(Shape shape, Predicate<Vec> inside) {
        for (int k = 0; k < 2000; k++) {
            Vec from = point(1);
            Vec direction = point(1);
            Spans spans = shape.along(Line.through(from, direction), 0);
            for (int j = 0; j < 5; j++) {
                double t = 2 * random.nextGaussian();
                Vec there = from.plus(direction.times(t));
                assertThat(spans.contains(t)).as("%s at %s", shape, there).isEqualTo(inside.test(there));
            }
            for (int i = 0; i < spans.crossings(); i++) {
                Vec at = from.plus(direction.times(spans.at(i)));
                Vec normal = new Vec(spans.normal(i, 0), spans.normal(i, 1), spans.normal(i, 2));
                assertThat(normal.length()).isCloseTo(1, within(1e-9));
                assertThat(normal.dot(direction) < 0).isEqualTo(spans.insideAfter(i));
                assertThat(inside.test(at.plus(normal.times(-1e-6))))
                        .as("inside %s at %s", shape, at)
                        .isTrue();
                assertThat(inside.test(at.plus(normal.times(1e-6))))
                        .as("outside %s at %s", shape, at)
                        .isFalse();
            }
        }
    }

    private static double toAxis(Vec p, Vec through, Vec direction) {
        return p.minus(through).cross(direction.unit()).length();
    }

    @Test
    void lines_cross_a_sphere_as_by_its_formula() {
        Vec centre = new Vec(0.1, -0.2, 0.3);
        agrees(new Sphere(centre, 0.8), p -> p.distance(centre) < 0.8);
    }

    @Test
    void lines_cross_a_box_and_a_half_space_as_by_their_formulas() {
        agrees(
                new Cuboid(new Vec(-1, -0.5, 0), new Vec(0.5, 0.7, 2)),
                p -> p.x() > -1 && p.x() < 0.5 && p.y() > -0.5 && p.y() < 0.7 && p.z() > 0 && p.z() < 2);
        Vec normal = new Vec(1, 2, 3).unit();
        agrees(
                new HalfSpace(new Vec(0.1, 0, 0), normal),
                p -> p.minus(new Vec(0.1, 0, 0)).dot(normal) < 0);
    }

    @Test
    void lines_cross_a_tilted_cylinder_with_ends_as_by_its_formula() {
        Vec from = new Vec(-0.5, 0, 0.1);
        Vec to = from.plus(new Vec(1, 2, 3).unit());
        Vec along = to.minus(from);
        agrees(Cylinder.between(from, to, 0.6), p -> {
            double h = p.minus(from).dot(along.unit());
            return h > 0 && h < along.length() && toAxis(p, from, along) < 0.6;
        });
    }

    @Test
    void lines_cross_a_tube_along_a_bent_path_as_by_its_formula() {
        List<Vec> path = List.of(new Vec(-1, 0, 0), new Vec(0, 0.5, 0), new Vec(0.5, -0.5, 1));
        agrees(Tube.along(path, 0.4), p -> {
            double nearest = Double.POSITIVE_INFINITY;
            for (int i = 1; i < path.size(); i++) {
                Vec leg = path.get(i).minus(path.get(i - 1));
                double t = Math.clamp(p.minus(path.get(i - 1)).dot(leg) / leg.dot(leg), 0, 1);
                nearest = Math.min(nearest, p.distance(path.get(i - 1).plus(leg.times(t))));
            }
            return nearest < 0.4;
        });
    }

    @Test
    void lines_cross_a_concave_polygon_as_by_its_formula() {
        List<Vec> corner =
                List.of(Vec.of(-1, -1), Vec.of(1, -1), Vec.of(1, 0), Vec.of(0, 0), Vec.of(0, 1), Vec.of(-1, 1));
        Predicate<Vec> inside = p -> p.x() > -1 && p.y() > -1 && (p.x() < 1 && p.y() < 0 || p.x() < 0 && p.y() < 1);
        agrees(new Polygon(corner), inside);
        agrees(new Polygon(corner.reversed()), inside);
    }

    @Test
    void union_intersection_and_difference_are_those_of_sets() {
        Shape ball = new Sphere(Vec.ZERO, 1);
        Shape box = new Cuboid(new Vec(0, -0.5, -2), new Vec(2, 0.5, 2));
        Predicate<Vec> inBall = p -> p.length() < 1;
        Predicate<Vec> inBox = p -> p.x() > 0 && p.x() < 2 && Math.abs(p.y()) < 0.5 && Math.abs(p.z()) < 2;
        agrees(ball.or(box), inBall.or(inBox));
        agrees(ball.and(box), inBall.and(inBox));
        agrees(ball.minus(box), inBall.and(inBox.negate()));
        agrees(
                box.minus(ball).or(new Sphere(Vec.ZERO, 0.3)),
                inBox.and(inBall.negate()).or(p -> p.length() < 0.3));
    }

    @Test
    void a_surface_keeps_its_name_through_difference() {
        Shape shape = new Sphere(Vec.ZERO, 1).named("shell").minus(new Sphere(Vec.ZERO, 0.5).named("core"));
        Spans spans = shape.along(new Line(-2, 0, 0, 1, 0, 0), 0);
        assertThat(spans.crossings()).isEqualTo(4);
        assertThat(List.of(spans.name(0), spans.name(1), spans.name(2), spans.name(3)))
                .containsExactly("shell", "core", "core", "shell");
        assertThat(shape.surfaceNames()).containsExactly("shell", "core");
    }

    @Test
    void shapes_without_extent_are_refused() {
        assertThatThrownBy(() -> new Sphere(Vec.ZERO, 0)).hasMessageContaining("radius 0 m");
        assertThatThrownBy(() -> Cylinder.between(Vec.ZERO, Vec.ZERO, 1))
                .hasMessageContaining("both ends of a cylinder are at");
        assertThatThrownBy(() -> new Polygon(List.of(Vec.ZERO, Vec.of(1, 0)))).hasMessageContaining("three corners");
    }
}
