package dev.tessera.geometry.image;

import dev.tessera.geometry.GeometryException;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/// The directory of a page in a TIFF file: fields by tag.
///
/// @param next where the directory of the next page begins, 0 after the last
record TiffDirectory(TiffFile file, Map<Integer, Field> fields, long next) {
    /// The values of a tag.
    ///
    /// @param type of the values, as the format numbers them
    /// @param at where they begin
    record Field(int type, long count, long at) {}

    static final int WIDTH = 256;
    static final int HEIGHT = 257;
    static final int BITS = 258;
    static final int COMPRESSION = 259;
    static final int PHOTOMETRIC = 262;
    static final int FILL_ORDER = 266;
    static final int DESCRIPTION = 270;
    static final int STRIP_OFFSETS = 273;
    static final int SAMPLES = 277;
    static final int ROWS_PER_STRIP = 278;
    static final int STRIP_BYTES = 279;
    static final int PREDICTOR = 317;
    static final int TILE_WIDTH = 322;
    static final int TILE_HEIGHT = 323;
    static final int TILE_OFFSETS = 324;
    static final int TILE_BYTES = 325;
    static final int SAMPLE_FORMAT = 339;

    private static final int ASCII = 2;

    static TiffDirectory at(TiffFile file, long at) {
        int countBytes = file.isBig() ? 8 : 2;
        int offsetBytes = file.isBig() ? 8 : 4;
        int fieldBytes = 4 + 2 * offsetBytes;
        long count = file.number(at, countBytes);
        if (count < 0 || count > 0xffff) {
            throw new GeometryException("%s is damaged: the directory at byte %d has %s fields; copy or save it again"
                    .formatted(file.file(), at, Long.toUnsignedString(count)));
        }
        Map<Integer, Field> fields = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            long field = at + countBytes + (long) i * fieldBytes;
            int type = (int) file.number(field + 2, 2);
            long values = file.number(field + 4, offsetBytes);
            long inline = field + 4 + offsetBytes;
            boolean fits = values >= 0 && values <= offsetBytes && values * bytes(type) <= offsetBytes;
            fields.put(
                    (int) file.number(field, 2),
                    new Field(type, values, fits ? inline : file.number(inline, offsetBytes)));
        }
        return new TiffDirectory(file, fields, file.number(at + countBytes + count * fieldBytes, offsetBytes));
    }

    private static int bytes(int type) {
        return switch (type) {
            case 3, 8 -> 2;
            case 4, 9, 11, 13 -> 4;
            case 5, 10, 12, 16, 17, 18 -> 8;
            default -> 1;
        };
    }

    boolean has(int tag) {
        return fields.containsKey(tag);
    }

    /// The only value of a tag, or `otherwise` where the page has none.
    long number(int tag, long otherwise) {
        Field field = fields.get(tag);
        return field == null ? otherwise : value(tag, field, 0);
    }

    /// The number of values of a tag.
    long count(int tag) {
        Field field = fields.get(tag);
        return field == null ? 0 : field.count();
    }

    /// The first `count` values of a tag.
    /// @throws GeometryException where the tag has fewer or the file ends before
    long[] numbers(int tag, int count) {
        Field field = fields.get(tag);
        if (field == null || field.count() < count && field.count() >= 0) {
            throw new GeometryException("%s is damaged: the directory of a page has %d values of tag %d, not %d"
                    .formatted(file.file(), field == null ? 0 : field.count(), tag, count));
        }
        file.slice(field.at(), (long) count * bytes(field.type())); // before they are allocated
        long[] numbers = new long[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = value(tag, field, i);
        }
        return numbers;
    }

    private long value(int tag, Field field, int i) {
        return switch (field.type()) {
            case 1, 3, 4, 13, 16, 18 -> file.number(field.at() + (long) i * bytes(field.type()), bytes(field.type()));
            default ->
                throw new GeometryException(
                        "%s is damaged: tag %d in the directory of a page is of type %d, not a whole number"
                                .formatted(file.file(), tag, field.type()));
        };
    }

    /// The text of a tag, at most 4 KiB of it, or an empty one.
    String text(int tag) {
        Field field = fields.get(tag);
        if (field == null || field.type() != ASCII || field.count() <= 0) {
            return "";
        }
        byte[] bytes = file.slice(field.at(), Math.min(field.count(), 4096)).toArray(ValueLayout.JAVA_BYTE);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
