package dev.tessera.geometry;

import java.util.List;

/// What the processes tell each other that voxelise a geometry together, each a [Slab] of its box. Every method except
/// [#rank] and [#count] is collective: all processes call it, in the same order.
public interface SlabExchange {
    /// One process alone.
    SlabExchange ALONE = new SlabExchange() {
        @Override
        public int rank() {
            return 0;
        }

        @Override
        public int count() {
            return 1;
        }

        @Override
        public List<long[]> all(long[] own) {
            return List.of(own);
        }

        @Override
        public long[] fromNext(long[] own) {
            return own;
        }
    };

    /// The number of this process, from 0: the slabs ascend along z.
    int rank();

    /// The number of processes.
    int count();

    /// The numbers of each process, `[rank]`; their counts may differ.
    List<long[]> all(long[] own);

    /// Sends numbers to the process before this one, and returns those of the process behind it; the last one is
    /// before the first.
    long[] fromNext(long[] own);
}
