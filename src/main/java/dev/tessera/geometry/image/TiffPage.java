package dev.tessera.geometry.image;

import static dev.tessera.geometry.image.TiffDirectory.BITS;
import static dev.tessera.geometry.image.TiffDirectory.COMPRESSION;
import static dev.tessera.geometry.image.TiffDirectory.DESCRIPTION;
import static dev.tessera.geometry.image.TiffDirectory.FILL_ORDER;
import static dev.tessera.geometry.image.TiffDirectory.HEIGHT;
import static dev.tessera.geometry.image.TiffDirectory.PREDICTOR;
import static dev.tessera.geometry.image.TiffDirectory.ROWS_PER_STRIP;
import static dev.tessera.geometry.image.TiffDirectory.SAMPLES;
import static dev.tessera.geometry.image.TiffDirectory.SAMPLE_FORMAT;
import static dev.tessera.geometry.image.TiffDirectory.STRIP_BYTES;
import static dev.tessera.geometry.image.TiffDirectory.STRIP_OFFSETS;
import static dev.tessera.geometry.image.TiffDirectory.TILE_BYTES;
import static dev.tessera.geometry.image.TiffDirectory.TILE_HEIGHT;
import static dev.tessera.geometry.image.TiffDirectory.TILE_OFFSETS;
import static dev.tessera.geometry.image.TiffDirectory.TILE_WIDTH;
import static dev.tessera.geometry.image.TiffDirectory.WIDTH;

