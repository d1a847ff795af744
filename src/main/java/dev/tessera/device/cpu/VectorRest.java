package dev.tessera.device.cpu;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/// Copies the nodes that do not fill a vector to one vector per stream and back.
///
/// All kernels of the JVM share these methods. They call nothing that depends on the kernel, so that HotSpot keeps the
/// compiled code when another kernel uses it; [JvmCompilerRules] excludes them from C1.
final class VectorRest {
    private static final VectorSpecies<Integer> SPECIES = IntVector.SPECIES_PREFERRED;
    private static final MemorySegment ALL = AllMemory.SEGMENT;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();

    private VectorRest() {}

    static int vectorBytes() {
        return SPECIES.vectorByteSize();
    }

    /// Fills one vector per stream from memory; unused lanes are 0.
    ///
    /// @param streams to load
    /// @param from addresses `[stream]`
    /// @param offset of the rest from there, in bytes
    /// @param restBytes less than a vector, a positive multiple of 4
    /// @param vectors addresses `[stream]`
    static void load(int[] streams, long[] from, long offset, int restBytes, long[] vectors) {
        VectorMask<Integer> mask = mask(restBytes);
        for (int stream : streams) {
            IntVector.fromMemorySegment(SPECIES, ALL, AllMemory.in(from[stream]) + AllMemory.in(offset), ORDER, mask)
                    .intoMemorySegment(ALL, AllMemory.in(vectors[stream]), ORDER);
        }
    }

    /// Writes only the rest back.
    static void store(int[] streams, long[] vectors, long[] to, long offset, int restBytes) {
        VectorMask<Integer> mask = mask(restBytes);
        for (int stream : streams) {
            IntVector.fromMemorySegment(SPECIES, ALL, AllMemory.in(vectors[stream]), ORDER)
                    .intoMemorySegment(ALL, AllMemory.in(to[stream]) + AllMemory.in(offset), ORDER, mask);
        }
    }

    private static VectorMask<Integer> mask(int restBytes) {
        return VectorMask.fromLong(SPECIES, -1L >>> -(restBytes / Integer.BYTES));
    }
}
