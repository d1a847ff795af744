package dev.tessera.device.gpu;

import dev.tessera.kernel.gpu.GpuClass;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.kernel.gpu.GpuPlan.PhaseKernel;
import dev.tessera.kernel.reduce.NodeList;
import dev.tessera.kernel.reduce.Totals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The terms of some sums over the flow, observed into buffers on the device: one launch per class, and one per
/// sum with nodes of the bulk, each with a buffer of its own.
final class ObservedTerms implements AutoCloseable {
    private final GpuPlan plan;
    private final GpuMemory memory;
    private final ReductionBuffers buffers;
    private final List<Totals> sums;
    private final List<String> quantities;
    private final List<Launch> launches = new ArrayList<>();
    private final DeviceBuffer items;
    private final DeviceBuffer ends;

    /// Nodes that are observed together.
    ///
    /// @param list of the nodes
    /// @param first entry of the list
    /// @param values observed, `[quantity][node]`
    /// @param terms for each sum the indices of its terms among the values
    private record Launch(
            List<BoundKernel> byPhase,
            GpuClass nodes,
            @Nullable DeviceBuffer list,
            int first,
            int count,
            DeviceBuffer values,
            List<int[]> terms) {}

    /// @param sums each with one sum and no extremes
    ObservedTerms(List<Totals> sums, GpuPlan plan, GpuMemory memory, KernelSet kernels) {
        this.plan = plan;
        this.memory = memory;
        this.buffers = new ReductionBuffers(memory);
        this.sums = sums;
        this.quantities =
                sums.stream().flatMap(sum -> sum.sums().stream()).distinct().toList();
        ReducedNodes nodes = new ReducedNodes(plan, memory, buffers);
        List<ReducedNodes.Part[]> parts =
                sums.stream().map(sum -> nodes.parts(nodesOf(sum))).toList();
        List<List<PhaseKernel>> observers = plan.observersOf(quantities);
        int[] observed = IntStream.range(0, plan.classes().size())
                .filter(c -> parts.stream().anyMatch(part -> part[c].onDevice() != null))
                .toArray();
        List<List<BoundKernel>> bound = kernels.bindFurther(
                Arrays.stream(observed).mapToObj(observers::get).toList());
        for (int k = 0; k < observed.length; k++) {
            int c = observed[k];
            List<ReducedNodes.Part> ofClass =
                    parts.stream().map(part -> part[c]).toList();
            if (plan.classes().get(c).isBulk()) {
                addBulk(plan.classes().get(c), bound.get(k), ofClass);
            } else {
                addClass(plan.classes().get(c), bound.get(k), ofClass);
            }
        }
        this.items = uploaded(terms().flatMapToInt(Arrays::stream));
        int[] counts = terms().mapToInt(terms -> terms.length).toArray();
        this.ends = uploaded(IntStream.rangeClosed(0, counts.length)
                .map(k -> Arrays.stream(counts, 0, k).sum()));
    }

    private NodeList nodesOf(Totals sum) {
        NodeList nodes = sum.nodes();
        return nodes == null ? NodeList.of(Math.toIntExact(plan.plan().fluidNodes()), k -> k) : nodes;
    }

    /// The terms of each sum in each buffer.
    private Stream<int[]> terms() {
        return IntStream.range(0, sums.size())
                .boxed()
                .flatMap(sum -> launches.stream().map(launch -> launch.terms.get(sum)));
    }

    private DeviceBuffer uploaded(IntStream list) {
        return Objects.requireNonNull(buffers.uploaded("nodes of sums", list.toArray()));
    }

    private void addBulk(GpuClass bulk, List<BoundKernel> byPhase, List<ReducedNodes.Part> parts) {
        for (int k = 0; k < parts.size(); k++) {
            DeviceBuffer list = parts.get(k).onDevice();
            if (list != null) {
                int sum = k;
                int count = parts.get(k).entries().length;
                add(byPhase, bulk, list, 0, count, other -> IntStream.range(0, other == sum ? count : 0));
            }
        }
    }

    /// From the first to the last node of the class that counts for a sum.
    private void addClass(GpuClass of, List<BoundKernel> byPhase, List<ReducedNodes.Part> parts) {
        IntSummaryStatistics counting =
                parts.stream().flatMapToInt(part -> Arrays.stream(part.items())).summaryStatistics();
        int count = counting.getMax() + 1 - counting.getMin();
        IntFunction<IntStream> entries = sum -> Arrays.stream(parts.get(sum).items());
        add(byPhase, of, memory.listOf(of), counting.getMin(), count, entries);
    }

    /// @param entries of the list that count for a sum
    private void add(
            List<BoundKernel> byPhase,
            GpuClass nodes,
            @Nullable DeviceBuffer list,
            int first,
            int count,
            IntFunction<IntStream> entries) {
        List<int[]> terms = new ArrayList<>();
        for (int sum = 0; sum < sums.size(); sum++) {
            int row = quantities.indexOf(sums.get(sum).sums().getFirst());
            terms.add(entries.apply(sum)
                    .map(entry -> Math.addExact(Math.multiplyExact(row, count), entry - first))
                    .toArray());
        }
        long bytes = (long) quantities.size() * count * plan.precision().computedBytes();
        launches.add(new Launch(byPhase, nodes, list, first, count, buffers.reserved("terms of sums", bytes), terms));
    }

    void uniform(ToDoubleFunction<String> parameters) {
        launches.forEach(launch -> launch.byPhase.forEach(kernel -> kernel.uniform(parameters)));
    }

    /// Observes all terms.
    /// @param seriesAt [BoundKernel#at]
    void observe(int phase, int seriesAt) {
        for (Launch launch : launches) {
            launch.byPhase
                    .get(phase)
                    .at(seriesAt)
                    .fieldsIn(memory.fieldsOf(launch.nodes), launch.nodes.fieldLength())
                    .over(launch.list, launch.first, launch.count)
                    .fieldsOut(launch.values, launch.count)
                    .launch();
        }
    }

    /// The buffers of observed values.
    List<DeviceBuffer> values() {
        return launches.stream().map(Launch::values).toList();
    }

    /// The indices of the terms, by sum and buffer.
    DeviceBuffer items() {
        return items;
    }

    /// Where the terms of each sum and buffer end, after a zero.
    DeviceBuffer ends() {
        return ends;
    }

    @Override
    public void close() {
        buffers.close();
    }
}
