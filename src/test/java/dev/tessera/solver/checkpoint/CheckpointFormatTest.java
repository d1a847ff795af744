package dev.tessera.solver.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.model.lattice.Lattices;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The file format alone: parts write the ranges of nodes that they own, and read those that they need.
final class CheckpointFormatTest {
    private static final int NODES = 1000;
    private static final String RHO = "rho";
    private static final String DENSITY = "density";
    private static final String VELOCITY = "velocity-x";
    private static ForkJoinPool pool;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(3);
    }

    @AfterAll
    static void stop() {
        pool.close();
    }

    /// Populations of two components in two formats, a scalar without lattice, and a remembered value of links.
    private static CheckpointHeader header(String... states) {
        var lattice = Lattices.byKey("D2Q9");
        return new CheckpointHeader(
                CheckpointHeader.FORMAT,
                42,
                NODES,
                -7,
                new LinkedHashMap<>(Map.of("fluid.viscosity", "1e-6 m2/s # of = water")),
                List.of(
                        ArrayInfo.populations(ArrayInfo.POPULATIONS, lattice, NumberFormat.FP64),
                        ArrayInfo.populations(RHO, lattice, NumberFormat.FP16_DEVIATION),
                        new ArrayInfo(DENSITY, ArrayInfo.Keys.NODES, Optional.empty(), 1, NumberFormat.FP32),
                        ArrayInfo.remembered(VELOCITY, lattice, NumberFormat.FP64)),
                List.of(states));
    }

    private static double value(String array, long node, int component) {
        double w = Lattices.byKey("D2Q9").weight(component).toFloat();
        return switch (array) {
            case ArrayInfo.POPULATIONS -> 1.0 / (node + 1) + component;
            case RHO -> w + (node % 64 - 32 + component) * 0x1p-15; // exact in half precision
            default -> node * 0.5;
        };
    }

    /// Every fourth node has values at two directions, in no order.
    private static LinkValues links(NodeRanges owned) {
        List<long[]> pairs = new ArrayList<>();
        for (long node = 0; node < NODES; node += 4) {
            if (owned.contains(node)) {
                pairs.add(new long[] {node, 3});
                pairs.add(new long[] {node, LinkValues.NODE});
            }
        }
        Collections.shuffle(pairs, new Random(1));
        LinkValues values = new LinkValues(new long[pairs.size()], new short[pairs.size()], new double[pairs.size()]);
        for (int k = 0; k < pairs.size(); k++) {
            values.nodes()[k] = pairs.get(k)[0];
            values.directions()[k] = (short) pairs.get(k)[1];
            values.values()[k] = Math.sqrt((double) pairs.get(k)[0]) + pairs.get(k)[1];
        }
        return values;
    }

    /// The nodes of one of several parts: rows of different lengths belong to the parts alternately.
    private static NodeRanges part(int part, int parts, int seed) {
        Random random = new Random(seed);
        List<Long> bounds = new ArrayList<>();
        long first = 0;
        for (int row = 0; first < NODES; row++) {
            long end = Math.min(NODES, first + 1 + random.nextInt(40));
            if (row % parts == part) {
                bounds.addAll(List.of(first, end));
            }
            first = end;
        }
        return NodeRanges.ofBounds(bounds.stream().mapToLong(Long::longValue).toArray());
    }

    private static void write(CheckpointWriter writer, NodeRanges owned) throws IOException {
        for (ArrayInfo array : writer.header().arrays()) {
            if (array.keys() == ArrayInfo.Keys.LINKS) {
                writer.links(array.name(), links(owned));
                continue;
            }
            List<CheckpointWriter.Chunk> chunks = new ArrayList<>();
            owned.inPieces(37).forEach(piece -> chunks.add(writer.nodes(array.name(), piece)));
            Collections.shuffle(chunks, new Random(2));
            for (CheckpointWriter.Chunk chunk : chunks) {
                chunk.write(valuesOf(array, chunk.nodes()));
            }
        }
    }

    private static double[] valuesOf(ArrayInfo array, NodeRanges nodes) {
        double[] values = new double[(int) nodes.nodes() * array.components()];
        int at = 0;
        for (int range = 0; range < nodes.count(); range++) {
            for (long node = nodes.first(range); node < nodes.end(range); node++) {
                for (int component = 0; component < array.components(); component++) {
                    values[at++] = value(array.name(), node, component);
                }
            }
        }
        return values;
    }

    private static StateRecord state(String name) {
        var arrays = new LinkedHashMap<String, double[]>();
        arrays.put("exact", new double[] {1, 0.5, -3});
        arrays.put("wide", new double[] {0.1, Double.NaN});
        arrays.put("none", new double[0]);
        return new StateRecord(name, new LinkedHashMap<>(Map.of("pressure", "12.5 Pa = 0.1 mmHg: ü")), arrays);
    }

    private Path written() throws IOException {
        Path file = folder.resolve("a.checkpoint");
        try (CheckpointWriter writer = CheckpointWriter.create(file, header("outlet", "steady"))) {
            var parts = IntStream.range(0, 3)
                    .mapToObj(k -> pool.submit(() -> {
                        write(writer, part(k, 3, 5));
                        return k;
                    }))
                    .toList();
            parts.forEach(part -> part.join());
            writer.state(state("steady"));
            writer.state(state("outlet"));
            writer.complete();
        }
        return file;
    }

    @Test
    void three_parts_write_what_two_and_five_parts_read() throws IOException {
        Path file = written();
        for (int parts : List.of(1, 2, 5)) {
            for (int part = 0; part < parts; part++) {
                assertReads(file, part(part, parts, 6 + parts));
            }
        }
    }

    private static void assertReads(Path file, NodeRanges wanted) throws IOException {
        try (Checkpoint checkpoint = Checkpoint.open(file)) {
            assertThat(checkpoint.header()).isEqualTo(header("outlet", "steady"));
            for (String name : List.of(ArrayInfo.POPULATIONS, RHO, DENSITY)) {
                int components = checkpoint.header().array(name).components();
                boolean[] seen = new boolean[NODES];
                checkpoint.nodes(
                        name,
                        wanted,
                        (first, count, values) -> {
                            for (int k = 0; k < count; k++) {
                                int node = (int) first + k;
                                assertThat(wanted.contains(node) && !seen[node]).isTrue();
                                seen[node] = true;
                                for (int c = 0; c < components; c++) {
                                    assertThat(values[k * components + c]).isEqualTo(value(name, node, c));
                                }
                            }
                        },
                        pool);
                assertThat(IntStream.range(0, NODES).filter(n -> seen[n])).hasSize((int) wanted.nodes());
            }
            LinkValues links = ((CheckpointReader) checkpoint).links(VELOCITY, wanted);
            assertThat(links.values()).isEqualTo(links(wanted).sorted().values());
            assertThat(links.nodes()).isEqualTo(links(wanted).sorted().nodes());
        }
    }

    @Test
    void states_return_by_name_whatever_the_order_of_writing() throws IOException {
        try (Checkpoint checkpoint = Checkpoint.open(written())) {
            for (String name : List.of("outlet", "steady")) {
                StateRecord read = checkpoint.state(name).orElseThrow();
                assertThat(read.values()).isEqualTo(state(name).values());
                assertThat(read.arrays().keySet()).containsExactly("exact", "wide", "none");
                read.arrays()
                        .forEach((key, array) -> assertThat(array)
                                .containsExactly(state(name).arrays().get(key)));
            }
            assertThat(checkpoint.state("unknown")).isEmpty();
        }
    }

    /// All bytes of the file, one after the other.
    @Test
    void every_changed_byte_is_found() throws IOException {
        Path file = small();
        byte[] good = Files.readAllBytes(file);
        for (int at = 0; at < good.length; at++) {
            byte[] bad = good.clone();
            bad[at] ^= (byte) (1 << at % 8);
            Files.write(file, bad);
            assertThatThrownBy(() -> readAll(file)).as("byte %d", at).isInstanceOf(IOException.class);
        }
    }

    @Test
    void every_truncated_file_is_refused_when_it_is_opened() throws IOException {
        Path file = small();
        byte[] good = Files.readAllBytes(file);
        for (int length = 0; length < good.length; length++) {
            Files.write(file, Arrays.copyOf(good, length));
            assertThatThrownBy(() -> Checkpoint.open(file))
                    .as("%d bytes", length)
                    .isInstanceOf(IOException.class);
        }
        Files.write(file, Arrays.copyOf(good, good.length - 1));
        assertThatThrownBy(() -> Checkpoint.open(file)).hasMessageContaining("damaged or incomplete");
    }

    private Path small() throws IOException {
        Path file = folder.resolve("small.checkpoint");
        var arrays = List.of(new ArrayInfo(DENSITY, ArrayInfo.Keys.NODES, Optional.empty(), 1, NumberFormat.FP32));
        var header =
                new CheckpointHeader(CheckpointHeader.FORMAT, 1, 8, 0, new LinkedHashMap<>(), arrays, List.of("s"));
        try (CheckpointWriter writer = CheckpointWriter.create(file, header)) {
            writer.nodes(DENSITY, NodeRanges.ofBounds(0, 3, 5, 8)).write(new double[6]);
            writer.nodes(DENSITY, NodeRanges.of(3, 2)).write(new double[2]);
            writer.state(state("s"));
            writer.complete();
        }
        return file;
    }

    private static void readAll(Path file) throws IOException {
        try (Checkpoint checkpoint = Checkpoint.open(file)) {
            checkpoint.verify(pool);
        }
    }

    @Test
    void a_writer_that_was_killed_leaves_a_file_that_nobody_reads() throws IOException {
        Path file = folder.resolve("a.checkpoint");
        try (CheckpointWriter writer = CheckpointWriter.create(file, header())) {
            write(writer, NodeRanges.of(0, NODES));
        }
        assertThatThrownBy(() -> Checkpoint.open(file)).hasMessageContaining("does not end with a directory");
    }

    @Test
    void what_is_missing_or_written_twice_is_no_checkpoint() throws IOException {
        Path file = folder.resolve("a.checkpoint");
        assertIncomplete(file, "node 500 is missing", NodeRanges.ofBounds(0, 500, 600, NODES));
        assertIncomplete(file, "node 999 is missing", NodeRanges.of(0, 999));
        assertIncomplete(file, "node 10 is written twice", NodeRanges.of(0, NODES), NodeRanges.of(10, 1));
        try (CheckpointWriter writer = CheckpointWriter.create(file, header("steady"))) {
            write(writer, NodeRanges.of(0, NODES));
            assertThatThrownBy(writer::complete).hasMessageContaining("state steady is not written once");
            assertThatThrownBy(() -> writer.state(state("outlet"))).hasMessageContaining("names [steady], not outlet");
            assertThatThrownBy(() -> writer.nodes(VELOCITY, NodeRanges.of(0, 1)))
                    .hasMessageContaining("other keys than NODES");
            assertThatThrownBy(() -> writer.nodes(DENSITY, NodeRanges.of(999, 2)))
                    .hasMessageContaining("of 1000 fluid nodes");
            writer.nodes(DENSITY, NodeRanges.of(0, 1));
            assertThatThrownBy(writer::complete).hasMessageContaining("1 chunks have a place, but no values");
        }
    }

    private static void assertIncomplete(Path file, String message, NodeRanges... parts) throws IOException {
        try (CheckpointWriter writer = CheckpointWriter.create(file, header())) {
            for (NodeRanges part : parts) {
                write(writer, part);
            }
            assertThatThrownBy(writer::complete).hasMessageContaining(message);
        }
    }

    /// A header that a foreign program changed, with a right checksum.
    @Test
    void a_header_that_contradicts_the_directory_is_damaged() throws IOException {
        for (String[] change : new String[][] {
            {"nodes: 8", "nodes: 9"},
            {"nodes: 8", "nodes: -8"},
            {"nodes: 8", "nodes: x"},
            {"density nodes - 1 fp32", "density nodes - 1 fp33"},
            {"density nodes - 1 fp32", "density nodes D3Q19 1 fp32"},
            {"density nodes - 1 fp32", "density tiles - 1 fp32"},
            {"state: s\n", ""},
            {"step: 1", "step"},
        }) {
            Path file = small();
            rewrite(file, change[0], change[1]);
            assertThatThrownBy(() -> Checkpoint.open(file))
                    .as(change[1])
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("the header of checkpoint");
        }
        Path file = small();
        rewrite(file, "density nodes - 1 fp32", "density nodes - 1 fp64");
        assertThatThrownBy(() -> {
                    try (Checkpoint checkpoint = Checkpoint.open(file)) {
                        checkpoint.nodes(DENSITY, NodeRanges.of(0, 8), (first, count, values) -> {}, pool);
                    }
                })
                .hasMessageContaining("contradicts the directory");
    }

    /// Changes the header, moves what follows and computes the directory's checksum anew.
    private static void rewrite(Path file, String old, String text) throws IOException {
        byte[] all = Files.readAllBytes(file);
        String latin = new String(all, StandardCharsets.ISO_8859_1);
        int end = latin.indexOf("\n\n") + 2;
        String head = latin.substring(0, end).replace(old, text);
        ByteBuffer tail = ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN);
        int directory = (int) tail.getLong(all.length - 32);
        List<Directory.Entry> chunks = new ArrayList<>();
        int moved = head.length() - end;
        for (int at = directory; at < all.length - 32; at += 56) {
            chunks.add(new Directory.Entry(
                    (int) tail.getLong(at),
                    tail.getLong(at + 8) + moved,
                    tail.getLong(at + 16),
                    tail.getLong(at + 24),
                    tail.getLong(at + 32),
                    tail.getLong(at + 40),
                    tail.getLong(at + 48)));
        }
        byte[] header = head.getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer footer = new Directory(chunks).encoded(header, directory + moved);
        ByteBuffer whole = ByteBuffer.allocate(directory + moved + footer.remaining());
        whole.put(header).put(all, end, directory - end).put(footer);
        Files.write(file, whole.array());
    }

    @Test
    void a_remembered_value_has_one_place() {
        LinkValues twice = LinkValues.ofNodes(new long[] {5, 3, 5}, new double[3]);
        assertThatThrownBy(twice::sorted).hasMessageContaining("node 5 has two values for direction -1");
    }

    @Test
    void ranges_are_joined_cut_and_intersected() {
        NodeRanges ranges = NodeRanges.ofBounds(0, 3, 3, 5, 7, 7, 10, 20);
        assertThat(ranges).isEqualTo(NodeRanges.ofBounds(0, 5, 10, 20));
        assertThat(ranges.nodes()).isEqualTo(15);
        assertThat(ranges.inPieces(6))
                .containsExactly(NodeRanges.ofBounds(0, 5, 10, 11), NodeRanges.of(11, 6), NodeRanges.of(17, 3));
        assertThat(ranges.and(NodeRanges.of(4, 8))).isEqualTo(NodeRanges.ofBounds(4, 5, 10, 12));
        assertThat(IntStream.range(0, 22).filter(ranges::contains).boxed())
                .containsExactly(0, 1, 2, 3, 4, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19);
        assertThatThrownBy(() -> NodeRanges.ofBounds(0, 5, 4, 6)).hasMessageContaining("do not ascend");
    }
}
