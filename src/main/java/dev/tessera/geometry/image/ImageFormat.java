package dev.tessera.geometry.image;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Formats of image stacks, with the endings of their file names.
public enum ImageFormat {
    /// [RawFile]
    RAW("raw", List.of(".raw", ".raw.gz")),
    /// [NpyFile]
    NPY("npy", List.of(".npy", ".npy.gz")),
    /// [MetaImage]
    METAIMAGE("metaimage", List.of(".mha", ".mhd")),
    /// [ImageSlices]: the pages of a file
    TIFF("tiff", List.of(".tif", ".tiff")),
    /// [ImageSlices]: one slice
    PNG("png", List.of(".png", ".bmp"));

    private final String key;
    private final List<String> endings;

    ImageFormat(String key, List<String> endings) {
        this.key = key;
        this.endings = endings;
    }

    public String key() {
        return key;
    }

    /// The format given by the ending of a file name; empty where it is unknown.
    public static Optional<ImageFormat> of(Path file) {
        String name = FileBytes.name(file).toLowerCase(Locale.ROOT);
        return Stream.of(values())
                .filter(format -> format.endings.stream().anyMatch(name::endsWith))
                .findFirst();
    }

    /// `.raw, .raw.gz, .npy …`
    public static String knownEndings() {
        return Stream.of(values()).flatMap(format -> format.endings.stream()).collect(Collectors.joining(", "));
    }
}
