package dev.tessera.geometry.shape;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Vec;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class BoundsTreeTest {
    @Test
    void finds_exactly_what_a_test_of_all_bounds_finds() {
        Random random = new Random(3);
        for (int count : new int[] {0, 1, 4, 5, 37, 1000}) {
            List<Bounds> bounds = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                bounds.add(i % 17 == 3 ? Bounds.ALL : Bounds.around(point(random), 0.02 + 0.1 * random.nextDouble()));
            }
            BoundsTree tree = new BoundsTree(bounds);
            for (int trial = 0; trial < 500; trial++) {
                Vec direction =
                        trial % 3 == 0 ? new Vec(0.1, 0, 0) : point(random).minus(new Vec(0.5, 0.5, 0.5));
                Line line = Line.through(point(random), direction);
                double from = trial % 5 == 0 ? Double.NEGATIVE_INFINITY : -random.nextDouble();
                double to = trial % 5 == 0 ? Double.POSITIVE_INFINITY : random.nextDouble();
                double slack = trial % 2 * 1e-3;
                assertThat(tree.meeting(line, slack, from, to))
                        .isEqualTo(IntStream.range(0, count)
                                .filter(i -> bounds.get(i).grown(slack).meets(line, from, to))
                                .toArray());
            }
        }
    }

    @Test
    void equal_bounds_end_in_one_leaf() {
        List<Bounds> same = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            same.add(Bounds.around(Vec.ZERO, 1));
        }
        Line through = Line.through(Vec.ZERO, new Vec(1, 0, 0));
        assertThat(new BoundsTree(same).meeting(through, 0, -1, 1)).hasSize(100);
    }

    @Test
    void unions_make_the_same_nodes_distances_and_normals_as_a_test_of_all_parts_bit_for_bit() {
        Random random = new Random(11);
        List<Shape> parts = new ArrayList<>();
        for (int i = 0; i < 90; i++) {
            Vec place = point(random);
            parts.add(
                    switch (i % 6) {
                        case 0 ->
                            Cylinder.between(place, place.plus(point(random).times(0.2)), 0.03);
                        case 1 -> new Cuboid(place, place.plus(new Vec(0.05, 0.02, 0.1))).named("boxes");
                        case 2 -> new Sphere(new Vec(0.25, 0.5, Math.round(place.z() * 8) / 8.0), 0.0625);
                        default -> new Sphere(place, 0.03 + 0.03 * random.nextDouble());
                    });
        }
        parts.add(new HalfSpace(new Vec(0.03, 0, 0), new Vec(-1, 0, 0)));
        NodeMap fast = nodes(Union.of(parts));
        assertThat(fast.links().links()).isGreaterThan(4_000);
        assertSame(fast, nodes(new EveryPart(parts)));
    }

    private static void assertSame(NodeMap fast, NodeMap slow) {
        assertThat(fast.fluid().count()).isEqualTo(slow.fluid().count());
        for (long node = 0; node < fast.box().size(); node++) {
            if (fast.fluid().isFluid(node) != slow.fluid().isFluid(node)) {
                throw new AssertionError("node " + node);
            }
        }
        CutLinks a = fast.links();
        CutLinks b = slow.links();
        assertThat(a.links()).isEqualTo(b.links());
        for (int link = 0; link < a.links(); link++) {
            if (Double.compare(a.distance(link), b.distance(link)) != 0 || a.surface(link) != b.surface(link)) {
                throw new AssertionError("link " + link);
            }
        }
        for (int node = 0; node < a.boundaryNodes(); node++) {
            for (int axis = 0; axis < 3; axis++) {
                if (Double.compare(a.normal(node, axis), b.normal(node, axis)) != 0) {
                    throw new AssertionError("normal of boundary node " + node);
                }
            }
        }
    }

    private static NodeMap nodes(Shape shape) {
        return ShapeSource.in(Domain.enclosed(new Vec(1, 1, 1), Side.wall("wall")))
                .obstacle("grains", shape)
                .voxelise(1.0 / 32, ForkJoinPool.commonPool());
    }

    private static Vec point(Random random) {
        return new Vec(random.nextDouble(), random.nextDouble(), random.nextDouble());
    }

    /// A union that tests every part, in order.
    private record EveryPart(List<Shape> all) implements Shape {
        @Override
        public Spans along(Line line, double growM) {
            return within(line, growM, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        }

        @Override
        public Spans within(Line line, double growM, double from, double to) {
            Spans spans = Spans.EMPTY;
            for (Shape part : all) {
                if (part.bounds().grown(Math.abs(growM)).meets(line, from, to)) {
                    spans = spans.or(part.within(line, growM, from, to));
                }
            }
            return spans;
        }

        @Override
        public List<String> surfaceNames() {
            return all.stream()
                    .flatMap(part -> part.surfaceNames().stream())
                    .distinct()
                    .toList();
        }

        @Override
        public Bounds bounds() {
            return all.stream().map(Shape::bounds).reduce(Bounds::or).orElseThrow();
        }
    }
}
