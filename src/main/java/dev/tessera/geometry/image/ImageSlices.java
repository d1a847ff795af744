package dev.tessera.geometry.image;

import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.ParallelLoop;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ForkJoinPool;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A stack of pictures: the pages of one TIFF file, or the PNG files of a folder in natural order
/// (`s2.png` before `s10.png`). Picture k is the slice z = k, its top row y = 0. Labels are the stored
/// samples, not colours: the index of a picture with a palette, 0 and 1 of a picture with one bit.
public final class ImageSlices implements VoxelStack {
    private static final Pattern LAST_NUMBER = Pattern.compile("(\\d{1,18})\\D*$");

    private final Path path;
    private final List<Path> files; // one per picture; a single file: its pages
    private final int nx;
    private final int ny;
    private final int nz;

    private ImageSlices(Path path, List<Path> files, int nx, int ny, int nz) {
        this.path = path;
        this.files = List.copyOf(files);
        this.nx = nx;
        this.ny = ny;
        this.nz = nz;
    }

    /// All pages of a TIFF file; other formats of one picture (PNG, BMP) make a stack of one slice.
    /// @throws GeometryException where it is no picture
    public static ImageSlices pages(Path file) {
        try (Pictures pictures = Pictures.open(file)) {
            return new ImageSlices(file, List.of(file), pictures.width(0), pictures.height(0), pictures.count());
        } catch (IOException e) {
            throw FileBytes.unreadable(file, e);
        }
    }

    /// All PNG files of a folder.
    /// @throws GeometryException where there is none
    public static ImageSlices folder(Path folder) {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                if (FileBytes.name(entry).toLowerCase(Locale.ROOT).endsWith(".png")) {
                    files.add(entry);
                }
            }
        } catch (IOException e) {
            throw FileBytes.unreadable(folder, e);
        }
        if (files.isEmpty()) {
            throw new GeometryException("the folder %s holds no .png file".formatted(folder));
        }
        files.sort((a, b) -> NaturalOrder.compare(FileBytes.name(a), FileBytes.name(b)));
        refuseGaps(folder, files);
        Path first = files.getFirst();
        try (Pictures pictures = Pictures.open(first)) {
            return new ImageSlices(folder, files, pictures.width(0), pictures.height(0), files.size());
        } catch (IOException e) {
            throw FileBytes.unreadable(first, e);
        }
    }

    /// A missing slice would shift all slices after it: the numbers of the files must be evenly spaced, where all have
    /// one.
    private static void refuseGaps(Path folder, List<Path> files) {
        long[] numbers = new long[files.size()];
        long least = Long.MAX_VALUE;
        for (int k = 0; k < numbers.length; k++) {
            Matcher number = LAST_NUMBER.matcher(FileBytes.name(files.get(k)));
            if (!number.find()) {
                return;
            }
            numbers[k] = Long.parseLong(number.group(1));
            least = k == 0 ? least : Math.min(least, numbers[k] - numbers[k - 1]);
        }
        for (int k = 1; k < numbers.length && least > 0; k++) {
            if (numbers[k] - numbers[k - 1] != least) {
                throw new GeometryException(
                        "the folder %s holds no slice %d between %s and %s. Add it, or number the files without a gap"
                                .formatted(
                                        folder,
                                        numbers[k - 1] + least,
                                        FileBytes.name(files.get(k - 1)),
                                        FileBytes.name(files.get(k))));
            }
        }
    }

    /// The file, or the folder of slices.
    public Path path() {
        return path;
    }

    /// Whether the slices are files of a folder.
    public boolean isFolder() {
        return !files.equals(List.of(path));
    }

    @Override
    public void scan(int from, int to, PageVisitor visitor, ForkJoinPool workers) {
        int tasks = Math.min(to - from, 4 * workers.getParallelism());
        ParallelLoop.over(workers, tasks, task -> {
            int start = from + (int) ((long) task * (to - from) / tasks);
            int end = from + (int) ((task + 1L) * (to - from) / tasks);
            if (files.size() == 1) {
                scan(files.getFirst(), start, end, 0, visitor);
            } else {
                for (int page = start; page < end; page++) {
                    scan(files.get(page), page, page + 1, page, visitor);
                }
            }
        });
    }

    /// @param firstPage page of the stack that is the file's first
    private void scan(Path file, int from, int to, int firstPage, PageVisitor visitor) {
        int[] labels = new int[voxelsPerPage()];
        try (Pictures pictures = Pictures.open(file)) {
            for (int page = from; page < to; page++) {
                int here = page - firstPage;
                if (pictures.width(here) != nx || pictures.height(here) != ny) {
                    throw new GeometryException(
                            ("%s is %d x %d pixels, the first slice of %s %d x %d; all slices have to have one size."
                                            + " Crop or pad them to it, or take %s out of the stack if it is not of"
                                            + " the scan")
                                    .formatted(
                                            pictures.name(here),
                                            pictures.width(here),
                                            pictures.height(here),
                                            name(),
                                            nx,
                                            ny,
                                            files.size() == 1 ? "the page" : "the file"));
                }
                pictures.read(here, labels);
                visitor.visit(page, labels);
            }
        } catch (IOException e) {
            throw FileBytes.unreadable(file, e);
        }
    }

    @Override
    public int nx() {
        return nx;
    }

    @Override
    public int ny() {
        return ny;
    }

    @Override
    public int nz() {
        return nz;
    }

    @Override
    public VoxelOrder order() {
        return VoxelOrder.X_FASTEST;
    }

    @Override
    public String name() {
        return FileBytes.name(path);
    }

    @Override
    public String description() {
        return "%s, %d slice%s of %d x %d pixels".formatted(name(), nz, nz == 1 ? "" : "s", nx, ny);
    }

    @Override
    public String toString() {
        return description();
    }
}
