package dev.tessera.casefile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tessera.geometry.IsolatedFluid;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.OpeningSelector;
import dev.tessera.geometry.Surface;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.image.AxisEnds;
import dev.tessera.geometry.image.ImageSource;
import dev.tessera.geometry.mesh.HolePolicy;
import dev.tessera.geometry.mesh.StlSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.solver.Case;
import dev.tessera.solver.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Geometries from files and boxes with shapes, with sides and boundaries.
final class GeometryCasesTest {
    private static final String REST = """
            fluid: {density: 1000 kg/m3, viscosity: 1 mPa.s}
            time: {relaxation-time: 1, stop: {steps: 10}}
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void write_files() throws IOException {
        byte[] voxels = new byte[8 * 6 * 4];
        Arrays.fill(voxels, (byte) 1);
        for (int i = 0; i < voxels.length; i += 2) {
            voxels[i] = 0;
        }
        Files.write(folder.resolve("rock.raw"), voxels);
        Files.writeString(folder.resolve("vessel.stl"), "solid nothing\nendsolid nothing\n");
    }

    private Case read(String text, String... overrides) {
        return CaseFile.parse("case.yaml", "tessera: 1\n" + text + REST, folder, List.of(overrides))
                .theCase();
    }

    private String message(String text, String... overrides) {
        return String.valueOf(catchThrowableOfType(CaseFileException.class, () -> read(text, overrides))
                .getMessage());
    }

    private static NodeMap nodes(Case theCase) {
        return theCase.geometry().voxelise(theCase.spacingM(), ForkJoinPool.commonPool());
    }

    private static final String ROCK = """
            geometry:
              image: {file: rock.raw, size: [8, 6, 4], type: uint8, order: x-fastest, pore: [0]}
              spacing: 5 um
            drive: {pressure-gradient: [1 kPa/m, 0, 0]}
            """;

    @Test
    void an_image_is_read_with_its_sides() {
        Case theCase = read(ROCK + "sides: periodic\n");
        assertThat(theCase.drive().accelerationMPerS2().getFirst()).isEqualTo(new Value.Constant(1));
        NodeMap map = nodes(theCase);
        assertThat(map.box().nx()).isEqualTo(8);
        assertThat(map.fluid().count()).isEqualTo(96);
        assertThat(nodes(read(ROCK + "sides: mirror\n")).box().nx()).isEqualTo(16);
    }

    @Test
    void an_image_with_openings_has_buffers_before_them_and_only_there() {
        Case theCase = read(ROCK + """
                sides: {x-min: inlet, x-max: outlet, y: periodic, z: sides, buffer: 5}
                boundaries:
                  inlet: {pressure: 10 Pa, scheme: link-wise}
                  outlet: {pressure: 0 Pa, scheme: link-wise}
                """);
        List<AxisEnds> ends = ((ImageSource) theCase.geometry()).ends();
        assertThat(ends)
                .containsExactly(
                        new AxisEnds.Open(5, "inlet", "outlet", Side.Placement.HALF_WAY),
                        new AxisEnds.Periodic(0),
                        new AxisEnds.Sealed("sides"));
        assertThat(CaseText.of(theCase))
                .contains("sides: {x-min: inlet, x-max: outlet, y: periodic, z: sides, buffer: 5}");
    }

    @Test
    void an_image_survives_being_written() {
        Case theCase = read(
                ROCK + "sides: {x: periodic, y: wall, z: mirror}\n",
                "geometry.image.crop={from: [1, 0, 0], size: [4, 6, 4]}",
                "geometry.isolated=drop");
        String text = CaseText.of(theCase);
        Case again = CaseFile.parse("case.yaml", text, Path.of("/"), List.of()).theCase();
        assertThat(CaseText.of(again)).isEqualTo(text);
        assertThat(((ImageSource) again.geometry()).isolated()).isEqualTo(IsolatedFluid.DROP);
        assertThat(text).contains("crop: {from: [1, 0, 0], size: [4, 6, 4]}").contains(folder.toString());
    }

    @Test
    void the_sides_of_an_image_are_required() {
        assertThat(message(ROCK)).startsWith("case.yaml:3:10: an image needs sides: write sides: periodic");
    }

    @Test
    void pore_labels_are_never_guessed() {
        assertThat(message(ROCK.replace(", pore: [0]", "") + "sides: periodic\n"))
                .startsWith(
                        "case.yaml:3:10: geometry.image: key 'pore' is missing (list of whole number); write for example"
                                + " pore: [0]");
    }

    @Test
    void a_raw_file_needs_size_and_type_and_others_do_not() {
        assertThat(message(ROCK.replace(", type: uint8", "") + "sides: periodic\n"))
                .isEqualTo(
                        "case.yaml:3:17: geometry.image.file: a raw file does not contain its type; write type: uint8");
        assertThat(message(ROCK.replace("rock.raw", "rock.npy") + "sides: periodic\n"))
                .isEqualTo("case.yaml:3:33: geometry.image.size: rock.npy contains this already; remove it");
        assertThat(message(ROCK.replace("rock.raw", "rock.npy.gz") + "sides: periodic\n"))
                .isEqualTo("case.yaml:3:36: geometry.image.size: rock.npy.gz contains this already; remove it");
    }

    @Test
    void a_file_of_unknown_ending_is_refused_with_the_known_ones_unless_the_case_gives_its_format() throws IOException {
        Files.copy(folder.resolve("rock.raw"), folder.resolve("rock.vol"));
        String unknown = ROCK.replace("rock.raw", "rock.vol") + "sides: periodic\n";
        assertThat(message(unknown))
                .isEqualTo(
                        "case.yaml:3:17: geometry.image.file: rock.vol has an unknown ending; known are .raw, .raw.gz, .npy,"
                                + " .npy.gz, .mha, .mhd, .tif, .tiff, .png, .bmp. If it contains raw voxels, write format: raw");
        assertThat(message(ROCK.replace("rock.raw", "slices") + "sides: periodic\n"))
                .isEqualTo("case.yaml:3:17: geometry.image.file: there is no file or folder %s"
                        .formatted(folder.resolve("slices")));
        Case told = read(unknown, "geometry.image.format=raw");
        assertThat(nodes(told).fluid().count()).isEqualTo(96);
        String text = CaseText.of(told);
        assertThat(text).contains("format: raw");
        assertThat(CaseText.of(CaseFile.parse("case.yaml", text, Path.of("/"), List.of())
                        .theCase()))
                .isEqualTo(text);
        assertThat(message(unknown, "geometry.image.format=npy", "geometry.image.size=", "geometry.image.type="))
                .contains("rock.vol is no NPY file");
    }

    @Test
    void a_metaimage_contains_its_size_and_type() throws IOException {
        byte[] voxels = Files.readAllBytes(folder.resolve("rock.raw"));
        String header = "NDims = 3\nDimSize = 8 6 4\nElementSpacing = 0.01 0.01 0.01\nElementType = MET_UCHAR\n"
                + "ElementDataFile = ";
        Files.writeString(folder.resolve("rock.mhd"), header + "rock.raw\n");
        Files.writeString(folder.resolve("rock.mha"), header + "LOCAL\n");
        Files.write(folder.resolve("rock.mha"), voxels, StandardOpenOption.APPEND);
        for (String name : new String[] {"rock.mhd", "rock.mha"}) {
            String meta = ROCK.replace("rock.raw, size: [8, 6, 4], type: uint8, order: x-fastest", name)
                    + "sides: periodic\n";
            NodeMap map = nodes(read(meta));
            assertThat(map.fluid().count()).isEqualTo(96);
            assertThat(map.findings()).anyMatch(f -> f.startsWith("warning: " + name + " gives 0.01 as the edge"));
            assertThat(nodes(read(meta, "geometry.spacing=10 um")).findings()).noneMatch(f -> f.contains(name));
            assertThat(CaseText.of(read(meta))).contains("{file: %s/%s, pore: [0]}".formatted(folder, name));
            assertThat(message(meta, "geometry.image.order=z-fastest"))
                    .contains("only raw files and NumPy arrays can have another order; remove it");
            assertThat(message(meta, "geometry.image.size=[8, 6, 4]")).contains("contains this already; remove it");
        }
    }

    @Test
    void the_format_of_a_folder_of_slices_cannot_be_given() throws IOException {
        Files.createDirectory(folder.resolve("slices"));
        String slices = ROCK.replace("rock.raw, size: [8, 6, 4], type: uint8, order: x-fastest", "slices")
                + "sides: periodic\n";
        assertThat(message(slices, "geometry.image.format=png"))
                .contains("slices is a folder of slices; remove format");
        assertThat(message(slices)).contains("slices holds no .png file");
    }

    @Test
    void a_missing_file_is_named_where_the_case_names_it() {
        assertThat(message(ROCK.replace("rock.raw", "stone.raw") + "sides: periodic\n"))
                .isEqualTo("case.yaml:3:10: geometry.image.file: there is no file %s that can be read"
                        .formatted(folder.resolve("stone.raw")));
    }

    @Test
    void a_file_of_another_size_is_refused_with_the_images_place() {
        assertThat(message(ROCK.replace("[8, 6, 4]", "[8, 6, 5]") + "sides: periodic\n"))
                .startsWith("case.yaml:3:10: geometry.image: rock.raw: 8 x 6 x 5 voxels");
    }

    private static final String VESSEL = """
            geometry: {stl: vessel.stl, stl-unit: mm, spacing: 0.1 mm, holes: fill, cracks: 0.02 mm}
            openings:
              inlet: {near: [12 mm, 3 mm, 40 mm], extend: 3 diameters, round: true}
              outlet-1: {number: 2, extend: 5 mm}
              outlet-2: {outermost: z-max}
              outlet-3: {part: branch}
              outlet-4: {cut: {point: [1 mm, 2 mm, 3 mm], normal: [0, -1, 0.5]}}
            boundaries: {inlet: {flow-rate: 250 mL/min, profile: parabolic}, outlet-1: {pressure: 0 mmHg}}
            """;

    @Test
    void a_surface_is_read_with_its_openings() {
        Case theCase = read(VESSEL);
        StlSource stl = (StlSource) theCase.geometry();
        assertThat(stl.holes()).isEqualTo(HolePolicy.FILL);
        assertThat(stl.file()).isEqualTo(folder.resolve("vessel.stl"));
        assertThat(stl.openings())
                .extracting("name")
                .containsExactly("inlet", "outlet-1", "outlet-2", "outlet-3", "outlet-4");
        assertThat(stl.openings().getFirst().extension().diameters()).isEqualTo(3);
        assertThat(stl.openings().getFirst().extension().rounded()).isTrue();
        assertThat(stl.openings().get(1).extension().lengthM()).isEqualTo(5e-3);
        assertThat(stl.openings().get(2).selector()).isEqualTo(new OpeningSelector.Outermost(2, true));
        assertThat(stl.openings().get(4).selector())
                .isEqualTo(new OpeningSelector.Cut(new Vec(1e-3, 2e-3, 3e-3), new Vec(0, -1, 0.5)));
        String text = CaseText.of(theCase);
        assertThat(CaseText.of(CaseFile.parse("case.yaml", text, Path.of("/"), List.of())
                        .theCase()))
                .isEqualTo(text);
    }

    @Test
    void a_surface_without_its_unit_is_refused() {
        assertThat(message(VESSEL.replace(" stl-unit: mm,", "")))
                .isEqualTo(
                        "case.yaml:2:17: geometry.stl: an STL file does not contain the unit of its numbers; write stl-unit: mm"
                                + " (or m, cm, um)");
    }

    @Test
    void a_cut_needs_a_point_and_a_direction() {
        assertThat(message(VESSEL.replace(", normal: [0, -1, 0.5]", "")))
                .contains("openings.outlet-4.cut")
                .contains("normal");
        assertThat(message(VESSEL.replace("[0, -1, 0.5]", "[0, 0, 0]")))
                .contains("a direction needs a component that is not zero");
    }

    @Test
    void a_surface_has_no_sides_and_a_box_no_openings() {
        assertThat(message(VESSEL + "sides: periodic\n"))
                .isEqualTo(
                        "case.yaml:10:8: sides: a surface from an STL file has no sides; its ends are named in openings");
        assertThat(message("geometry: {box: [1 m, 1 m], spacing: 0.1 m}\nopenings: {inlet: {number: 1}}\n"))
                .isEqualTo("case.yaml:3:11: openings: only an STL surface has open ends to name; a box has sides");
    }

    @Test
    void two_geometries_are_one_too_many() {
        assertThat(message("geometry: {box: [1 m, 1 m], stl: a.stl, stl-unit: m, spacing: 0.1 m}\n"))
                .startsWith(
                        "case.yaml:2:29: geometry: box (case.yaml:2:12) and stl (case.yaml:2:29) are both given, but a"
                                + " case has one geometry");
    }

    private static final String BOX = "geometry: {box: [1 m, 1 m, 1 m], spacing: 0.1 m}\n";

    @Test
    void zou_he_openings_and_mixed_walls_have_their_nodes_on_the_side() {
        NodeMap halfWay = nodes(read(BOX));
        assertThat(halfWay.box().nx()).isEqualTo(10);
        NodeMap wet = nodes(read(BOX + """
                sides: {x-min: inlet, x-max: outlet, y: plates}
                boundaries:
                  inlet: {mean-velocity: 1 m/s}
                  outlet: {pressure: 0 Pa}
                  plates: {scheme: mixed}
                """));
        assertThat(wet.box().nx()).isEqualTo(11);
        assertThat(wet.box().ny()).isEqualTo(11);
        assertThat(wet.box().nz()).isEqualTo(10);
        NodeMap linkWise = nodes(read(BOX + """
                boundaries: {x-min: {mean-velocity: 1 m/s, scheme: link-wise}, x-max: {pressure: 0 Pa, scheme: link-wise}}
                """));
        assertThat(linkWise.box().nx()).isEqualTo(10);
        assertThat(linkWise.openings()).extracting("name").containsExactly("x-min", "x-max");
    }

    @Test
    void symmetry_sides_have_their_nodes_on_them_and_belong_to_boxes_of_shapes() {
        NodeMap map = nodes(read(BOX + """
                sides: {x: periodic, y-min: middle, z: free}
                boundaries: {middle: {scheme: symmetry}, free: {scheme: slip}}
                """));
        assertThat(map.box().ny()).isEqualTo(11); // of 10.5, so that the box is half a spacing larger
        assertThat(map.box().nz()).isEqualTo(11);
        assertThat(map.surfaces())
                .extracting("kind")
                .containsExactly(Surface.Kind.SYMMETRY, Surface.Kind.WALL, Surface.Kind.SYMMETRY);
        assertThat(message(ROCK + "sides: {x: periodic, y: slip, z: wall}\nboundaries: {slip: {scheme: slip}}\n"))
                .contains("slip: a flow is mirrored at sides of a box of shapes only")
                .contains("Use periodic, or for images mirror");
        assertThat(message(BOX + "boundaries: {wall: {scheme: slip, velocity: [1 m/s, 0 m/s, 0 m/s]}}\n"))
                .contains("not to a symmetry side");
    }

    @Test
    void sides_share_a_word_or_have_their_own() {
        NodeMap map = nodes(
                read(BOX + "sides: {x: periodic, y-max: lid}\nboundaries: {lid: {scheme: moving, velocity: [1 m/s, 0"
                        + " m/s, 0 m/s]}}\n"));
        assertThat(map.box().periodicX()).isTrue();
        assertThat(map.surfaces()).extracting("name").containsExactly("wall", "lid");
        assertThat(message(BOX + "sides: {x-min: periodic}\n"))
                .isEqualTo("case.yaml:3:16: sides.x-min: sides are periodic in pairs; write x: periodic");
        assertThat(message(BOX + "sides: {x: a, x-min: b}\n"))
                .isEqualTo("case.yaml:3:22: sides.x-min: 'x' gives this side already; keep one of them");
        assertThat(message(BOX + "sides: mirror\n"))
                .isEqualTo(
                        "case.yaml:3:8: sides: buffer and mirror belong to images; remove them, or use a larger box");
    }

    @Test
    void shapes_nest() {
        Case theCase = read("""
                geometry:
                  box: [10 mm, 4 mm, 4 mm]
                  spacing: 0.5 mm
                  inside:
                    difference:
                      - union:
                          - tube: {path: [[1 mm, 2 mm, 2 mm], [9 mm, 2 mm, 2 mm]], diameter: 2 mm}
                          - {sphere: {centre: [5 mm, 2 mm, 2 mm], diameter: 3.5 mm}, name: bulge}
                      - endless-cylinder: {through: [5 mm, 2 mm, 2 mm], direction: [0, 0, 1], diameter: 1 mm}
                """);
        assertThat(nodes(theCase).surfaces()).extracting("name").contains("wall", "bulge");
        assertThat(message("""
                geometry:
                  box: [10 mm, 4 mm, 4 mm]
                  spacing: 0.5 mm
                  inside: {tube: {path: [[1 mm, 2 mm]], diameter: 0 mm}}
                """)).startsWith("case.yaml:5:51: geometry.inside.tube.diameter: '0 mm' must be positive");
    }

    @Test
    void random_spheres_are_read_and_survive_being_written() {
        String text = """
                geometry:
                  spheres: {box: [2 mm, 2 mm, 2 mm], diameter: 0.5 mm, porosity: 0.6, overlap: free, seed: 7}
                  spacing: 0.1 mm
                sides: periodic
                """;
        Case theCase = read(text);
        NodeMap map = nodes(theCase);
        assertThat(map.porosity()).isBetween(0.5, 0.7);
        assertThat(map.surfaces()).extracting("name").contains("spheres");
        String written = CaseText.of(theCase);
        Case again =
                CaseFile.parse("case.yaml", written, Path.of("/"), List.of()).theCase();
        assertThat(again.geometry()).isEqualTo(theCase.geometry());
        assertThat(message(text.replace("porosity: 0.6", "porosity: 60")))
                .isEqualTo("case.yaml:3:66: geometry.spheres.porosity: '60' must be a number above 0 and below 1");
        assertThat(message(text.replace("sides: periodic", "sides: mirror")))
                .startsWith("case.yaml:3:12: geometry.spheres: random spheres are not mirrored");
    }
}
