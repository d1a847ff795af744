package dev.tessera.geometry.image;

import dev.tessera.geometry.GeometryException;
import java.io.IOException;
import java.nio.file.Path;

/// The pictures of one file as samples, not as colours. For one thread at a time.
sealed interface Pictures extends AutoCloseable permits TiffFile, RasterFile {
    /// Opens a file; its first bytes decide its format, not its name.
    /// @throws GeometryException where it is of no known format, cut short or damaged
    static Pictures open(Path file) throws IOException {
        byte[] head = FileBytes.head(file, 4);
        if (TiffFile.begins(head)) {
            return TiffFile.open(file);
        }
        if (RasterFile.begins(head)) {
            return RasterFile.open(file);
        }
        throw new GeometryException(
                "%s is not a TIFF, PNG or BMP file, as its first bytes show; save the labels as one of these"
                        .formatted(file));
    }

    int count();

    int width(int page);

    int height(int page);

    /// The name of a picture in messages: the file, or a page of it.
    String name(int page);

    /// Reads the samples of a picture.
    /// @param labels `[y][x]`, of the picture's size
    /// @throws GeometryException where the samples are no labels, or the file is damaged
    void read(int page, int[] labels) throws IOException;

    @Override
    void close() throws IOException;
}
