package dev.tessera.device.gpu;

import dev.tessera.emit.gpu.ReductionSource;
import dev.tessera.kernel.LaunchShape;
import dev.tessera.kernel.PopulationCodec;
import dev.tessera.kernel.gpu.GpuClass;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.kernel.reduce.LinkTotals;
import dev.tessera.kernel.reduce.NodeList;
import dev.tessera.kernel.reduce.NodeValues;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Reduction;
import dev.tessera.kernel.reduce.Totals;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Some reductions, prepared for a GPU: for each class, chunks of its nodes are observed into the buffer of
/// transfers, which the kernels of [ReductionSource] then reduce. Nothing but the results, of 32 bytes per
/// operation, is copied to the host.
final class GpuReduction {
    /// Nodes that are observed by one launch: their values should stay in the GPU's cache.
    private static final int LARGEST_CHUNK = 1 << 19;

    private static final int TERMS_PER_THREAD = 4; // at least
    private static final int MOST_PARTS = 64;

    private final GpuPlan plan;
    private final GpuMemory memory;
    private final KernelSet kernels;
    private final GpuTransfer transfer;
    private final ReducedNodes nodes;
    private final List<? extends Reduction<?>> wanted;
    private final List<String> quantities;
    private final PopulationCodec codec;
    private final List<List<BoundKernel>> observers; // [class][phase]
    private final Map<Integer, BoundKernel> readers = new TreeMap<>(); // of populations, by phase
    private final ReductionTable sums = new ReductionTable();
    private final ReductionTable extremes = new ReductionTable();
    private final List<Pass> passes = new ArrayList<>();
    private final ReductionTable.OnDevice sumTable;
    private final ReductionTable.OnDevice extremeTable;
    private final DeviceBuffer results;

    /// A visit of some nodes.
    ///
    /// @param nodes the class; null to read populations
    /// @param list of the nodes; null where chunks of the bulk's list have to be sent
    /// @param rows of values per node
    private record Pass(
            @Nullable GpuClass nodes, @Nullable DeviceBuffer list, int size, int rows, List<Stage> stages) {}

    /// What is done with the values of a pass.
    private sealed interface Stage {
        /// @param items indices in the pass's list, ascending; null for all of them
        /// @param onDevice the same
        /// @param bits directions of each entry; null where all entries count for all rows
        /// @param number the fluid number of an entry
        @SuppressWarnings("ArrayRecordComponent")
        record Operations(
                Reduction<?> reduction,
                int firstSum,
                int sums,
                int firstExtreme,
                int extremes,
                int @Nullable [] items,
                @Nullable DeviceBuffer onDevice,
                @Nullable DeviceBuffer bits,
                int scale,
                IntToLongFunction number)
                implements Stage {}

        /// @param items as of [Operations]
        /// @param entries of the list for each item
        @SuppressWarnings("ArrayRecordComponent")
        record Fetch(NodeValues reduction, int[] rows, int @Nullable [] items, int[] entries) implements Stage {}
    }

    GpuReduction(
            List<? extends Reduction<?>> wanted,
            GpuPlan plan,
            GpuMemory memory,
            ReductionBuffers buffers,
            KernelSet kernels,
            GpuTransfer transfer,
            ReducedNodes nodes) {
        this.wanted = wanted;
        this.plan = plan;
        this.memory = memory;
        this.kernels = kernels;
        this.transfer = transfer;
        this.nodes = nodes;
        this.codec = plan.plan().codec();
        this.quantities = wanted.stream()
                .flatMap(reduction -> reduction.quantities().stream())
                .distinct()
                .toList();
        this.observers = quantities.isEmpty() ? List.of() : kernels.bindFurther(plan.observersOf(quantities));
        for (int c = 0; c < plan.classes().size(); c++) {
            if (plan.classes().get(c).isBulk()) {
                addBulk(plan.classes().get(c), c);
            } else {
                addClass(plan.classes().get(c), c);
            }
        }
        for (Reduction<?> reduction : wanted) {
            if (reduction instanceof LinkTotals links && links.nodes().size() > 0) {
                addLinks(links);
            }
        }
        this.sumTable = sums.upload(buffers);
        this.extremeTable = extremes.upload(buffers);
        this.results =
                buffers.reserved("results of reductions", 32L * Math.max(1, sums.operations() + extremes.operations()));
    }

    private void addBulk(GpuClass bulk, int c) {
        List<Stage> whole = new ArrayList<>();
        for (Reduction<?> reduction : wanted) {
            switch (reduction) {
                case Totals totals -> {
                    if (totals.nodes() == null) {
                        DeviceBuffer list = nodes.bulk();
                        int size = nodes.bulkSize();
                        whole.add(operations(totals, size, list == null, null, null, nodes::bulkNumber));
                    } else {
                        addListed(bulk, totals.nodes(), nodes.parts(totals.nodes())[c], totals);
                    }
                }
                case NodeValues values -> addListed(bulk, values.nodes(), nodes.parts(values.nodes())[c], values);
                case LinkTotals links -> {}
            }
        }
        if (!whole.isEmpty() && nodes.bulkSize() > 0) {
            passes.add(new Pass(bulk, nodes.bulk(), nodes.bulkSize(), quantities.size(), whole));
        }
    }

