package dev.tessera.geometry.image;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.TreeMap;

/// Writes TIFF files of any kind, also invalid ones: pages of samples, each with its fields.
final class TiffBuilder {
    private static final int LONG = 4;

    private final boolean big;
    private final ByteOrder order;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int nextAt; // where the offset of the next directory is to be written
    private byte[] bytes;

    private TiffBuilder(boolean big, ByteOrder order) {
        this.big = big;
        this.order = order;
        out.writeBytes((order == ByteOrder.LITTLE_ENDIAN ? "II" : "MM").getBytes(StandardCharsets.US_ASCII));
        out.writeBytes(buffer(2).putShort((short) (big ? 43 : 42)).array());
        if (big) {
            out.writeBytes(buffer(4).putShort((short) 8).array());
        }
        this.nextAt = out.size();
        offset(0);
        this.bytes = out.toByteArray();
    }

    static TiffBuilder classic(ByteOrder order) {
        return new TiffBuilder(false, order);
    }

    static TiffBuilder big(ByteOrder order) {
        return new TiffBuilder(true, order);
    }

    private ByteBuffer buffer(int size) {
        return ByteBuffer.allocate(size).order(order);
    }

    private void offset(long value) {
        out.writeBytes(
                big
                        ? buffer(8).putLong(value).array()
                        : buffer(4).putInt((int) value).array());
    }

    /// Fields that make a page of 8 bits, to be changed.
    static SortedMap<Integer, long[]> fields(int width, int height) {
        SortedMap<Integer, long[]> fields = new TreeMap<>();
        fields.put(TiffDirectory.WIDTH, new long[] {width});
        fields.put(TiffDirectory.HEIGHT, new long[] {height});
        fields.put(TiffDirectory.BITS, new long[] {8});
        fields.put(TiffDirectory.PHOTOMETRIC, new long[] {1});
        fields.put(TiffDirectory.ROWS_PER_STRIP, new long[] {height});
        return fields;
    }

    /// Adds a page, whose strips or tiles are stored one after the other before its directory.
    TiffBuilder page(SortedMap<Integer, long[]> fields, byte[]... stored) {
        return page(fields, "", stored);
    }

    TiffBuilder page(SortedMap<Integer, long[]> given, String description, byte[]... stored) {
        SortedMap<Integer, long[]> fields = new TreeMap<>(given);
        long[] offsets = new long[stored.length];
        long[] lengths = new long[stored.length];
        for (int i = 0; i < stored.length; i++) {
            offsets[i] = out.size();
            lengths[i] = stored[i].length;
            out.writeBytes(stored[i]);
        }
        boolean tiled = fields.containsKey(TiffDirectory.TILE_WIDTH);
        fields.putIfAbsent(tiled ? TiffDirectory.TILE_OFFSETS : TiffDirectory.STRIP_OFFSETS, offsets);
        fields.putIfAbsent(tiled ? TiffDirectory.TILE_BYTES : TiffDirectory.STRIP_BYTES, lengths);
        int perOffset = big ? 8 : 4;
        SortedMap<Integer, Long> places = new TreeMap<>();
        fields.forEach((tag, values) -> {
            if (values.length * 4 > perOffset) {
                places.put(tag, (long) out.size());
                for (long value : values) {
                    out.writeBytes(buffer(4).putInt((int) value).array());
                }
            }
        });
        long text = out.size();
        byte[] words = (description + "\0").getBytes(StandardCharsets.US_ASCII);
        if (!description.isEmpty()) {
            out.writeBytes(words);
            fields.put(TiffDirectory.DESCRIPTION, new long[] {text});
        }
        int directory = out.size();
        out.writeBytes(
                big
                        ? buffer(8).putLong(fields.size()).array()
                        : buffer(2).putShort((short) fields.size()).array());
        fields.forEach((tag, values) -> {
            boolean isText = tag == TiffDirectory.DESCRIPTION;
            out.writeBytes(buffer(4)
                    .putShort((short) (int) tag)
                    .putShort((short) (isText ? 2 : LONG))
                    .array());
            offset(isText ? words.length : values.length);
            if (places.containsKey(tag)) {
                offset(places.get(tag));
            } else if (isText) {
                offset(values[0]);
            } else {
                byte[] padded = new byte[perOffset];
                ByteBuffer inline = ByteBuffer.wrap(padded).order(order);
                for (long value : values) {
                    inline.putInt((int) value);
                }
                out.writeBytes(padded);
            }
        });
        int next = out.size();
        offset(0);
        bytes = out.toByteArray();
        write(nextAt, directory);
        nextAt = next;
        out.reset();
        out.writeBytes(bytes);
        return this;
    }

    private void write(int at, long value) {
        ByteBuffer all = ByteBuffer.wrap(bytes).order(order);
        if (big) {
            all.putLong(at, value);
        } else {
            all.putInt(at, (int) value);
        }
    }

    /// Makes the last page lead to another directory.
    TiffBuilder next(long at) {
        write(nextAt, at);
        out.reset();
        out.writeBytes(bytes);
        return this;
    }

    /// Bytes that belong to no page.
    TiffBuilder append(byte[] more) {
        out.writeBytes(more);
        bytes = out.toByteArray();
        return this;
    }

    int size() {
        return bytes.length;
    }

    byte[] bytes() {
        return bytes.clone();
    }
}
