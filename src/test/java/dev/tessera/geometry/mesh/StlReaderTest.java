package dev.tessera.geometry.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.Vec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StlReaderTest {
    @TempDir
    Path folder;

    private final List<Meshes.Triangle> ball = Meshes.icosphere(new Vec(1e-3, -2, 30), 0.7, 2);

    private TriangleSoup read(byte[] bytes) {
        return StlReader.read(Meshes.write(folder, "a.stl", bytes));
    }

    private TriangleSoup read(String text) {
        return read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String facet(String... vertices) {
        return "facet normal 0 0 1\n outer loop\n  vertex " + String.join("\n  vertex ", vertices)
                + "\n endloop\nendfacet\n";
    }

    @Test
    void binary_text_and_zipped_files_hold_the_same_triangles() {
        byte[] binary = Meshes.binary(ball);
        byte[] text = Meshes.text("ball", ball).getBytes(StandardCharsets.US_ASCII);
        for (byte[] bytes : List.of(binary, text, Meshes.zipped(binary), Meshes.zipped(text))) {
            TriangleSoup soup = read(bytes);
            assertThat(soup.triangles()).isEqualTo(320);
            for (int t = 0; t < 320; t++) {
                double[] b = {
                    ball.get(t).b().x(), ball.get(t).b().y(), ball.get(t).b().z()
                };
                assertThat(Arrays.copyOfRange(soup.corners(), 9 * t + 3, 9 * t + 6))
                        .containsExactly(b, within(2e-6));
            }
        }
    }

    @Test
    void numbers_of_every_form_are_read_as_by_the_JDK() {
        String[] numbers = {
            "0",
            "-0.0",
            "1",
            "+1.5",
            "-2.5e-3",
            "1E5",
            "123456789.123456789",
            "1e-320",
            ".5",
            "5.",
            "9007199254740993",
            "1.7976931348623157e29",
            "4.35",
            "0.1e+01",
            "000012.50000000000000000000000"
        };
        for (String number : numbers) {
            TriangleSoup soup = read("solid\n" + facet("0 0 " + number, "1 0 0", "0 1 0") + "endsolid");
            assertThat(soup.corners()[2]).as(number).isEqualTo(Double.parseDouble(number));
        }
    }

    @Test
    void capitals_and_line_ends_do_not_matter_and_parts_keep_their_names() {
        String text = ("SOLID  inlet part\r\n" + facet("0 0 0", "1 0 0", "0 1 0") + "ENDSOLID\rsolid wall\n"
                        + facet("0 0 0", "1 0 0", "0 1 0") + facet("0 0 1", "1 0 0", "0 1 0"))
                .replace("vertex", "\tVERTEX");
        TriangleSoup soup = read(text);
        assertThat(soup.solids()).containsExactly("inlet part", "wall");
        assertThat(soup.solidOf()).containsExactly(0, 1, 1);
        assertThat(soup.notes()).containsExactly("a.stl has no endsolid: it may be cut off after triangle 3");
    }

    @Test
    void errors_of_a_file_are_reported_with_their_place() {
        byte[] binary = Meshes.binary(ball);
        refuses(
                Arrays.copyOf(binary, binary.length / 2),
                "a.stl is cut off or no STL file: its header announces 320 triangles,"
                        + " but the file has bytes for only 159; export or copy it again");
        byte[] zipped = Meshes.zipped(binary);
        for (int length : new int[] {3, 9, zipped.length / 2, zipped.length - 1}) {
            refuses(Arrays.copyOf(zipped, length), "a.stl is cut short: its compressed data end early");
        }
        refuses("hello".getBytes(StandardCharsets.UTF_8), "a.stl is no STL file: 5 bytes are less than a header");
        refusesText("solid\n" + facet("0 0 0", "1 x 0", "0 1 0"), "a.stl line 5: \"x\" is not a coordinate");
        refusesText(
                "solid\n" + facet("0 0 0", "1 0 0", "0 1 0", "1 1 0"), "a facet of 4 corners; STL has triangles only");
        refusesText("solid\nfacet\nvertex 0 0 0\nvertex 1 0", "cut off within a vertex");
        refusesText("solid\nfacet\nvertex 0 0 NaN\nvertex 1 0 0", "line 3: \"NaN\" is not a coordinate");
        refusesText("solid nothing\nendsolid", "a.stl holds no triangle");
        assertThatThrownBy(() -> StlReader.read(folder.resolve("none.stl")))
                .isInstanceOf(GeometryException.class)
                .hasMessageStartingWith("there is no file ");
    }

    @Test
    void bytes_after_the_last_triangle_are_skipped_and_reported() {
        byte[] binary = Meshes.binary(ball);
        assertThat(read(Arrays.copyOf(binary, binary.length + 7)).notes())
                .containsExactly("a.stl has 7 bytes after its last triangle; they were ignored");
    }

    private void refuses(byte[] bytes, String message) {
        assertThatThrownBy(() -> read(bytes))
                .isInstanceOf(GeometryException.class)
                .hasMessageContaining(message);
    }

    private void refusesText(String text, String message) {
        refuses(text.getBytes(StandardCharsets.UTF_8), message);
    }

    @Test
    void coordinates_whose_areas_no_number_holds_are_refused() {
        assertThatThrownBy(() -> read("solid a\n" + facet("0 0 0", "1e308 0 0", "0 1 0") + "endsolid a\n"))
                .isInstanceOf(GeometryException.class)
                .hasMessageContaining("a.stl line 5: \"1e308\" is not a coordinate");
        assertThatThrownBy(() -> read("solid a\n" + facet("0 0 0", "1e-200 0 0", "0 1e-200 0") + "endsolid a\n"))
                .isInstanceOf(GeometryException.class)
                .hasMessageContaining("all corners at one place");
    }
}
