package dev.tessera.cluster.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.DeviceException;
import dev.tessera.kernel.reduce.NodeList;
import dev.tessera.kernel.reduce.NodeValues;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Totals;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.stream.IntStream;

/// What [MpiWorldIT] runs on every rank.
final class WorldProgram {
    private static final int NUMBERS = 100_000;

    private WorldProgram() {}

    public static void main(String[] args) {
        MpiWorld world = MpiWorld.join(MpiLauncher.ofProcess().orElseThrow());
        try {
            decisions(world);
            messages(world);
            reductions(world);
            values(world);
            errors(world);
            System.out.println("rank %d of %d on %s with %s: ok"
                    .formatted(world.rank(), world.count(), world.host(), world.library()));
            world.leave();
        } catch (Throwable failed) {
            failed.printStackTrace();
            world.abort(70);
        }
    }

    private static void decisions(MpiWorld world) {
        assertThat(world.first(world.rank() + 5L)).isEqualTo(5);
        assertThat(world.first(world.rank() == 0)).isTrue();
        assertThat(world.any(false)).isFalse();
        assertThat(world.any(world.rank() == world.count() - 1)).isTrue();
        assertThat(world.least(10 - world.rank())).isEqualTo(11 - world.count());
        assertThat(world.all("rank ü " + world.rank()))
                .isEqualTo(IntStream.range(0, world.count())
                        .mapToObj(r -> "rank ü " + r)
                        .toList());
        double[] values = new double[NUMBERS];
        values[NUMBERS - 1] = world.rank() + 0.5;
        world.first(values);
        assertThat(values[NUMBERS - 1]).isEqualTo(0.5);
    }

    /// A ring, with messages that are larger than MPI sends without the receiver.
    private static void messages(MpiWorld world) {
        MpiRequests requests = world.requests();
        int next = (world.rank() + 1) % world.count();
        int before = (world.rank() + world.count() - 1) % world.count();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(ValueLayout.JAVA_DOUBLE, NUMBERS);
            MemorySegment in = arena.allocate(ValueLayout.JAVA_DOUBLE, NUMBERS);
            for (int round = 0; round < 20; round++) {
                out.setAtIndex(ValueLayout.JAVA_DOUBLE, NUMBERS - 1, world.rank() + 100.0 * round);
                requests.receive(in, before, 7);
                requests.send(out, next, 7);
                requests.await();
                assertThat(in.getAtIndex(ValueLayout.JAVA_DOUBLE, NUMBERS - 1)).isEqualTo(before + 100.0 * round);
            }
        }
    }

    /// Those of all ranks equal those of one process.
    private static void reductions(MpiWorld world) {
        Totals totals = Totals.overAll(List.of("a"), List.of("a", "b"));
        NodeValues values = new NodeValues(NodeList.of(new long[] {0, 1, 2, 3, 4, 5, 6, 7}), List.of("a"));
        List<dev.tessera.kernel.reduce.Reduction<?>> wanted = List.of(totals, values);
        Reduced own = new Reduced(wanted);
        Reduced whole = new Reduced(wanted);
        for (int node = 0; node < 8; node++) {
            double value = Math.sin(node) * Math.scalb(1.0, -node) - (node == 3 ? 100 : 0);
            add(totals, values, whole, node, value);
            if (node % world.count() == world.rank()) {
                add(totals, values, own, node, value);
            }
        }
        Reduced found = new MpiProcesses(world).combined(wanted, own);
        assertThat(found.of(totals).sums()).isEqualTo(whole.of(totals).sums());
        assertThat(found.of(totals).extremes("a"))
                .hasToString(whole.of(totals).extremes("a").toString());
        assertThat(found.of(totals).extremes("b").isEmpty()).isTrue();
        assertThat(found.of(values)[0]).containsExactly(whole.of(values)[0]);
    }

    private static void add(Totals totals, NodeValues values, Reduced target, int node, double value) {
        target.of(totals).sums().getFirst().add(value);
        target.of(totals).extremes().getFirst().add(value, node);
        target.of(values)[0][node] = value;
    }

    private static void values(MpiWorld world) {
        MpiProcesses processes = new MpiProcesses(world);
        for (int part = 0; part < world.count(); part++) {
            int length = 3 * part;
            double number = part + 0.25;
            double[] found = processes.values(part, () -> length, () -> {
                double[] own = new double[length];
                java.util.Arrays.fill(own, number);
                return own;
            });
            boolean knows = world.isFirst() || world.rank() == part;
            assertThat(found != null).isEqualTo(knows);
            if (found != null) {
                assertThat(java.util.Arrays.stream(found).filter(value -> value == number))
                        .hasSize(length);
            }
        }
        assertThat(processes.sum(world.rank())).isEqualTo(world.count() * (world.count() - 1L) / 2);
    }

    private static void errors(MpiWorld world) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment one = arena.allocate(8);
            assertThatThrownBy(() -> world.requests().send(one, world.count() + 7, 1))
                    .isInstanceOf(DeviceException.class)
                    .hasMessageStartingWith("MPI_Isend failed: ");
        }
    }
}
