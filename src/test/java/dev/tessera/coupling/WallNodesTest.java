package dev.tessera.coupling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Nodes of a domain that do not collide, and sides without an envelope.
final class WallNodesTest {
    private static final double OMEGA = 1.3;

    /// @param type of each node, in the caller's order
    private static NodeTypes types(Arena arena, int nodes, IntUnaryOperator type) {
        byte[] types = new byte[nodes];
        for (int n = 0; n < nodes; n++) {
            types[n] = (byte) type.applyAsInt(n);
        }
        return NodeTypes.of(arena.allocateFrom(ValueLayout.JAVA_BYTE, types));
    }

    private static MemorySegment doubles(Arena arena, int count, IntToDoubleFunction value) {
        double[] values = new double[count];
        Arrays.setAll(values, value);
        return arena.allocateFrom(ValueLayout.JAVA_DOUBLE, values);
    }

    /// All nodes are of one type, in a periodic box: so that only their own rule acts.
    @ParameterizedTest
    @CsvSource({
        "cpu:interpreter, D2Q9, fp64",
        "cpu:interpreter, D3Q19, fp64",
        "cpu:jvm, D3Q19, fp64",
        "cpu:jvm, D3Q19, fp32",
        "cpu:jvm, D3Q27, fp64"
    })
    void populations_are_reversed_pushed_by_the_wall_or_unchanged_and_then_stream(
            String device, String key, String precision) {
        VelocitySet lattice = Lattices.byKey(key);
        List<Velocity> velocities = PalabosDirections.of(lattice);
        int d = lattice.dimensions();
        int[] n = d == 2 ? new int[] {4, 5} : new int[] {4, 5, 3};
        int nodes = d == 2 ? 20 : 60;
        String model = "periodic=xyz lattice=%s precision=%s".formatted(key, precision);
        double[] wall = {0.03, -0.02, 0.01};
        double rho = 1.25;
        for (int kind = 0; kind < 3; kind++) { // resting, moving, passing
            int type = kind == 2 ? NodeTypes.PASSING : NodeTypes.FULL_WAY;
            boolean moves = kind == 1;
            try (Arena arena = Arena.ofConfined();
                    Block block = Block.on(
                            device,
                            model,
                            OMEGA,
                            new NodeTypes(
                                    types(arena, nodes, at -> type).types(),
                                    moves ? doubles(arena, nodes * d, at -> wall[at % d]) : MemorySegment.NULL,
                                    moves ? doubles(arena, nodes, at -> rho) : MemorySegment.NULL),
                            n)) {
                double[] before = block.scattered();
                block.write(before);
                block.domain().step(1);
                double[] after = block.read();
                for (int node = 0; node < nodes; node++) {
                    for (int i = 0; i < lattice.size(); i++) {
                        Velocity c = velocities.get(i);
                        int from = neighbour(node, n, c, -1);
                        int opposite = velocities.indexOf(new Velocity(-c.x(), -c.y(), -c.z()));
                        double pushed = 2
                                * rho
                                * 3
                                * lattice.weight(lattice.velocities().indexOf(c))
                                        .toDouble()
                                * (c.x() * wall[0] + c.y() * wall[1] + (d == 2 ? 0 : c.z() * wall[2]));
                        double expected =
                                before[from * lattice.size() + (kind == 2 ? i : opposite)] + (moves ? pushed : 0);
                        double tolerance = !moves ? 0 : precision.equals("fp64") ? 1e-17 : 1e-9;
                        assertThat(after[node * lattice.size() + i])
                                .as("kind %d, node %d, direction %d", kind, node, i)
                                .isCloseTo(expected, within(tolerance));
                    }
                }
            }
        }
    }

