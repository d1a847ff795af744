package dev.tessera.casefile;

import dev.tessera.geometry.image.ImageFormat;
import dev.tessera.geometry.image.ImageSlices;
import dev.tessera.geometry.image.ImageSource;
import dev.tessera.geometry.image.MetaImage;
import dev.tessera.geometry.image.NpyFile;
import dev.tessera.geometry.image.RawFile;
import dev.tessera.geometry.image.VoxelOrder;
import dev.tessera.geometry.image.VoxelStack;
import dev.tessera.geometry.image.VoxelType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.IntStream;

/// `geometry.image`: labelled voxels.
final class ImageSection {
    private static final Key<Path> FILE = Key.of("file", TextType.FILE)
            .needed()
            .says("raw voxels (`.raw`), a NumPy array (`.npy`), both also as `.gz`, MetaImage (`.mha`, `.mhd`),"
                    + " a multi-page TIFF, or a folder of PNG slices; relative to the case file")
            .example("berea.raw");
    private static final Key<ImageFormat> FORMAT = Key.of(
                    "format", ChoiceType.of("format", List.of(ImageFormat.values()), ImageFormat::key))
            .otherwise("by the ending of the file name")
            .says("format of a file with an unknown ending")
            .example("raw");
    private static final Key<List<Integer>> SIZE = Key.of("size", new ListType<>(NumberType.whole(1, 100_000), 3, 3))
            .says("voxels along x, y, z; required for raw files")
            .example("[400, 400, 400]");
    private static final Key<VoxelType> TYPE = Key.of("type", types())
            .says("the integers of a raw file; `-be`: most significant byte first")
            .example("uint8");
    private static final Key<VoxelOrder> ORDER = Key.of(
                    "order", ChoiceType.of("order", List.of(VoxelOrder.values()), VoxelOrder::key))
            .or(VoxelOrder.X_FASTEST, "x-fastest")
            .says("the index that varies fastest in a raw file; in a NumPy array, x-fastest stands for array[z, y, x]"
                    + " and z-fastest for array[x, y, z]")
            .example("x-fastest");
    private static final Key<Long> HEADER = Key.of("header", NumberType.count(0))
            .or(0L, "0")
            .says("bytes of a raw file before the first voxel")
            .example("0");
    private static final Key<List<Integer>> PORE = Key.of(
                    "pore", ListType.of(NumberType.whole(Integer.MIN_VALUE + 1, Integer.MAX_VALUE - 1)))
            .needed()
            .says("labels of pores; all others are solid. Required, since some images use 0, others 1 or 255")
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
                List.of(FROM.from(Crop::from), SIZE.from(Crop::size)),
                fields -> new Crop(fields.get(FROM), fields.get(SIZE)));
    }

    /// An image as the case writes it.
    record Image(
            Path file,
            Optional<ImageFormat> format, // empty: a folder of slices
            Optional<List<Integer>> size,
            Optional<VoxelType> type,
            VoxelOrder order,
            long headerBytes,
            List<Integer> pore,
            Optional<Crop> crop,
            int refine) {
        /// @throws IllegalArgumentException where a case has no text for the image
        static Image of(ImageSource source) {
            VoxelStack stack = source.stack();
            int[] whole = {stack.nx(), stack.ny(), stack.nz()};
            Optional<Crop> crop = Arrays.equals(whole, source.size())
                    ? Optional.empty()
                    : Optional.of(new Crop(list(source.from()), list(source.size())));
            Image image = of(stack);
            return new Image(
                    image.file,
                    image.format,
                    image.size,
                    image.type,
                    image.order,
                    image.headerBytes,
                    list(source.pores().labels()),
                    crop,
                    source.refine());
        }

        private static Image of(VoxelStack stack) {
            return switch (stack) {
                case RawFile array
                when ImageFormat.of(array.file()).equals(Optional.of(ImageFormat.NPY)) ->
                    ofFormat(array.file(), Optional.of(ImageFormat.NPY), numPyOrder(array));
                case RawFile raw ->
                    new Image(
                            raw.file(),
                            Optional.of(ImageFormat.RAW),
                            Optional.of(List.of(raw.nx(), raw.ny(), raw.nz())),
                            Optional.of(raw.type()),
                            raw.order(),
                            raw.headerBytes(),
                            List.of(),
                            Optional.empty(),
                            1);
                case MetaImage scan -> ofFormat(scan.file(), Optional.of(ImageFormat.METAIMAGE), VoxelOrder.X_FASTEST);
                case ImageSlices slices
                when slices.isFolder() -> ofFormat(slices.path(), Optional.empty(), VoxelOrder.X_FASTEST);
                case ImageSlices slices ->
                    ofFormat(
                            slices.path(),
                            ImageFormat.of(slices.path()).or(() -> Optional.of(ImageFormat.TIFF)),
                            VoxelOrder.X_FASTEST);
                // VoxelStack is open: users may implement it.
                default ->
                    throw new IllegalArgumentException(
                            "the image %s was made in Java and has no text".formatted(stack.description()));
            };
        }

        /// A whole file that says its size and type itself.
        private static Image ofFormat(Path file, Optional<ImageFormat> format, VoxelOrder order) {
            return new Image(
                    file, format, Optional.empty(), Optional.empty(), order, 0, List.of(), Optional.empty(), 1);
        }

        /// The axes as the case read them: the fastest index in the file also depends on the file.
        private static VoxelOrder numPyOrder(RawFile array) {
            return NpyFile.open(array.file(), NpyFile.Axes.ZYX).order() == array.order()
                    ? VoxelOrder.X_FASTEST
                    : VoxelOrder.Z_FASTEST;
        }

        /// Where the name of the file does not give it.
        private Optional<ImageFormat> hiddenFormat() {
            return format.filter(written -> !ImageFormat.of(file).equals(Optional.of(written)));
        }

        /// Other formats have one order only.
        private Optional<VoxelOrder> arrayOrder() {
            return format.filter(written -> written == ImageFormat.RAW || written == ImageFormat.NPY)
                    .map(written -> order);
        }

        /// @throws dev.tessera.geometry.GeometryException where the file cannot be read
        VoxelStack open() {
            if (format.isEmpty()) {
                return ImageSlices.folder(file);
            }
            return switch (format.get()) {
                case RAW -> RawFile.open(file, array(size.orElseThrow()), type.orElseThrow(), order, headerBytes);
                case NPY ->
                    NpyFile.open(
                            file,
                            switch (order) {
                                case X_FASTEST -> NpyFile.Axes.ZYX;
                                case Z_FASTEST -> NpyFile.Axes.XYZ;
                            });
                case METAIMAGE -> MetaImage.open(file);
                case TIFF, PNG -> ImageSlices.pages(file);
            };
        }
    }

    static final Section<Image> SECTION = Section.of(
            "geometry.image",
            "Labelled voxels; a voxel is a node (or several, with refine), and walls are at the faces of voxels.",
            List.of(
                    FILE.from(Image::file),
                    FORMAT.ifPresent(Image::hiddenFormat),
                    SIZE.ifPresent(Image::size),
                    TYPE.ifPresent(Image::type),
                    ORDER.ifPresent(Image::arrayOrder),
                    HEADER.unlessDefault(Image::headerBytes),
                    PORE.from(Image::pore),
                    CROP.ifPresent(Image::crop),
                    REFINE.unlessDefault(Image::refine)),
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

    private static List<Integer> list(int[] values) {
        return IntStream.of(values).boxed().toList();
    }

    /// Empty for a folder.
    private static Optional<ImageFormat> format(Fields fields, Path file) {
        if (Files.isDirectory(file)) {
            if (fields.has(FORMAT)) {
                throw fields.refuse(FORMAT, "%s is a folder of slices; remove format".formatted(file.getFileName()));
            }
            return Optional.empty();
        }
        return fields.find(FORMAT).or(() -> ImageFormat.of(file)).or(() -> {
            if (!Files.exists(file)) {
                throw fields.refuse(FILE, "there is no file or folder %s".formatted(file));
            }
            throw fields.refuse(
                    FILE,
                    "%s has an unknown ending; known are %s. If it contains raw voxels, write format: raw"
                            .formatted(file.getFileName(), ImageFormat.knownEndings()));
        });
    }

    private static Image make(Fields fields) {
        Path file = fields.get(FILE);
        Optional<ImageFormat> format = format(fields, file);
        boolean raw = format.isPresent() && format.get() == ImageFormat.RAW;
        for (Key<?> key : List.of(SIZE, TYPE)) {
            if (raw && !fields.has(key)) {
                throw fields.refuse(
                        FILE,
                        "a raw file does not contain its %s; write %s: %s"
                                .formatted(key.name(), key.name(), key.example()));
            }
        }
        for (Key<?> key : List.of(SIZE, TYPE, HEADER)) {
            if (!raw && fields.has(key)) {
                throw fields.refuse(key, "%s contains this already; remove it".formatted(file.getFileName()));
            }
        }
        if (fields.has(ORDER)
                && !raw
                && format.filter(f -> f == ImageFormat.NPY).isEmpty()) {
            throw fields.refuse(ORDER, "only raw files and NumPy arrays can have another order; remove it");
        }
        return new Image(
                file,
                format,
                fields.find(SIZE),
                fields.find(TYPE),
                fields.get(ORDER),
                fields.get(HEADER),
                fields.get(PORE),
                fields.find(CROP),
                fields.get(REFINE));
    }
}