    /// A pass over listed nodes of the bulk.
    private void addListed(GpuClass bulk, NodeList list, ReducedNodes.Part part, Reduction<?> reduction) {
        if (part.onDevice() == null) {
            return;
        }
        int[] entries = part.entries();
        Stage stage = switch (reduction) {
            case Totals totals -> operations(totals, entries.length, false, null, null, k -> list.number(entries[k]));
            case NodeValues values -> new Stage.Fetch(values, rows(values.quantities()), null, entries);
            case LinkTotals links -> throw new IllegalArgumentException("links have no observed values");
        };
        passes.add(new Pass(bulk, part.onDevice(), entries.length, quantities.size(), List.of(stage)));
    }

    /// One pass over all nodes of a class.
    private void addClass(GpuClass of, int c) {
        int size = of.positions().length;
        long[] own = of.nodes().ownNumbers();
        List<Stage> stages = new ArrayList<>();
        for (Reduction<?> reduction : size == 0 ? List.<Reduction<?>>of() : wanted) {
            switch (reduction) {
                case Totals totals -> {
                    NodeList list = totals.nodes();
                    if (list == null) {
                        stages.add(operations(totals, size, false, null, null, k -> own[k]));
                    } else if (nodes.parts(list)[c].onDevice() != null) {
                        int[] items = nodes.parts(list)[c].items();
                        DeviceBuffer onDevice = nodes.parts(list)[c].onDevice();
                        stages.add(operations(totals, size, false, items, onDevice, k -> own[items[k]]));
                    }
                }
                case NodeValues values -> {
                    ReducedNodes.Part part = nodes.parts(values.nodes())[c];
                    if (part.onDevice() != null) {
                        stages.add(new Stage.Fetch(values, rows(values.quantities()), part.items(), part.entries()));
                    }
                }
                case LinkTotals links -> {}
            }
        }
        if (!stages.isEmpty()) {
            passes.add(new Pass(of, memory.listOf(of), size, quantities.size(), stages));
        }
    }

    private void addLinks(LinkTotals links) {
        int q = plan.plan().directions();
        int size = links.nodes().size();
        int[] bits = IntStream.range(0, size).map(links::directions).toArray();
        int scale = -Math.getExponent(codec.decode(0, 1) - codec.decode(0, 0));
        int first = sums.add(IntStream.range(0, q).toArray(), slots(size, q, false));
        Stage stage = new Stage.Operations(
                links,
                first,
                q,
                0,
                0,
                null,
                null,
                nodes.uploaded(bits),
                scale,
                k -> links.nodes().number(k));
        passes.add(new Pass(null, nodes.positionsOf(links.nodes()), size, q, List.of(stage)));
    }

    private int[] rows(List<String> names) {
        return names.stream().mapToInt(quantities::indexOf).toArray();
    }

    private Stage operations(
            Totals totals,
            int size,
            boolean isSent,
            int @Nullable [] items,
            @Nullable DeviceBuffer onDevice,
            IntToLongFunction number) {
        int slots = slots(size, quantities.size(), isSent);
        int firstSum = sums.add(rows(totals.sums()), slots);
        int firstExtreme = extremes.add(rows(totals.extremes()), slots);
        return new Stage.Operations(
                totals,
                firstSum,
                totals.sums().size(),
                firstExtreme,
                totals.extremes().size(),
                items,
                onDevice,
                null,
                0,
                number);
    }

    /// Nodes per launch of a pass. @param isSent whether the list has to be sent for each launch
    private int chunk(int rows, boolean isSent) {
        long most = plan.chunk() * plan.rowsOfChunk() / Math.max(1, rows);
        return (int) Math.min(most, isSent ? plan.chunk() : LARGEST_CHUNK);
    }

    private static int parts(int count) {
        return Math.clamp(Math.ceilDiv(count, ReductionSource.THREADS * TERMS_PER_THREAD), 1, MOST_PARTS);
    }

    /// Partial results of an operation over all launches of a pass.
    private int slots(int size, int rows, boolean isSent) {
        int chunk = chunk(rows, isSent);
        return size / chunk * parts(chunk) + (size % chunk > 0 ? parts(size % chunk) : 0);
    }

    /// @param parameters values of the kernels' parameters
    /// @param seriesAt [BoundKernel#at]
    Reduced run(int phase, ToDoubleFunction<String> parameters, int seriesAt) {
        Reduced found = new Reduced(wanted);
        for (Pass pass : passes) {
            run(pass, kernel(pass, phase, parameters, seriesAt), found);
        }
        readResults(found);
        return found;
    }

