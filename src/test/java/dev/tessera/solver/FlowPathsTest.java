package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.casefile.CaseFile;
import dev.tessera.geometry.NodeMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FlowPathsTest {
    private static final String CHANNEL = "box: [2 mm, 1 mm], spacing: 50 um";
    private static final String BLOCKED =
            CHANNEL + ", obstacles: {b: {box: {from: [0.9 mm, -1 mm], to: [1.1 mm, 2 mm]}}}";
    private static final String ENDS = "sides: {x-min: inlet, x-max: outlet}\n";
    private static final String DRIVE = "drive: {pressure-gradient: [1 Pa/m, 0]}\n";
    private static final String DRIVE_3D = "drive: {pressure-gradient: [1 Pa/m, 0, 0]}\n";

    private static final FlowPaths NOTHING = new FlowPaths(List.of(), List.of());

    @TempDir
    Path folder;

    @Test
    void a_channel_with_inlet_and_outlet_is_accepted() throws IOException {
        expectAccepted(CHANNEL, ENDS + "boundaries: {inlet: {mean-velocity: 1 mm/s}, outlet: {pressure: 0 Pa}}");
        expectAccepted(CHANNEL, ENDS + "boundaries: {inlet: {pressure: 1 Pa}, outlet: {pressure: 0 Pa}}");
        expectAccepted(CHANNEL, "sides: {x: periodic}\n" + DRIVE);
        expectAccepted(CHANNEL, ENDS + DRIVE + "boundaries: {inlet: {pressure: 0 Pa}, outlet: {pressure: 0 Pa}}");
        expectAccepted(CHANNEL, "sides: {y-max: lid}\nboundaries: {lid: {scheme: moving, velocity: [1 mm/s, 0 m/s]}}");
        expectAccepted(
                CHANNEL,
                "sides: {x-min: inlet, y-max: outlet}\nboundaries: {inlet: {mean-velocity: 1 mm/s, scheme: link-wise}, outlet: {pressure: 0 Pa}}");
    }

    @Test
    void a_blocked_channel_is_refused() throws IOException {
        expectProblem(
                BLOCKED,
                ENDS + "boundaries: {inlet: {mean-velocity: 1 mm/s}, outlet: {pressure: 0 Pa}}",
                "boundaries.inlet: inlet imposes a flow into the fluid",
                "no path through the fluid leads from there to outlet");
        expectProblem(
                BLOCKED,
                ENDS + "boundaries: {inlet: {pressure: 1 Pa}, outlet: {pressure: 0 Pa}}",
                "no path through the fluid leads from one opening to another (inlet, outlet)");
        expectProblem(BLOCKED, "sides: {x: periodic}\n" + DRIVE, "no fluid path crosses the box along x");
    }

    @Test
    void an_inlet_without_an_outlet_is_refused() throws IOException {
        expectProblem(
                CHANNEL,
                "sides: {x-min: inlet}\nboundaries: {inlet: {mean-velocity: 1 mm/s}}",
                "there is no other opening",
                "the mass would grow");
        expectProblem(
                CHANNEL,
                ENDS + "boundaries: {inlet: {mean-velocity: 1 mm/s}, outlet: {mean-velocity: 1 mm/s}}",
                "no opening has a pressure",
                "100 %");
        expectProblem(
                CHANNEL,
                "sides: {x-min: outlet}\nboundaries: {outlet: {pressure: 5 Pa}}",
                "boundaries.outlet: it is the only opening");
    }

    @Test
    void balanced_velocities_warn_of_an_undetermined_pressure() throws IOException {
        expectWarning(
                CHANNEL,
                ENDS + "boundaries: {inlet: {mean-velocity: 1 mm/s}, outlet: {mean-velocity: -1 mm/s}}",
                "the pressure is undetermined");
    }

    @Test
    void a_drive_across_walls_is_refused_and_a_single_component_gives_a_warning() throws IOException {
        expectProblem(
                CHANNEL, DRIVE, "drive: it cannot move the fluid: the box is closed along x", "sides: {x: periodic}");
        expectWarning(
                CHANNEL,
                "sides: {x: periodic}\ndrive: {pressure-gradient: [1 Pa/m, 1 Pa/m]}",
                "drive: its component along y cannot move the fluid");
    }

    @Test
    void a_drive_without_any_wall_is_refused() throws IOException {
        expectProblem(CHANNEL, "sides: periodic\n" + DRIVE, "no wall resists the flow");
    }

    /// A force on one component alone carries the other along.
    @Test
    void a_force_on_a_component_needs_a_wall_that_resists() {
        assertThat(mixture("x: periodic", "1 m/s2, 0 m/s2", "0 m/s2, 0 m/s2")).isEqualTo(NOTHING);
        FlowPaths alone = mixture("x: periodic, y: periodic", "1 m/s2, 0 m/s2", "0 m/s2, 0 m/s2");
        assertThat(alone.problems())
                .singleElement()
                .asString()
                .startsWith("fluid.components.oil.acceleration: no wall resists the flow")
                .contains("Make a side a wall");
        FlowPaths alike = mixture("x: periodic, y: periodic", "1 m/s2, 0 m/s2", "2 m/s2, 0 m/s2");
        assertThat(alike.problems())
                .singleElement()
                .asString()
                .startsWith("fluid.components.oil.acceleration, fluid.components.water.acceleration: no wall resists");
        String mirrors = "x: periodic, y-min: above, y-max: above";
        String boundaries = "boundaries: {above: {scheme: symmetry}}";
        assertThat(mixture(mirrors, "0 m/s2, 0 m/s2", "0 m/s2, 1 m/s2", boundaries))
                .isEqualTo(NOTHING);
        assertThat(mixture(mirrors, "0 m/s2, 0 m/s2", "1 m/s2, 0 m/s2", boundaries)
                        .problems())
                .singleElement()
                .asString()
                .startsWith("fluid.components.water.acceleration: no wall resists");
    }

    @Test
    void forces_on_components_may_balance() {
        FlowPaths against = mixture("x: periodic, y: periodic", "1 m/s2, 0 m/s2", "-1 m/s2, 0 m/s2");
        assertThat(against.problems()).isEmpty();
        assertThat(against.doubts())
                .singleElement()
                .asString()
                .startsWith("fluid.components.oil.acceleration, fluid.components.water.acceleration: no wall resists")
                .contains("where the forces on all components do not balance");
        String place = "{expression: \"1 + 100*x\", unit: m/s2}, 0 m/s2";
        assertThat(mixture("x: periodic, y: periodic", place, "-1 m/s2, 0 m/s2"))
                .isEqualTo(new FlowPaths(
                        List.of(),
                        List.of(against.doubts().getFirst().replace("fluid.components.oil.acceleration, ", ""))));
    }

    /// Gravity: the denser phase sinks, and so does the component on which it acts.
    @Test
    void forces_move_the_phases_of_a_mixture_in_a_closed_box() {
        assertThat(mixture("x: periodic", "0 m/s2, -1 m/s2", "0 m/s2, 0 m/s2")).isEqualTo(NOTHING);
        assertThat(mixture(
                        "x: periodic", "0 m/s2, 0 m/s2", "0 m/s2, 0 m/s2", "drive: {acceleration: [0 m/s2, -1 m/s2]}"))
                .isEqualTo(NOTHING);
    }

    private FlowPaths mixture(String sides, String onOil, String onWater) {
        return mixture(sides, onOil, onWater, "");
    }

    /// Of a box of 20 by 10 nodes.
    /// @param onOil the acceleration of the oil, two components
    private FlowPaths mixture(String sides, String onOil, String onWater, String rest) {
        String text = """
                tessera: 1
                geometry: {%s}
                sides: {%s}
                fluid:
                  density: 1 g/cm3
                  viscosity: 1 mm2/s
                  components:
                    oil: {density: 0.9 g/cm3, acceleration: [%s]}
                    water: {density: 0.1 g/cm3, acceleration: [%s]}
                model: {mixture: shan-chen, coupling: {oil-water: 3}}
                %s
                time: {relaxation-time: 1, stop: {steps: 10}}
                """.formatted(CHANNEL.replace("50 um", "100 um"), sides, onOil, onWater, rest);
        Case theCase = CaseFile.parse("case.yaml", text, folder, List.of()).theCase();
        return FlowPaths.of(theCase, nodes(theCase), ForkJoinPool.commonPool());
    }

    @Test
    void a_drive_along_a_diagonal_pore_conducts() throws IOException {
        String across = CHANNEL.replace("2 mm, 1 mm", "1 mm, 1 mm")
                + ", inside: {union: [%s, %s, %s]}"
                        .formatted(strip(-1, -1, 2, 2), strip(-1, 0, 1, 2), strip(0, -1, 2, 1));
        expectAccepted(across, "sides: periodic\n" + DRIVE);
    }

    /// A band from (x, y) to (a, b) in millimetres.
    private static String strip(double x, double y, double a, double b) {
        return String.format(
                Locale.ROOT,
                "{polygon: {corners: [[%1$.1f mm, %2$.1f mm], [%3$.1f mm, %2$.1f mm], [%4$.1f mm, %5$.1f mm], [%6$.1f mm, %5$.1f mm]]}}",
                x - 0.15,
                y,
                x + 0.15,
                a + 0.15,
                b,
                a - 0.15);
    }

    @Test
    void an_isolated_opening_beside_connected_ones_gives_a_warning() throws IOException {
        String sides = "sides: {x-min: inlet, x-max: outlet, y-min: side}\n";
        String geometry = CHANNEL + ", obstacles: {b: {box: {from: [-1 mm, 0.2 mm], to: [3 mm, 0.4 mm]}},"
                + " c: {box: {from: [-1 mm, -1 mm], to: [0.2 mm, 0.3 mm]}},"
                + " d: {box: {from: [1.8 mm, -1 mm], to: [3 mm, 0.3 mm]}}}";
        expectWarning(
                geometry,
                sides
                        + "boundaries: {inlet: {mean-velocity: 1 mm/s}, outlet: {pressure: 0 Pa}, side: {pressure: 0 Pa}}",
                "boundaries.side: no path through the fluid leads from side to another opening");
    }

    @Test
    void a_fluid_at_rest_gives_a_warning() throws IOException {
        expectWarning(CHANNEL, "", "nothing moves the fluid");
        expectWarning(
                CHANNEL,
                ENDS + "boundaries: {inlet: {pressure: 1 Pa}, outlet: {pressure: 1 Pa}}",
                "inlet, outlet have the same pressure");
    }

    @Test
    void openings_on_all_sides_without_a_wall_give_a_warning() throws IOException {
        expectWarning(
                CHANNEL,
                "sides: {x-min: a, x-max: b, y-min: c, y-max: d}\n"
                        + "boundaries: {a: {mean-velocity: 1 mm/s, scheme: link-wise, profile: plug}, b: {pressure: 0 Pa, scheme: link-wise},"
                        + " c: {pressure: 0 Pa, scheme: link-wise}, d: {pressure: 0 Pa, scheme: link-wise}}",
                "no wall or body bounds the fluid");
    }

    @Test
    void a_channel_of_few_nodes_gives_a_finding_of_the_geometry() throws IOException {
        String flow = ENDS + "boundaries: {inlet: {mean-velocity: 1 mm/s}, outlet: {pressure: 0 Pa}}";
        for (String height : List.of("50 um", "100 um", "150 um")) {
            assertThat(nodes(read(CHANNEL.replace("1 mm", height), flow)).findings())
                    .anyMatch(finding -> finding.startsWith("warning: fluid less than 4 nodes wide"));
        }
        assertThat(nodes(read(CHANNEL.replace("1 mm", "200 um"), flow)).findings())
                .isEmpty();
    }

    @Test
    void images_are_checked_by_paths_through_the_pores() throws IOException {
        byte[] voxels = new byte[8 * 8 * 8];
        Arrays.fill(voxels, (byte) 1);
        for (int x = 0; x < 8; x++) {
            for (int y = 2; y < 6; y++) {
                for (int z = 2; z < 6; z++) {
                    voxels[x + 8 * (y + 8 * z)] = 0;
                }
            }
        }
        String image = "image: {file: g.raw, size: [8, 8, 8], type: uint8, pore: [0]}, spacing: 1 um";
        String closed = "sides: {x: periodic, y: wall, z: wall}\n";
        Files.write(folder.resolve("g.raw"), voxels);
        expectAccepted(image, closed + DRIVE_3D);
        for (int y = 0; y < 8; y++) {
            for (int z = 0; z < 8; z++) {
                voxels[4 + 8 * (y + 8 * z)] = 1;
            }
        }
        Files.write(folder.resolve("g.raw"), voxels);
        expectProblem(image, closed + DRIVE_3D, "no fluid path crosses the box along x");
        expectProblem(
                image,
                "sides: {x-min: i, x-max: o}\nboundaries: {i: {pressure: 1 Pa}, o: {pressure: 0 Pa}}",
                "no path through the fluid leads from one opening to another (i, o)");
    }

    @Test
    void velocities_on_dead_end_pores_are_refused() throws IOException {
        byte[] voxels = new byte[8 * 8 * 8];
        Arrays.fill(voxels, (byte) 1);
        for (int x = 0; x < 8; x++) {
            voxels[x + 8 * (2 + 8 * 2)] = 0;
        }
        voxels[8 * (6 + 8 * 6)] = 0;
        Files.write(folder.resolve("g.raw"), voxels);
        String image = "image: {file: g.raw, size: [8, 8, 8], type: uint8, pore: [0]}, spacing: 1 um";
        String ends = "sides: {x-min: i, x-max: o%s}\nboundaries: {i: {mean-velocity: 1 mm/s}, o: {pressure: 0 Pa}}";
        expectProblem(
                image, ends.formatted(""), "boundaries.i: a velocity is imposed on 1 pore (1 node, ", "sides.buffer");
        expectAccepted(image, ends.formatted(", buffer: 2"));
    }

    @Test
    void sphere_packings_are_checked() throws IOException {
        String spheres = "spheres: {box: [1 mm, 1 mm, 1 mm], diameter: 0.3 mm, porosity: 0.6}, spacing: 50 um";
        expectAccepted(spheres, "sides: periodic\n" + DRIVE_3D);
        expectProblem(spheres, DRIVE_3D, "the box is closed along x");
    }

    @Test
    void a_surface_with_one_open_end_is_refused_under_a_velocity() throws IOException {
        Files.writeString(folder.resolve("cup.stl"), cup());
        String stl = "stl: cup.stl, stl-unit: mm, spacing: 0.1 mm";
        expectProblem(
                stl,
                "openings: {inlet: {outermost: x-min}}\nboundaries: {inlet: {mean-velocity: 1 mm/s}}",
                "inlet imposes a flow into the fluid",
                "there is no other opening");
    }

    /// A cube of 1 mm without its face at x = 0.
    private static String cup() {
        int[][] faces = {{1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
        StringBuilder text = new StringBuilder("solid cup\n");
        for (int[] face : faces) {
            for (int half = 0; half < 2; half++) {
                text.append("facet normal 0 0 0\nouter loop\n");
                for (int corner : new int[] {face[0], face[1 + half], face[2 + half]}) {
                    text.append("vertex %d %d %d\n".formatted(corner & 1, corner >> 1 & 1, corner >> 2));
                }
                text.append("endloop\nendfacet\n");
            }
        }
        return text.append("endsolid cup\n").toString();
    }

    private void expectAccepted(String geometry, String rest) throws IOException {
        FlowPaths paths = paths(geometry, rest);
        assertThat(paths.problems()).isEmpty();
        assertThat(paths.doubts()).isEmpty();
    }

    private void expectProblem(String geometry, String rest, String... parts) throws IOException {
        assertThat(paths(geometry, rest).problems()).singleElement().asString().contains(parts);
    }

    private void expectWarning(String geometry, String rest, String... parts) throws IOException {
        FlowPaths paths = paths(geometry, rest);
        assertThat(paths.problems()).isEmpty();
        assertThat(paths.doubts()).singleElement().asString().contains(parts);
    }

    private FlowPaths paths(String geometry, String rest) throws IOException {
        Case theCase = read(geometry, rest);
        return FlowPaths.of(theCase, nodes(theCase), ForkJoinPool.commonPool());
    }

    private static NodeMap nodes(Case theCase) {
        return theCase.geometry().voxelise(theCase.spacingM(), ForkJoinPool.commonPool());
    }

    private Case read(String geometry, String rest) {
        String text = """
                tessera: 1
                geometry: {%s}
                fluid: {density: 1000 kg/m3, viscosity: 1 mPa.s}
                %s
                time: {relaxation-time: 0.8, stop: {steps: 10}}
                """.formatted(geometry, rest);
        return CaseFile.parse("case.yaml", text, folder, List.of()).theCase();
    }
}
