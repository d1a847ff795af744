package dev.tessera.casefile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Shape;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Sphere;
import dev.tessera.solver.Case;
import dev.tessera.units.Quantity;
import dev.tessera.units.QuantityKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

final class SphereListTest {
    @TempDir
    Path folder;

    @Test
    void a_list_is_the_union_of_its_spheres() throws IOException {
        List<Shape> same =
                List.of(new Sphere(new Vec(1e-4, 2e-4, 3e-4), 1e-4), new Sphere(new Vec(5e-4, 5e-4, 5e-4), 1.5e-4));
        for (String text : List.of(
                "x [mm],y [mm],z [mm],radius [mm]\n0.1,0.2,0.3,0.1\n0.5,0.5,0.5,0.15\n",
                "x (mm);y (um);z (mm);diameter (um)\n0.1;200;0.3;200\n# the large one\n0.5;500;0.5;300\n",
                "\"id\",\"Radius [mm]\",\"X [mm]\",\"Y [mm]\",\"Z [mm]\"\n1,0.1,0.1,0.2,0.3\n2,0.15,0.5,0.5,0.5\n")) {
            assertThat(parts(text, "")).isEqualTo(same);
        }
        for (String text : List.of(
                "0.1,0.2,0.3,0.1\n0.5,0.5,0.5,0.15\n",
                "0.1 0.2   0.3 0.1  # first\n\n  0.5 0.5 0.5 0.15 \n",
                "x\ty\tz\tradius\n0.1\t0.2\t0.3\t0.1\n0.5\t0.5\t0.5\t0.15")) {
            assertThat(parts(text, ", unit: mm")).isEqualTo(same);
        }
    }

    @Test
    void nodes_of_a_list_are_those_of_the_same_spheres_written_in_the_case() throws IOException {
        Files.writeString(folder.resolve("g.csv"), "x [mm],y [mm],z [mm],diameter [mm]\n0.3,0.4,0.5,0.5\n1,1,1,0.3\n");
        NodeMap listed = nodes(read("{spheres: {file: g.csv}}"));
        NodeMap written = nodes(
                read(
                        "{union: [{sphere: {centre: [0.3 mm, 0.4 mm, 0.5 mm], diameter: 0.5 mm}}, {sphere: {centre: [1 mm, 1 mm, 1 mm], diameter: 0.3 mm}}]}"));
        assertThat(listed.fluid().count()).isEqualTo(written.fluid().count()).isLessThan(8000);
        assertThat(listed.links().links()).isEqualTo(written.links().links());
        for (int link = 0; link < listed.links().links(); link++) {
            assertThat(listed.links().distance(link)).isEqualTo(written.links().distance(link));
        }
    }

    @Test
    void numbers_are_the_same_as_in_a_case() throws IOException {
        for (String unit : List.of("m", "cm", "mm", "um", "nm")) {
            for (String number :
                    List.of("0.1", "3.3333333333333333", "1e-7", "-2.5E3", "+.7", "12345678901234567890", "5.")) {
                Sphere sphere = (Sphere)
                        parts("%s,0,0,1".formatted(number), ", unit: " + unit).getFirst();
                assertThat(sphere.centre().x()).isEqualTo(Quantity.parse(number + " " + unit, QuantityKind.LENGTH));
            }
        }
    }

