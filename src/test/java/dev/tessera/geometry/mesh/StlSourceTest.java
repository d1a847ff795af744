package dev.tessera.geometry.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.IsolatedFluid;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Opening;
import dev.tessera.geometry.OpeningSelector.Cut;
import dev.tessera.geometry.OpeningSelector.Near;
import dev.tessera.geometry.OpeningSelector.Numbered;
import dev.tessera.geometry.OpeningSelector.Outermost;
import dev.tessera.geometry.OpeningSelector.Part;
import dev.tessera.geometry.OpeningSpec;
import dev.tessera.geometry.OpeningSpec.Extension;
import dev.tessera.geometry.Vec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StlSourceTest {
    private static final Vec FROM = new Vec(0.1, -0.2, 0.3);
    private static final Vec ALONG = new Vec(1, 2, 3).unit();
    private static final Vec TO = FROM.plus(ALONG.times(2));
    private static final double RADIUS = 0.4;

    @TempDir
    Path folder;

    private final ForkJoinPool workers = ForkJoinPool.commonPool();
    private final List<Meshes.Triangle> tube = Meshes.tube(FROM, TO, RADIUS, 64, 40);

    private StlSource source(List<Meshes.Triangle> triangles) {
        return StlSource.of(Meshes.write(folder, triangles), StlUnit.M);
    }

    /// Calls with each link's surface name and the place where it is cut.
    private static void forEachCut(NodeMap map, BiConsumer<String, Vec> visitor) {
        CutLinks links = map.links();
        Box box = map.box();
        for (int b = 0; b < links.boundaryNodes(); b++) {
            long node = map.fluid().boxIndex(links.node(b));
            for (int l = links.firstLink(b); l < links.endLink(b); l++) {
                int code = links.code(l);
                Vec at = new Vec(box.x(node), box.y(node), box.z(node))
                        .plus(new Vec(code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1).times(links.distance(l)));
                Vec place = Vec.of(map.originM()).plus(at.times(map.spacingM()));
                visitor.accept(map.surfaces().get(links.surface(l)).name(), place);
            }
        }
    }

    @Test
    void the_inside_of_a_ball_has_its_volume_and_exact_wall_distances() {
        Vec centre = new Vec(0.31, -0.22, 0.13);
        NodeMap map = source(Meshes.icosphere(centre, 1, 4)).voxelise(0.05, workers);
        assertThat(map.fluid().count() * Math.pow(0.05, 3)).isCloseTo(4.0 / 3 * Math.PI, within(0.02));
        int[] count = {0};
        forEachCut(map, (name, place) -> {
            assertThat(place.distance(centre)).isBetween(0.9967, 1.0 + 1e-5);
            count[0]++;
        });
        assertThat(count[0]).isEqualTo(map.links().links()).isGreaterThan(30_000);
        for (int b = 0; b < map.links().boundaryNodes(); b++) {
            long node = map.fluid().boxIndex(map.links().node(b));
            Vec place = Vec.of(map.originM())
                    .plus(new Vec(
                                    map.box().x(node),
                                    map.box().y(node),
                                    map.box().z(node))
                            .times(0.05));
            Vec normal = new Vec(
                    map.links().normal(b, 0),
                    map.links().normal(b, 1),
                    map.links().normal(b, 2));
            assertThat(normal.dot(centre.minus(place).unit())).isGreaterThan(0.98);
        }
    }

    @Test
    void every_node_is_fluid_exactly_where_the_formula_of_a_box_gives_fluid() {
        // faces, edges and corners of the box lie exactly on rows and between nodes of the finer grids
        for (double spacing : new double[] {0.25, 0.1, 0.0625}) {
            NodeMap map =
                    source(Meshes.box(new Vec(0, 0, 0), new Vec(1, 1, 0.5))).voxelise(spacing, workers);
            Box box = map.box();
            assertThat(map.fluid().count())
                    .isBetween((long) (box.nx() - 2) * (box.ny() - 2) * (box.nz() - 2), box.size());
            int[] outside = {0};
            forEachCut(map, (name, place) -> {
                double off = Math.max(
                        Math.abs(place.x() - 0.5) - 0.5,
                        Math.max(Math.abs(place.y() - 0.5) - 0.5, Math.abs(place.z() - 0.25) - 0.25));
                outside[0] += Math.abs(off) > 1e-3 * spacing ? 1 : 0;
            });
            assertThat(outside[0]).isZero();
        }
    }

    @Test
    void both_open_ends_of_an_oblique_tube_are_found_capped_and_measured() {
        NodeMap map = source(tube)
                .opening(OpeningSpec.of("inlet", new Near(FROM.plus(new Vec(0.1, 0, 0)))))
                .opening(OpeningSpec.of("outlet", new Outermost(2, true)))
                .voxelise(0.04, workers);
        Opening inlet = map.openings().getFirst();
        assertThat(inlet.name()).isEqualTo("inlet");
        assertThat(inlet.centreM()).containsExactly(FROM.toArray(), within(1e-6));
        assertThat(Vec.of(inlet.normal()).dot(ALONG)).isCloseTo(-1, within(1e-9));
        assertThat(inlet.radiusM()).isCloseTo(RADIUS, within(1e-3));
        double volume = Math.PI * RADIUS * RADIUS * 2;
        assertThat(map.fluid().count() * Math.pow(0.04, 3)).isCloseTo(volume, within(0.01 * volume));
        forEachCut(map, (name, place) -> {
            double along = place.minus(FROM).dot(ALONG);
            double off = switch (name) {
                case "inlet" -> along;
                case "outlet" -> along - 2;
                default -> place.minus(FROM).cross(ALONG).length() - RADIUS;
            };
            assertThat(off).as(name).isBetween(-0.002, 1e-5);
        });
    }

    @Test
    void ends_without_names_are_numbered_by_size() {
        NodeMap map = source(tube).voxelise(0.05, workers);
        assertThat(map.openings()).extracting(Opening::name).containsExactly("opening-1", "opening-2");
        assertThat(map.surfaces()).extracting(s -> s.name()).containsExactly("wall", "opening-1", "opening-2");
    }

    @Test
    void an_end_without_a_name_is_closed_and_reported() {
        NodeMap map = source(tube)
                .opening(OpeningSpec.of("in", new Outermost(2, false)))
                .voxelise(0.05, workers);
        assertThat(map.openings())
                .extracting(Opening::name)
                .satisfiesExactly(
                        name -> assertThat(name).isEqualTo("in"),
                        name -> assertThat(name).startsWith("opening-"));
        assertThat(map.findings()).anyMatch(f -> f.contains("has no name in the case; it is called opening-"));
    }

    @Test
    void flat_ends_of_a_closed_tube_are_openings_too() {
        List<Meshes.Triangle> closed =
                Meshes.join(tube, Meshes.lid(FROM, ALONG.times(-1), tube), Meshes.lid(TO, ALONG, tube));
        NodeMap map =
                source(closed).opening(OpeningSpec.of("inlet", new Near(FROM))).voxelise(0.05, workers);
        assertThat(map.openings()).extracting(Opening::name).containsExactly("inlet");
        assertThat(Vec.of(map.openings().getFirst().normal()).dot(ALONG)).isCloseTo(-1, within(1e-6));
        assertThat(map.findings()).anyMatch(f -> f.startsWith("the flat end at") && f.endsWith("it remains wall"));
    }

    @Test
    void an_extension_lengthens_the_tube_by_diameters_and_makes_it_round() {
        List<Meshes.Triangle> oval = Meshes.map(tube, v -> {
            double height = v.minus(FROM).dot(new Vec(1, -0.5, 0).unit());
            return v.plus(new Vec(1, -0.5, 0).unit().times(0.3 * height));
        });
        double area = Math.PI * RADIUS * RADIUS * 1.3;
        NodeMap plain = source(oval).voxelise(0.05, workers);
        NodeMap map = source(oval)
                .opening(new OpeningSpec(
                        "out", new Near(TO), Extension.diameters(3).toCircle()))
                .voxelise(0.05, workers);
        Opening out = map.openings().getFirst();
        assertThat(out.areaM2()).isCloseTo(area, within(0.01 * area));
        assertThat(Vec.of(out.centreM()).distance(TO.plus(ALONG.times(6 * out.radiusM()))))
                .isLessThan(0.01);
        double added = (map.fluid().count() - plain.fluid().count()) * Math.pow(0.05, 3);
        assertThat(added).isCloseTo(area * 6 * out.radiusM(), within(0.02 * area * 6 * out.radiusM()));
        Vec end = Vec.of(out.centreM());
        forEachCut(map, (name, place) -> {
            if (name.equals("out")) {
                assertThat(place.distance(end)).isLessThan(out.radiusM() * 1.01);
            }
        });
    }

    @Test
    void parts_of_a_text_file_are_surfaces_and_can_be_openings() {
        String text = Meshes.text("artery wall", tube)
                + Meshes.text("entry", Meshes.lid(FROM, ALONG.times(-1), tube))
                + Meshes.text("exit", Meshes.lid(TO, ALONG, tube));
        Path file = Meshes.write(folder, "parts.stl", text.getBytes(StandardCharsets.US_ASCII));
        NodeMap map = StlSource.of(file, StlUnit.CM)
                .opening(OpeningSpec.of("inlet", new Part("entry")))
                .voxelise(0.0005, workers);
        assertThat(map.surfaces()).extracting(s -> s.name()).containsExactly("artery-wall", "exit", "inlet");
        assertThat(map.openings().getFirst().radiusM()).isCloseTo(0.004, within(1e-5));
    }

    @Test
    void an_opening_that_is_not_there_is_refused_with_the_list_of_those_that_are() {
        StlSource source = source(tube);
        assertThatThrownBy(() -> source.opening(OpeningSpec.of("inlet", new Near(new Vec(9, 9, 9))))
                        .voxelise(0.1, workers))
                .isInstanceOf(GeometryException.class)
                .hasMessageContaining(
                        "opening inlet: the surface has no end near (9.000, 9.000, 9.000) m (the nearest is ")
                .hasMessageContaining("1: open end at")
                .hasMessageContaining("2: open end at");
        assertThatThrownBy(() ->
                        source.opening(OpeningSpec.of("a", new Numbered(3))).voxelise(0.1, workers))
                .hasMessageContaining("no end number 3");
        assertThatThrownBy(() -> source.opening(OpeningSpec.of("a", new Numbered(1)))
                        .opening(OpeningSpec.of("b", new Numbered(1)))
                        .voxelise(0.1, workers))
                .hasMessageContaining("openings a and b are the same open end");
        StlSource ball = source(Meshes.icosphere(Vec.ZERO, 1, 4));
        assertThatThrownBy(() -> ball.opening(OpeningSpec.of("inlet", new Near(new Vec(1, 0, 0))))
                        .voxelise(0.1, workers))
                .hasMessageEndingWith(
                        "its ends are: none. Cut off its ends: openings: {inlet: {cut: {point: [x, y, z], normal: [x, y, z]}}}");
    }

    @Test
    void a_wrong_unit_is_recognised_by_the_number_of_nodes() {
        assertThatThrownBy(() -> source(tube).voxelise(1e-7, workers)).hasMessageContaining("is stl-unit right?");
        assertThatThrownBy(() -> source(tube).voxelise(5, workers))
                .hasMessage("a spacing of 5 m is too coarse for mesh.stl, which is 3.01 m across; use a finer one, or"
                        + " check stl-unit (m)");
        assertThatThrownBy(() -> source(tube).voxelise(5e-5, workers))
                .hasMessageContaining("A spacing of")
                .hasMessageEndingWith("The surface is 3.01 m across; if it should not be, check stl-unit (m).");
    }

    @Test
    void a_second_vessel_without_opening_is_dropped_on_request() {
        List<Meshes.Triangle> two = Meshes.join(tube, Meshes.icosphere(new Vec(4, 0, 0), 0.3, 2));
        NodeMap kept = source(two).voxelise(0.05, workers);
        NodeMap dropped = source(two).isolated(IsolatedFluid.DROP).voxelise(0.05, workers);
        assertThat(kept.findings())
                .anyMatch(f -> f.matches("isolated fluid: \\d+ nodes at .* without an opening; kept"));
        assertThat(dropped.fluid().count()).isLessThan(kept.fluid().count() - 500);
        forEachCut(dropped, (name, place) -> assertThat(place.x()).isLessThan(3));
    }

    @Test
    void a_narrow_opening_is_warned_of() {
        assertThat(source(tube).voxelise(0.3, workers).findings())
                .contains("opening opening-1 is only 2.7 nodes wide; use a spacing below 0.2 m");
    }

    /// A tube with hemispherical ends, as written by segmentation programs.
    private List<Meshes.Triangle> capsule() {
        Vec middle = FROM.plus(TO).times(0.5);
        return Meshes.map(Meshes.icosphere(Vec.ZERO, 1, 4), v -> {
            double along = v.dot(ALONG);
            Vec across = v.minus(ALONG.times(along));
            return middle.plus(ALONG.times(2 * along)).plus(across.times(RADIUS));
        });
    }

    @Test
    void a_plane_cuts_a_rounded_end_off_and_leaves_an_opening() {
        Vec middle = FROM.plus(TO).times(0.5);
        NodeMap map = source(capsule())
                .opening(OpeningSpec.of("in", new Cut(middle.minus(ALONG), ALONG.times(-3))))
                .opening(new OpeningSpec(
                        "out", new Cut(middle.plus(ALONG).plus(ALONG.anyNormal().times(0.1)), ALONG), Extension.NONE))
                .voxelise(0.04, workers);
        assertThat(map.openings()).extracting(Opening::name).containsExactly("in", "out");
        double radius = RADIUS * Math.sqrt(0.75); // of the ellipsoid, half-way to its ends
        for (Opening opening : map.openings()) {
            double side = opening.name().equals("in") ? -1 : 1;
            assertThat(Vec.of(opening.normal()).dot(ALONG)).isCloseTo(side, within(1e-6));
            assertThat(Vec.of(opening.centreM()).distance(middle.plus(ALONG.times(side))))
                    .isLessThan(2e-3);
            assertThat(opening.radiusM()).isCloseTo(radius, within(2e-3));
        }
        // of an ellipsoid with half axes 2, R, R between -1 and 1: 2 pi R² (1 - 1/12)
        double volume = 2 * Math.PI * RADIUS * RADIUS * 11 / 12;
        assertThat(map.fluid().count() * Math.pow(0.04, 3)).isCloseTo(volume, within(0.01 * volume));
        forEachCut(map, (name, place) -> {
            double along = place.minus(middle).dot(ALONG);
            assertThat(Math.abs(along)).isLessThan(1 + 1e-4);
            if (!name.equals("wall")) {
                assertThat(along).isCloseTo(name.equals("in") ? -1 : 1, within(1e-4));
            }
        });
        assertThat(map.findings()).anyMatch(f -> f.startsWith("opening in: cut at "));
    }

    @Test
    void a_cut_leaves_other_vessels_alone_and_can_be_extended() {
        Vec aside = ALONG.anyNormal().times(1.5);
        List<Meshes.Triangle> two = Meshes.join(capsule(), Meshes.map(capsule(), v -> v.plus(aside)));
        Vec middle = FROM.plus(TO).times(0.5);
        NodeMap map = source(two)
                .opening(new OpeningSpec("out", new Cut(middle.plus(ALONG), ALONG), Extension.diameters(1)))
                .voxelise(0.05, workers);
        double ball = 4.0 / 3 * Math.PI * RADIUS * RADIUS * 2;
        double added = Math.PI * RADIUS * RADIUS * 0.75 * 2 * RADIUS * Math.sqrt(0.75);
        double lost = Math.PI * RADIUS * RADIUS * 2 * (2.0 / 3 - 11.0 / 24);
        assertThat(map.fluid().count() * Math.pow(0.05, 3)).isCloseTo(2 * ball - lost + added, within(0.01 * ball));
        double[] farthest = {0};
        forEachCut(map, (name, place) -> {
            boolean second = place.minus(middle).minus(aside).cross(ALONG).length() < 1.1 * RADIUS;
            farthest[0] = second
                    ? Math.max(farthest[0], place.minus(middle).minus(aside).dot(ALONG))
                    : farthest[0];
        });
        assertThat(farthest[0]).isGreaterThan(1.9);
    }

    @Test
    void a_plane_through_the_vertices_of_a_tube_cuts_it_all_the_same() {
        List<Meshes.Triangle> closed =
                Meshes.join(tube, Meshes.lid(FROM, ALONG.times(-1), tube), Meshes.lid(TO, ALONG, tube));
        Vec ring = FROM.plus(ALONG.times(1.5)); // row 30 of 40
        NodeMap map = source(closed)
                .opening(OpeningSpec.of("out", new Cut(ring, ALONG)))
                .voxelise(0.05, workers);
        Opening out = map.openings().getFirst();
        assertThat(Vec.of(out.centreM()).distance(ring)).isLessThan(1e-4);
        assertThat(out.radiusM()).isCloseTo(RADIUS, within(1e-3));
    }

    @Test
    void a_cut_that_cuts_nothing_off_is_refused_with_the_remedy() {
        StlSource source = source(capsule());
        Vec middle = FROM.plus(TO).times(0.5);
        assertThatThrownBy(() -> source.opening(OpeningSpec.of("in", new Cut(middle.plus(ALONG.times(5)), ALONG)))
                        .voxelise(0.05, workers))
                .hasMessageContaining("opening in: the plane at ")
                .hasMessageContaining("does not meet the surface");
        Vec outside = middle.plus(ALONG.anyNormal().times(0.6));
        assertThatThrownBy(() -> source.opening(OpeningSpec.of("in", new Cut(outside, ALONG)))
                        .voxelise(0.05, workers))
                .hasMessageContaining("does not lie inside the surface's cross-section")
                .hasMessageContaining("\n  around ");
        assertThatThrownBy(() -> source.opening(OpeningSpec.of("in", new Cut(middle.plus(ALONG), ALONG.times(-1))))
                        .voxelise(0.05, workers))
                .hasMessageContaining("reverse it");
        assertThatThrownBy(() -> source(Meshes.torus(1, 0.3))
                        .opening(OpeningSpec.of("in", new Cut(new Vec(1, 0, 0), new Vec(0, 1, 0))))
                        .voxelise(0.05, workers))
                .hasMessageContaining("cuts no end off");
    }
}
