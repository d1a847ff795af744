package dev.tessera.output;

import dev.tessera.solver.Checkpoints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SequencedMap;

/// The values of the pictures of a series, as files beside the checkpoints: a larger range needs them to draw earlier
/// pictures again, also those that were drawn before a run was resumed. Memory: one picture.
///
/// @param pictures the pictures of the series
/// @param values their values
record EarlierPictures(VtkCollection pictures, VtkCollection values) {
    /// Earlier pictures beyond it are not drawn again.
    private static final long MOST_BYTES = 2L << 30;

    /// @param folder of the pictures
    /// @param series name of the pictures without step
    static EarlierPictures of(Path folder, String series) {
        return new EarlierPictures(
                new VtkCollection(folder, series, "png"),
                new VtkCollection(
                        folder.resolve(Checkpoints.FOLDER), series, Checkpoints.VALUES_OF_PICTURES.substring(1)));
    }

    /// Draws a picture again.
    interface Drawing {
        void draw(Path file, DrawnValues values) throws IOException;
    }

    /// Removes what a run wrote after a step, from whose checkpoint it was then resumed.
    void removeLater(long step) throws IOException {
        pictures.removeLater(step);
        values.removeLater(step);
    }

    /// The newest picture before a step, of a run that was resumed; empty for a new run.
    Optional<DrawnValues> newest(long step) throws IOException {
        SequencedMap<Long, Path> files = values.files(step - 1);
        return files.isEmpty()
                ? Optional.empty()
                : DrawnValues.read(files.lastEntry().getValue());
    }

    /// Draws those again whose pictures were not removed.
    /// @param step of the picture that follows them
    void redraw(long step, Drawing drawing) throws IOException {
        for (var entry : values.files(step - 1).entrySet()) {
            Path picture = pictures.folder().resolve(pictures.fileOfStep(entry.getKey()));
            Optional<DrawnValues> its = Files.exists(picture) ? DrawnValues.read(entry.getValue()) : Optional.empty();
            if (its.isPresent()) {
                drawing.draw(picture, its.get());
            }
        }
    }

    /// Adds a picture, and removes the values of the oldest where they need too much of the disk.
    void add(long step, DrawnValues drawn) throws IOException {
        drawn.write(values.folder().resolve(values.fileOfStep(step)));
        long bytes = 0;
        for (Path file : values.files(step).reversed().sequencedValues()) {
            bytes += Files.size(file);
            if (bytes > MOST_BYTES) {
                Files.delete(file);
            }
        }
    }
}