    @Test
    void errors_of_a_list_are_reported_with_their_line() {
        refused("0.1,0.2,0.3,0.1\n", "", "g.csv:1: the file does not contain the unit of its numbers; write unit: mm");
        refused("0.1,0.2,0.3,0.1\n0.1,0.2,0.3\n", ", unit: mm", "g.csv:2: 3 columns, but at least 4 are expected");
        refused("0.1,0.2,0.3,-0.1\n", ", unit: mm", "g.csv:1: the radius -0.1 is not positive");
        refused("0.1,0.2,zero,0.1\n", ", unit: mm", "g.csv:1: column z: ");
        refused("0.1,0.2,NaN,0.1\n", ", unit: mm", "g.csv:1: column z: ");
        refused("x [mm],y [mm],z [mm]\n1,2,3\n", "", "g.csv:1: no column is called radius or diameter");
        refused("x,y,z,radius,diameter\n1,2,3,4,5\n", ", unit: mm", "g.csv:1: two columns give the size");
        refused(
                "x [mm],y [mm],z [mm],radius [um]\n1,2,3,4\n",
                ", unit: mm",
                "g.csv:1: column radius [um] is in um, but");
        refused("x [s],y [s],z [s],radius [s]\n1,2,3,4\n", "", "g.csv:2: column x: ");
        refused("# nothing\n", ", unit: mm", "lists no sphere");
        assertThatThrownBy(() -> read("{spheres: {file: none.csv}}")).hasMessageContaining("there is no file");
    }

