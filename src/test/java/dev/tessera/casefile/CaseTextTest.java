package dev.tessera.casefile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Bounds;
import dev.tessera.geometry.shape.Cuboid;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.Line;
import dev.tessera.geometry.shape.OpeningFace;
import dev.tessera.geometry.shape.Shape;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.geometry.shape.Spans;
import dev.tessera.geometry.shape.Sphere;
import dev.tessera.geometry.shape.Tube;
import dev.tessera.kernel.Precision;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.TilingRule;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.model.collision.Regularized;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.Boundary.Flow;
import dev.tessera.solver.Boundary.Profile;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.Case;
import dev.tessera.solver.OutputChoice;
import dev.tessera.solver.OutputChoice.Checkpoints;
import dev.tessera.solver.OutputChoice.Compression;
import dev.tessera.solver.OutputChoice.Exclusion;
import dev.tessera.solver.OutputChoice.FieldFormat;
import dev.tessera.solver.OutputChoice.Picture;
import dev.tessera.solver.OutputChoice.Plot;
import dev.tessera.solver.OutputChoice.Probe;
import dev.tessera.solver.OutputChoice.Range;
import dev.tessera.solver.OutputChoice.Schedule;
import dev.tessera.solver.OutputChoice.View;
import dev.tessera.solver.Value;
import dev.tessera.solver.boundary.CharacteristicOutlet;
import dev.tessera.solver.boundary.MixedWall;
import dev.tessera.solver.boundary.MovingWall;
import dev.tessera.solver.boundary.PressureOpening;
import dev.tessera.solver.boundary.VelocityOpening;
import dev.tessera.solver.field.Pressure;
import dev.tessera.solver.field.Velocity;
import dev.tessera.solver.field.WallShearStress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ForkJoinPool;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CaseTextTest {
    private static Case read(String text) {
        return CaseFile.parse("case.yaml", text, Path.of("/cases/channel"), List.of())
                .theCase();
    }

    /// Text, case, text: both texts must be equal.
    private static void assertRoundTrip(Case theCase) {
        assertSameNodes(theCase, assertSameWords(theCase));
    }

    private static Case assertSameWords(Case theCase) {
        String text = CaseText.of(theCase);
        Case again = read(text);
        assertThat(CaseText.of(again)).isEqualTo(text);
        assertThat(again.name()).isEqualTo(theCase.name());
        assertThat(again.title()).isEqualTo(theCase.title());
        assertThat(again.spacingM()).isEqualTo(theCase.spacingM());
        assertThat(again.fluid()).isEqualTo(theCase.fluid());
        assertThat(again.model().lattice()).isEqualTo(theCase.model().lattice());
        assertThat(again.model().equilibrium()).isEqualTo(theCase.model().equilibrium());
        assertThat(again.model().precision()).isEqualTo(theCase.model().precision());
        assertThat(again.time()).isEqualTo(theCase.time());
        assertThat(again.storage()).isEqualTo(theCase.storage());
        assertThat(again.output()).isEqualTo(theCase.output());
        assertThat(again.reference()).isEqualTo(theCase.reference());
        assertThat(again.boundaries().keySet()).isEqualTo(theCase.boundaries().keySet());
        return again;
    }

    private static void assertSameNodes(Case one, Case other) {
        NodeMap a = one.geometry().voxelise(one.spacingM(), ForkJoinPool.commonPool());
        NodeMap b = other.geometry().voxelise(other.spacingM(), ForkJoinPool.commonPool());
        assertThat(b.box()).isEqualTo(a.box());
        assertThat(b.fluid().count()).isEqualTo(a.fluid().count());
        assertThat(b.surfaces()).isEqualTo(a.surfaces());
        assertThat(b.links().links()).isEqualTo(a.links().links());
        assertThat(b.openings()).hasSameSizeAs(a.openings());
    }

    @Test
    void a_case_from_text_survives() {
        assertRoundTrip(read(CaseMessagesTest.CHANNEL.replace("5 mm", "20 mm")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"aneurysm", "porous-rock", "cavity-2d", "cavity-3d", "chip", "cylinder-2d"})
    void every_example_survives(String name) throws IOException {
        assertSameWords(
                CaseFile.read(Path.of("examples", name, "case.yaml"), List.of()).theCase());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "output.pictures=[]",
                "output.fields=[]",
                "output.formats=none",
                "output.plots=none",
                "output.plots=[residual, inlet.mean_pressure]",
                "output.checkpoints={every: 10 s, keep: 5}",
                "output.every=7 steps",
                "model.collision=trt",
                "model={lattice: D2Q9, collision: trt, magic: 3/16, precision: fp32}",
                "model={lattice: D2Q9, collision: mrt}",
                "model={lattice: D2Q9, collision: regularized, bulk-viscosity: 3e-3 m2/s, equilibrium: quasi-compressible}",
                "storage={addressing: connectivity-matrix, pattern: pull}",
                "storage={addressing: fluid-index, pattern: esoteric-pull}",
                "storage={addressing: tiles, tile: [8, 8], tile-origin: best, layout: papers}",
                "storage={addressing: compact-tiles}",
                "storage={addressing: tiles, lookup: shared, tuning: usual}",
                "storage={addressing: tiles, lookup: cached, pattern: push}",
                "storage={addressing: tiles, layout: {pzz: yxz, ppz: zigzag-ne}, tuning: usual}",
                "storage={addressing: ghost-tiles, tile: [8, 8]}",
                "storage={addressing: connectivity-matrix, indices: q, tile: [4, 4], launch: [64, 0, 2]}",
                "storage={addressing: fluid-index, tile: [8, 8], tile-origin: best}",
                "storage={pattern: push}",
                "time={relaxation-time: 0.8, stop: {steps: 100}}",
                "time={time-step: 1 ms, stop: {steady: 1e-4}}",
                "boundaries.outlet={pressure: 2 kPa, sponge: {length: 0.2 m, factor: 5}, backflow-guard: true}",
                "boundaries.outlet={pressure: 0 Pa, scheme: characteristic, recovery: 0}",
                "boundaries.outlet={pressure: 0 Pa, scheme: characteristic, recovery: 10, recovery-length: 3 m}",
                "boundaries.inlet={flow-rate: 1 mL/s, profile: plug, ramp: 2 s}",
                "boundaries.inlet={flow-rate: 1 mL/s, profile: plug, ramp: auto}",
                "boundaries.inlet={peak-velocity: 0.1 m/s, scheme: link-wise}",
                "initial={velocity: [0.1 m/s, 0 m/s], pressure: 3 Pa}",
                "sides={x-min: inlet, x-max: outlet, y: periodic}"
            })
    void every_key_of_a_case_survives(String change) {
        assertSameWords(
                CaseFile.parse("case.yaml", CaseMessagesTest.CHANNEL, Path.of("/cases/channel"), List.of(change))
                        .theCase());
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 10})
    void the_ends_of_the_recovery_of_an_outlet_in_java_survive(double recovery) {
        var outlet = new CharacteristicOutlet(Value.ZERO, recovery, OptionalDouble.empty());
        Case theCase = read(CaseMessagesTest.CHANNEL).toBuilder()
                .boundary("outlet", outlet)
                .build();
        assertThat(assertSameWords(theCase).boundaries()).containsEntry("outlet", outlet);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x-fastest", "z-fastest"})
    void a_numpy_image_survives_with_the_meaning_of_its_axes(String order, @TempDir Path folder) throws IOException {
        for (boolean fortran : new boolean[] {false, true}) {
            Files.write(folder.resolve("scan.npy"), npy(fortran));
            Case theCase = CaseFile.parse("case.yaml", """
                                    tessera: 1
                                    geometry: {image: {file: scan.npy, order: %s, pore: [0]}, spacing: 1 mm}
                                    sides: periodic
                                    fluid: {density: 1000 kg/m3, viscosity: 1e-6 m2/s}
                                    model: {lattice: D3Q19, collision: bgk}
                                    drive: {acceleration: [1e-3 m/s2, 0 m/s2, 0 m/s2]}
                                    time: {relaxation-time: 1, stop: {steps: 10}}
                                    """.formatted(order), folder, List.of())
                    .theCase();
            assertThat(CaseText.of(theCase)).contains("order: " + order).doesNotContain("size", "type");
            assertRoundTrip(theCase);
        }
    }

    /// 2 x 3 x 4 bytes, every fifth of them solid.
    private static byte[] npy(boolean fortran) {
        String header =
                "{'descr': '|u1', 'fortran_order': %s, 'shape': (2, 3, 4), }".formatted(fortran ? "True" : "False");
        header = header + " ".repeat(117 - header.length()) + "\n";
        byte[] bytes = new byte[10 + 118 + 24];
        byte[] magic = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, 118, 0};
        System.arraycopy(magic, 0, bytes, 0, 10);
        System.arraycopy(header.getBytes(StandardCharsets.US_ASCII), 0, bytes, 10, 118);
        for (int i = 0; i < 24; i += 5) {
            bytes[128 + i] = 1;
        }
        return bytes;
    }

    @Test
    void an_addressing_that_no_case_file_names_is_refused() {
        Case own = Case.named("own")
                .geometry(ShapeSource.in(Domain.enclosed(new Vec(1, 1, 1), Side.wall("wall"))))
                .spacingM(0.1)
                .steady(1e-5)
                .storage(new AaPattern(), CompactTiles.forCpu())
                .build();
        assertThatThrownBy(() -> CaseText.of(own))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no text; leave the choice to the planner");
    }

    @Test
    void a_case_from_java_with_everything_survives() {
        assertRoundTrip(everything());
    }

    private static Case everything() {
        ExprGraph graph = new ExprGraph();
        var t = graph.symbol("t");
        var pulse = graph.select(
                graph.compare(Form.Comparison.LESS, t, graph.constant(1, 2)),
                graph.call(Form.ElementaryFunction.SIN, List.of(graph.multiply(graph.constant(3), t))),
                graph.maximum(graph.negate(t), graph.squareRoot(graph.absolute(t))));
        Domain box = Domain.of(
                new Vec(8e-3, 4e-3, 4e-3),
                Side.opening("inlet").wet(),
                Side.opening("outlet"),
                Side.wall("floor").wet(),
                Side.wall("lid"),
                Side.periodic(),
                Side.periodic());
        return Case.named("everything")
                .title("All: \"that\" a case can say")
                .geometry(ShapeSource.in(box.at(new Vec(1e-3, 0, -2e-3)))
                        .obstacle("ball", new Sphere(new Vec(4e-3, 2e-3, 0), 7e-4).named("skin"))
                        .obstacle(
                                "bar",
                                new Cuboid(new Vec(6e-3, 0, -1e-3), new Vec(7e-3, 1e-3, 1e-3))
                                        .minus(new Sphere(new Vec(6.5e-3, 1e-3, 0), 3e-4))))
                .spacingM(2.5e-4)
                .fluid(1050, 3.5e-3 / 1050)
                .lattice(Lattices.D3Q27)
                .collision(Regularized.withBulkViscosityRatio(0.5))
                .equilibrium(new QuasiCompressible())
                .precision(Precision.FP32)
                .boundary(
                        "inlet",
                        new VelocityOpening(
                                new Flow.FlowRate(new Value.Varying(pulse, 1e-6, "")), Profile.PLUG, Scheme.AUTO, 0.1))
                .boundary(
                        "outlet",
                        new PressureOpening(
                                Value.of(80 * 133.322387415), Scheme.LINK_WISE, 0, true, new Boundary.Sponge(1e-3, 8)))
                .boundary("floor", new MixedWall())
                .boundary("lid", new MovingWall(List.of(Value.of(0.1), Value.ZERO, Value.ZERO)))
                .accelerationMPerS2(0, 0, -9.81)
                .initial(new Case.Initial(List.of(Value.of(1.0 / 3), Value.ZERO, Value.ZERO), Value.of(12)))
                .latticeSpeed(0.07)
                .steady(1e-6)
                .atMostS(2)
                .atMostSteps(10_000)
                .storage(new AaPattern(), new CompactTiles(TilingRule.bestOriginOf(8, 8, 4)))
                .output(new OutputChoice(
                        Schedule.everySeconds(0.05),
                        List.of(new WallShearStress()),
                        List.of(new FieldFormat("vtu")),
                        Compression.LZ4,
                        1,
                        List.of(),
                        List.of(
                                new Picture(new Pressure(), new View.Slice(2, 0.125)),
                                new Picture(new Velocity(), new View.Maximum(0)),
                                new Picture(new Velocity(), new View.Slice(1, 0.5), new Range.OfEach()),
                                new Picture(new WallShearStress(), new View.Maximum(1), new Range.Fixed(-0.5, 2.25)),
                                new Picture(new Velocity(), new View.Surface(Optional.empty())),
                                new Picture(new Pressure(), View.Surface.along(1)),
                                new Picture(
                                        new WallShearStress(), new View.Surface(Optional.of(new Vec(1, -0.5, 2.5e-7)))),
                                new Picture(
                                        new Pressure(),
                                        new View.Streamlines(new View.Surface(Optional.of(new Vec(1, -0.5, 2))))),
                                new Picture(new Velocity(), new View.Streamlines(new View.Surface(Optional.empty()))),
                                new Picture(
                                        new Pressure(),
                                        new View.SliceWithin(
                                                new View.Slice(0, 0.25), new View.Surface(Optional.empty()))),
                                new Picture(
                                        new Velocity(),
                                        new View.SliceWithin(
                                                new View.Slice(2, 0.5),
                                                new View.Surface(Optional.of(new Vec(1, -0.5, 2)))))),
                        List.of(new Plot("residual"), new Plot("outlet.flow_rate")),
                        List.of(new Probe("middle", new Vec(4e-3, 2e-3, 1e-3))),
                        Schedule.everySteps(100),
                        new Checkpoints(Schedule.everySteps(5000), 3),
                        new Exclusion(0, 2e-3),
                        List.of(),
                        List.of()))
                .referenceVelocityMPerS(0.2)
                .referenceLengthM(4e-3)
                .build();
    }

    @Test
    void the_text_is_as_a_user_would_write_it() {
        assertThat(CaseText.of(everything())).isEqualTo("""
                tessera: 1
                title: "All: \\"that\\" a case can say"
                name: everything
                geometry:
                  box: [8 mm, 4 mm, 4 mm]
                  corner: [1 mm, 0 m, -2 mm]
                  obstacles:
                    ball: {sphere: {centre: [4 mm, 2 mm, 0 m], diameter: 1.4 mm}, name: skin}
                    bar:
                      difference:
                        - {box: {from: [6 mm, 0 m, -1 mm], to: [7 mm, 1 mm, 1 mm]}}
                        - {sphere: {centre: [6.5 mm, 1 mm, 0 m], diameter: 0.6 mm}}
                  spacing: 250 um
                sides: {x-min: inlet, x-max: outlet, y-min: floor, y-max: lid, z: periodic}
                fluid: {density: 1050 kg/m3, viscosity: 3.3333333333333333 mm2/s}
                model:
                  lattice: D3Q27
                  collision: regularized
                  bulk-viscosity: 1.6666666666666667 mm2/s
                  equilibrium: quasi-compressible
                  precision: fp32
                boundaries:
                  inlet:
                    flow-rate: {expression: "if(t < 0.5, sin(3 * t), max(-t, sqrt(abs(t))))", unit: mL/s}
                    profile: plug
                    ramp: 0.1 s
                  outlet:
                    scheme: link-wise
                    pressure: 80 mmHg
                    sponge: {length: 1 mm, factor: 8}
                    backflow-guard: true
                  floor: {scheme: mixed}
                  lid: {scheme: moving, velocity: [0.1 m/s, 0 m/s, 0 m/s]}
                drive: {acceleration: [0 m/s2, 0 m/s2, -9.81 m/s2]}
                initial: {velocity: [0.3333333333333333 m/s, 0 m/s, 0 m/s], pressure: 12 Pa}
                reference: {velocity: 0.2 m/s, length: 4 mm}
                time: {lattice-speed: 0.07, stop: {steady: 1e-6, at-most: 2 s, steps: 10000}}
                storage: {addressing: compact-tiles, tile: [8, 8, 4], tile-origin: best, pattern: aa}
                output:
                  every: 50 ms
                  fields: [wall-shear-stress]
                  formats: [vtu]
                  compression: lz4
                  pictures:
                    - pressure slice z 12.5%
                    - maximum x
                    - {picture: slice y 50%, range: each}
                    - {picture: wall-shear-stress maximum y, range: [-0.5 Pa, 2.25 Pa]}
                    - surface
                    - pressure surface y
                    - wall-shear-stress surface from 1 -0.5 2.5e-7
                    - pressure streamlines from 1 -0.5 2
                    - streamlines
                    - pressure slice x 25% within surface
                    - slice z 50% within surface from 1 -0.5 2
                  plots: [residual, outlet.flow_rate]
                  probes: {middle: [4 mm, 2 mm, 1 mm]}
                  log-every: 100 steps
                  checkpoints: {every: 5000 steps, keep: 3}
                  wall-shear-stress: {exclude: 2 mm}
                """);
    }

    @Test
    void open_tubes_survive_with_their_openings() {
        Vec from = new Vec(1e-3, 1e-3, 1e-3);
        Vec to = new Vec(3e-3, 5e-3, 7e-3);
        assertRoundTrip(Case.named("tube")
                .geometry(ShapeSource.in(Domain.enclosed(new Vec(4e-3, 6e-3, 8e-3), Side.wall("wall")))
                        .fluid(Tube.open(from, to, 8e-4, "inlet", "outlet"))
                        .opening(OpeningFace.ofTube("inlet", to, from, 8e-4))
                        .opening(OpeningFace.ofTube("outlet", from, to, 8e-4)))
                .spacingM(2e-4)
                .steady(1e-5)
                .build());
    }

    @Test
    void what_has_no_key_is_refused_and_not_left_out() {
        Case own = Case.named("own")
                .geometry(ShapeSource.in(
                        Domain.enclosed(new Vec(1, 1, 1), Side.wall("wall").wet())))
                .spacingM(0.1)
                .steady(1e-5)
                .build();
        assertThatThrownBy(() -> CaseText.of(own))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the nodes of side wall are wet, but a case file places them half-way");
    }

    @Test
    void a_shape_of_the_users_own_is_refused() {
        Shape own = new Shape() {
            @Override
            public Spans along(Line line, double growM) {
                return Spans.EMPTY;
            }

            @Override
            public Bounds bounds() {
                return Bounds.ALL;
            }

            @Override
            public String toString() {
                return "my shape";
            }
        };
        assertThatThrownBy(() -> CaseText.of(inBox(source -> source.obstacle("body", own.named("skin")))))
                .hasMessageContaining("my shape")
                .hasMessageContaining("has no text in a case, which writes one of sphere, spheres, disc");
    }

    @Test
    void openings_that_are_no_ends_of_tubes_are_refused() {
        OpeningFace face = new OpeningFace("hole", new Vec(0.5, 0.5, 0), new Vec(0, 0, -1), 1e-2);
        Shape tube = Tube.open(new Vec(0.5, 0.5, 0), new Vec(0.5, 0.5, 1), 0.2, "inlet", "outlet");
        assertThatThrownBy(() -> CaseText.of(inBox(source -> source.fluid(tube).opening(face))))
                .hasMessageContaining("are not the ends of the open tubes");
        assertThatThrownBy(() -> CaseText.of(inBox(source -> source.fluid(tube))))
                .hasMessageContaining("are not the ends of the open tubes");
    }

    @Test
    void what_the_reader_would_refuse_is_not_written() {
        Shape ball = new Sphere(new Vec(0.5, 0.5, 0.5), 0.1);
        assertThatThrownBy(() -> CaseText.of(inBox(source -> source.obstacle("my ball", ball))))
                .hasMessageContaining("'my ball' is no name in a case: names are a letter");
        assertThatThrownBy(() -> CaseText.of(inBox(source -> source.obstacle("ball", ball.named("my skin")))))
                .hasMessageContaining("'my skin' is not a name");
        Case fast = Case.named("fast")
                .geometry(ShapeSource.in(Domain.enclosed(new Vec(1, 1, 1), Side.wall("wall"))))
                .spacingM(0.1)
                .latticeSpeed(0.6)
                .steady(1e-5)
                .build();
        assertThatThrownBy(() -> CaseText.of(fast))
                .hasMessage("0.6 has no text in a case, which needs a number above 0 and below 0.577");
    }

    @Test
    void two_obstacles_of_one_name_are_refused() {
        Shape ball = new Sphere(new Vec(0.5, 0.5, 0.5), 0.1);
        assertThatThrownBy(() -> CaseText.of(inBox(
                        source -> source.obstacle("ball", ball).obstacle("ball", new Sphere(Vec.ZERO, 0.1)))))
                .hasMessageContaining("two obstacles are called ball");
    }

    private static Case inBox(UnaryOperator<ShapeSource> change) {
        return Case.named("box")
                .geometry(change.apply(ShapeSource.in(Domain.enclosed(new Vec(1, 1, 1), Side.wall("wall")))))
                .spacingM(0.1)
                .steady(1e-5)
                .build();
    }

    @Test
    void the_text_of_a_file_keeps_what_was_written_and_names_files_absolutely() {
        CaseFile file = CaseFile.parse(
                "case.yaml",
                CaseMessagesTest.CHANNEL,
                Path.of("/cases/channel"),
                List.of("geometry.spacing=20 mm", "boundaries.inlet.velocity.1=0.01 m/s", "reference="));
        assertThat(file.text())
                .contains("spacing: 20 mm")
                .contains("obstacles: {cylinder: {disc: {centre: [0.2 m, 0.2 m], diameter: 0.1 m}}}")
                .contains("velocity: [{expression: 4*U*y*(height - y)/height^2, unit: m/s}, 0.01 m/s]")
                .doesNotContain("reference");
        assertThat(CaseFile.parse("case.yaml", file.text(), Path.of("/elsewhere/channel"), List.of())
                        .text())
                .isEqualTo(file.text());
    }
}
