package dev.tessera.casefile;

import dev.tessera.geometry.image.ImageSlices;
import dev.tessera.geometry.image.NpyFile;
import dev.tessera.geometry.image.RawFile;
import dev.tessera.geometry.image.VoxelOrder;
import dev.tessera.geometry.image.VoxelStack;
import dev.tessera.geometry.image.VoxelType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;

/// `geometry.image`: labelled voxels.
final class ImageSection {
    private static final Key<Path> FILE = Key.of("file", TextType.FILE)
            .needed()
            .says(
                    "raw voxels (`.raw`), a NumPy array (`.npy`), both also as `.gz`, a multi-page TIFF, or a folder of PNG slices;"
                            + " relative to the case file")
            .example("berea.raw");
    private static final Key<List<Integer>> SIZE = Key.of("size", new ListType<>(NumberType.whole(1, 100_000), 3, 3))
            .says("voxels along x, y, z; raw files do not know it")
            .example("[400, 400, 400]");
    private static final Key<VoxelType> TYPE = Key.of("type", types())
            .says("the integers of a raw file; `-be`: most significant byte first")
            .example("uint8");
    private static final Key<VoxelOrder> ORDER = Key.of(
                    "order", ChoiceType.of("order", List.of(VoxelOrder.values()), VoxelOrder::key))
            .or(VoxelOrder.X_FASTEST, "x-fastest")
            .says("which index runs fastest in a raw file; in a NumPy array, x-fastest stands for array[z, y, x] and"
                    + " z-fastest for array[x, y, z]")
            .example("x-fastest");
    private static final Key<Long> HEADER = Key.of("header", NumberType.count(0))
            .or(0L, "0")
            .says("bytes of a raw file before the first voxel")
            .example("0");
    private static final Key<List<Integer>> PORE = Key.of(
                    "pore", ListType.of(NumberType.whole(Integer.MIN_VALUE + 1, Integer.MAX_VALUE - 1)))
            .needed()
            .says("labels that are pore; all others are solid. Never guessed: some images say 0, others 1 or 255")
            .example("[0]");
    private static final Key<Crop> CROP = Key.of("crop", Crop.SECTION)
            .otherwise("the whole image")
            .says("a part of the image")
            .example("{from: [0, 0, 0], size: [128, 128, 128]}");
    private static final Key<Integer> REFINE = Key.of("refine", NumberType.whole(1, 64))
            .or(1, "1")
            .says("nodes along each edge of a voxel; `spacing` is that of the nodes")
            .example("2");

    /// A part of an image, in voxels.
    record Crop(List<Integer> from, List<Integer> size) {
        private static final Key<List<Integer>> FROM = Key.of(
                        "from", new ListType<>(NumberType.whole(0, 100_000), 3, 3))
                .needed()
                .says("first voxel along x, y, z, from 0")
                .example("[0, 0, 0]");
        private static final Key<List<Integer>> SIZE = Key.of(
                        "size", new ListType<>(NumberType.whole(1, 100_000), 3, 3))
                .needed()
                .says("voxels along x, y, z")
                .example("[128, 128, 128]");
        static final Section<Crop> SECTION = Section.of(
                "geometry.image.crop",
                "A part of the image, in voxels.",
                List.of(FROM, SIZE),
                fields -> new Crop(fields.get(FROM), fields.get(SIZE)));
    }

    /// An image as the case writes it.
    record Image(
            Path file,
            Optional<List<Integer>> size,
            Optional<VoxelType> type,
            VoxelOrder order,
            long headerBytes,
            List<Integer> pore,
            Optional<Crop> crop,
            int refine) {
        boolean isRaw() {
            return ImageSection.isRaw(file);
        }

        /// @throws dev.tessera.geometry.GeometryException where the file cannot be read
        VoxelStack open() {
            if (isRaw()) {
                return RawFile.open(file, array(size.orElseThrow()), type.orElseThrow(), order, headerBytes);
            }
            if (isNumPy(file)) {
                return NpyFile.open(
                        file,
                        switch (order) {
                            case X_FASTEST -> NpyFile.Axes.ZYX;
                            case Z_FASTEST -> NpyFile.Axes.XYZ;
                        });
            }
            return Files.isDirectory(file) ? ImageSlices.folder(file) : ImageSlices.pages(file);
        }
    }

    static final Section<Image> SECTION = Section.of(
            "geometry.image",
            "Labelled voxels; a voxel is a node (or several, with refine), and walls lie on the voxels' faces.",
            List.of(FILE, SIZE, TYPE, ORDER, HEADER, PORE, CROP, REFINE),
            ImageSection::make);

    private ImageSection() {}

    private static ValueType<VoxelType> types() {
        SequencedMap<String, VoxelType> types = new LinkedHashMap<>();
        for (VoxelType.Sample sample : VoxelType.Sample.values()) {
            VoxelType little = VoxelType.ofKey(sample.name().toLowerCase(Locale.ROOT));
            types.put(little.key(), little);
            types.put(little.bigEndian().key(), little.bigEndian());
        }
        return new ChoiceType<>("voxel type", types);
    }

    static int[] array(List<Integer> values) {
        return values.stream().mapToInt(Integer::intValue).toArray();
    }

    /// The name without the ending of gzip.
    private static String unpacked(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        return name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
    }

    static boolean isNumPy(Path file) {
        return unpacked(file).endsWith(".npy");
    }

    /// Whatever is no array and no picture.
    private static boolean isRaw(Path file) {
        String name = unpacked(file);
        return List.of(".npy", ".tif", ".tiff", ".png", ".bmp").stream().noneMatch(name::endsWith)
                && !Files.isDirectory(file);
    }

    private static Image make(Fields fields) {
        Path file = fields.get(FILE);
        for (Key<?> key : List.of(SIZE, TYPE)) {
            if (isRaw(file) && !fields.has(key)) {
                throw fields.refuse(
                        FILE,
                        "a raw file does not say its %s; write %s: %s"
                                .formatted(key.name(), key.name(), key.example()));
            }
        }
        for (Key<?> key : List.of(SIZE, TYPE, HEADER)) {
            if (!isRaw(file) && fields.has(key)) {
                throw fields.refuse(key, "%s says this itself; remove it".formatted(file.getFileName()));
            }
        }
        return new Image(
                file,
                fields.find(SIZE),
                fields.find(TYPE),
                fields.get(ORDER),
                fields.get(HEADER),
                fields.get(PORE),
                fields.find(CROP),
                fields.get(REFINE));
    }
}
