package dev.tessera.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.solver.OutputChoice.View;
import dev.tessera.solver.Snapshot;
import dev.tessera.solver.field.FieldData;
import dev.tessera.solver.field.Velocity;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class StreamlinesTest {
    private static final double CENTRE = 19.5;

    private interface Flow {
        double[] at(double x, double y, double z);
    }

    @Test
    void lines_of_a_rotation_are_circles() {
        NodeMap nodes = box(false);
        float[] points = lines(nodes, (x, y, z) -> new double[] {CENTRE - y, x - CENTRE, 0}, 2);
        double radius = Double.NaN;
        double height = Double.NaN;
        int compared = 0;
        for (int p = 0; p < points.length; p += StreamlineTracer.POINT) {
            if (Float.isNaN(points[p])) {
                radius = Double.NaN;
                continue;
            }
            double its = Math.hypot(points[p] - 1 - CENTRE, points[p + 1] - 1 - CENTRE);
            if (Double.isNaN(radius)) {
                radius = its;
                height = points[p + 2];
            } else if (radius < CENTRE - 2 && radius > 3) { // where all nodes around are fluid
                assertThat(its).isCloseTo(radius, within(0.01));
                assertThat((double) points[p + 2]).isCloseTo(height, within(1e-4));
                assertThat((double) points[p + 3]).as("speed").isCloseTo(its, within(0.2));
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(1000);
    }

    @Test
    void lines_continue_across_periodic_sides_with_a_gap() {
        NodeMap nodes = box(true);
        float[] points = lines(nodes, (x, y, z) -> new double[] {1, 0.2, 0}, 2);
        int across = 0;
        for (int p = 2 * StreamlineTracer.POINT; p < points.length; p += StreamlineTracer.POINT) {
            boolean gap = Float.isNaN(points[p - StreamlineTracer.POINT]);
            if (!Float.isNaN(points[p])) {
                float before = points[p - (gap ? 2 : 1) * StreamlineTracer.POINT];
                assertThat(points[p]).isBetween(0.5f, 40.5f);
                across += gap && before > 40 && points[p] < 1.01 ? 1 : 0;
                if (!gap) {
                    assertThat(Math.abs(points[p] - before))
                            .as("no line across the box")
                            .isLessThan(0.51f);
                }
            }
        }
        assertThat(across).isGreaterThan(10);
    }

    @Test
    void the_number_of_threads_does_not_matter_and_fluid_at_rest_has_no_lines() {
        NodeMap nodes = box(false);
        Flow flow = (x, y, z) -> new double[] {Math.sin(y / 5), Math.cos(x / 7), 0.3};
        assertThat(lines(nodes, flow, 3)).isNotEmpty().isEqualTo(lines(nodes, flow, 1));
        assertThat(lines(nodes, (x, y, z) -> new double[3], 1)).isEmpty();
    }

    @Test
    void tubes_have_the_colours_of_their_values_and_the_surface_is_white_without_them() {
        NodeMap nodes = box(false);
        assertThat(coloured(nodes, new double[] {1, 0, 0})).isGreaterThan(20_000);
        assertThat(coloured(nodes, new double[3])).isZero();
    }

    @Test
    void closed_lines_of_a_flat_flow_go_round_once_and_stay_apart() {
        NodeMap nodes = box(new Box(200, 200, 1, false, false, false));
        double centre = 99.5;
        float[] points = lines(nodes, (x, y, z) -> new double[] {centre - y, x - centre, 0}, 2);
        List<Double> circles = new ArrayList<>();
        int length = 0;
        double radius = 0;
        for (int p = 0; p < points.length; p += StreamlineTracer.POINT) {
            if (!Float.isNaN(points[p])) {
                radius = Math.hypot(points[p] - 1 - centre, points[p + 1] - 1 - centre);
                length++;
            } else {
                assertThat(0.5 * length).as("once round, radius %s", radius).isLessThan(2 * Math.PI * radius + 8);
                if (0.5 * length > 0.9 * 2 * Math.PI * radius) {
                    circles.add(radius);
                }
                length = 0;
            }
        }
        circles.sort(null);
        assertThat(circles).hasSizeBetween(5, 30);
        for (int k = 1; k < circles.size(); k++) {
            assertThat(circles.get(k) - circles.get(k - 1)).as("apart").isGreaterThan(1);
        }
    }

    @Test
    void lines_of_a_flat_flow_lie_over_the_field_in_colours_and_can_be_drawn_again() {
        NodeMap nodes = box(new Box(100, 50, 1, false, false, false));
        FieldData data = field(nodes, (x, y, z) -> new double[] {1, 0, 0});
        Panel panel = new StreamlinePanels(
                        new Velocity(),
                        new View.Surface(Optional.empty()),
                        new SharedSurface(ForkJoinPool.commonPool()),
                        ForkJoinPool.commonPool())
                .of(Snapshot.of(1, 1, nodes, List.of(data)));
        assertThat(panel.width()).isEqualTo(2 * panel.height());
        BufferedImage image = new BufferedImage(panel.width(), panel.height(), BufferedImage.TYPE_INT_RGB);
        panel.paint(image, 0, 0, 0, 1);
        int column = panel.width() / 2;
        long between = IntStream.range(0, panel.height())
                .filter(y -> (image.getRGB(column, y) & 0xffffff) == ColourMap.at(1))
                .count();
        assertThat(between).isBetween(panel.height() / 2L, panel.height() - 10L);
        BufferedImage again = new BufferedImage(panel.width(), panel.height(), BufferedImage.TYPE_INT_RGB);
        panel.with(panel.values()).paint(again, 0, 0, 0, 1);
        assertThat(Png.pixels(again)).isEqualTo(Png.pixels(image));
    }

    /// Pixels with a saturated colour.
    private static long coloured(NodeMap nodes, double[] velocity) {
        FieldData data = field(nodes, (x, y, z) -> velocity);
        Panel panel = new StreamlinePanels(
                        new Velocity(),
                        new View.Surface(Optional.empty()),
                        new SharedSurface(ForkJoinPool.commonPool()),
                        ForkJoinPool.commonPool())
                .of(Snapshot.of(1, 1, nodes, List.of(data)));
        BufferedImage image = new BufferedImage(panel.width(), panel.height(), BufferedImage.TYPE_INT_RGB);
        panel.paint(image, 0, 0, 0, 1);
        long count = 0;
        for (int rgb : Png.pixels(image)) {
            int red = rgb >> 16 & 255;
            int green = rgb >> 8 & 255;
            int blue = rgb & 255;
            int most = Math.max(red, Math.max(green, blue));
            count += most - Math.min(red, Math.min(green, blue)) > 0.5 * most ? 1 : 0;
        }
        return count;
    }

    private static float[] lines(NodeMap nodes, Flow flow, int threads) {
        FieldData data = field(nodes, flow);
        try (ForkJoinPool workers = new ForkJoinPool(threads)) {
            return Streamlines.of(nodes, data, data, workers);
        }
    }

    private static FieldData field(NodeMap nodes, Flow flow) {
        int count = Math.toIntExact(nodes.fluid().count());
        double[][] values = new double[3][count];
        for (int n = 0; n < count; n++) {
            long at = nodes.fluid().boxIndex(n);
            double[] velocity =
                    flow.at(nodes.box().x(at), nodes.box().y(at), nodes.box().z(at));
            for (int axis = 0; axis < 3; axis++) {
                values[axis][n] = velocity[axis];
            }
        }
        return FieldData.everywhere(new Velocity(), values);
    }

    private static NodeMap box(boolean periodic) {
        return box(new Box(40, 40, 40, periodic, periodic, periodic));
    }

    private static NodeMap box(Box box) {
        FluidNodes fluid = FluidNodes.where(box, (x, y, z) -> true);
        CutLinks none = new CutLinks(new long[0], new int[1], new byte[0], new byte[0], null, null);
        return new NodeMap(fluid, 1e-3, new double[3], List.of(), none, List.of(), List.of());
    }
}
