package dev.tessera.solver.phase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Surface;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Volumes, interfaces and contact angles of exact shapes. In spacings; node 0 is half a spacing from the walls.
final class PhaseFieldTest {
    private static final double WIDTH = 2; // of interfaces
    private static ForkJoinPool pool;

    /// A function of place that is positive inside.
    private interface Shape {
        double at(double x, double y, double z);
    }

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(2);
    }

    @AfterAll
    static void stop() {
        pool.close();
    }

    /// Periodic along x and z, with a floor and a ceiling.
    private static NodeMap channel(int nx, int ny, int nz) {
        Side open = Side.periodic();
        Side floor = Side.wall("floor");
        Side ceiling = Side.wall("ceiling");
        Domain domain = nz == 1
                ? Domain.of2d(nx, ny, open, open, floor, ceiling)
                : Domain.of(new Vec(nx, ny, nz), open, open, floor, ceiling, open, open);
        return ShapeSource.in(domain).voxelise(1, pool);
    }

    private static PhaseField field(NodeMap nodes, Shape distance) {
        double[] values = new double[Math.toIntExact(nodes.fluid().count())];
        for (int n = 0; n < values.length; n++) {
            Vec at = nodes.placeM(n);
            values[n] = Math.tanh(distance.at(at.x(), at.y(), at.z()) / WIDTH);
        }
        return PhaseField.of(nodes, values);
    }

    /// A cap whose interface meets the floor, y = 0, at an angle inside.
    private static Shape cap(double degrees, double radius, double middle) {
        double height = -radius * Math.cos(Math.toRadians(degrees)); // of the centre
        return (x, y, z) -> radius - Math.hypot(Math.hypot(x - middle, y - height), z == 0 ? 0 : z - middle);
    }

    private static FlatWall wall(NodeMap nodes, String name) {
        Surface surface = nodes.surfaces().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
        return FlatWall.of(nodes, surface);
    }

    private static double angle(NodeMap nodes, Shape shape, String wall) {
        return ContactAngle.of(field(nodes, shape), wall(nodes, wall)).degrees();
    }

    @ParameterizedTest
    @ValueSource(doubles = {30, 60, 90, 120, 150})
    void a_cap_has_the_angle_at_which_its_circle_meets_the_wall(double degrees) {
        NodeMap nodes = channel(110, 60, 1);
        Shape cap = cap(degrees, degrees < 60 ? 40 : 24, 50.3);
        assertThat(angle(nodes, cap, "floor")).isCloseTo(degrees, within(0.2));
        Shape bubble = (x, y, z) -> -cap.at(x, y, z);
        assertThat(angle(nodes, bubble, "floor")).isCloseTo(180 - degrees, within(0.2));
        Shape below = (x, y, z) -> cap.at(x, 60 - y, z);
        assertThat(angle(nodes, below, "ceiling")).isCloseTo(degrees, within(0.2));
        assertThatThrownBy(() -> angle(nodes, below, "floor")).hasMessageContaining("no interface meets the wall");
    }

    @Test
    void a_cap_across_a_periodic_side_is_one_cap() {
        Shape cap = cap(75, 20, 0);
        Shape repeated = (x, y, z) -> Math.max(cap.at(x, y, z), cap.at(x - 80, y, z));
        assertThat(angle(channel(80, 40, 1), repeated, "floor")).isCloseTo(75, within(0.2));
    }

    @Test
    void the_largest_of_several_drops_counts() {
        Shape small = cap(120, 10, 90);
        Shape large = cap(60, 24, 30);
        Shape away = (x, y, z) -> 6 - Math.hypot(x - 30, y - 45);
        Shape all = (x, y, z) -> Math.max(away.at(x, y, z), Math.max(small.at(x, y, z), large.at(x, y, z)));
        assertThat(angle(channel(110, 60, 1), all, "floor")).isCloseTo(60, within(0.2));
    }

    @Test
    void a_cap_in_three_dimensions_is_part_of_a_sphere() {
        NodeMap nodes = channel(48, 24, 48);
        assertThat(angle(nodes, cap(70, 18, 24.2), "floor")).isCloseTo(70, within(0.3));
    }

    /// A slug between the walls: both of its interfaces are lines.
    @ParameterizedTest
    @CsvSource({"0, 90", "0.5, 116.565", "-0.5, 63.435"})
    void a_flat_interface_has_the_angle_of_its_line(double slope, double degrees) {
        NodeMap nodes = channel(100, 30, 1);
        Shape slug = (x, y, z) -> Math.min(x - 20.3 + slope * y, 70 + slope * y - x);
        double[] values = new double[Math.toIntExact(nodes.fluid().count())];
        for (int n = 0; n < values.length; n++) {
            Vec at = nodes.placeM(n);
            values[n] = slug.at(at.x(), at.y(), at.z());
        }
        double found = ContactAngle.of(PhaseField.of(nodes, values), wall(nodes, "floor"))
                .degrees();
        assertThat(found).isCloseTo(degrees, within(1e-3));
    }

    @Test
    void a_layer_on_the_floor_has_no_angle_and_a_wall_with_two_sides_neither() {
        NodeMap nodes = channel(40, 30, 1);
        assertThatThrownBy(() -> angle(nodes, (x, y, z) -> 10 - y, "floor"))
                .hasMessageContaining("no interface meets the wall");
        Side both = Side.wall("wall");
        NodeMap same = ShapeSource.in(Domain.of2d(40, 30, Side.periodic(), Side.periodic(), both, both))
                .voxelise(1, pool);
        assertThatThrownBy(() -> wall(same, "wall"))
                .hasMessageContaining("the wall wall is not flat")
                .hasMessageContaining("a name of its own");
        assertThatThrownBy(() -> angle(nodes, cap(90, 4.2, 20), "floor")).hasMessageContaining("too small");
    }

    @ParameterizedTest
    @ValueSource(doubles = {7.0, 7.3, 7.5, 7.9})
    void a_layer_has_its_thickness_and_place(double height) {
        NodeMap nodes = channel(6, 20, 1);
        double[] values = new double[Math.toIntExact(nodes.fluid().count())];
        for (int n = 0; n < values.length; n++) {
            values[n] = height - nodes.placeM(n).y();
        }
        PhaseField layer = PhaseField.of(nodes, values);
        assertThat(PhaseVolume.cells(layer, pool)).isCloseTo(6 * height, within(1e-12));
        assertThat(layer.positions(1, new int[] {2, 0, 0})).hasSize(1);
        assertThat(layer.positions(1, new int[] {2, 0, 0})[0] + 0.5).isCloseTo(height, within(1e-12));
        assertThat(layer.positions(0, new int[] {0, 3, 0})).isEmpty();
        double[] opposite = values.clone();
        for (int n = 0; n < opposite.length; n++) {
            opposite[n] = -values[n];
        }
        assertThat(PhaseVolume.cells(PhaseField.of(nodes, opposite), pool)).isCloseTo(6 * (20 - height), within(1e-12));
    }

    /// Oblique planes are exact, too: the field is linear.
    @Test
    void an_oblique_plane_cuts_a_box_in_halves() {
        NodeMap nodes = ShapeSource.in(Domain.enclosed(new Vec(9, 8, 7), Side.wall("wall")))
                .voxelise(1, pool);
        double[] values = new double[Math.toIntExact(nodes.fluid().count())];
        for (int n = 0; n < values.length; n++) {
            Vec at = nodes.placeM(n);
            values[n] = 0.3 * (at.x() - 4.5) - 0.7 * (at.y() - 4) + 0.45 * (at.z() - 3.5);
        }
        assertThat(PhaseVolume.cells(PhaseField.of(nodes, values), pool)).isCloseTo(9 * 8 * 7 / 2.0, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"10, 0.01", "20, 0.0025"})
    void the_area_of_a_disc_converges_at_second_order(double radius, double tolerance) {
        int side = (int) (3 * radius);
        NodeMap nodes = channel(side, side, 1);
        PhaseField disc = field(nodes, (x, y, z) -> radius - Math.hypot(x - side / 2.0 - 0.2, y - side / 2.0 + 0.1));
        double exact = Math.PI * radius * radius;
        assertThat(PhaseVolume.cells(disc, pool)).isCloseTo(exact, within(tolerance * exact));
        assertThat(CircleFit.of(disc.interfacePoints()).radius()).isCloseTo(radius, within(0.02));
    }

    @Test
    void the_volume_of_a_ball_and_its_surroundings_is_that_of_the_box() {
        NodeMap nodes = channel(30, 30, 30);
        Shape ball = (x, y, z) -> 9 - Math.hypot(Math.hypot(x - 15.2, y - 14.9), z - 15.4);
        double inside = PhaseVolume.cells(field(nodes, ball), pool);
        double outside = PhaseVolume.cells(field(nodes, (x, y, z) -> -ball.at(x, y, z)), pool);
        double exact = 4 / 3.0 * Math.PI * 9 * 9 * 9;
        assertThat(inside).isCloseTo(exact, within(0.015 * exact));
        assertThat(inside + outside).isCloseTo(27_000, within(1e-8));
    }

    @Test
    void the_densest_of_three_components_has_the_phase() {
        NodeMap nodes = channel(12, 4, 1);
        int count = Math.toIntExact(nodes.fluid().count());
        List<double[]> densities = List.of(new double[count], new double[count], new double[count]);
        for (int n = 0; n < count; n++) {
            int third = (int) (nodes.placeM(n).x() / 4);
            for (int k = 0; k < 3; k++) {
                densities.get(k)[n] = k == third ? 1 : 0.1 + 0.1 * k;
            }
        }
        double sum = 0;
        for (int k = 0; k < 3; k++) {
            PhaseField phase = PhaseField.ofDensest(nodes, densities, k);
            double volume = PhaseVolume.cells(phase, pool);
            assertThat(volume).isCloseTo(16, within(1.0));
            sum += volume;
            assertThat(phase.positions(0, new int[3])).hasSize(2); // also across the periodic side
        }
        assertThat(sum).isCloseTo(48, within(1.0)); // the second densest differs from node to node
    }

    @Test
    void the_positive_part_of_a_tetrahedron_is_exact() {
        double[] alone = {1, -1, -1, -1};
        double[] halves = {1, 1, -1, -1};
        double[] three = {1, 1, 1, -1};
        assertThat(PhaseVolume.positive(alone)).isCloseTo(1 / 8.0, within(1e-15));
        assertThat(PhaseVolume.positive(halves)).isCloseTo(1 / 2.0, within(1e-15));
        assertThat(PhaseVolume.positive(three)).isCloseTo(7 / 8.0, within(1e-15));
        // divided differences: the sum of v^3 / prod (v - w) over positive v
        double[] values = {-0.7, -0.2, 0.4, 1.1};
        double exact = Math.pow(0.4, 3) / (1.1 * 0.6 * -0.7) + Math.pow(1.1, 3) / (1.8 * 1.3 * 0.7);
        assertThat(PhaseVolume.positive(values)).isCloseTo(exact, within(1e-14));
    }
}