    @Test
    void a_file_that_is_no_text_is_refused() throws IOException {
        Files.write(folder.resolve("g.csv"), new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});
        assertThatThrownBy(() -> read("{spheres: {file: g.csv, unit: mm}}")).hasMessageContaining("is not UTF-8 text");
    }

    @Test
    void a_list_is_written_back_with_its_file_and_unit() throws IOException {
        Files.writeString(folder.resolve("g.csv"), "0.3,0.4,0.5,0.2\n");
        Case theCase = read("{spheres: {file: g.csv, unit: mm}}");
        String text = CaseText.of(theCase);
        assertThat(text).contains("unit: mm").contains(folder.resolve("g.csv").toString());
        Case again = CaseFile.parse("case.yaml", text, folder, List.of()).theCase();
        assertThat(obstacle(again).parts()).isEqualTo(obstacle(theCase).parts());
    }

    @Test
    void obstacles_without_effect_are_named() throws IOException {
        assertThat(findings("{sphere: {centre: [50 m, 0.5 mm, 0.5 mm], diameter: 1 m}}"))
                .anySatisfy(finding -> assertThat(finding)
                        .startsWith("warning: obstacle grains is outside the box")
                        .contains("49.5 m"));
        assertThat(findings("{sphere: {centre: [1.01 mm, 1.01 mm, 1.01 mm], diameter: 1 um}}"))
                .anySatisfy(finding -> assertThat(finding).startsWith("warning: obstacle grains contains no node"));
        assertThat(findings("{box: {from: [1.01 mm, 0 mm, 0 mm], to: [1.02 mm, 2 mm, 2 mm]}}"))
                .anySatisfy(finding -> assertThat(finding).startsWith("warning: obstacle grains contains no node"));
        assertThat(findings("{sphere: {centre: [1 mm, 1 mm, 1 mm], diameter: 1 mm}}"))
                .isEmpty();
        Files.writeString(folder.resolve("g.csv"), "1,1,1,0.5\n9,9,9,0.5\n0.1,0.1,0.1,1e-5\n");
        assertThat(findings("{spheres: {file: g.csv, unit: mm}}"))
                .anySatisfy(finding -> assertThat(finding)
                        .contains("of its 3 parts 1 are outside the box and 1 contain no node at a spacing of 0.1 mm"));
    }

    @Test
    void an_obstacle_inside_another_is_named() throws IOException {
        String text = """
                {grains: {sphere: {centre: [1 mm, 1 mm, 1 mm], diameter: 1 mm}}, seed: {sphere: {centre: [1 mm, 1 mm, 1 mm], diameter: 0.3 mm}}}
                """.strip();
        assertThat(nodes(readObstacles(text)).findings())
                .anySatisfy(finding -> assertThat(finding).startsWith("warning: obstacle seed touches no fluid node"));
    }

    private List<String> findings(String shape) {
        return nodes(read(shape)).findings();
    }

    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void spheres_that_periodic_sides_would_repeat_without_end_are_refused_with_their_line() throws IOException {
        for (String text : List.of(
                "x [m],y [m],z [m],diameter [m]\n.001,.001,.001,.0004\n1,1,1,0.4\n", // millimetres as metres
                "x [mm],y [mm],z [mm],diameter [mm]\n1,1,1,.4\n1,1,1,1e300\n",
                "x [mm],y [mm],z [mm],diameter [mm]\n1,1,1,.4\n1e300,1,1,0.4\n",
                "x [mm],y [mm],z [mm],diameter [mm]\n1,1,1,.4\n1,-900,1,0.4\n",
                "x [mm],y [mm],z [mm],diameter [mm]\n1,1,1,.4\n1,1,1,80\n")) {
            Files.writeString(folder.resolve("g.csv"), text);
            for (String name : List.of("", ", name: skin")) {
                Case theCase = readPeriodic("{grains: {spheres: {file: g.csv}%s}}".formatted(name));
                assertThatThrownBy(() -> nodes(theCase))
                        .isInstanceOf(GeometryException.class)
                        .hasMessageContaining("g.csv:3: the sphere of obstacle grains is ")
                        .hasMessageContaining("units are probably wrong");
            }
        }
    }

    @Test
    void a_single_sphere_that_periodic_sides_would_repeat_without_end_is_refused() {
        for (String sphere : List.of(
                "{centre: [1 mm, 1 mm, 1 mm], diameter: 1e300 mm}",
                "{centre: [1 mm, 1e30 mm, 1 mm], diameter: 1 mm}",
                "{centre: [1 m, 1 m, 1 m], diameter: 0.4 m}")) {
            Case theCase = readPeriodic("{ball: {sphere: %s}}".formatted(sphere));
            assertThatThrownBy(() -> nodes(theCase))
                    .isInstanceOf(GeometryException.class)
                    .hasMessageContaining("the shape of obstacle ball is ")
                    .hasMessageContaining("units are probably wrong");
        }
    }

    @Test
    void a_sphere_a_few_periods_outside_a_periodic_box_is_the_one_inside() {
        NodeMap inside = nodes(readPeriodic("{ball: {sphere: {centre: [1 mm, 1 mm, 1 mm], diameter: 0.7 mm}}}"));
        NodeMap outside = nodes(readPeriodic("{ball: {sphere: {centre: [-9 mm, 7 mm, 1 mm], diameter: 0.7 mm}}}"));
        assertThat(outside.fluid().count()).isEqualTo(inside.fluid().count()).isLessThan(8000);
    }

    private Case readPeriodic(String obstacles) {
        return read(obstacles, "sides: periodic");
    }

    private void refused(String text, String unit, String message) {
        assertThatThrownBy(() -> parts(text, unit))
                .isInstanceOf(CaseFileException.class)
                .hasMessageContaining("geometry.obstacles.grains.spheres.file: ")
                .hasMessageContaining(message);
    }

    private List<Shape> parts(String text, String unit) throws IOException {
        Files.writeString(folder.resolve("g.csv"), text, StandardCharsets.UTF_8);
        return obstacle(read("{spheres: {file: g.csv%s}}".formatted(unit))).parts();
    }

    private static Shape obstacle(Case theCase) {
        return ((ShapeSource) theCase.geometry()).obstacles().getFirst().shape();
    }

    private static NodeMap nodes(Case theCase) {
        return theCase.geometry().voxelise(theCase.spacingM(), ForkJoinPool.commonPool());
    }

    private Case read(String shape) {
        return readObstacles("{grains: %s}".formatted(shape));
    }

    private Case readObstacles(String obstacles) {
        return read(obstacles, "");
    }

    private Case read(String obstacles, String sides) {
        String text = """
                tessera: 1
                geometry: {box: [2 mm, 2 mm, 2 mm], spacing: 100 um, obstacles: %s}
                %s
                fluid: {density: 1000 kg/m3, viscosity: 1 mPa.s}
                time: {relaxation-time: 0.8, stop: {steps: 10}}
                """.formatted(obstacles, sides);
        return CaseFile.parse("case.yaml", text, folder, List.of()).theCase();
    }
}
