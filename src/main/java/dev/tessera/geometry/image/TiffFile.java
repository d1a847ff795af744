package dev.tessera.geometry.image;

import dev.tessera.geometry.GeometryException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The pages of a TIFF or BigTIFF file. Java's own reader is not used: it inverts pictures whose zero is white, turns
/// fractions into integers, ends a stack where a file is cut short and does not terminate where pages form a loop.
///
/// Source: TIFF revision 6.0, Adobe (1992); the BigTIFF extension of libtiff 4.
final class TiffFile implements Pictures {
    private static final int CLASSIC = 42;
    private static final int BIG = 43;

    private final Path file;
    private final Arena arena;
    private final MemorySegment bytes;
    private final ByteOrder order;
    private final boolean big;
    private final List<TiffPage> pages = new ArrayList<>();

    private TiffFile(Path file, Arena arena, MemorySegment bytes, ByteOrder order, boolean big) {
        this.file = file;
        this.arena = arena;
        this.bytes = bytes;
        this.order = order;
        this.big = big;
    }

    static boolean begins(byte[] head) {
        if (head.length < 4) {
            return false;
        }
        int little = head[2] | head[3] << 8;
        int large = head[2] << 8 | head[3];
        return head[0] == 'I' && head[1] == 'I' && (little == CLASSIC || little == BIG)
                || head[0] == 'M' && head[1] == 'M' && (large == CLASSIC || large == BIG);
    }

    static TiffFile open(Path file) throws IOException {
        Arena arena = Arena.ofConfined(); // the thread that opens a file also reads it
        try (FileChannel channel = FileChannel.open(file)) {
            MemorySegment bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
            boolean little = bytes.get(ValueLayout.JAVA_BYTE, 0) == 'I';
            boolean big = bytes.get(ValueLayout.JAVA_BYTE, little ? 2 : 3) == BIG;
            TiffFile tiff =
                    new TiffFile(file, arena, bytes, little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN, big);
            tiff.readPages();
            return tiff;
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    private void readPages() {
        long at = big ? number(8, 8) : number(4, 4);
        Set<Long> seen = new TreeSet<>();
        while (at != 0) {
            if (!seen.add(at)) {
                throw new GeometryException(
                        "%s is damaged: after page %d its directory leads back to an earlier page; save it again"
                                .formatted(file, pages.size()));
            }
            TiffDirectory directory = TiffDirectory.at(this, at);
            pages.add(TiffPage.of(this, directory, pages.size() + 1));
            at = directory.next();
        }
        if (pages.isEmpty()) {
            throw new GeometryException("%s has no page".formatted(file));
        }
        comparePages();
    }

    /// ImageJ stores the number of pictures. Beyond 4 GiB it describes the first only; the others follow without gaps.
    private void comparePages() {
        TiffPage first = pages.getFirst();
        int said = first.imagesSaid();
        if (pages.size() == 1 && said > 1 && first.isContiguous()) {
            for (int k = 1; k < said; k++) {
                pages.add(first.following(this, k));
            }
        }
        if (said > 1 && said != pages.size()) {
            throw new GeometryException(
                    "%s holds %d pages, but its ImageJ description has %d: the file is cut short, or was changed"
                                    .formatted(file, pages.size(), said)
                            + " by another program; save it again from ImageJ");
        }
    }

    Path file() {
        return file;
    }

    ByteOrder order() {
        return order;
    }

    boolean isBig() {
        return big;
    }

    /// Bytes of the file.
    long length() {
        return bytes.byteSize();
    }

    /// An unsigned number of 1, 2, 4 or 8 bytes.
    long number(long at, int size) {
        MemorySegment here = slice(at, size);
        return switch (size) {
            case 1 -> here.get(ValueLayout.JAVA_BYTE, 0) & 0xff;
            case 2 -> here.get(ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(order), 0) & 0xffff;
            case 4 -> here.get(ValueLayout.JAVA_INT_UNALIGNED.withOrder(order), 0) & 0xffff_ffffL;
            case 8 -> here.get(ValueLayout.JAVA_LONG_UNALIGNED.withOrder(order), 0);
            default -> throw new IllegalArgumentException("a number of %d bytes".formatted(size));
        };
    }

    /// @throws GeometryException where the file has no such bytes
    MemorySegment slice(long at, long size) {
        if (at < 0 || size < 0 || at > length() - size) {
            throw new GeometryException(
                    ("%s is cut short or damaged: it has %d bytes, and its directory points to %s after byte %s; copy"
                            + " or save it again")
                            .formatted(
                                    file,
                                    length(),
                                    size == 1 ? "1 byte" : "%s bytes".formatted(Long.toUnsignedString(size)),
                                    Long.toUnsignedString(at)));
        }
        return bytes.asSlice(at, size);
    }

    @Override
    public int count() {
        return pages.size();
    }

    @Override
    public int width(int page) {
        return pages.get(page).width();
    }

    @Override
    public int height(int page) {
        return pages.get(page).height();
    }

    @Override
    public String name(int page) {
        return pages.size() == 1 ? file.toString() : "page %d of %s".formatted(page + 1, file);
    }

    @Override
    public void read(int page, int[] labels) throws IOException {
        try {
            new TiffSamples(this, pages.get(page)).read(labels);
        } catch (IOException e) {
            throw new GeometryException(
                    "%s is cut short or damaged: %s; copy or save it again".formatted(name(page), e.getMessage()), e);
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
