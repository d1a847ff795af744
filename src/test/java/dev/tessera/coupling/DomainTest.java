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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DomainTest {
    private static final String DEVICE = "cpu:interpreter";

    @ParameterizedTest
    @ValueSource(strings = {"D3Q13", "D3Q15", "D3Q19", "D3Q27"})
    void what_is_written_is_read_back_from_boxes_and_lists(String lattice) {
        try (Block block = Block.on(DEVICE, "lattice=" + lattice, 1.2, 5, 4, 3)) {
            double[] all = block.scattered();
            block.write(all);
            assertThat(block.read()).containsExactly(all);
            NodeBox box = new NodeBox(1, 3, 2, 3, 0, 1);
            double[] part = block.read(box, ValueOrder.PALABOS);
            int q = block.q();
            int at = 0;
            for (int x = 1; x <= 3; x++) {
                for (int y = 2; y <= 3; y++) {
                    for (int z = 0; z <= 1; z++, at += q) {
                        int node = (x * 4 + y) * 3 + z;
                        assertThat(Arrays.copyOfRange(part, at, at + q))
                                .containsExactly(Arrays.copyOfRange(all, node * q, node * q + q));
                        assertThat(block.read(node)).containsExactly(Arrays.copyOfRange(part, at, at + q));
                    }
                }
            }
            double[] changed = new double[2 * q];
            Arrays.setAll(changed, n -> 1e-3 * n);
            block.write(new long[] {58, 7}, changed);
            assertThat(block.read(7, 58))
                    .startsWith(Arrays.copyOfRange(changed, q, 2 * q))
                    .endsWith(Arrays.copyOf(changed, q));
        }
    }

    /// Large runs, small boxes and lists take different ways to the device; in both phases.
    @ParameterizedTest
    @CsvSource({"cpu:jvm, fp64", "cpu:jvm, fp32", "cpu:interpreter, fp64"})
    void every_way_to_the_device_gives_the_same_values(String device, String precision) {
        try (Block block = Block.on(device, "periodic=xyz precision=" + precision, 1.6, 12, 11, 10)) {
            double[] start = block.scattered();
            block.write(start);
            assertThat(block.read()).containsExactly(start);
            for (int step = 0; step < 2; step++) {
                block.domain().step(1);
                double[] all = block.read();
                for (int round = 0; round < 2; round++) {
                    NodeBox box = new NodeBox(0, 11, 4, 4, 2, 8);
                    double[] part = block.read(box, ValueOrder.PALABOS);
                    for (int x = 0; x < 12; x++) {
                        int first = ((x * 11 + 4) * 10 + 2) * 19;
                        assertThat(Arrays.copyOfRange(part, x * 7 * 19, (x + 1) * 7 * 19))
                                .containsExactly(Arrays.copyOfRange(all, first, first + 7 * 19))
                                .startsWith(block.read(first / 19));
                    }
                    block.write(box, ValueOrder.PALABOS, part);
                }
                assertThat(block.read()).containsExactly(all);
                block.write(all);
                assertThat(block.read()).containsExactly(all);
            }
        }
    }

    @Test
    void a_value_that_is_not_finite_is_found_on_every_way_and_names_its_node() {
        try (Block block = Block.on("cpu:jvm", "", 1.6, 12, 11, 10)) {
            double[] all = block.scattered();
            all[1234 * 19 + 7] = Double.NEGATIVE_INFINITY;
            assertThatThrownBy(() -> block.write(all))
                    .hasMessageContaining("population 7 of node 1234 of those to write is -Infinity");
            double[] face = new double[12 * 11 * 19];
            face[131 * 19 + 18] = Double.NaN;
            NodeBox box = new NodeBox(0, 11, 0, 10, 3, 3);
            assertThatThrownBy(() -> block.write(box, ValueOrder.PALABOS, face))
                    .hasMessageContaining("population 18 of node 131 of those to write is NaN");
            assertThat(block.read(box, ValueOrder.PALABOS)).containsOnly(0);
        }
    }

    /// One population differs from rest: after a step it is at the next node along its velocity, and at no other.
    @ParameterizedTest
    @ValueSource(strings = {"D2Q9", "D3Q13", "D3Q15", "D3Q19", "D3Q27"})
    void each_population_moves_along_its_velocity_of_palabos(String key) {
        VelocitySet lattice = Lattices.byKey(key);
        List<Velocity> velocities = PalabosDirections.of(lattice);
        int[] nodes = lattice.dimensions() == 2 ? new int[] {5, 6} : new int[] {5, 6, 7};
        int nz = lattice.dimensions() == 2 ? 1 : 7;
        try (Block block = Block.on(DEVICE, "periodic=xyz lattice=" + key, 1e-9, nodes)) {
            for (int i = 0; i < lattice.size(); i++) {
                Velocity c = velocities.get(i);
                double[] values =
                        new double[Math.toIntExact(block.domain().size().nodes()) * lattice.size()];
                int z = nz == 1 ? 0 : 3;
                values[((2 * 6 + 3) * nz + z) * lattice.size() + i] = 1e-3;
                block.write(values);
                block.domain().step(1);
                int arrived = ((2 + c.x()) * 6 + 3 + c.y()) * nz + z + c.z();
                double[] after = block.read();
                for (int node = 0; node < after.length / lattice.size(); node++) {
                    double value = after[node * lattice.size() + i];
                    assertThat(value > 1e-4)
                            .as("direction %d at node %d", i, node)
                            .isEqualTo(node == arrived);
                }
            }
        }
    }

    @Test
    void plain_order_is_populations_in_the_directions_of_tessera() {
        VelocitySet lattice = Lattices.D3Q19;
        try (Block block = Block.on(DEVICE, "", 1.2, 4, 3, 3)) {
            block.write(block.scattered());
            NodeBox one = new NodeBox(2, 2, 1, 1, 2, 2);
            double[] deviations = block.read(one, ValueOrder.PALABOS);
            double[] populations = block.read(one, ValueOrder.PLAIN);
            for (int i = 0; i < lattice.size(); i++) {
                int plain = lattice.velocities()
                        .indexOf(PalabosDirections.of(lattice).get(i));
                assertThat(populations[plain])
                        .isEqualTo(deviations[i] + lattice.weight(plain).toDouble());
            }
            block.write(one, ValueOrder.PLAIN, populations);
            assertThat(block.read(one, ValueOrder.PLAIN)).containsExactly(populations);
        }
    }

    @ParameterizedTest
    @CsvSource({"D2Q9, bgk", "D3Q15, bgk", "D3Q19, palabos-bgk", "D3Q19, trt", "D3Q27, bgk", "D3Q19, mrt"})
    void a_shear_wave_decays_at_the_rate_of_its_viscosity(String key, String collision) {
        VelocitySet lattice = Lattices.byKey(key);
        boolean isFlat = lattice.dimensions() == 2;
        int n = 24;
        double omega = 1.4;
        double k = 2 * Math.PI / n;
        int[] nodes = isFlat ? new int[] {3, n} : new int[] {2, 3, n};
        String model = "periodic=xyz lattice=%s collision=%s".formatted(key, collision);
        try (Block block = Block.on("cpu:jvm", model, omega, nodes)) {
            double[] values = new double[Math.toIntExact(block.domain().size().nodes()) * lattice.size()];
            for (int at = 0; at < values.length; at++) {
                Velocity c = PalabosDirections.of(lattice).get(at % lattice.size());
                double weight = lattice.weight(lattice.velocities().indexOf(c)).toDouble();
                values[at] = 3e-4 * weight * c.x() * Math.sin(k * (at / lattice.size() % n));
            }
            block.write(values);
            block.domain().step(100);
            double[] velocity = FieldValues.of(
                    block.domain(), "velocity", NodeBox.all(block.domain().size()));
            double expected = 1e-4 * Math.exp(-(1 / omega - 0.5) / 3 * k * k * 100);
            assertThat(velocity[n / 4 * lattice.dimensions()]).isCloseTo(expected, within(0.01 * expected));
            assertThat(velocity[n / 4 * lattice.dimensions() + 1]).isCloseTo(0, within(1e-12));
            assertThat(FieldValues.of(block.domain(), "density", new NodeBox(0, 0, 0, 0, 0, 0)))
                    .containsExactly(new double[] {1}, within(1e-6));
        }
    }

    @Test
    void a_force_between_solid_walls_drives_a_parabola_along_its_axis() {
        int width = 9;
        byte[] types = new byte[2 * (width + 2) * 2];
        for (int node = 0; node < types.length; node++) {
            int y = node / 2 % (width + 2);
            types[node] = (byte) (y == 0 || y == width + 1 ? 1 : 0);
        }
        double omega = 1.0;
        double force = 1e-6;
        try (Arena arena = Arena.ofConfined();
                Block block = Block.on(
                        "cpu:jvm",
                        "periodic=xyz collision=trt force-z=" + force,
                        omega,
                        arena.allocateFrom(ValueLayout.JAVA_BYTE, types),
                        2,
                        width + 2,
                        2)) {
            block.domain().step(2000);
            double[] velocity = FieldValues.of(block.domain(), "velocity", new NodeBox(0, 0, 0, width + 1, 0, 0));
            double nu = (1 / omega - 0.5) / 3;
            for (int y = 0; y <= width + 1; y++) {
                double expected = y == 0 || y == width + 1 ? 0 : force / (2 * nu) * (y - 0.5) * (width + 0.5 - y);
                assertThat(velocity[3 * y + 2]).isCloseTo(expected, within(2e-3 * force / nu * width * width / 8));
                assertThat(velocity[3 * y]).isCloseTo(0, within(1e-15));
            }
        }
    }

    @Test
    void several_steps_with_a_wide_envelope_equal_single_steps_inside_it_bit_for_bit() {
        NodeBox inside = new NodeBox(3, 5, 3, 5, 3, 6);
        try (Block several = Block.on(DEVICE, "envelope=3", 1.7, 9, 9, 10);
                Block single = Block.on(DEVICE, "periodic=xyz", 1.7, 9, 9, 10)) {
            double[] start = several.scattered();
            several.write(start);
            single.write(start);
            several.domain().step(3);
            for (int step = 0; step < 3; step++) {
                single.domain().step(1);
            }
            assertThat(several.read(inside, ValueOrder.PALABOS))
                    .containsExactly(single.read(inside, ValueOrder.PALABOS));
            assertThat(several.read()).doesNotContain(Double.NaN);
            assertThatThrownBy(() -> several.domain().step(1))
                    .isInstanceOf(CouplingException.class)
                    .hasMessageContaining("at most 0 more");
            several.write(start);
            several.domain().step(1);
            assertThatThrownBy(() -> several.domain().step(3)).hasMessageContaining("at most 2 more");
        }
    }

    @Test
    void solid_nodes_are_skipped_when_written_and_at_rest_when_read() {
        byte[] types = new byte[4 * 3 * 3];
        types[13] = 1;
        try (Arena arena = Arena.ofConfined();
                Block block = Block.on(DEVICE, "", 1.2, arena.allocateFrom(ValueLayout.JAVA_BYTE, types), 4, 3, 3)) {
            double[] all = block.scattered();
            block.write(all);
            double[] expected = all.clone();
            Arrays.fill(expected, 13 * 19, 14 * 19, 0);
            assertThat(block.read()).containsExactly(expected);
            assertThat(block.read(13, 12)).startsWith(0, 0).endsWith(Arrays.copyOfRange(all, 12 * 19, 13 * 19));
        }
    }

    @Test
    void a_description_names_size_model_and_storage() {
        try (Block block = Block.on(DEVICE, "precision=fp32", 1.2, MemorySegment.NULL, 4, 3, 3)) {
            assertThat(block.domain()).asString().startsWith("4 x 3 x 3 nodes, D3Q19, palabos-bgk, fp32; aa streaming");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lattice=D3Q19 lattice=D3Q19 | lattice is set twice",
                "omega=1 | is not a setting",
                "periodic=zx | does not name axes",
                "envelope=0 | not a whole number from 1",
                "closed=x0,x2 | names 'x2'; its sides are x0,x1,y0,y1,z0,z1",
                "lattice=D2Q9 closed=z0 | names 'z0'; its sides are x0,x1,y0,y1,",
                "periodic=xy closed=y1 | joins it with the opposite one",
                "force-x=fast | is not a number",
                "lattice=D2Q9 force-z=1e-6 | two dimensions",
                "lattice=D3Q13 collision=bgk | isotropic",
                "collision=elbm | needs whole populations",
                "force-x=1e-6 collision=palabos-bgk | without force"
            })
    void settings_that_do_not_fit_are_refused(String settings, String reason) {
        assertThatThrownBy(() -> {
                    DomainModel model = DomainModel.of(settings, 1.2);
                    model.bulk(model.size(4, 4, model.lattice().dimensions() == 2 ? 1 : 4));
                })
                .isInstanceOfAny(CouplingException.class, IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }
}
