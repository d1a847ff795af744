package dev.tessera.coupling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.DeviceException;
import dev.tessera.testkit.Needs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Domains that step together. Those of a device differ in size and in what their nodes do, and one is a step ahead.
final class DomainsTogetherIT {
    private static final int[][] SIZES = {{6, 5, 7}, {8, 8, 9}, {4, 6, 5}};
    private static final String MODEL = "collision=palabos-bgk periodic=xyz";
    private static final int STEPS = 5;

    private static final class Blocks implements AutoCloseable {
        final Handles handles = new Handles();
        final Arena arena = Arena.ofShared();
        final int simulation;
        final List<Integer> domains = new ArrayList<>();

        Blocks(String device) {
            CoupledSimulation opened;
            try {
                opened = CoupledSimulation.of("threads=2 device=" + device, name -> "");
            } catch (DeviceException missing) {
                Needs.part(device.substring(0, device.indexOf(':')), false);
                throw missing;
            }
            simulation = handles.add(opened);
            for (int k = 0; k < SIZES.length; k++) {
                add(opened, k);
            }
            step(List.of(domains.get(1)), 1);
        }

        /// The first has full-way walls, too.
        private void add(CoupledSimulation opened, int k) {
            DomainModel model = DomainModel.of(MODEL, 1.7);
            DomainSize size = model.size(SIZES[k][0], SIZES[k][1], SIZES[k][2]);
            byte[] types = new byte[Math.toIntExact(size.nodes())];
            for (int n = 0; k == 0 && n < types.length; n += 4) {
                types[n] = NodeTypes.FULL_WAY;
            }
            NodeTypes of = NodeTypes.of(arena.allocateFrom(ValueLayout.JAVA_BYTE, types));
            domains.add(handles.add(simulation, opened.domain(model, size, of)));
            double[] values = new Random(k)
                    .doubles(size.nodes() * model.lattice().size(), -1e-3, 1e-3)
                    .toArray();
            handles.with(domains.get(k), domain -> {
                domain.transfer(ValueOrder.PALABOS)
                        .write(NodeBox.all(size), arena.allocateFrom(ValueLayout.JAVA_DOUBLE, values));
                return k;
            });
        }

        void step(List<Integer> list, long steps) {
            handles.step(list, steps);
        }

        void stepEach() {
            domains.forEach(number -> handles.with(number, domain -> {
                domain.step(STEPS);
                return number;
            }));
        }

        List<double[]> read() {
            return domains.stream()
                    .map(number -> handles.with(number, domain -> {
                        MemorySegment to = arena.allocate(domain.size().nodes() * 19 * Double.BYTES, 8);
                        domain.transfer(ValueOrder.PALABOS).read(NodeBox.all(domain.size()), to);
                        return to.toArray(ValueLayout.JAVA_DOUBLE);
                    }))
                    .toList();
        }

        @Override
        public void close() {
            handles.removeSimulation(simulation);
            arena.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"cpu:interpreter", "cpu:jvm", "cpu:c", "opencl:0", "cuda:0"})
    void domains_that_step_together_have_the_bits_of_those_that_step_one_after_the_other(String device) {
        List<double[]> expected;
        try (Blocks each = new Blocks(device)) {
            each.stepEach();
            expected = each.read();
        }
        try (Blocks together = new Blocks(device)) {
            together.step(together.domains, 2);
            together.step(together.domains, 0);
            together.step(together.domains, STEPS - 2);
            List<double[]> read = together.read();
            for (int k = 0; k < SIZES.length; k++) {
                assertThat(read.get(k)).as("domain %d", k).containsExactly(expected.get(k));
            }
        }
    }

    @Test
    void groups_end_with_their_domains() {
        try (Blocks blocks = new Blocks("cpu:interpreter")) {
            blocks.step(blocks.domains, 1);
            int removed = blocks.domains.removeFirst();
            blocks.handles.removeDomain(removed);
            blocks.step(blocks.domains, 1);
            assertThatThrownBy(() -> blocks.step(List.of(removed, blocks.domains.getFirst()), 1))
                    .isInstanceOf(CouplingException.class)
                    .hasMessageContaining("it has been removed");
            blocks.step(blocks.domains, 1); // not in use any more
        }
    }

    @Test
    void domains_of_two_simulations_are_refused() {
        try (Blocks blocks = new Blocks("cpu:interpreter")) {
            CoupledSimulation other = CoupledSimulation.of("threads=1 device=cpu:interpreter", name -> "");
            int simulation = blocks.handles.add(other);
            DomainModel model = DomainModel.of(MODEL, 1.7);
            int stranger = blocks.handles.add(
                    simulation, other.domain(model, model.size(4, 4, 4), NodeTypes.of(MemorySegment.NULL)));
            assertThatThrownBy(() -> blocks.step(List.of(blocks.domains.getFirst(), stranger), 1))
                    .isInstanceOf(CouplingException.class)
                    .hasMessageContaining("only domains of one simulation step together");
            blocks.handles.removeSimulation(simulation);
        }
    }
}
