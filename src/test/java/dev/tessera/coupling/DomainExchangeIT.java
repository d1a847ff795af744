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

/// Two domains side by side along x, periodic in the other axes, whose outermost nodes at x are each other's envelope.
final class DomainExchangeIT {
    private static final int NX = 7;
    private static final int NY = 6;
    private static final int NZ = 5;
    private static final String MODEL = "collision=palabos-bgk periodic=yz";

    /// The domains, in a number of a program.
    private static final class Pair implements AutoCloseable {
        final Handles handles = new Handles();
        final Arena arena = Arena.ofShared();
        final int simulation;
        final List<Integer> domains = new ArrayList<>();
        final DomainSize size;
        final int values;

        /// @param types of the nodes of both; empty: all are fluid
        Pair(String device, String model, byte... types) {
            CoupledSimulation opened;
            try {
                opened = CoupledSimulation.of("threads=2 device=" + device, name -> "");
            } catch (DeviceException missing) {
                Needs.part(device.substring(0, device.indexOf(':')), false);
                throw missing;
            }
            simulation = handles.add(opened);
            MemorySegment memory =
                    types.length == 0 ? MemorySegment.NULL : arena.allocateFrom(ValueLayout.JAVA_BYTE, types);
            DomainModel of = DomainModel.of(model, 1.7);
            size = of.size(NX, NY, NZ);
            for (int k = 0; k < 2; k++) {
                domains.add(handles.add(simulation, opened.domain(of, size, NodeTypes.of(memory))));
            }
            values = NX * NY * NZ * of.lattice().size();
        }

        int domain(int k) {
            return domains.get(k);
        }

        /// The layer at the high end of each is in the other's envelope at the low end, and the reverse.
        List<Handles.Overlap> overlaps() {
            List<Handles.Overlap> overlaps = new ArrayList<>();
            for (int k = 0; k < 2; k++) {
                overlaps.add(new Handles.Overlap(domain(k), layer(NX - 2), domain(1 - k), layer(0)));
                overlaps.add(new Handles.Overlap(domain(k), layer(1), domain(1 - k), layer(NX - 1)));
            }
            return overlaps;
        }

        void write(int k, MemorySegment all) {
            handles.with(domain(k), domain -> {
                domain.transfer(ValueOrder.PALABOS).write(NodeBox.all(size), all);
                return k;
            });
        }

        double[] read(int k, NodeBox box) {
            return handles.with(domain(k), domain -> {
                MemorySegment to = arena.allocate(box.nodes() * values / (NX * NY * NZ) * Double.BYTES, 8);
                domain.transfer(ValueOrder.PALABOS).read(box, to);
                return to.toArray(ValueLayout.JAVA_DOUBLE);
            });
        }

        void step(int k) {
            handles.with(domain(k), domain -> {
                domain.step(1);
                return k;
            });
        }

        /// As a program does it with `tessera_read` and `tessera_write`.
        void exchangeThroughTheHost() {
            List<double[]> read = overlaps().stream()
                    .map(overlap -> read(domains.indexOf(overlap.from()), overlap.source()))
                    .toList();
            for (int k = 0; k < read.size(); k++) {
                Handles.Overlap overlap = overlaps().get(k);
                MemorySegment values = arena.allocateFrom(ValueLayout.JAVA_DOUBLE, read.get(k));
                handles.with(overlap.to(), domain -> {
                    domain.transfer(ValueOrder.PALABOS).write(overlap.target(), values);
                    return overlap;
                });
            }
        }

        @Override
        public void close() {
            handles.removeSimulation(simulation);
            arena.close();
        }
    }

    private static NodeBox layer(int x) {
        return new NodeBox(x, x, 0, NY - 1, 0, NZ - 1);
    }

    private static MemorySegment random(Pair pair, int seed) {
        double[] values = new Random(seed).doubles(pair.values, -1e-3, 1e-3).toArray();
        return pair.arena.allocateFrom(ValueLayout.JAVA_DOUBLE, values);
    }

    @ParameterizedTest
    @CsvSource({
        "cpu:interpreter, false",
        "cpu:interpreter, true",
        "cpu:jvm, false",
        "cpu:jvm, true",
        "opencl:0, false",
        "opencl:0, true"
    })
    void populations_are_those_of_an_exchange_through_the_host_bit_for_bit(String device, boolean hasSolidNodes) {
        byte[] types = new byte[hasSolidNodes ? NX * NY * NZ : 0];
        for (int n = 0; n < types.length; n++) { // a pipe along x
            int y = n / NZ % NY;
            types[n] = (y == 0 || y == NY - 1 || n % NZ == 0 ? NodeTypes.SOLID : NodeTypes.FLUID);
        }
        try (Pair onDevice = new Pair(device, MODEL, types);
                Pair through = new Pair(device, MODEL, types)) {
            for (int k = 0; k < 2; k++) {
                onDevice.write(k, random(onDevice, k));
                through.write(k, random(through, k));
            }
            int exchange = onDevice.handles.connect(onDevice.simulation, onDevice.overlaps());
            for (int step = 0; step < 9; step++) {
                onDevice.handles.exchange(exchange);
                through.exchangeThroughTheHost();
                for (int k = 0; k < 2; k++) {
                    onDevice.step(k);
                    through.step(k);
                }
                for (int k = 0; k < 2; k++) {
                    NodeBox all = NodeBox.all(onDevice.size);
                    assertThat(onDevice.read(k, all)).as("step %d", step).containsExactly(through.read(k, all));
                }
            }
        }
    }

