package dev.tessera.coupling;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.List;

/// A client of `tessera.h` in this process: it calls the functions of the table by their addresses, as a program in C
/// does. For measurements of what such a program gets. Not thread-safe.
public final class NativeClient implements AutoCloseable {
    private static final long HEAD_BYTES = 16;
    private static final int TEXT_MOST = 4096;

    private final Arena arena = Arena.ofConfined();
    private final MemorySegment table;
    private final MemorySegment result = arena.allocate(8, 8);
    private final MethodHandle addDomain;
    private final MethodHandle removeDomain;
    private final MethodHandle write;
    private final MethodHandle read;
    private final MethodHandle step;
    private final MethodHandle lastError;
    private final MethodHandle allocate;
    private final MethodHandle release;
    private final MethodHandle connect;
    private final MethodHandle exchange;
    private final MethodHandle disconnect;
    private final MethodHandle finish;
    private final MethodHandle stepAll;
    private final MethodHandle writeBoxes;
    private final MethodHandle readBoxes;
    private final MethodHandle destroy;
    private final int simulation;

    /// @param settings of `tessera_create`: `device=… threads=…`
    /// @throws IllegalStateException if the simulation is refused; with the sentence of the interface
    public NativeClient(String settings) {
        this.table = MemorySegment.ofAddress(NativeTable.table(NativeTable.VERSION))
                .reinterpret(HEAD_BYTES + NativeTable.FUNCTIONS * ADDRESS.byteSize());
        MethodHandle create = function(0, JAVA_INT, ADDRESS, ADDRESS);
        this.destroy = function(1, JAVA_INT, JAVA_INT);
        this.addDomain = function(2, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
        this.removeDomain = function(3, JAVA_INT, JAVA_INT);
        this.write = function(4, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT);
        this.read = function(5, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT);
        this.step = function(8, JAVA_INT, JAVA_INT, JAVA_LONG);
        this.lastError = function(11, JAVA_LONG, ADDRESS, JAVA_LONG);
        this.allocate = function(12, JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS);
        this.release = function(13, JAVA_INT, JAVA_INT, ADDRESS);
        this.connect = function(14, JAVA_INT, JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS);
        this.exchange = function(15, JAVA_INT, JAVA_INT);
        this.disconnect = function(16, JAVA_INT, JAVA_INT);
        this.finish = function(17, JAVA_INT, JAVA_INT);
        this.stepAll = function(18, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG);
        this.writeBoxes = function(19, JAVA_INT, JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_INT);
        this.readBoxes = function(20, JAVA_INT, JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_INT);
        check(() -> (int) create.invokeExact(arena.allocateFrom(settings), result));
        this.simulation = result.get(JAVA_INT, 0);
    }

    private MethodHandle function(int number, MemoryLayout returned, MemoryLayout... parameters) {
        MemorySegment address = table.get(ADDRESS, HEAD_BYTES + number * ADDRESS.byteSize());
        return Linker.nativeLinker().downcallHandle(address, FunctionDescriptor.of(returned, parameters));
    }

    private interface Call {
        int code() throws Throwable;
    }

    private void check(Call call) {
        int code;
        try {
            code = call.code();
        } catch (Throwable broken) {
            throw new IllegalStateException("a call of the table failed", broken);
        }
        if (code != Status.OK.code()) {
            throw new IllegalStateException(sentence());
        }
    }

    private String sentence() {
        try (Arena text = Arena.ofConfined()) {
            MemorySegment to = text.allocate(TEXT_MOST);
            long length = (long) lastError.invokeExact(to, (long) TEXT_MOST);
            return length == 0 ? "the call failed without a sentence" : to.getString(0);
        } catch (Throwable broken) {
            throw new IllegalStateException("tessera_error failed", broken);
        }
    }

    /// Adds a domain whose populations, deviations from rest, vary a little from node to node.
    /// @param model settings of `tessera_domain`
    /// @param layers of the envelope, for [Block#writeEnvelope]; as many inside it for [Block#readInside]
    /// @param copiesWhole whether all populations are written and read, too
    /// @throws IllegalStateException if the domain is refused
    public Block block(String model, double omega, int nx, int ny, int nz, int layers, boolean copiesWhole) {
        MemorySegment domain = arena.allocate(NativeCalls.DOMAIN_BYTES, 8);
        domain.set(JAVA_INT, 0, NativeCalls.DOMAIN_BYTES);
        domain.set(JAVA_LONG, 8, nx);
        domain.set(JAVA_LONG, 16, ny);
        domain.set(JAVA_LONG, 24, nz);
        domain.set(JAVA_DOUBLE, 32, omega);
        domain.set(ADDRESS, 40, arena.allocateFrom(model));
        check(() -> (int) addDomain.invokeExact(simulation, domain, result));
        return new Block(result.get(JAVA_INT, 0), new BlockLayers(nx, ny, nz, layers), copiesWhole);
    }

    /// Connects blocks that fill a box side by side, z fastest: each gets the nodes of its envelope inside the box.
    /// @param nx number of blocks along x; `ny` along y, `nz` along z
    public Exchange exchange(int nx, int ny, int nz, List<Block> blocks) {
        return new Exchange(
                blocks,
                new BlockGrid(nx, ny, nz, blocks.stream().map(Block::layers).toList()).overlaps());
    }

    /// Copies between domains within the device.
    public final class Exchange implements AutoCloseable {
        private final int number;
        private final long nodes;

        private Exchange(List<Block> blocks, List<BlockGrid.Overlap> overlaps) {
            this.nodes = overlaps.stream()
                    .mapToLong(overlap -> overlap.target().nodes())
                    .sum();
            try (Arena structs = Arena.ofConfined()) {
                MemorySegment list = structs.allocate(NativeCalls.OVERLAP_BYTES * overlaps.size(), 8);
                for (int k = 0; k < overlaps.size(); k++) {
                    BlockGrid.Overlap overlap = overlaps.get(k);
                    MemorySegment struct = list.asSlice(k * NativeCalls.OVERLAP_BYTES, NativeCalls.OVERLAP_BYTES);
                    struct.set(JAVA_INT, 0, blocks.get(overlap.from()).domain);
                    struct.set(JAVA_INT, 4, blocks.get(overlap.to()).domain);
                    set(struct.asSlice(8), overlap.source());
                    set(struct.asSlice(8 + NativeCalls.BOX_BYTES), overlap.target());
                }
                check(() -> (int) connect.invokeExact(simulation, list, (long) overlaps.size(), result));
            }
            this.number = result.get(JAVA_INT, 0);
        }

        /// Nodes whose populations are copied.
        public long nodes() {
            return nodes;
        }

        public void run() {
            check(() -> (int) exchange.invokeExact(number));
        }

        @Override
        public void close() {
            check(() -> (int) disconnect.invokeExact(number));
        }
    }

    /// Steps blocks together.
    /// @param steps at most the width of their envelopes since they got new values
    public void step(List<Block> blocks, long steps) {
        try (Arena list = Arena.ofConfined()) {
            MemorySegment numbers = list.allocateFrom(
                    JAVA_INT, blocks.stream().mapToInt(block -> block.domain).toArray());
            check(() -> (int) stepAll.invokeExact(numbers, (long) blocks.size(), steps));
        }
    }

    /// Waits until all blocks have done their steps.
    public void finish() {
        check(() -> (int) finish.invokeExact(simulation));
    }

    /// Memory of `tessera_allocate`.
    private MemorySegment memory(long bytes) {
        check(() -> (int) allocate.invokeExact(simulation, bytes, result));
        return result.get(ADDRESS, 0).reinterpret(bytes);
    }

    @Override
    public void close() {
        check(() -> (int) destroy.invokeExact(simulation));
        arena.close();
    }

    /// A domain with the program's own arrays, FP64 on D3Q19, in memory of `tessera_allocate`. Each method is as many
    /// calls as a program makes: one.
    public final class Block implements AutoCloseable {
        private static final int Q = 19;
        private static final double REST = 1e-3;
        private static final int VARIETY = 97;

        private final int domain;
        private final BlockLayers layers;
        private final Faces outer;
        private final Faces inner;
        private final MemorySegment whole;
        private final long wholeBytes;

        private Block(int domain, BlockLayers layers, boolean copiesWhole) {
            this.domain = domain;
            this.layers = layers;
            this.outer = new Faces(layers.outer());
            this.inner = new Faces(layers.inner());
            this.wholeBytes = bytes(layers.nodes());
            this.whole = copiesWhole ? memory(wholeBytes) : MemorySegment.NULL;
            if (copiesWhole) {
                vary(whole);
                writeAll();
            }
        }

        /// Boxes of nodes with memory of their own.
        private final class Faces {
            private final MemorySegment memory;
            private final MemorySegment boxes; // structs
            private final long count;

            private Faces(List<NodeBox> of) {
                this.memory = memory(bytes(NodeBox.nodes(of)));
                vary(memory);
                this.count = of.size();
                this.boxes = arena.allocate(count * NativeCalls.BOX_BYTES, 8);
                for (int k = 0; k < count; k++) {
                    set(boxes.asSlice(k * NativeCalls.BOX_BYTES), of.get(k));
                }
            }
        }

        private static long bytes(long nodes) {
            return nodes * Q * Double.BYTES;
        }

        private static void vary(MemorySegment values) {
            for (long n = 0; n < values.byteSize() / Double.BYTES; n++) {
                values.setAtIndex(ValueLayout.JAVA_DOUBLE, n, REST * (n / Q % VARIETY) / (VARIETY * Q));
            }
        }

        public BlockLayers layers() {
            return layers;
        }

        public void writeAll() {
            check(() -> (int) write.invokeExact(domain, MemorySegment.NULL, whole, wholeBytes, 0));
        }

        public void readAll() {
            check(() -> (int) read.invokeExact(domain, MemorySegment.NULL, whole, wholeBytes, 0));
        }

        public void writeEnvelope() {
            copy(writeBoxes, outer);
        }

        public void readInside() {
            copy(readBoxes, inner);
        }

        private void copy(MethodHandle function, Faces faces) {
            check(() -> (int)
                    function.invokeExact(domain, faces.boxes, faces.count, faces.memory, faces.memory.byteSize(), 0));
        }

        public void step(long steps) {
            check(() -> (int) step.invokeExact(domain, steps));
        }

        @Override
        public void close() {
            check(() -> (int) removeDomain.invokeExact(domain));
            for (MemorySegment used : new MemorySegment[] {whole, outer.memory, inner.memory}) {
                if (used.address() != 0) {
                    check(() -> (int) release.invokeExact(simulation, used));
                }
            }
        }
    }

    private static void set(MemorySegment struct, NodeBox box) {
        long[] ends = {box.x0(), box.x1(), box.y0(), box.y1(), box.z0(), box.z1()};
        MemorySegment.copy(ends, 0, struct, JAVA_LONG, 0, ends.length);
    }
}
