package dev.tessera.device.cpu;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/// Copies the nodes that fill no vector, of many streams, to a vector a stream and back.
///
/// All kernels of the JVM share these methods. They call nothing that differs from kernel to kernel, so that HotSpot,
/// which has compiled them once, has no reason to throw that away when the next kernel comes; and
/// [JvmCompilerRules] keeps them from its quick compiler.
final class VectorRest {
    private static final VectorSpecies<Integer> SPECIES = IntVector.SPECIES_PREFERRED;
    private static final MemorySegment ALL = AllMemory.SEGMENT;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();

    private VectorRest() {}

    static int vectorBytes() {
        return SPECIES.vectorByteSize();
    }

    /// Fills a vector a stream from memory; what the rest does not fill is 0.
    ///
    /// @param streams those to bring
    /// @param from addresses `[stream]`
    /// @param offset of the rest from there, in bytes
    /// @param restBytes fewer than a vector's, a multiple of 4, not 0
    /// @param vectors addresses `[stream]`
    static void bring(int[] streams, long[] from, long offset, int restBytes, long[] vectors) {
        VectorMask<Integer> mask = mask(restBytes);
        for (int stream : streams) {
            IntVector.fromMemorySegment(SPECIES, ALL, AllMemory.in(from[stream]) + AllMemory.in(offset), ORDER, mask)
                    .intoMemorySegment(ALL, AllMemory.in(vectors[stream]), ORDER);
        }
    }

    /// Writes the rest back, and nothing beyond it.
    static void takeBack(int[] streams, long[] vectors, long[] to, long offset, int restBytes) {
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
