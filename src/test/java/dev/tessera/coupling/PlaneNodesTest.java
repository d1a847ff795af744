package dev.tessera.coupling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Nodes of a domain on planes with a given velocity or density.
final class PlaneNodesTest {
    private static final int PRESSURE = 16; // added
    private static final double NU = (1 / 1.2 - 0.5) / 3;

    /// Nodes along the axis of the flow, and across between walls.
    private static final int LONG = 12;

    private static final int WIDE = 9;

    /// A channel between full-way walls along an axis of the caller: velocities of a parabola at one end, the density 1
    /// at the other. The flow keeps the parabola.
    @ParameterizedTest
    @CsvSource({
        "cpu:jvm, D3Q19, 16, 0, 1, 0",
        "cpu:jvm, D3Q19, 16, 2, 0, 1",
        "cpu:interpreter, D3Q19, 48, 1, 0, 0",
        "cpu:jvm, D3Q19, 48, 2, 1, 1",
        "cpu:jvm, D3Q27, 16, 1, 2, 1",
        "cpu:jvm, D2Q9, 48, 0, 1, 1",
        "cpu:jvm, D2Q9, 16, 1, 0, 0"
    })
    void a_channel_between_two_planes_keeps_its_parabola(
            String device, String lattice, int rule, int along, int across, int isReversed) {
        boolean isFlat = lattice.equals("D2Q9");
        int d = isFlat ? 2 : 3;
        int[] n = isFlat ? new int[] {2, 2} : new int[] {2, 2, 2};
        n[along] = LONG;
        n[across] = WIDE + 2;
        int nodes = Arrays.stream(n).reduce(1, (a, b) -> a * b);
        byte[] types = new byte[nodes];
        double[] velocities = new double[nodes * d];
        double speed = isReversed == 1 ? -0.01 : 0.01;
        int inflow = isReversed == 1 ? LONG - 1 : 0;
        for (int node = 0; node < nodes; node++) {
            int[] at = place(node, n);
            if (at[across] == 0 || at[across] == WIDE + 1) {
                types[node] = NodeTypes.FULL_WAY;
            } else if (at[along] == 0 || at[along] == LONG - 1) {
                boolean isInflow = at[along] == inflow;
                types[node] = (byte) (rule + (isInflow ? 0 : PRESSURE) + 2 * along + (at[along] == 0 ? 0 : 1));
                velocities[node * d + along] = isInflow ? speed * parabola(at[across]) : Double.NaN; // not read
            }
        }
        String axes = isFlat
                ? ""
                : "xyz".replace("xyz".substring(along, along + 1), "").replace("xyz".substring(across, across + 1), "");
        String name = "xyz".substring(along, along + 1);
        String model = "lattice=%s collision=trt %s closed=%s0,%s1,%s0,%s1"
                .formatted(
                        lattice,
                        axes.isEmpty() ? "" : "periodic=" + axes,
                        name,
                        name,
                        "xyz".substring(across, across + 1),
                        "xyz".substring(across, across + 1));
        try (Arena arena = Arena.ofConfined();
                Block block = Block.on(
                        device,
                        model,
                        1.2,
                        new NodeTypes(
                                arena.allocateFrom(ValueLayout.JAVA_BYTE, types),
                                arena.allocateFrom(ValueLayout.JAVA_DOUBLE, velocities),
                                MemorySegment.NULL),
                        n)) {
            block.domain().step(1500);
            NodeBox all = NodeBox.all(block.domain().size());
            double[] velocity = FieldValues.of(block.domain(), "velocity", all);
            double[] density = FieldValues.of(block.domain(), "density", all);
            for (int node = 0; node < nodes; node++) {
                int[] at = place(node, n);
                double expected = at[across] == 0 || at[across] == WIDE + 1 ? 0 : speed * parabola(at[across]);
                assertThat(velocity[node * d + along])
                        .as("velocity at %s", Arrays.toString(at))
                        .isCloseTo(expected, within(0.02 * Math.abs(speed)));
                if (at[along] == LONG - 1 - inflow) {
                    assertThat(density[node]).isCloseTo(1, within(1e-12));
                }
            }
            double drop = 8 * NU * Math.abs(speed) / (WIDE * WIDE) * 3 * (LONG - 1); // of the density
            int[] middle = new int[d];
            middle[across] = WIDE / 2 + 1;
            middle[along] = inflow;
            assertThat(density[node(middle, n)] - 1).isCloseTo(drop, within(0.1 * drop));
        }
    }

    private static double parabola(int across) {
        double y = across - 0.5;
        return 4 * y * (WIDE - y) / (WIDE * WIDE);
    }

    private static int[] place(int node, int[] n) {
        int[] at = new int[n.length];
        int rest = node;
        for (int axis = n.length - 1; axis >= 0; axis--) {
            at[axis] = rest % n[axis];
            rest /= n[axis];
        }
        return at;
    }

    private static int node(int[] at, int[] n) {
        int node = 0;
        for (int axis = 0; axis < n.length; axis++) {
            node = node * n[axis] + at[axis];
        }
        return node;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lattice=D2Q9 | 20 | node 3 has type 20",
                "lattice=D3Q19 | 22 | node 3 has type 22",
                "lattice=D3Q19 | 102 | node 3 has type 102",
                "lattice=D3Q13 | 16 | lattice D3Q13 has 2. Use another lattice"
            })
    void types_without_a_plane_or_a_lattice_for_it_are_refused(String model, int type, String reason) {
        Block.assertRefused(model, 3, (byte) type, reason);
    }
}
