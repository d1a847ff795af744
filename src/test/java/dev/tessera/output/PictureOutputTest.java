package dev.tessera.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.solver.OutputChoice.Picture;
import dev.tessera.solver.OutputChoice.Range;
import dev.tessera.solver.OutputChoice.View;
import dev.tessera.solver.Snapshot;
import dev.tessera.solver.field.FieldData;
import dev.tessera.solver.field.Pressure;
import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.field.Velocity;
import dev.tessera.solver.field.WallShearStress;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import javax.imageio.ImageIO;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PictureOutputTest {
    private static final SampleFlow FLAT = SampleFlow.of(8, 5, 1);
    private static final SampleFlow SOLID = SampleFlow.of(8, 5, 4);
    private static final int LEFT = 24;
    private static final int TOP = 44;
    private static final int NODE = 100;

    @TempDir
    private Path folder;

    @Test
    void pressure_has_the_colours_from_its_smallest_to_its_largest_value_with_y_upward() throws IOException {
        BufferedImage image = drawn(FLAT, new Picture(new Pressure(), new View.Slice(2, 0.5)), "pressure-z50");
        double low = FLAT.pressurePa(0, 4, 0);
        double high = FLAT.pressurePa(5, 0, 0);
        for (int[] node : new int[][] {{0, 0}, {5, 0}, {0, 4}, {7, 3}}) {
            double value = (FLAT.pressurePa(node[0], node[1], 0) - low) / (high - low);
            assertThat(colour(image, node[0], 4 - node[1])).isEqualTo(ColourMap.at(value));
        }
        assertThat(colour(image, 0, 0))
                .as("the lowest pressure is at the top left")
                .isEqualTo(ColourMap.at(0));
        assertThat(colour(image, 7, 4)).as("solid at the bottom right").isEqualTo(SlicePanels.SOLID);
    }

    @Test
    void a_slice_across_x_shows_y_to_the_right_and_z_upward() throws IOException {
        BufferedImage image = drawn(SOLID, new Picture(new Pressure(), new View.Slice(0, 1)), "pressure-x100");
        int node = 160;
        int bottom = TOP + 4 * node - node / 2;
        assertThat(rgb(image, LEFT + node / 2, bottom)).as("solid at z = 0").isEqualTo(SlicePanels.SOLID);
        assertThat(rgb(image, LEFT + node / 2, TOP + node / 2))
                .as("y = 0, z = 3")
                .isEqualTo(ColourMap.at(1));
        assertThat(rgb(image, LEFT + 4 * node + node / 2, bottom - node))
                .as("y = 4, z = 1")
                .isEqualTo(ColourMap.at(0));
    }

    @Test
    void speed_is_the_length_of_the_velocity_from_zero() throws IOException {
        BufferedImage image = drawn(FLAT, new Picture(new Velocity(), new View.Slice(2, 0.5)), "velocity-z50");
        double[] u = FLAT.velocityMPerS(7, 2, 0);
        double[] v = FLAT.velocityMPerS(2, 1, 0);
        double fastest = Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
        double speed = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        assertThat(colour(image, 7, 2)).isEqualTo(ColourMap.at(1));
        assertThat(colour(image, 2, 3)).isEqualTo(ColourMap.at(speed / fastest));
    }

    @Test
    void fluid_that_touches_no_wall_has_no_wall_shear_stress() throws IOException {
        BufferedImage image =
                drawn(FLAT, new Picture(new WallShearStress(), new View.Slice(2, 0.5)), "wall-shear-stress-z50");
        assertThat(colour(image, 0, 0)).isEqualTo(ColourMap.at(1));
        assertThat(colour(image, 0, 4)).isEqualTo(ColourMap.at(2.0 / 6));
        assertThat(colour(image, 1, 0)).isEqualTo(SlicePanels.NO_VALUE);
        assertThat(colour(image, 7, 4)).isEqualTo(SlicePanels.SOLID);
    }

    @Test
    void the_maximum_along_an_axis_skips_nodes_without_value() throws IOException {
        BufferedImage image =
                drawn(SOLID, new Picture(new WallShearStress(), new View.Maximum(0)), "wall-shear-stress-maximum-x");
        assertThat(rgb(image, LEFT + 80, TOP + 80)).isEqualTo(ColourMap.at(2.0 / 6));
        assertThat(rgb(image, LEFT + 4 * 160 + 80, TOP + 80)).isEqualTo(ColourMap.at(1));
    }

    @Test
    void the_edges_of_the_picture_are_blank() throws IOException {
        String title = "A title that is far too long to stand above any picture, ".repeat(5);
        for (SampleFlow flow :
                List.of(FLAT, SampleFlow.of(400, 3, 1), SampleFlow.of(3, 400, 1), SampleFlow.of(1000, 40, 1))) {
            for (ResultField field : List.of(new Velocity(), new WallShearStress())) {
                output(new Picture(field, new View.Slice(2, 0.5)), title).write(flow.snapshot());
                BufferedImage image = read(field.key() + "-z50");
                assertThat(image.getWidth()).as("width of %s", flow.box()).isBetween(500, 1400);
                for (int y = 0; y < image.getHeight(); y++) {
                    assertThat(rgb(image, 0, y)).isEqualTo(0xffffff);
                    assertThat(rgb(image, image.getWidth() - 1, y)).isEqualTo(0xffffff);
                }
                for (int x = 0; x < image.getWidth(); x++) {
                    assertThat(rgb(image, x, 0)).isEqualTo(0xffffff);
                    assertThat(rgb(image, x, image.getHeight() - 1)).isEqualTo(0xffffff);
                }
            }
        }
    }

    @Test
    void a_flow_at_rest_is_drawn() throws IOException {
        var moving = FLAT.snapshot();
        int count = (int) moving.nodes().fluid().count();
        var resting = Snapshot.of(
                1200, 0, moving.nodes(), List.of(FieldData.everywhere(new Velocity(), new double[3][count])));
        output(new Picture(new Velocity(), new View.Slice(2, 0.5)), "at rest").write(resting);
        assertThat(colour(read("velocity-z50"), 3, 3)).isEqualTo(ColourMap.at(0));
    }

    @Test
    void pictures_of_a_series_share_one_range() throws IOException {
        var output = output(new Picture(new Velocity(), new View.Slice(2, 0.5)), "a start from rest");
        for (int step = 1; step <= 4; step++) {
            output.write(speeding(step, 0.25 * step));
            int first = colour(read("velocity-z50", 1), 7, 2);
            int now = colour(read("velocity-z50", step), 7, 2);
            double part = partOf(now);
            assertThat(part).as("the fastest of step %d", step).isBetween(0.8, 1.0);
            assertThat(partOf(first)).isCloseTo(part / step, Offset.offset(0.01));
        }
        output.write(speeding(5, 0.1));
        assertThat(partOf(colour(read("velocity-z50", 5), 7, 2)))
                .as("a slower one is shown as slower")
                .isCloseTo(0.1 * partOf(colour(read("velocity-z50", 4), 7, 2)), Offset.offset(0.01));
    }

    @Test
    void a_picture_that_was_removed_is_not_drawn_again() throws IOException {
        var output = output(new Picture(new Velocity(), new View.Slice(2, 0.5)), "a start from rest");
        output.write(speeding(1, 0.5));
        Files.delete(folder.resolve("velocity-z50-000000001.png"));
        output.write(speeding(2, 1));
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("velocity-z50-000000002.png", "checkpoints");
    }

    @Test
    void damaged_values_of_an_earlier_picture_cost_its_new_range_only() throws IOException {
        var picture = new Picture(new Velocity(), new View.Slice(2, 0.5));
        output(picture, "a start from rest").write(speeding(1, 0.5));
        Path values = folder.resolve("checkpoints/velocity-z50-000000001.values");
        Files.write(values, Arrays.copyOf(Files.readAllBytes(values), 20));
        int before = colour(read("velocity-z50", 1), 7, 2);
        output(picture, "a start from rest").write(speeding(2, 1));
        assertThat(colour(read("velocity-z50", 1), 7, 2)).isEqualTo(before);
        assertThat(colour(read("velocity-z50", 2), 7, 2)).isEqualTo(ColourMap.at(1));
    }

    @Test
    void each_picture_has_its_own_range_or_a_fixed_one_where_the_case_requests_it() throws IOException {
        var each = output(new Picture(new Velocity(), new View.Slice(2, 0.5), new Range.OfEach()), "its own range");
        each.write(speeding(1, 0.5));
        each.write(speeding(2, 1));
        assertThat(colour(read("velocity-z50", 1), 7, 2)).isEqualTo(ColourMap.at(1));
        assertThat(colour(read("velocity-z50", 2), 7, 2)).isEqualTo(ColourMap.at(1));
        double[] u = FLAT.velocityMPerS(7, 2, 0);
        double fastest = Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
        var fixed = output(
                new Picture(new Velocity(), new View.Slice(2, 0.5), new Range.Fixed(0.25 * fastest, 0.75 * fastest)),
                "a fixed range");
        fixed.write(speeding(1, 0.5));
        fixed.write(speeding(2, 1));
        assertThat(colour(read("velocity-z50", 1), 7, 2)).isEqualTo(ColourMap.at(0.5));
        assertThat(colour(read("velocity-z50", 2), 7, 2)).isEqualTo(ColourMap.at(1));
    }

    private PictureOutput output(Picture picture, String title) {
        return new PictureOutput(folder, picture, title, ForkJoinPool.commonPool());
    }

    /// The sample flow at another speed.
    private static Snapshot speeding(long step, double factor) {
        Snapshot flow = FLAT.snapshot();
        double[][] velocity = flow.velocityMPerS().clone();
        for (int axis = 0; axis < velocity.length; axis++) {
            velocity[axis] = Arrays.stream(velocity[axis]).map(u -> factor * u).toArray();
        }
        return Snapshot.of(step, 0, flow.nodes(), List.of(FieldData.everywhere(new Velocity(), velocity)));
    }

    /// The position of a colour on the scale.
    private static double partOf(int colour) {
        int nearest = 0;
        for (int k = 0; k <= 1000; k++) {
            nearest = distance(ColourMap.at(k / 1000.0), colour) < distance(ColourMap.at(nearest / 1000.0), colour)
                    ? k
                    : nearest;
        }
        return nearest / 1000.0;
    }

    private static int distance(int a, int b) {
        int sum = 0;
        for (int shift = 0; shift <= 16; shift += 8) {
            sum += Math.abs((a >> shift & 255) - (b >> shift & 255));
        }
        return sum;
    }

    private BufferedImage read(String name, long step) throws IOException {
        return ImageIO.read(folder.resolve("%s-%09d.png".formatted(name, step)).toFile());
    }

    private BufferedImage drawn(SampleFlow flow, Picture picture, String name) throws IOException {
        output(picture, "A title").write(flow.snapshot());
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder(name + "-000001200.png", "checkpoints");
        return read(name);
    }

    private BufferedImage read(String name) throws IOException {
        return ImageIO.read(folder.resolve(name + "-000001200.png").toFile());
    }

    /// The colour of a node by column and by row from the top, where nodes have 100 pixels.
    private static int colour(BufferedImage image, int column, int rowFromTop) {
        return rgb(image, LEFT + column * NODE + NODE / 2, TOP + rowFromTop * NODE + NODE / 2);
    }

    private static int rgb(BufferedImage image, int x, int y) {
        return image.getRGB(x, y) & 0xffffff;
    }
}
