package dev.tessera.cluster.mpi;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import dev.tessera.cluster.Processes;
import dev.tessera.device.Ranks;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Reduction;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The ranks of a job, each with the part of its own number.
public final class MpiProcesses implements Processes {
    static final int TAG = 1; // those of halo messages are larger

    private final MpiWorld world;
    private final MpiRequests requests;

    public MpiProcesses(MpiWorld world) {
        this.world = world;
        this.requests = world.requests();
    }

    @Override
    public boolean holds(int part) {
        return part == world.rank();
    }

    @Override
    public double @Nullable [] values(int part, IntSupplier count, Supplier<double[]> own) {
        if (holds(part)) {
            double[] values = own.get();
            if (!world.isFirst() && values.length > 0) {
                send(values);
            }
            return values;
        }
        return world.isFirst() ? receive(part, count.getAsInt()) : null;
    }

    private void send(double[] values) {
        try (Arena arena = Arena.ofConfined()) {
            requests.send(arena.allocateFrom(JAVA_DOUBLE, values), 0, TAG);
            requests.await();
        }
    }

    private double[] receive(int part, int count) {
        double[] values = new double[count];
        if (count > 0) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment message = arena.allocate(JAVA_DOUBLE, count);
                requests.receive(message, part, TAG);
                requests.await();
                MemorySegment.copy(message, JAVA_DOUBLE, 0, values, 0, count);
            }
        }
        return values;
    }

    @Override
    public Reduced combined(List<? extends Reduction<?>> wanted, Reduced own) {
        ReducedWords words = new ReducedWords(wanted, world.rank(), world.count());
        long[] sums = words.of(own);
        world.sum(sums);
        return words.reduced(sums);
    }

    @Override
    public long sum(long own) {
        long[] one = {own};
        world.sum(one);
        return one[0];
    }

    @Override
    public void sum(long[] numbers) {
        world.sum(numbers);
    }

    @Override
    public long least(long own) {
        return world.least(own);
    }

    @Override
    public Ranks ranks() {
        return world;
    }
}
