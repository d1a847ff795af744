package dev.tessera.device.gpu;

import dev.tessera.kernel.PopulationCodec;
import dev.tessera.kernel.gpu.CutFields;
import dev.tessera.kernel.gpu.GpuClass;
import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.kernel.gpu.GpuPlan.PhaseKernel;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// Transfers values between host and device, one chunk of nodes at a time: the host sends the nodes' positions in
/// canonical order, and a kernel gathers or scatters their values.
final class GpuTransfer {
    private static final int BLOCK = 1 << 16; // nodes per task of computing positions
    private static final int PART = 1 << 12; // nodes per task of sorting by direction

    private final GpuPlan plan;
    private final GpuMemory memory;
    private final KernelSet kernels;
    private final Accelerator accelerator;
    private final HostSettings host;
    private final Map<GpuKernel, BoundKernel> bound = new IdentityHashMap<>();
    private final Map<GpuKernel, BoundKernel> boundExchanged = new IdentityHashMap<>();
    private final StagedValues staged;
    private final StoredCopies stored;
    private @Nullable MemorySegment positions;

    GpuTransfer(GpuPlan plan, GpuMemory memory, KernelSet kernels, Accelerator accelerator, HostSettings host) {
        this.plan = plan;
        this.memory = memory;
        this.kernels = kernels;
        this.accelerator = accelerator;
        this.host = host;
        this.staged = StagedValues.of(plan.precision().computed());
        this.stored = new StoredCopies(plan, memory, kernels, this::positions);
    }

    private BoundKernel bound(PhaseKernel kernel) {
        return (kernel.isExchanged() ? boundExchanged : bound)
                .computeIfAbsent(kernel.kernel(), unknown -> kernels.bind(unknown, kernel.isExchanged()));
    }

    /// Works on fluid nodes `first` … `first + count - 1` in chunks, with their positions on the device.
    private void chunks(long first, int count, Chunk work) {
        for (int from = 0; from < count; from += plan.chunk()) {
            int nodes = Math.min(plan.chunk(), count - from);
            accelerator.upload(memory.chunkNodes(), 0, positions(first + from, nodes));
            work.run(from, nodes);
        }
    }

    /// Positions of consecutive fluid nodes.
    private MemorySegment positions(long first, int count) {
        return positions().asSlice(first * Integer.BYTES, (long) count * Integer.BYTES);
    }

    /// Positions of all fluid nodes in canonical order, computed once: 4 bytes per node on the host.
    private MemorySegment positions() {
        if (positions == null) {
            int count = Math.toIntExact(plan.plan().fluidNodes());
            int[] found = new int[count];
            host.inParts(count, BLOCK, (begin, end) -> {
                int[] part = new int[end - begin];
                plan.positions(begin, part);
                System.arraycopy(part, 0, found, begin, part.length);
            });
            positions = MemorySegment.ofArray(found);
        }
        return positions;
    }

    @FunctionalInterface
    private interface Chunk {
        void run(int from, int nodes);
    }

    /// @param array the name of the populations
    void readPopulations(String array, int phase, long first, int count, double[] target) {
        chunks(first, count, (from, nodes) -> downloadByNode(array, phase, from, nodes, target));
        accelerator.finishDownloads();
    }

    /// Populations of listed nodes, `[fluidNumbers.length][q]`.
    void readPopulations(String array, int phase, long[] fluidNumbers, double[] target) {
        listed(fluidNumbers, (from, nodes) -> downloadByNode(array, phase, from, nodes, target));
        accelerator.finishDownloads();
    }

