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

    /// Piece by piece: one is copied while the one before is on its way.
    private void send(double[] values) {
        try (Arena arena = Arena.ofConfined()) {
            Pieces pieces = new Pieces(values.length, arena);
            for (int piece = 0; piece < pieces.count(); piece++) {
                MemorySegment message = pieces.message(piece);
                MemorySegment.copy(values, pieces.first(piece), message, JAVA_DOUBLE, 0, pieces.length(piece));
                requests.await();
                requests.send(message, 0, TAG);
            }
            requests.await();
        }
    }

    private double[] receive(int part, int count) {
        double[] values = new double[count];
        try (Arena arena = Arena.ofConfined()) {
            Pieces pieces = new Pieces(count, arena);
            for (int piece = 0; piece <= pieces.count(); piece++) {
                requests.await();
                if (piece < pieces.count()) {
                    requests.receive(pieces.message(piece), part, TAG);
                }
                if (piece > 0) {
                    MemorySegment message = pieces.message(piece - 1);
                    MemorySegment.copy(
                            message, JAVA_DOUBLE, 0, values, pieces.first(piece - 1), pieces.length(piece - 1));
                }
            }
        }
        return values;
    }

    /// Values in pieces, for which there is memory outside the heap by turns.
    private static final class Pieces {
        private static final int LONGEST = 1 << 19; // values: 4 MB

        private final int values;
        private final MemorySegment[] memory;

        Pieces(int values, Arena arena) {
            this.values = values;
            int length = Math.min(values, LONGEST);
            this.memory = new MemorySegment[] {
                arena.allocate(JAVA_DOUBLE, length), arena.allocate(JAVA_DOUBLE, values > LONGEST ? LONGEST : 0)
            };
        }

        int count() {
            return Math.ceilDiv(values, LONGEST);
        }

        int first(int piece) {
            return piece * LONGEST;
        }

        int length(int piece) {
            return Math.min(LONGEST, values - first(piece));
        }

        MemorySegment message(int piece) {
            return memory[piece % 2].asSlice(0, (long) length(piece) * Double.BYTES);
        }
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
