package dev.tessera.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Vec;
import dev.tessera.solver.OutputChoice.Picture;
import dev.tessera.solver.OutputChoice.Range;
import dev.tessera.solver.OutputChoice.View;
import dev.tessera.solver.Snapshot;
import dev.tessera.solver.field.FieldData;
import dev.tessera.solver.field.Pressure;
import dev.tessera.solver.field.Velocity;
import dev.tessera.solver.field.WallShearStress;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SurfacePanelsTest {
    private static final ForkJoinPool WORKERS = ForkJoinPool.commonPool();
    private static final int WHITE = 0xffffff;
    private static final View.Surface FROM_ABOVE = View.Surface.along(2);

    @TempDir
    private Path folder;

    @Test
    void a_sphere_is_a_disc_of_its_size_on_white() {
        Panel panel = panel(SampleSurfaces.sphere(true), FROM_ABOVE, pressure(SampleSurfaces.sphere(true)));
        BufferedImage image = painted(panel, 0, 1);
        long disc = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                disc += (image.getRGB(x, y) & WHITE) == WHITE ? 0 : 1;
            }
        }
        double radiusM = Math.sqrt(disc / Math.PI) * panel.pixelM();
        assertThat(radiusM / SampleSurfaces.SPACING_M).isCloseTo(SampleSurfaces.RADIUS, within(0.15));
    }

    @Test
    void colours_are_those_of_the_nearest_boundary_nodes() {
        NodeMap nodes = SampleSurfaces.sphere(true);
        Panel panel = panel(nodes, FROM_ABOVE, pressure(nodes));
        assertThat(panel.largest()).as("at the top, on nodes inside").isBetween(30.0, 32.1);
        assertThat(panel.smallest()).as("beyond the equator nothing is seen").isBetween(17.0, 20.0);
        BufferedImage image = painted(panel, 0, 32);
        int middle = image.getRGB(image.getWidth() / 2, image.getHeight() / 2);
        assertThat(hueDistance(middle, ColourMap.at(1))).isLessThan(0.1);
        BufferedImage half = painted(panel, 0, 64);
        assertThat(hueDistance(half.getRGB(half.getWidth() / 2, half.getHeight() / 2), ColourMap.at(0.5)))
                .isLessThan(0.1);
    }

    @Test
    void light_comes_from_the_upper_left() {
        NodeMap nodes = SampleSurfaces.sphere(true);
        int count = (int) nodes.fluid().count();
        Panel panel = panel(nodes, FROM_ABOVE, FieldData.everywhere(new Pressure(), new double[count]));
        BufferedImage image = painted(panel, -1, 1);
        int w = image.getWidth();
        int h = image.getHeight();
        assertThat(brightness(image.getRGB(w * 3 / 8, h * 3 / 8)))
                .isGreaterThan(1.3 * brightness(image.getRGB(w * 3 / 4, h * 3 / 4)));
    }

    @Test
    void openings_have_the_colours_of_fields_that_are_defined_there() {
        NodeMap nodes = SampleSurfaces.tube();
        int[] everywhere = new int[2];
        for (FieldData data : List.of(wallShearStress(nodes, 3), pressure(nodes))) {
            Panel panel = panel(nodes, new View.Surface(Optional.of(SampleSurfaces.CUT_NORMAL)), data);
            BufferedImage image = painted(panel, 0, 20);
            int middle = image.getRGB(image.getWidth() / 2, image.getHeight() / 2);
            everywhere[data.field() instanceof Pressure ? 1 : 0] = middle;
        }
        assertThat(isGrey(everywhere[0])).as("wall shear stress").isTrue();
        assertThat(isGrey(everywhere[1])).as("pressure").isFalse();
    }

    @Test
    void a_field_without_values_is_grey() {
        NodeMap nodes = SampleSurfaces.sphere(true);
        Panel panel = panel(nodes, FROM_ABOVE, wallShearStress(nodes, Double.NaN));
        assertThat(panel.smallest()).isZero();
        assertThat(panel.largest()).isZero();
        BufferedImage image = painted(panel, 0, 0);
        int middle = image.getRGB(image.getWidth() / 2, image.getHeight() / 2);
        assertThat(isGrey(middle)).isTrue();
        assertThat(middle & WHITE).isNotEqualTo(WHITE);
    }

    @Test
    void pictures_of_a_series_share_one_range_and_are_drawn_again() throws IOException {
        NodeMap nodes = SampleSurfaces.sphere(false);
        var output = new PictureOutput(
                folder, new Picture(new Velocity(), new View.Surface(Optional.empty())), "A sphere", WORKERS);
        output.write(moving(nodes, 1, 1));
        byte[] first = Files.readAllBytes(folder.resolve("velocity-surface-000000001.png"));
        output.write(moving(nodes, 2, 4));
        assertThat(Files.readAllBytes(folder.resolve("velocity-surface-000000001.png")))
                .isNotEqualTo(first);
        var fixed = new PictureOutput(
                folder,
                new Picture(new Velocity(), new View.Surface(Optional.empty()), new Range.Fixed(0, 4)),
                "A sphere",
                WORKERS);
        Path again = folder.resolve("velocity-surface-000000002.png");
        BufferedImage grown = ImageIO.read(again.toFile());
        fixed.write(moving(nodes, 2, 4));
        BufferedImage same = ImageIO.read(again.toFile());
        assertThat(same.getRGB(424, 444)).isEqualTo(grown.getRGB(424, 444));
    }

    @Test
    void a_slice_within_the_surface_has_the_colours_of_its_place() {
        NodeMap nodes = SampleSurfaces.sphere(true);
        var view = new View.SliceWithin(new View.Slice(2, 0.5), FROM_ABOVE);
        var series = new SliceWithinPanels(new Pressure(), view, new SharedSurface(WORKERS), WORKERS);
        assertThat(series.name()).isEqualTo("pressure-z50-within-z");
        Panel panel = series.of(Snapshot.of(1, 0, nodes, List.of(pressure(nodes))));
        int middle = view.slice().plane(nodes.box());
        assertThat(panel.smallest()).isEqualTo(middle);
        assertThat(panel.largest()).isEqualTo(middle);
        BufferedImage image = painted(panel, middle - 10, middle + 5);
        int w = image.getWidth();
        int h = image.getHeight();
        assertThat(hueDistance(image.getRGB(w / 2, h / 2), ColourMap.at(10.0 / 15)))
                .isLessThan(0.2);
        assertThat(image.getRGB(4, 4) & WHITE).as("beside the sphere").isEqualTo(WHITE);
        assertThatThrownBy(() -> new View.SliceWithin(new View.Slice(0, 0.5), FROM_ABOVE))
                .hasMessageContaining("from its edge");
    }

    /// Beside the steps, before there is a flow, and from one surface.
    @Test
    void prepared_pictures_are_the_same() throws IOException {
        NodeMap nodes = SampleSurfaces.sphere(true);
        SharedSurface shared = new SharedSurface(WORKERS);
        View.Surface standard = new View.Surface(Optional.empty());
        for (View view : List.of(
                standard,
                new View.SliceWithin(new View.Slice(2, 0.5), FROM_ABOVE),
                new View.Streamlines(standard),
                new View.Slice(0, 0.5))) {
            List<byte[]> files = new ArrayList<>();
            for (boolean isPrepared : new boolean[] {false, true}) {
                Path its = Files.createTempDirectory(folder, "pictures");
                Picture picture = new Picture(new Velocity(), view);
                var output = isPrepared
                        ? new PictureOutput(its, picture, "A sphere", shared, WORKERS)
                        : new PictureOutput(its, picture, "A sphere", WORKERS);
                if (isPrepared) {
                    output.prepare(nodes);
                }
                output.write(moving(nodes, 1, 1));
                files.add(Files.readAllBytes(its.resolve(output.description().replace("<step>", "000000001"))));
            }
            assertThat(files.getLast()).as(view.getClass().getSimpleName()).isEqualTo(files.getFirst());
        }
    }

    @Test
    void pictures_of_a_run_share_the_surface_of_the_latest_geometry() {
        NodeMap nodes = SampleSurfaces.sphere(true);
        SharedSurface shared = new SharedSurface(WORKERS);
        FluidSurface first = shared.of(nodes);
        assertThat(shared.of(nodes)).isSameAs(first);
        NodeMap other = SampleSurfaces.sphere(false);
        assertThat(shared.of(other).of()).isSameAs(other);
    }

    @Test
    void files_are_named_by_their_view() {
        assertThat(name(new View.Surface(Optional.empty()))).isEqualTo("pressure-surface");
        assertThat(name(View.Surface.along(1))).isEqualTo("pressure-surface-y");
        assertThat(name(new View.Surface(Optional.of(new Vec(1, -2, 0.25)))))
                .isEqualTo("pressure-surface-from_1_-2_0.25");
    }

    @Test
    void the_standard_view_shows_the_two_longer_extents() {
        NodeMap nodes = SampleSurfaces.sphere(true);
        SurfaceCells cells = new SurfaceCells(nodes.fluid(), WORKERS);
        SurfaceCamera camera = SurfaceCamera.of(cells, Optional.empty(), WORKERS);
        assertThat(camera.toViewer().y()).as("from the front").isLessThan(-0.8);
        assertThat(camera.toViewer().z()).as("and from above").isBetween(0.2, 0.5);
        assertThat(camera.right().cross(camera.up()).distance(camera.toViewer()))
                .isLessThan(1e-9);
        SurfaceCamera above = SurfaceCamera.of(cells, FROM_ABOVE.from(), WORKERS);
        assertThat(above.right()).isEqualTo(new Vec(1, 0, 0));
        assertThat(above.up()).isEqualTo(new Vec(0, 1, 0));
    }

    private static String name(View.Surface view) {
        return new SurfacePanels(new Pressure(), view, new SharedSurface(WORKERS), WORKERS).name();
    }

    private static Panel panel(NodeMap nodes, View.Surface view, FieldData data) {
        return new SurfacePanels(data.field(), view, new SharedSurface(WORKERS), WORKERS)
                .of(Snapshot.of(1, 0, nodes, List.of(data)));
    }

    private static BufferedImage painted(Panel panel, double low, double high) {
        BufferedImage image = new BufferedImage(panel.width(), panel.height(), BufferedImage.TYPE_INT_RGB);
        panel.paint(image, 0, 0, low, high);
        return image;
    }

    /// Its value is z, in nodes.
    private static FieldData pressure(NodeMap nodes) {
        var fluid = nodes.fluid();
        double[] values = IntStream.range(0, (int) fluid.count())
                .mapToDouble(n -> nodes.box().z(fluid.boxIndex(n)))
                .toArray();
        return FieldData.everywhere(new Pressure(), values);
    }

    private static FieldData wallShearStress(NodeMap nodes, double value) {
        int[] all = IntStream.range(0, nodes.links().boundaryNodes()).toArray();
        double[][] values = new double[3][all.length];
        Arrays.fill(values[0], value);
        return new FieldData(
                new WallShearStress(), new FieldData.Where.BoundaryNodes(all), values, new LinkedHashMap<>());
    }

    private static Snapshot moving(NodeMap nodes, long step, double speed) {
        double[][] velocity = new double[3][(int) nodes.fluid().count()];
        Arrays.fill(velocity[1], -speed);
        return Snapshot.of(step, 0, nodes, List.of(FieldData.everywhere(new Velocity(), velocity)));
    }

    private static boolean isGrey(int rgb) {
        return (rgb >> 16 & 255) == (rgb >> 8 & 255) && (rgb >> 8 & 255) == (rgb & 255);
    }

    private static double brightness(int rgb) {
        return (rgb >> 16 & 255) + (rgb >> 8 & 255) + (rgb & 255);
    }

    /// Distance between colours of equal brightness.
    private static double hueDistance(int one, int other) {
        double sum = 0;
        for (int shift = 0; shift <= 16; shift += 8) {
            sum += Math.abs((one >> shift & 255) / brightness(one) - (other >> shift & 255) / brightness(other));
        }
        return sum;
    }
}