    /// Reads the nodes whose positions are on the device, in pages with all populations of some nodes: other threads
    /// decode them while the device goes on, until [Accelerator#finishDownloads].
    private void downloadByNode(String array, int phase, int from, int nodes, double[] target) {
        PopulationCodec codec = codec(array);
        int q = plan.plan().directions(array);
        long bytes = (long) q * plan.precision().computedBytes();
        BoundKernel kernel = bound(plan.readers(array).get(phase));
        int most = Math.toIntExact(Math.max(1, PagedDownloads.PAGE_BYTES / bytes));
        for (int begin = 0; begin < nodes; begin += most) {
            int count = Math.min(most, nodes - begin);
            int to = (from + begin) * q;
            kernel.over(memory.chunkNodes(), begin, count)
                    .fieldsOut(memory.chunkValues(), count)
                    .launch();
            accelerator.download(
                    memory.chunkValues(),
                    0,
                    count * bytes,
                    (page, offset) -> decode(page, codec, q, count, target, to));
        }
    }

    /// Sorts a page by node. Its loops call nothing: many threads run them while the JVM still counts branches and
    /// calls (docs/decisions/0059-quick-compilation-beside-a-gpu.md).
    /// @param page `[direction][count]`
    /// @param target `[node][direction]` from `to` on
    private void decode(MemorySegment page, PopulationCodec codec, int q, int count, double[] target, int to) {
        double[] values = new double[q * count];
        staged.toHost(page, values, 0);
        for (int i = 0; i < q; i++) {
            codec.decode(i, values, i * count, (i + 1) * count);
        }
        for (int n = 0; n < count; n++) {
            for (int i = 0; i < q; i++) {
                target[to + n * q + i] = values[i * count + n];
            }
        }
    }

    void writePopulations(String array, int phase, long[] fluidNumbers, double[] source) {
        BoundKernel kernel = bound(plan.writers(array).get(phase));
        listed(fluidNumbers, (from, nodes) -> {
            upload(memory.chunkValues(), 0, byDirection(array, source, from, nodes));
            kernel.over(memory.chunkNodes(), 0, nodes)
                    .fieldsIn(memory.chunkValues(), nodes)
                    .launch();
        });
    }

    /// Works on listed nodes in chunks, with their positions on the device.
    private void listed(long[] fluidNumbers, Chunk work) {
        int[] positions = plan.positions(fluidNumbers);
        for (int from = 0; from < positions.length; from += plan.chunk()) {
            int nodes = Math.min(plan.chunk(), positions.length - from);
            MemorySegment list =
                    MemorySegment.ofArray(positions).asSlice((long) from * Integer.BYTES, (long) nodes * Integer.BYTES);
            accelerator.upload(memory.chunkNodes(), 0, list);
            work.run(from, nodes);
        }
    }

    void writePopulations(String array, int phase, long first, int count, double[] source) {
        BoundKernel kernel = bound(plan.writers(array).get(phase));
        chunks(first, count, (from, nodes) -> {
            upload(memory.chunkValues(), 0, byDirection(array, source, from, nodes));
            kernel.over(memory.chunkNodes(), 0, nodes)
                    .fieldsIn(memory.chunkValues(), nodes)
                    .launch();
        });
    }

    /// Whether stored values are those that kernels compute with.
    boolean copiesStored(String array) {
        return codec(array).isIdentity()
                && plan.precision().storedBytes() == plan.precision().computedBytes();
    }

    /// Copies populations as they are stored, in another order of directions, which the device sorts.
    /// @param target native memory, `[count][q]`
    void copyStored(String array, int phase, StoredCopies.Nodes nodes, MemorySegment target) {
        stored.copy(bound(plan.readers(array).get(phase)), nodes, target);
    }

    /// The reverse of [#copyStored], until the device finds a value that is NaN or infinite in a part of them.
    /// @return nodes before that part
    int pasteFinite(String array, int phase, StoredCopies.Nodes nodes, MemorySegment source) {
        return stored.pasteFinite(bound(plan.writers(array).get(phase)), nodes, source);
    }

    /// Sorts all populations into a buffer of their own, as [#copyStored].
    /// @return when the device has done it
    HeldNodes hold(String array, int phase, int[] directions) {
        return stored.hold(array, bound(plan.readers(array).get(phase)), directions);
    }

