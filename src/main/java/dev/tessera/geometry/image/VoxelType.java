package dev.tessera.geometry.image;

import dev.tessera.geometry.GeometryException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The format of a voxel's label in a file.
///
/// @param order of the bytes, where there are several
public record VoxelType(Sample sample, ByteOrder order) {
    /// Integers that a label can be.
    public enum Sample {
        UINT8("uint8", 1),
        INT8("int8", 1),
        UINT16("uint16", 2),
        INT16("int16", 2),
        UINT32("uint32", 4),
        INT32("int32", 4),
        INT64("int64", 8),
        UINT64("uint64", 8);

        private final String key;
        private final int bytes;

        Sample(String key, int bytes) {
            this.key = key;
            this.bytes = bytes;
        }
    }

    public static final VoxelType UINT8 = new VoxelType(Sample.UINT8, ByteOrder.LITTLE_ENDIAN);
    public static final VoxelType INT8 = new VoxelType(Sample.INT8, ByteOrder.LITTLE_ENDIAN);
    public static final VoxelType UINT16 = new VoxelType(Sample.UINT16, ByteOrder.LITTLE_ENDIAN);
    public static final VoxelType INT16 = new VoxelType(Sample.INT16, ByteOrder.LITTLE_ENDIAN);

    /// The same integers, most significant byte first.
    public VoxelType bigEndian() {
        return new VoxelType(sample, ByteOrder.BIG_ENDIAN);
    }

    public int bytes() {
        return sample.bytes;
    }

    /// `uint8`, `uint16` (least significant byte first), `uint16-be` …
    public String key() {
        return sample.key + (sample.bytes > 1 && order == ByteOrder.BIG_ENDIAN ? "-be" : "");
    }

    /// @throws GeometryException for an unknown key; lists the known ones
    public static VoxelType ofKey(String key) {
        for (Sample sample : Sample.values()) {
            if (key.equals(sample.key) || key.equals(sample.key + "-le")) {
                return new VoxelType(sample, ByteOrder.LITTLE_ENDIAN);
            }
            if (key.equals(sample.key + "-be")) {
                return new VoxelType(sample, ByteOrder.BIG_ENDIAN);
            }
        }
        String known = Stream.of(Sample.values()).map(s -> s.key).collect(Collectors.joining(", "));
        throw new GeometryException("voxel type %s is unknown; known are %s, each also with -be for big-endian files"
                .formatted(key, known));
    }

    /// Reads `labels.length` labels from the start of `bytes`.
    /// @throws GeometryException where a label of 32 or 64 bits does not fit an `int`
    void decode(MemorySegment bytes, int[] labels) {
        switch (sample) {
            case UINT8, INT8 -> {
                int mask = sample == Sample.UINT8 ? 0xff : -1;
                byte[] plain = plain(bytes, labels.length);
                for (int i = 0; i < labels.length; i++) {
                    labels[i] = plain[i] & mask;
                }
            }
            case UINT16, INT16 -> {
                ValueLayout.OfShort layout = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(order);
                int mask = sample == Sample.UINT16 ? 0xffff : -1;
                for (int i = 0; i < labels.length; i++) {
                    labels[i] = bytes.get(layout, 2L * i) & mask;
                }
            }
            case UINT32, INT32 -> {
                ValueLayout.OfInt layout = ValueLayout.JAVA_INT_UNALIGNED.withOrder(order);
                for (int i = 0; i < labels.length; i++) {
                    labels[i] = bytes.get(layout, 4L * i);
                    if (labels[i] < 0 && sample == Sample.UINT32) {
                        throw tooLarge(labels[i] & 0xffff_ffffL);
                    }
                }
            }
            case INT64, UINT64 -> {
                ValueLayout.OfLong layout = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(order);
                for (int i = 0; i < labels.length; i++) {
                    long label = bytes.get(layout, 8L * i);
                    labels[i] = (int) label;
                    if (labels[i] != label || label < 0 && sample == Sample.UINT64) {
                        throw tooLarge(label);
                    }
                }
            }
        }
    }

    /// The first bytes as an array, which the interpreter reads many times faster than a segment.
    private static byte[] plain(MemorySegment bytes, int count) {
        return bytes.heapBase().orElse(null) instanceof byte[] array && array.length == count
                ? array
                : bytes.asSlice(0, count).toArray(ValueLayout.JAVA_BYTE);
    }

    private GeometryException tooLarge(long label) {
        String written = sample == Sample.UINT64 ? Long.toUnsignedString(label) : Long.toString(label);
        return new GeometryException("label %s of a %s file is beyond 31 bits; is the type or the byte order right?"
                .formatted(written, key()));
    }

    @Override
    public String toString() {
        return key();
    }
}
