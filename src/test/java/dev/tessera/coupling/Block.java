package dev.tessera.coupling;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.Device;
import dev.tessera.geometry.NodeMap;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.DoubleSupplier;

/// A domain of a test with arrays of its own, as a program in C has them.
final class Block implements AutoCloseable {
    private final CoupledSimulation simulation;
    private final Arena arena = Arena.ofShared();
    private final Domain domain;

    private Block(CoupledSimulation simulation, Domain domain) {
        this.simulation = simulation;
        this.domain = domain;
    }

    static Block on(String device, String model, double omega, int... nodes) {
        return on(device, model, omega, MemorySegment.NULL, nodes);
    }

    static Block on(String device, String model, double omega, MemorySegment types, int... nodes) {
        return on(device, model, omega, NodeTypes.of(types), nodes);
    }

    static Block on(String device, String model, double omega, NodeTypes types, int... nodes) {
        return on(device, model, omega, types, DomainStorage::of, nodes);
    }

    static Block on(
            String device,
            String model,
            double omega,
            NodeTypes types,
            BiFunction<NodeMap, Device, DomainStorage> storage,
            int... nodes) {
        CoupledSimulation simulation = CoupledSimulation.of("threads=1 device=" + device, name -> "");
        DomainModel of = DomainModel.of(model, omega);
        DomainSize size = of.size(nodes[0], nodes[1], nodes.length > 2 ? nodes[2] : 1);
        return new Block(simulation, simulation.domain(of, size, types, storage));
    }

    /// A domain of four nodes a side, of fluid but for one node, is refused.
    static void assertRefused(String model, int node, byte type, String reason) {
        boolean isFlat = model.contains("D2");
        try (Arena arena = Arena.ofConfined()) {
            byte[] types = new byte[isFlat ? 16 : 64];
            types[node] = type;
            MemorySegment memory = arena.allocateFrom(ValueLayout.JAVA_BYTE, types);
            int[] n = isFlat ? new int[] {4, 4} : new int[] {4, 4, 4};
            assertThatThrownBy(() -> on("cpu:interpreter", model, 1.2, memory, n))
                    .isInstanceOf(CouplingException.class)
                    .hasMessageContaining(reason);
        }
    }

    Domain domain() {
        return domain;
    }

    int q() {
        return domain.model().lattice().size();
    }

    private NodeBox whole() {
        return NodeBox.all(domain.size());
    }

    void write(double... values) {
        write(whole(), ValueOrder.PALABOS, values);
    }

    void write(NodeBox box, ValueOrder order, double... values) {
        var transfer = domain.transfer(order);
        transfer.write(box, transfer.memory(inMemory(values), box.nodes(), bytes(values.length)));
    }

    /// Writes boxes, one after the other in memory.
    void write(List<NodeBox> boxes, double... values) {
        var transfer = domain.transfer(ValueOrder.PALABOS);
        transfer.write(boxes, transfer.memory(inMemory(values), NodeBox.nodes(boxes), bytes(values.length)));
    }

    /// Writes from memory of [#memory].
    void write(NodeBox box, MemorySegment memory, double... values) {
        fill(memory, values);
        var transfer = domain.transfer(ValueOrder.PALABOS);
        transfer.write(box, transfer.memory(memory, box.nodes(), bytes(values.length)));
    }

    /// Memory for values.
    /// @param isPageLocked whether it is that of `tessera_allocate`; otherwise any memory
    MemorySegment memory(int count, boolean isPageLocked) {
        return isPageLocked
                ? MemorySegment.ofAddress(simulation.allocate(bytes(count))).reinterpret(bytes(count))
                : arena.allocate(bytes(count), 8);
    }

    void write(long[] nodes, double... values) {
        var transfer = domain.transfer(ValueOrder.PALABOS);
        transfer.write(nodes, transfer.memory(inMemory(values), nodes.length, bytes(values.length)));
    }

    double[] read() {
        return read(whole(), ValueOrder.PALABOS);
    }

    double[] read(NodeBox box, ValueOrder order) {
        int count = Math.toIntExact(box.nodes() * q());
        MemorySegment memory = memory(count, false);
        var transfer = domain.transfer(order);
        transfer.read(box, transfer.memory(memory, box.nodes(), bytes(count)));
        return values(memory, count);
    }

    double[] read(List<NodeBox> boxes) {
        int count = Math.toIntExact(NodeBox.nodes(boxes) * q());
        MemorySegment memory = memory(count, false);
        var transfer = domain.transfer(ValueOrder.PALABOS);
        transfer.read(boxes, transfer.memory(memory, NodeBox.nodes(boxes), bytes(count)));
        return values(memory, count);
    }

    double[] read(long... nodes) {
        int count = nodes.length * q();
        MemorySegment memory = memory(count, false);
        var transfer = domain.transfer(ValueOrder.PALABOS);
        transfer.read(nodes, transfer.memory(memory, nodes.length, bytes(count)));
        return values(memory, count);
    }

    private long bytes(int count) {
        return (long) count * domain.model().valueBytes();
    }

    private MemorySegment inMemory(double... values) {
        MemorySegment memory = memory(values.length, false);
        fill(memory, values);
        return memory;
    }

    private void fill(MemorySegment memory, double... values) {
        for (int n = 0; n < values.length; n++) {
            if (domain.model().valueBytes() == Double.BYTES) {
                memory.setAtIndex(ValueLayout.JAVA_DOUBLE, n, values[n]);
            } else {
                memory.setAtIndex(ValueLayout.JAVA_FLOAT, n, (float) values[n]);
            }
        }
    }

    private double[] values(MemorySegment memory, int count) {
        double[] values = new double[count];
        for (int n = 0; n < count; n++) {
            values[n] = domain.model().valueBytes() == Double.BYTES
                    ? memory.getAtIndex(ValueLayout.JAVA_DOUBLE, n)
                    : memory.getAtIndex(ValueLayout.JAVA_FLOAT, n);
        }
        return values;
    }

    /// The values that `palabos_check.cpp` scatters, exact in FP32.
    double[] scattered() {
        long[] state = {42};
        DoubleSupplier next = () -> {
            state[0] = state[0] * 6364136223846793005L + 1442695040888963407L;
            return ((state[0] >>> 40) - (1 << 23)) / 0x1p32;
        };
        double[] values = new double[Math.toIntExact(domain.size().nodes() * q())];
        for (int n = 0; n < values.length; n++) {
            values[n] = next.getAsDouble();
        }
        return values;
    }

    @Override
    public void close() {
        domain.close();
        simulation.close();
        arena.close();
    }
}