    void repeatPopulations(String array, int phase, double[] source) {
        int rows = source.length / plan.plan().directions(array);
        repeat(array, phase, byDirection(array, source, 0, rows), rows);
    }

    /// @param values `[direction][row]`, for the slots
    private void repeat(String array, int phase, double[] values, int rows) {
        BoundKernel kernel = bound(plan.writers(array).get(phase));
        upload(memory.chunkValues(), 0, values);
        chunks(
                0,
                Math.toIntExact(plan.plan().fluidNodes()),
                (from, nodes) -> kernel.over(memory.chunkNodes(), 0, nodes)
                        .fieldsIn(memory.chunkValues(), rows)
                        .launch());
    }

    /// Writes the same populations to all nodes. @param same `[direction]`
    void fillPopulations(String array, int phase, double[] same) {
        int rows = Math.toIntExact(Math.min(plan.chunk(), plan.plan().fluidNodes()));
        PopulationCodec codec = codec(array);
        double[] values = new double[Math.multiplyExact(rows, same.length)];
        for (int i = 0; i < same.length; i++) {
            Arrays.fill(values, i * rows, (i + 1) * rows, codec.encode(i, same[i]));
        }
        repeat(array, phase, values, rows);
    }

    /// Values for the slots, `[direction][node]`.
    private double[] byDirection(String array, double[] source, int from, int nodes) {
        PopulationCodec codec = codec(array);
        int q = plan.plan().directions(array);
        double[] values = new double[q * nodes];
        host.inParts(nodes, PART, (begin, end) -> {
            for (int i = 0; i < q; i++) {
                for (int n = begin; n < end; n++) {
                    values[i * nodes + n] = source[(from + n) * q + i];
                }
                codec.encode(i, values, i * nodes + begin, i * nodes + end);
            }
        });
        return values;
    }

    /// @param observed `[quantity][fluid node]`, filled at the nodes of the class (bulk: all nodes)
    void observe(
            GpuClass nodes,
            PhaseKernel observer,
            List<String> quantities,
            double[][] observed,
            ToDoubleFunction<String> parameters,
            int seriesAt) {
        BoundKernel kernel =
                bound(observer).uniform(parameters).at(seriesAt).fieldsIn(memory.fieldsOf(nodes), nodes.fieldLength());
        List<String> rows = nodes.nodes().observe().fieldsOut();
        if (nodes.isBulk()) {
            chunks(0, Math.toIntExact(plan.plan().fluidNodes()), (from, count) -> {
                kernel.over(memory.chunkNodes(), 0, count)
                        .fieldsOut(memory.chunkValues(), count)
                        .launch();
                for (int q = 0; q < observed.length; q++) {
                    long first = (long) rows.indexOf(quantities.get(q)) * count;
                    downloadAsync(memory.chunkValues(), first, count, observed[q], from);
                }
            });
            accelerator.finishDownloads();
            return;
        }
        long[] numbers = nodes.nodes().ownNumbers();
        for (int from = 0; from < numbers.length; from += plan.chunk()) {
            int count = Math.min(plan.chunk(), numbers.length - from);
            kernel.over(memory.listOf(nodes), from, count)
                    .fieldsOut(memory.chunkValues(), count)
                    .launch();
            for (int q = 0; q < observed.length; q++) {
                double[] row = download(memory.chunkValues(), (long) rows.indexOf(quantities.get(q)) * count, count);
                for (int k = 0; k < count; k++) {
                    observed[q][(int) numbers[from + k]] = row[k];
                }
            }
        }
    }