import dev.tessera.geometry.GeometryException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Position and storage of the samples of a page of a TIFF file. A strip is a tile as wide as the page.
///
/// @param bits per sample
/// @param signed whether samples are two's complement
/// @param differences whether a row stores the difference of each sample from the one before
/// @param reversed whether the first sample is in the lowest bit of a byte
/// @param tileWidth pixels
/// @param tileHeight pixels; the last strip may be lower
/// @param offsets where each tile begins
/// @param stored bytes of each tile
/// @param imagesSaid number of pictures in ImageJ's description, 0 where it has none
record TiffPage(
        int width,
        int height,
        int bits,
        boolean signed,
        TiffPacking packing,
        boolean differences,
        boolean reversed,
        int tileWidth,
        int tileHeight,
        long[] offsets,
        long[] stored,
        int imagesSaid) {
    private static final Pattern IMAGES = Pattern.compile("^ImageJ=[^\\n]*\\n(?:.*\\n)*?images=(\\d{1,9})\\s");
    private static final int REAL = 3;
    private static final int MOST = Integer.MAX_VALUE - 8; // bytes in an array

    static TiffPage of(TiffFile file, TiffDirectory directory, int number) {
        String page = "page %d of %s".formatted(number, file.file());
        long width = directory.number(WIDTH, 0);
        long height = directory.number(HEIGHT, 0);
        if (width < 1 || height < 1 || width > Integer.MAX_VALUE || height > (Integer.MAX_VALUE - 8) / width) {
            throw new GeometryException(
                    "%s is damaged: its directory has %d x %d pixels".formatted(page, width, height));
        }
        long samples = directory.number(SAMPLES, 1);
        if (samples != 1) {
            throw new GeometryException(
                    "%s has %d channels; labels need one: save it as greyscale (8 or 16 bits) without alpha"
                            .formatted(page, samples));
        }
        int bits = bits(page, directory);
        TiffPacking packing = TiffPacking.of(directory.number(COMPRESSION, 1))
                .orElseThrow(
                        () -> new GeometryException("%s is compressed in a way that is not read (number %d); save it %s"
                                .formatted(page, directory.number(COMPRESSION, 1), TiffPacking.known())));
        boolean differences = directory.number(PREDICTOR, 1) == 2;
        if (directory.number(PREDICTOR, 1) > 2 || differences && bits < 8) {
            throw new GeometryException(
                    "%s has the predictor %d with %d bits per sample, which is not read; save it without"
                            .formatted(page, directory.number(PREDICTOR, 1), bits));
        }
        boolean reversed = directory.number(FILL_ORDER, 1) == 2;
        if (reversed && (packing != TiffPacking.NONE || bits >= 8)) {
            throw new GeometryException(
                    "%s stores bits in reversed order (fill order 2); save it again without".formatted(page));
        }
        boolean tiled = directory.has(TILE_WIDTH);
        long tileWidth = tiled ? directory.number(TILE_WIDTH, 0) : width;
        long tileHeight = tiled ? directory.number(TILE_HEIGHT, 0) : directory.number(ROWS_PER_STRIP, height);
        if (!tiled) {
            tileHeight = Math.min(tileHeight, height);
        }
        if (tileWidth < 1 || tileHeight < 1 || tileWidth > Integer.MAX_VALUE || tileHeight > (1L << 30) / tileWidth) {
            throw new GeometryException(
                    "%s is damaged: its directory has tiles of %d x %d pixels".formatted(page, tileWidth, tileHeight));
        }
        long count = ceil(width, tileWidth) * ceil(height, tileHeight);
        long[] offsets = directory.numbers(tiled ? TILE_OFFSETS : STRIP_OFFSETS, (int) count);
        TiffPage found = new TiffPage(
                (int) width,
                (int) height,
                bits,
                directory.number(SAMPLE_FORMAT, 1) == 2,
                packing,
                differences,
                reversed,
                (int) tileWidth,
                (int) tileHeight,
                offsets,
                stored(directory, tiled ? TILE_BYTES : STRIP_BYTES, offsets.length),
                images(directory.text(DESCRIPTION)));
        for (int tile = 0; tile < offsets.length; tile++) {
            found.check(file, page, tile);
        }
        return found;
    }

    private static int bits(String page, TiffDirectory directory) {
        long bits = directory.number(BITS, 1);
        long format = directory.number(SAMPLE_FORMAT, 1);
        if (format == REAL || format > 4) {
            throw new GeometryException(
                    "%s holds floating-point numbers of %d bits; labels are whole numbers: save it with 8 or 16 bits"
                            .formatted(page, bits));
        }
        if (bits != 1 && bits != 2 && bits != 4 && bits != 8 && bits != 16 && bits != 32 && bits != 64
                || format == 2 && bits < 8) {
            throw new GeometryException("%s has %d bits per sample; save it with 8 or 16 bits".formatted(page, bits));
        }
        return (int) bits;
    }

    /// Bytes of each tile; 0 where the file does not give them: then they follow from the size.
    private static long[] stored(TiffDirectory directory, int tag, int count) {
        return directory.has(tag) ? directory.numbers(tag, count) : new long[count];
    }

    private static int images(String description) {
        Matcher matcher = IMAGES.matcher(description);
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    private static long ceil(long size, long part) {
        return (size + part - 1) / part;
    }

    /// Refuses a tile that is not within the file or too short for its samples, before anything is allocated.
    private void check(TiffFile file, String page, int tile) {
        long needed = rawBytes(tile);
        if (packing == TiffPacking.NONE && (stored[tile] == 0 || stored[tile] > needed)) {
            stored[tile] = needed;
        }
        file.slice(offsets[tile], stored[tile]);
        if (needed > MOST || stored[tile] > MOST) {
            throw new GeometryException(
                    "%s has a strip or tile of more than 2 GiB; save it with smaller ones".formatted(page));
        }
        if (needed / packing.mostPerByte() > stored[tile]) {
            throw new GeometryException("%s is cut short or damaged: %d bytes are too few for %d x %d pixels of %d bits"
                    .formatted(page, stored[tile], tileWidth, rows(tile), bits));
        }
    }

    int tilesAcross() {
        return (int) ceil(width, tileWidth);
    }

    /// Stored rows of a tile: the last strip ends with the page.
    int rows(int tile) {
        return tileWidth == width ? Math.min(tileHeight, height - tile * tileHeight) : tileHeight;
    }

    /// Bytes of a row of a tile.
    int rowBytes() {
        return (int) (((long) tileWidth * bits + 7) / 8);
    }

    long rawBytes(int tile) {
        return (long) rowBytes() * rows(tile);
    }

    /// Whether the samples are one block without compression.
    boolean isContiguous() {
        if (packing != TiffPacking.NONE || tileWidth != width) {
            return false;
        }
        for (int tile = 1; tile < offsets.length; tile++) {
            if (offsets[tile] != offsets[tile - 1] + rawBytes(tile - 1)) {
                return false;
            }
        }
        return true;
    }

    /// The page whose samples begin `k` pages after these.
    TiffPage following(TiffFile file, int k) {
        long[] moved = offsets.clone();
        for (int tile = 0; tile < moved.length; tile++) {
            moved[tile] += (long) k * rowBytes() * height;
            file.slice(moved[tile], stored[tile]);
        }
        return new TiffPage(
                width, height, bits, signed, packing, differences, reversed, tileWidth, tileHeight, moved, stored, 0);
    }
}