    /// A domain that has run another number of steps is in another phase of its storage.
    @ParameterizedTest
    @CsvSource({"cpu:interpreter", "cpu:jvm", "opencl:0"})
    void domains_in_different_phases_exchange_the_same_values(String device) {
        try (Pair pair = new Pair(device, MODEL)) {
            pair.write(0, random(pair, 0));
            pair.write(1, random(pair, 1));
            pair.step(1);
            int exchange = pair.handles.connect(pair.simulation, pair.overlaps());
            double[] given = pair.read(1, layer(1));
            double[] own = pair.read(0, layer(NX - 2));
            double[] inside = pair.read(0, new NodeBox(1, NX - 2, 0, NY - 1, 0, NZ - 1));
            pair.handles.exchange(exchange);
            assertThat(pair.read(0, layer(NX - 1))).containsExactly(given);
            assertThat(pair.read(1, layer(0))).containsExactly(own);
            assertThat(pair.read(0, new NodeBox(1, NX - 2, 0, NY - 1, 0, NZ - 1)))
                    .containsExactly(inside);
        }
    }

    @ParameterizedTest
    @CsvSource({"cpu:interpreter", "cpu:jvm", "opencl:0"})
    void boxes_of_one_domain_change_places(String device) {
        try (Pair pair = new Pair(device, MODEL)) {
            pair.write(0, random(pair, 0));
            double[] low = pair.read(0, layer(2));
            double[] high = pair.read(0, layer(4));
            int domain = pair.domain(0);
            pair.handles.exchange(pair.handles.connect(
                    pair.simulation,
                    List.of(
                            new Handles.Overlap(domain, layer(2), domain, layer(4)),
                            new Handles.Overlap(domain, layer(4), domain, layer(2)))));
            assertThat(pair.read(0, layer(2))).containsExactly(high);
            assertThat(pair.read(0, layer(4))).containsExactly(low);
        }
    }

    @Test
    void envelopes_that_have_got_values_allow_the_next_step() {
        try (Pair pair = new Pair("cpu:interpreter", MODEL)) {
            int exchange = pair.handles.connect(pair.simulation, pair.overlaps());
            pair.step(0);
            assertThatThrownBy(() -> pair.step(0)).hasMessageContaining("at most 0 more");
            pair.handles.exchange(exchange);
            pair.step(0);
        }
    }

    @Test
    void an_exchange_ends_with_its_domains() {
        try (Pair pair = new Pair("cpu:interpreter", MODEL)) {
            int first = pair.handles.connect(pair.simulation, pair.overlaps());
            int second = pair.handles.connect(pair.simulation, pair.overlaps());
            pair.handles.disconnect(first);
            assertThatThrownBy(() -> pair.handles.exchange(first))
                    .isInstanceOf(CouplingException.class)
                    .hasMessageContaining("there is no exchange %d: it has been removed", first);
            pair.handles.exchange(second);
            pair.handles.removeDomain(pair.domains.removeLast());
            assertThatThrownBy(() -> pair.handles.exchange(second)).hasMessageContaining("it has been removed");
            assertThatThrownBy(() -> pair.handles.disconnect(99)).hasMessageContaining("no such number");
        }
    }

    @Test
    void overlaps_that_cannot_be_exchanged_are_refused() {
        byte[] types = new byte[NX * NY * NZ];
        types[NY * NZ * (NX - 2) + 3] = NodeTypes.SOLID;
        try (Pair pair = new Pair("cpu:interpreter", MODEL, types);
                Pair other = new Pair("cpu:interpreter", MODEL)) {
            int a = pair.domain(0);
            int b = pair.domain(1);
            refuses(pair, a, layer(1), b, new NodeBox(0, 1, 0, NY - 1, 0, NZ - 1), "different numbers of nodes");
            refuses(pair, a, layer(NX), b, layer(0), "leaves the domain of 7 x 6 x 5 nodes");
            refuses(pair, a, new NodeBox(1, 0, 0, 0, 0, 0), b, layer(0), "is empty");
            refuses(
                    pair,
                    a,
                    layer(NX - 2),
                    b,
                    layer(0),
                    "node 153 of domain %d is solid, but node 3 of domain %d is fluid".formatted(a, b));
            assertThatThrownBy(() -> pair.handles.connect(
                            pair.simulation,
                            List.of(
                                    new Handles.Overlap(a, layer(1), b, layer(0)),
                                    new Handles.Overlap(a, layer(2), b, layer(0)))))
                    .hasMessageContaining("node 0 of domain %d would get the populations of two nodes", b);
            refuses(pair, a, layer(1), 99, layer(0), "there is no domain 99");
            int second = other.handles.add(other.handles.simulation(other.simulation));
            assertThatThrownBy(() -> other.handles.connect(second, other.overlaps()))
                    .hasMessageContaining("belongs to simulation %d, not to simulation %d", other.simulation, second);
        }
    }

    @Test
    void domains_of_different_lattices_or_precisions_are_refused() {
        try (Pair pair = new Pair("cpu:interpreter", MODEL)) {
            for (String model : List.of("lattice=D3Q27", "precision=fp32")) {
                DomainModel of = DomainModel.of(model, 1.2);
                int other = pair.handles.add(
                        pair.simulation,
                        pair.handles
                                .simulation(pair.simulation)
                                .domain(of, pair.size, NodeTypes.of(MemorySegment.NULL)));
                refuses(pair, pair.domain(0), layer(1), other, layer(0), "different lattices or precisions");
            }
        }
    }

    private static void refuses(Pair pair, int from, NodeBox source, int to, NodeBox target, String reason) {
        assertThatThrownBy(() ->
                        pair.handles.connect(pair.simulation, List.of(new Handles.Overlap(from, source, to, target))))
                .isInstanceOf(CouplingException.class)
                .hasMessageContaining(reason);
    }
}