    void writeField(GpuClass nodes, String field, int index, double[] values) {
        CutFields cut = plan.cutFieldsOf(nodes).orElse(null);
        if (cut != null) {
            CutValues stored = new CutValues(cut, plan.precision());
            accelerator.download(fields(nodes), 0, stored.bytes());
            cut.pack(field, values, stored);
            accelerator.upload(fields(nodes), 0, stored.bytes());
            return;
        }
        if (!nodes.isBulk()) {
            if (values.length > 0) {
                upload(fields(nodes), index * nodes.fieldLength(), values);
            }
            return;
        }
        BoundKernel kernel = bound(new PhaseKernel(plan.fieldMover(field, true), false));
        chunks(0, values.length, (from, count) -> {
            upload(memory.chunkValues(), 0, Arrays.copyOfRange(values, from, from + count));
            kernel.over(memory.chunkNodes(), 0, count)
                    .fieldsIn(memory.chunkValues(), count)
                    .fieldsOut(fields(nodes), nodes.fieldLength())
                    .launch();
        });
    }

    double[] readField(GpuClass nodes, String field, int index) {
        CutFields cut = plan.cutFieldsOf(nodes).orElse(null);
        if (cut != null) {
            CutValues stored = new CutValues(cut, plan.precision());
            accelerator.download(fields(nodes), 0, stored.bytes());
            return cut.unpack(field, stored);
        }
        if (!nodes.isBulk()) {
            int length = Math.toIntExact(nodes.fieldLength());
            return length == 0 ? new double[0] : download(fields(nodes), index * nodes.fieldLength(), length);
        }
        double[] values = new double[Math.toIntExact(plan.plan().fluidNodes())];
        BoundKernel kernel = bound(new PhaseKernel(plan.fieldMover(field, false), false));
        chunks(0, values.length, (from, count) -> {
            kernel.over(memory.chunkNodes(), 0, count)
                    .fieldsIn(fields(nodes), nodes.fieldLength())
                    .fieldsOut(memory.chunkValues(), count)
                    .launch();
            downloadAsync(memory.chunkValues(), 0, count, values, from);
        });
        accelerator.finishDownloads();
        return values;
    }

    double[] readStored(String field) {
        double[] values = new double[Math.toIntExact(plan.plan().fluidNodes())];
        BoundKernel kernel = bound(new PhaseKernel(plan.storedFieldMover(field, false), false));
        chunks(0, values.length, (from, count) -> {
            kernel.over(memory.chunkNodes(), 0, count)
                    .fieldsOut(memory.chunkValues(), count)
                    .launch();
            downloadAsync(memory.chunkValues(), 0, count, values, from);
        });
        accelerator.finishDownloads();
        return values;
    }

    void writeStored(String field, double[] values) {
        BoundKernel kernel = bound(new PhaseKernel(plan.storedFieldMover(field, true), false));
        chunks(0, values.length, (from, count) -> {
            upload(memory.chunkValues(), 0, Arrays.copyOfRange(values, from, from + count));
            kernel.over(memory.chunkNodes(), 0, count)
                    .fieldsIn(memory.chunkValues(), count)
                    .launch();
        });
    }

    private PopulationCodec codec(String array) {
        return plan.plan().codec(plan.plan().populations(array));
    }

    private DeviceBuffer fields(GpuClass nodes) {
        DeviceBuffer fields = memory.fieldsOf(nodes);
        if (fields == null) {
            throw new IllegalStateException(
                    "class %s has no fields".formatted(nodes.nodes().name()));
        }
        return fields;
    }

    private void upload(DeviceBuffer buffer, long firstValue, double[] values) {
        accelerator.upload(buffer, firstValue * plan.precision().computedBytes(), staged.toDevice(values));
    }

    double[] download(DeviceBuffer buffer, long firstValue, int count) {
        double[] values = new double[count];
        downloadAsync(buffer, firstValue, count, values, 0);
        accelerator.finishDownloads();
        return values;
    }

    /// Fills `target` from `from` on, on other threads, until [Accelerator#finishDownloads].
    private void downloadAsync(DeviceBuffer buffer, long firstValue, int count, double[] target, int from) {
        int bytes = plan.precision().computedBytes();
        accelerator.download(
                buffer,
                firstValue * bytes,
                (long) count * bytes,
                (page, offset) -> staged.toHost(page, target, from + (int) (offset / bytes)));
    }
}
