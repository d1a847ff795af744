package dev.tessera.cluster.mpi;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.tessera.geometry.SlabExchange;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The ranks of a job that voxelise a geometry together.
public final class MpiSlabs implements SlabExchange {
    private final MpiWorld world;
    private final MpiRequests requests;

    public MpiSlabs(MpiWorld world) {
        this.world = world;
        this.requests = world.requests();
    }

    @Override
    public int rank() {
        return world.rank();
    }

    @Override
    public int count() {
        return world.count();
    }

    @Override
    public List<long[]> all(long[] own) {
        long[] ends = new long[count()];
        Arrays.fill(ends, rank(), count(), own.length);
        world.sum(ends);
        long[] together = new long[Math.toIntExact(ends[count() - 1])];
        System.arraycopy(own, 0, together, (int) ends[rank()] - own.length, own.length);
        world.sum(together); // zero in all places but the own one
        List<long[]> all = new ArrayList<>();
        for (int rank = 0; rank < count(); rank++) {
            all.add(Arrays.copyOfRange(together, rank == 0 ? 0 : (int) ends[rank - 1], (int) ends[rank]));
        }
        return all;
    }

    @Override
    public long[] fromNext(long[] own) {
        if (count() == 1) {
            return own;
        }
        int length = Math.toIntExact(exchange(new long[] {own.length}, 1)[0]);
        return exchange(own, length);
    }

    /// Sends to the rank before this one, and receives from the one behind it.
    private long[] exchange(long[] own, int length) {
        long[] received = new long[length];
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment in = arena.allocate(JAVA_LONG, length);
            MemorySegment out = arena.allocateFrom(JAVA_LONG, own);
            requests.receive(in, (rank() + 1) % count(), MpiProcesses.TAG);
            requests.send(out, (rank() + count() - 1) % count(), MpiProcesses.TAG);
            requests.await();
            MemorySegment.copy(in, JAVA_LONG, 0, received, 0, length);
        }
        return received;
    }
}
