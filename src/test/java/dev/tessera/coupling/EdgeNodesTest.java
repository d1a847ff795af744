package dev.tessera.coupling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Nodes of a domain at edges and corners between planes with given velocities.
final class EdgeNodesTest {
    static final int SIDE = 6;
    private static final int NODES = SIDE * SIDE * SIDE;
    private static final double SHEAR = 1e-4; // per step
    private static final String CLOSED = " closed=x0,x1,y0,y1,z0,z1";

    /// A closed box with planes of a rule, edges and corners of the sheared flow `u = SHEAR (z, x, y)` from its middle,
    /// whose rate of strain is `SHEAR / 2` in all mixed components.
    static Block shearedBox(Arena arena, String device, String model, int plane) {
        return Block.on(
                device,
                model + CLOSED,
                1.3,
                new NodeTypes(
                        arena.allocateFrom(ValueLayout.JAVA_BYTE, types(plane)),
                        arena.allocateFrom(ValueLayout.JAVA_DOUBLE, velocities()),
                        MemorySegment.NULL,
                        arena.allocateFrom(ValueLayout.JAVA_DOUBLE, strains(SHEAR / 2))),
                SIDE,
                SIDE,
                SIDE);
    }

    /// As `tessera.h` numbers them.
    private static byte[] types(int plane) {
        byte[] types = new byte[NODES];
        for (int node = 0; node < NODES; node++) {
            int[] at = {node / (SIDE * SIDE), node / SIDE % SIDE, node % SIDE};
            int across = (int) Arrays.stream(at).filter(EdgeNodesTest::isOuter).count();
            int number = 0;
            for (int axis = 0; axis < 3; axis++) {
                if (across == 1 && isOuter(at[axis])) {
                    number = 2 * axis + (at[axis] > 0 ? 1 : 0);
                } else if (across == 2 && !isOuter(at[axis])) {
                    int first = axis == 0 ? 1 : 0;
                    number = 4 * axis + (at[first] > 0 ? 2 : 0) + (at[3 - axis - first] > 0 ? 1 : 0);
                } else if (across == 3 && at[axis] > 0) {
                    number += 4 >> axis;
                }
            }
            types[node] = (byte) (new int[] {0, plane, 112, 128}[across] + number);
        }
        return types;
    }

    private static boolean isOuter(int at) {
        return at == 0 || at == SIDE - 1;
    }

    private static double[] velocities() {
        double[] velocities = new double[3 * NODES];
        double middle = (SIDE - 1) / 2.0;
        for (int node = 0; node < NODES; node++) {
            int x = node / (SIDE * SIDE);
            int y = node / SIDE % SIDE;
            int z = node % SIDE;
            velocities[3 * node] = SHEAR * (z - middle);
            velocities[3 * node + 1] = SHEAR * (x - middle);
            velocities[3 * node + 2] = SHEAR * (y - middle);
        }
        return velocities;
    }

    private static double[] strains(double mixed) {
        double[] strains = new double[6 * NODES];
        for (int node = 0; node < NODES; node++) {
            strains[6 * node + 1] = mixed;
            strains[6 * node + 2] = mixed;
            strains[6 * node + 4] = mixed;
        }
        return strains;
    }

    @ParameterizedTest
    @CsvSource({"D3Q19, 16", "D3Q27, 16", "D3Q19, 48"})
    void a_sheared_flow_in_a_box_of_planes_is_steady(String lattice, int plane) {
        try (Arena arena = Arena.ofConfined();
                Block block =
                        shearedBox(arena, "cpu:interpreter", "lattice=%s collision=bgk".formatted(lattice), plane)) {
            block.domain().step(150);
            NodeBox all = NodeBox.all(block.domain().size());
            double[] velocity = FieldValues.of(block.domain(), "velocity", all);
            double[] expected = velocities();
            for (int n = 0; n < expected.length; n++) {
                assertThat(velocity[n])
                        .as("component %d of node %d", n % 3, n / 3)
                        .isCloseTo(expected[n], within(0.01 * SHEAR));
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lattice=D3Q19 | 124 | node 0 has type 124",
                "lattice=D3Q19 | 136 | node 0 has type 136",
                "lattice=D3Q19 | 112 | planes y0-z0 meet and has the density of nodes on them, but node 4 has type 0",
                "lattice=D3Q19 | 128 | planes x0-y0-z0 meet and has the density of nodes on them, but node 5 has type 0",
                "lattice=D3Q19 | 119 | planes x1-z1 meet and has the density of nodes on them, but the one in the direction (-1, 0, 0) is not in the domain",
                "lattice=D3Q15 | 128 | node 0 is in the corner x0-y0-z0",
                "lattice=D3Q13 | 112 | lattice D3Q13 has 2",
                "lattice=D2Q9 | 112 | node 0 has type 112"
            })
    void edges_without_planes_beside_them_or_a_lattice_for_them_are_refused(String model, int type, String reason) {
        Block.assertRefused(model, 0, (byte) type, reason);
    }

    @Test
    void rates_of_strain_that_are_no_numbers_are_refused() {
        try (Arena arena = Arena.ofConfined()) {
            NodeTypes types = new NodeTypes(
                    arena.allocateFrom(ValueLayout.JAVA_BYTE, types(16)),
                    MemorySegment.NULL,
                    MemorySegment.NULL,
                    arena.allocateFrom(ValueLayout.JAVA_DOUBLE, strains(Double.NaN)));
            assertThatThrownBy(() -> Block.on("cpu:interpreter", CLOSED.strip(), 1.2, types, SIDE, SIDE, SIDE))
                    .isInstanceOf(CouplingException.class)
                    .hasMessageContaining("the rate of strain of node 0");
        }
    }
}
