package dev.tessera.geometry.image;

import dev.tessera.geometry.GeometryException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ForkJoinPool;

/// MetaImage files, as ITK and 3D Slicer write them: lines `Key = Value`, then the voxels in the same file (`.mha`) or
/// in another one (`.mhd`), plain or compressed with zlib. Labels are as stored: origin and orientation of the image
/// are not applied.
///
/// Source: <https://itk.org/Wiki/MetaIO/Documentation>.
public final class MetaImage implements VoxelStack {
    private static final int MOST_HEADER = 1 << 16;
    private static final String DATA = "elementdatafile";

    private final Path file;
    private final RawFile voxels;
    private final Optional<VoxelEdges> edges;

    private MetaImage(Path file, RawFile voxels, Optional<VoxelEdges> edges) {
        this.file = file;
        this.voxels = voxels;
        this.edges = edges;
    }

    /// Reads the header; voxels are read by `scan`.
    /// @throws GeometryException where the file is no such image, holds no labels, or its length does not fit
    public static MetaImage open(Path file) {
        FileBytes.length(file);
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            return new Header(file, in).image();
        } catch (IOException e) {
            throw FileBytes.unreadable(file, e);
        }
    }

    /// The header's file.
    public Path file() {
        return file;
    }

    @Override
    public Optional<VoxelEdges> edges() {
        return edges;
    }

    @Override
    public int nx() {
        return voxels.nx();
    }

    @Override
    public int ny() {
        return voxels.ny();
    }

    @Override
    public int nz() {
        return voxels.nz();
    }

    @Override
    public VoxelOrder order() {
        return voxels.order();
    }

    @Override
    public String name() {
        return FileBytes.name(file);
    }

    @Override
    public String description() {
        return "%s, %d x %d x %d voxels of %s".formatted(name(), nx(), ny(), nz(), voxels.type());
    }

    @Override
    public void scan(int from, int to, PageVisitor visitor, ForkJoinPool workers) {
        voxels.scan(from, to, visitor, workers);
    }

    @Override
    public String toString() {
        return description();
    }

    /// The lines of a header.
    private static final class Header {
        private final Path file;
        private final Map<String, String> values = new TreeMap<>(); // by key in lower case
        private final int bytes;

        Header(Path file, InputStream in) throws IOException {
            this.file = file;
            StringBuilder line = new StringBuilder();
            int count = 0;
            while (!values.containsKey(DATA)) {
                int next = in.read();
                count += next < 0 ? 0 : 1;
                if (count > MOST_HEADER || next < 0 && line.isEmpty()) {
                    throw new GeometryException(
                            "%s is no MetaImage file, or cut short: its header has no line ElementDataFile = …"
                                    .formatted(file));
                }
                if (next != '\n' && next >= 0) {
                    line.append((char) next);
                    continue;
                }
                add(new String(line.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8));
                line.setLength(0);
            }
            this.bytes = count;
        }

        private void add(String line) {
            int equals = line.indexOf('=');
            boolean isText = line.chars().allMatch(c -> c >= ' ' && c != 0x7f || c == '\t' || c == '\r');
            if (!isText || equals < 0 && !line.isBlank()) {
                throw new GeometryException(
                        "%s is no MetaImage file, or damaged: its header has a line that is not Key = Value"
                                .formatted(file));
            }
            if (equals >= 0) {
                values.put(
                        line.substring(0, equals).strip().toLowerCase(Locale.ROOT),
                        line.substring(equals + 1).strip());
            }
        }

        MetaImage image() {
            if (!isTrue("BinaryData", "True")) {
                throw refused("BinaryData", "voxels as text are not read; save it with BinaryData = True");
            }
            if (numbers("ElementNumberOfChannels", "1", 1)[0] != 1) {
                throw refused("ElementNumberOfChannels", "labels need one channel");
            }
            if (!value("objecttype", "Image").equalsIgnoreCase("Image")) {
                throw refused("ObjectType", "only Image is read");
            }
            double dimensions = numbers("NDims", "3", 1)[0];
            if (dimensions != 2 && dimensions != 3) {
                throw refused("NDims", "two or three dimensions are read");
            }
            int[] size = size((int) dimensions);
            VoxelType type = type();
            String data = value(DATA, "");
            boolean local = data.equalsIgnoreCase("LOCAL");
            if (data.isEmpty() || data.toUpperCase(Locale.ROOT).startsWith("LIST") || data.contains("%")) {
                throw refused(
                        "ElementDataFile",
                        "lists and patterns of files are not read; save the image in one file (.mha)");
            }
            Path stored = local ? file : file.resolveSibling(data);
            boolean compressed = isTrue("CompressedData", "False");
            long header = header(stored, local, compressed, size, type);
            RawFile voxels = RawFile.open(
                    stored, size, type, VoxelOrder.X_FASTEST, header, compressed ? Packing.ZLIB : Packing.PLAIN);
            return new MetaImage(file, voxels, edges((int) dimensions));
        }

        /// Bytes before the voxels.
        private long header(Path stored, boolean local, boolean compressed, int[] size, VoxelType type) {
            double said = numbers("HeaderSize", "0", 1)[0];
            if (said != Math.rint(said) || said < -1 || said > 1e15 || said == -1 && compressed) {
                throw refused("HeaderSize", "it is no number of bytes");
            }
            if (said == -1) { // the voxels are the last bytes of the file
                double expected = (double) size[0] * size[1] * size[2] * type.bytes();
                return Math.max(0, FileBytes.length(stored) - (long) expected);
            }
            return said > 0 ? (long) said : local ? bytes : 0;
        }

        private int[] size(int dimensions) {
            double[] said = numbers("DimSize", "", dimensions);
            int[] size = {1, 1, 1};
            for (int axis = 0; axis < dimensions; axis++) {
                size[axis] = (int) said[axis];
                if (size[axis] != said[axis] || size[axis] < 1) {
                    throw refused("DimSize", "numbers of voxels along x, y, z are needed");
                }
            }
            return size;
        }

        private VoxelType type() {
            VoxelType.Sample sample = switch (value("elementtype", "")) {
                case "MET_UCHAR" -> VoxelType.Sample.UINT8;
                case "MET_CHAR", "MET_ASCII_CHAR" -> VoxelType.Sample.INT8;
                case "MET_USHORT" -> VoxelType.Sample.UINT16;
                case "MET_SHORT" -> VoxelType.Sample.INT16;
                case "MET_UINT", "MET_ULONG" -> VoxelType.Sample.UINT32;
                case "MET_INT", "MET_LONG" -> VoxelType.Sample.INT32;
                case "MET_ULONG_LONG" -> VoxelType.Sample.UINT64;
                case "MET_LONG_LONG" -> VoxelType.Sample.INT64;
                default -> throw refused("ElementType", "labels are whole numbers: save it as MET_UCHAR or MET_USHORT");
            };
            String key = values.containsKey("elementbyteordermsb") ? "elementbyteordermsb" : "binarydatabyteordermsb";
            return new VoxelType(sample, isTrue(key, "False") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        }

        private Optional<VoxelEdges> edges(int dimensions) {
            String key = values.containsKey("elementspacing") ? "ElementSpacing" : "ElementSize";
            if (!values.containsKey(key.toLowerCase(Locale.ROOT))) {
                return Optional.empty();
            }
            double[] said = numbers(key, "", dimensions);
            return Optional.of(new VoxelEdges(said[0], said[1], dimensions == 3 ? said[2] : said[1]));
        }

        private String value(String key, String otherwise) {
            return values.getOrDefault(key.toLowerCase(Locale.ROOT), otherwise);
        }

        private boolean isTrue(String key, String otherwise) {
            String value = value(key, otherwise).toLowerCase(Locale.ROOT);
            return value.startsWith("t") || value.equals("1");
        }

        private double[] numbers(String key, String otherwise, int count) {
            String[] words = value(key, otherwise).split("\\s+", -1);
            double[] numbers = new double[count];
            try {
                for (int i = 0; i < count; i++) {
                    numbers[i] = Double.parseDouble(words[i]);
                }
            } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                throw refused(key, "%d number%s needed".formatted(count, count == 1 ? " is" : "s are"));
            }
            if (words.length != count) {
                throw refused(key, "%d number%s needed".formatted(count, count == 1 ? " is" : "s are"));
            }
            return numbers;
        }

        private GeometryException refused(String key, String why) {
            String value = values.get(key.toLowerCase(Locale.ROOT));
            String shown = value == null ? "" : value.length() > 80 ? value.substring(0, 80) + "…" : value;
            return new GeometryException(
                    value == null
                            ? "%s: its header has no line %s = …; %s".formatted(file, key, why)
                            : "%s: its header says %s = %s; %s".formatted(file, key, shown, why));
        }
    }
}
