package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The example's vessel with triangles left out, through the command line.
final class HoledSurfaceTest {
    private static final Path EXAMPLE = Path.of("examples/aneurysm");
    private static final int HEADER = 80;
    private static final int TRIANGLE = 50; // bytes: normal, three corners, attributes
    /// On the wall between the openings, m.
    private static final double[] PLACE = {0.01766, 0.01470, 0.02002};

    private final TestConsole console = new TestConsole();

    @TempDir
    private Path temp;

    /// @param kept by the centre of a triangle, m
    private Path caseWith(Predicate<double[]> kept) throws IOException {
        ByteBuffer whole = ByteBuffer.wrap(Files.readAllBytes(EXAMPLE.resolve("aneurysm.stl")))
                .order(ByteOrder.LITTLE_ENDIAN);
        int count = whole.getInt(HEADER);
        ByteBuffer left = ByteBuffer.allocate(whole.capacity()).order(ByteOrder.LITTLE_ENDIAN);
        left.position(HEADER + Integer.BYTES);
        for (int t = 0; t < count; t++) {
            int at = HEADER + Integer.BYTES + t * TRIANGLE;
            double[] centre = new double[3];
            for (int corner = 0; corner < 3; corner++) {
                for (int axis = 0; axis < 3; axis++) {
                    centre[axis] += whole.getFloat(at + 12 + 12 * corner + 4 * axis) / 3;
                }
            }
            if (kept.test(centre)) {
                left.put(whole.slice(at, TRIANGLE));
            }
        }
        int bytes = left.position();
        left.putInt(HEADER, (bytes - HEADER - Integer.BYTES) / TRIANGLE);
        byte[] stl = new byte[bytes];
        left.get(0, stl);
        Files.write(temp.resolve("aneurysm.stl"), stl);
        return Files.copy(EXAMPLE.resolve("case.yaml"), temp.resolve("holed.yaml"));
    }

    private int tessera(String command, Path theCase, String... more) {
        List<String> arguments = new ArrayList<>(List.of(command, theCase.toString(), "--set"));
        arguments.addAll(
                List.of("geometry.spacing=0.5 mm", "--out", temp.resolve("out").toString()));
        arguments.addAll(List.of(more));
        return Main.run(console.pipe(), arguments.toArray(String[]::new));
    }

    private static double distanceM(double[] a, double[] b) {
        return Math.sqrt(Math.pow(a[0] - b[0], 2) + Math.pow(a[1] - b[1], 2) + Math.pow(a[2] - b[2], 2));
    }

    @Test
    void a_hole_in_the_wall_is_refused_with_its_place_its_width_and_the_remedies() throws IOException {
        Path theCase = caseWith(centre -> distanceM(centre, PLACE) > 1e-3);
        for (String command : List.of("geometry", "run")) {
            assertThat(tessera(command, theCase)).isEqualTo(2);
        }
        assertThat(console.err())
                .contains("holed.yaml:7:1: geometry: aneurysm.stl has 1 hole wider than the spacing of 0.5 mm")
                .contains("Name those that are openings, set holes: fill to close the others, or repair the file.")
                .doesNotContain("\tat ");
        Matcher hole = Pattern.compile(
                        "hole at \\(([\\d.]+), ([\\d.]+), ([\\d.]+)\\) mm \\(file: .*? m\\), [12]\\.\\d+ mm wide")
                .matcher(console.err());
        assertThat(hole.find()).as(console.err()).isTrue();
        double[] named = {
            Double.parseDouble(hole.group(1)) * 1e-3,
            Double.parseDouble(hole.group(2)) * 1e-3,
            Double.parseDouble(hole.group(3)) * 1e-3
        };
        assertThat(distanceM(named, PLACE)).isLessThan(0.5e-3);
        assertThat(temp.resolve("out")).doesNotExist();
    }

    @Test
    void the_remedy_that_is_named_works() throws IOException {
        Path theCase = caseWith(centre -> distanceM(centre, PLACE) > 1e-3);
        assertThat(tessera("geometry", theCase, "--set", "geometry.holes=fill"))
                .as(console.err())
                .isZero();
        assertThat(console.out()).contains("hole at (17.6", "around: closed", "inlet", "outlet-1", "outlet-2");
    }

    @Test
    void holes_narrower_than_a_spacing_are_closed_and_reported() throws IOException {
        Path theCase = caseWith(centre -> distanceM(centre, PLACE) > 0.2e-3);
        assertThat(tessera("geometry", theCase)).as(console.err()).isZero();
        assertThat(console.out()).contains("hole at (17.", "around: closed");
        assertThat(console.err()).as("what stdout lists is not repeated").doesNotContain("hole at");
    }

    @Test
    void a_vessel_of_which_half_is_missing_lists_the_ends_that_are_left() throws IOException {
        Path theCase = caseWith(centre -> centre[0] > 0.014);
        assertThat(tessera("geometry", theCase)).isEqualTo(2);
        assertThat(console.err())
                .contains("holed.yaml:7:1: geometry: ", "inlet", "1: open end at (13.9", "2: open end at (28.5")
                .doesNotContain("\tat ");
    }

    @Test
    void a_patch_of_wall_is_no_vessel() throws IOException {
        Path theCase = caseWith(centre -> distanceM(centre, PLACE) < 1e-3);
        assertThat(tessera("geometry", theCase)).isEqualTo(2);
        assertThat(console.err()).contains("holed.yaml:").doesNotContain("\tat ");
    }
}