    private void run(Pass pass, BoundKernel kernel, Reduced found) {
        int chunk = chunk(pass.rows(), pass.list() == null);
        int slot = 0;
        for (int from = 0; from < pass.size(); from += chunk) {
            int count = Math.min(chunk, pass.size() - from);
            if (pass.list() == null) {
                nodes.uploadBulk(from, count);
                kernel.over(memory.chunkNodes(), 0, count);
            } else {
                kernel.over(pass.list(), from, count);
            }
            kernel.fieldsOut(memory.chunkValues(), count).launch();
            for (Stage stage : pass.stages()) {
                switch (stage) {
                    case Stage.Operations operations -> launch(operations, from, count, slot);
                    case Stage.Fetch fetch -> fetch(fetch, from, count, found.of(fetch.reduction()));
                }
            }
            slot += parts(count);
        }
    }

    private BoundKernel kernel(Pass pass, int phase, ToDoubleFunction<String> parameters, int seriesAt) {
        GpuClass of = pass.nodes();
        if (of == null) {
            return readers.computeIfAbsent(phase, p -> {
                GpuPlan.PhaseKernel reader = plan.readers(
                                plan.plan().populations().getFirst().name())
                        .get(p);
                return kernels.bind(reader.kernel(), reader.isExchanged());
            });
        }
        return observers
                .get(plan.classes().indexOf(of))
                .get(phase)
                .uniform(parameters)
                .at(seriesAt)
                .fieldsIn(memory.fieldsOf(of), of.fieldLength());
    }

    /// Reduces `count` nodes of a pass. Where only some of them count, others' partial results are empty.
    private void launch(Stage.Operations stage, int from, int count, int slot) {
        int[] items = stage.items();
        int first = items == null ? from : firstFrom(items, from);
        int entries = items == null ? count : firstFrom(items, from + count) - first;
        int picks = items == null ? 0 : 1;
        int parts = parts(count);
        DeviceBuffer values = memory.chunkValues();
        DeviceBuffer list = stage.onDevice() == null ? memory.chunkNodes() : stage.onDevice(); // not read without picks
        if (stage.sums() > 0) {
            memory.accelerator()
                    .launch(
                            kernels.reductions().function("tessera_sums"),
                            LaunchShape.of(stage.sums() * parts, ReductionSource.THREADS),
                            values,
                            (long) count,
                            sumTable.rows(),
                            sumTable.slots(),
                            list,
                            stage.bits() == null ? memory.chunkNodes() : stage.bits(),
                            first,
                            from,
                            entries,
                            parts,
                            slot,
                            picks,
                            stage.bits() == null ? 0 : 1,
                            stage.scale(),
                            stage.firstSum(),
                            sumTable.partials());
        }
        if (stage.extremes() > 0) {
            memory.accelerator()
                    .launch(
                            kernels.reductions().function("tessera_extremes"),
                            LaunchShape.of(stage.extremes() * parts, ReductionSource.THREADS),
                            values,
                            (long) count,
                            extremeTable.rows(),
                            extremeTable.slots(),
                            list,
                            first,
                            from,
                            entries,
                            parts,
                            slot,
                            picks,
                            stage.firstExtreme(),
                            extremeTable.partials());
        }
    }

    private static int firstFrom(int[] items, int item) {
        int found = Arrays.binarySearch(items, item);
        return found < 0 ? -found - 1 : found;
    }

    private void fetch(Stage.Fetch fetch, int from, int count, double[][] target) {
        double[][] values = new double[fetch.rows().length][];
        for (int q = 0; q < values.length; q++) {
            values[q] = transfer.download(memory.chunkValues(), (long) fetch.rows()[q] * count, count);
        }
        int[] items = fetch.items();
        int first = items == null ? from : firstFrom(items, from);
        int end = items == null ? from + count : firstFrom(items, from + count);
        for (int k = first; k < end; k++) {
            int at = (items == null ? k : items[k]) - from;
            for (int q = 0; q < values.length; q++) {
                target[q][fetch.entries()[k]] = values[q][at];
            }
        }
    }

    private void readResults(Reduced found) {
        Accelerator accelerator = memory.accelerator();
        if (sums.operations() > 0) {
            accelerator.launch(
                    kernels.reductions().function("tessera_all_sums"),
                    LaunchShape.of(sums.operations(), ReductionSource.THREADS),
                    sumTable.partials(),
                    sumTable.slots(),
                    0,
                    results);
        }
        if (extremes.operations() > 0) {
            accelerator.launch(
                    kernels.reductions().function("tessera_all_extremes"),
                    LaunchShape.of(extremes.operations(), ReductionSource.THREADS),
                    extremeTable.partials(),
                    extremeTable.slots(),
                    sums.operations(),
                    results);
        }
        int operations = sums.operations() + extremes.operations();
        if (operations == 0) {
            return;
        }
        long[] words = new long[4 * operations];
        accelerator.download(results, 0, MemorySegment.ofArray(words));
        ReducedWords decoder =
                new ReducedWords(words, sums.operations(), plan.precision().computed(), codec);
        for (Pass pass : passes) {
            for (Stage stage : pass.stages()) {
                if (stage instanceof Stage.Operations of) {
                    switch (of.reduction()) {
                        case Totals totals ->
                            decoder.add(found.of(totals), of.firstSum(), of.firstExtreme(), of.number());
                        case LinkTotals links -> decoder.add(found.of(links), links, of.firstSum());
                        case NodeValues values -> {}
                    }
                }
            }
        }
    }
}