    private static int neighbour(int node, int[] n, Velocity c, int sign) {
        int nz = n.length == 2 ? 1 : n[2];
        int x = Math.floorMod(node / (n[1] * nz) + sign * c.x(), n[0]);
        int y = Math.floorMod(node / nz % n[1] + sign * c.y(), n[1]);
        int z = Math.floorMod(node % nz + sign * c.z(), nz);
        return (x * n[1] + y) * nz + z;
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu:interpreter", "cpu:jvm"})
    void a_force_between_full_way_walls_drives_the_parabola_of_half_way_walls(String device) {
        int width = 9;
        int ny = width + 2;
        String model = "periodic=xyz collision=trt force-z=1e-6";
        double[][] velocity = new double[2][];
        for (int type = 1; type <= 2; type++) { // solid, full-way
            int ofWall = type;
            try (Arena arena = Arena.ofConfined();
                    Block block = Block.on(
                            device,
                            model,
                            1.0,
                            types(arena, 2 * ny * 2, n -> n / 2 % ny == 0 || n / 2 % ny == ny - 1 ? ofWall : 0),
                            2,
                            ny,
                            2)) {
                block.domain().step(3000);
                velocity[type - 1] = FieldValues.of(
                        block.domain(), "velocity", NodeBox.all(block.domain().size()));
                assertThat(FieldValues.of(block.domain(), "density", new NodeBox(0, 0, 0, 0, 0, 1)))
                        .containsExactly(1, 1);
            }
        }
        double fastest = 1e-6 * width * width / 8 * 6;
        assertThat(velocity[0][3 * 2 * (ny / 2) + 2]).isCloseTo(fastest, within(1e-2 * fastest));
        assertThat(velocity[1]).containsExactly(velocity[0], within(1e-9 * fastest));
    }

    /// What leaves over a closed side comes back; a closed box runs any number of steps, without loss of mass.
    @ParameterizedTest
    @CsvSource({"cpu:interpreter, D2Q9", "cpu:interpreter, D3Q19", "cpu:jvm, D3Q19"})
    void a_box_with_closed_sides_has_no_envelope_and_keeps_its_mass(String device, String key) {
        VelocitySet lattice = Lattices.byKey(key);
        boolean isFlat = lattice.dimensions() == 2;
        String model = "lattice=%s closed=%s".formatted(key, isFlat ? "x0,x1,y0,y1" : "x0,x1,y0,y1,z0,z1");
        try (Block block = Block.on(device, model, OMEGA, isFlat ? new int[] {5, 6} : new int[] {5, 6, 4})) {
            double[] start = block.scattered();
            Arrays.setAll(start, n -> 0.01 * start[n]);
            block.write(start);
            block.domain().step(50);
            assertThat(Arrays.stream(block.read()).sum())
                    .isCloseTo(Arrays.stream(start).sum(), within(1e-14));
        }
    }

    @Test
    void only_closed_sides_return_what_leaves() {
        VelocitySet lattice = Lattices.D3Q19;
        List<Velocity> velocities = PalabosDirections.of(lattice);
        int up = velocities.indexOf(new Velocity(0, 0, 1));
        int down = velocities.indexOf(new Velocity(0, 0, -1));
        try (Block block = Block.on("cpu:interpreter", "closed=z1", 1e-9, 4, 5, 6)) {
            int top = (1 * 5 + 2) * 6 + 5;
            double[] values = new double[4 * 5 * 6 * 19];
            values[top * 19 + up] = 1e-3;
            block.write(values);
            block.domain().step(1);
            assertThat(block.read(top)[down]).isCloseTo(1e-3, within(1e-9));
            assertThatThrownBy(() -> block.domain().step(1)).hasMessageContaining("at most 0 more");
        }
    }

    /// Couette flow: a full-way wall moves along z, the other is at rest; half-way between nodes.
    @Test
    void a_moving_wall_drags_the_fluid_to_a_straight_profile() {
        int width = 8;
        int ny = width + 2;
        double speed = 1e-3;
        try (Arena arena = Arena.ofConfined();
                Block block = Block.on(
                        "cpu:jvm",
                        "periodic=xyz",
                        OMEGA,
                        new NodeTypes(
                                types(arena, 2 * ny * 2, n -> n / 2 % ny == 0 || n / 2 % ny == ny - 1 ? 2 : 0)
                                        .types(),
                                doubles(arena, 3 * 2 * ny * 2, n -> n % 3 == 2 && n / 6 % ny == ny - 1 ? speed : 0),
                                MemorySegment.NULL),
                        2,
                        ny,
                        2)) {
            block.domain().step(4000);
            double[] velocity = FieldValues.of(block.domain(), "velocity", new NodeBox(0, 0, 0, ny - 1, 0, 0));
            for (int y = 1; y <= width; y++) {
                assertThat(velocity[3 * y + 2]).isCloseTo(speed * (y - 0.5) / width, within(1e-9));
            }
            assertThat(velocity[3 * (ny - 1) + 2]).isEqualTo(speed);
            assertThat(velocity[2]).isZero();
        }
    }

    @Test
    void small_boxes_beside_solid_nodes_are_written_and_read_as_messages() {
        try (Arena arena = Arena.ofConfined();
                Block block = Block.on("cpu:jvm", "", OMEGA, types(arena, 8 * 6 * 6, n -> n == 100 ? 1 : 0), 8, 6, 6)) {
            block.write(block.scattered());
            double[] all = block.read();
            NodeBox face = new NodeBox(7, 7, 0, 5, 0, 5);
            assertThat(block.domain().boxes().toWrite(List.of(face), ValueOrder.PALABOS))
                    .isPresent();
            assertThat(block.domain().boxes().toRead(List.of(new NodeBox(2, 2, 0, 5, 0, 5)), ValueOrder.PALABOS))
                    .isEmpty();
            for (int round = 0; round < 2; round++) {
                assertThat(block.read(face, ValueOrder.PALABOS))
                        .containsExactly(Arrays.copyOfRange(all, 7 * 36 * 19, 8 * 36 * 19));
                block.write(face, ValueOrder.PALABOS, Arrays.copyOfRange(all, 7 * 36 * 19, 8 * 36 * 19));
            }
            assertThat(block.read()).containsExactly(all);
        }
    }

    @Test
    void a_wall_whose_velocity_is_no_number_is_refused() {
        try (Arena arena = Arena.ofConfined()) {
            NodeTypes types = new NodeTypes(
                    types(arena, 64, n -> n == 21 ? 2 : 0).types(),
                    doubles(arena, 3 * 64, n -> n == 21 * 3 + 1 ? Double.NaN : 0),
                    MemorySegment.NULL);
            assertThatThrownBy(() -> Block.on("cpu:interpreter", "", OMEGA, types, 4, 4, 4))
                    .isInstanceOf(CouplingException.class)
                    .hasMessageContaining("the velocity of node 21, which is in a wall or on a plane, is NaN");
        }
    }
}
