package dev.tessera.cluster;

import dev.tessera.device.Execution;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.Parts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.stream.IntStream;

/// Reads and writes values of nodes of the whole, part by part.
final class PartNodes {
    /// The number of a node whose part is in another process.
    private static final long ELSEWHERE = -1;

    private final PartPlans plans;
    private final Parts parts;
    private final SequencedMap<Integer, Execution> executions;
    private final Processes processes;

    /// @param executions of this process, by the part's number
    PartNodes(PartPlans plans, SequencedMap<Integer, Execution> executions, Processes processes) {
        this.plans = plans;
        this.parts = plans.parts();
        this.executions = executions;
        this.processes = processes;
    }

    /// Whether all parts are in this process.
    boolean areAllHere() {
        return executions.size() == parts.count();
    }

    /// Reads consecutive nodes: on the first process all of them, on others those of their own parts.
    /// @param perNode values per node
    /// @param target `[count][perNode]`
    void gather(NodeValues kind, String array, long first, int count, int perNode, double[] target) {
        for (int part = 0; part < parts.count(); part++) {
            Execution execution = executions.get(part);
            boolean isNeeded = execution != null || processes.ranks().isFirst();
            NodeRuns runs = isNeeded ? plans.of(part).runs().within(first, first + count) : NodeRuns.NONE;
            double[] own = processes.values(part, () -> runs.nodes() * perNode, () -> {
                double[] values = new double[runs.nodes() * perNode];
                if (runs.nodes() > 0) {
                    kind.read(Objects.requireNonNull(execution), array, runs, perNode, values);
                }
                return values;
            });
            if (own != null) {
                runs.forEach((inPart, inWhole, before, nodes) -> System.arraycopy(
                        own, before * perNode, target, (int) (inWhole - first) * perNode, nodes * perNode));
            }
        }
    }

    /// The reverse of [#gather(NodeValues, String, long, int, int, double[])].
    void scatter(NodeValues kind, String array, long first, int count, int perNode, double[] source) {
        executions.forEach((part, execution) -> {
            NodeRuns runs = plans.of(part).runs().within(first, first + count);
            double[] own = new double[runs.nodes() * perNode];
            runs.forEach((inPart, inWhole, before, nodes) -> System.arraycopy(
                    source, (int) (inWhole - first) * perNode, own, before * perNode, nodes * perNode));
            if (runs.nodes() > 0) {
                kind.write(execution, array, runs, own);
            }
        });
    }

    /// Reads listed nodes: on the first process all of them, on others those of their own parts.
    /// @param fluidNumbers in the whole
    /// @param perNode values per node
    /// @param target `[fluidNumbers.length][perNode]`
    void gather(NodeValues kind, String array, long[] fluidNumbers, int perNode, double[] target) {
        List<Listed> lists = byPart(fluidNumbers);
        for (int part = 0; part < lists.size(); part++) {
            Listed listed = lists.get(part);
            Execution execution = executions.get(part);
            double[] own = processes.values(part, () -> listed.count * perNode, () -> {
                double[] values = new double[listed.count * perNode];
                kind.read(Objects.requireNonNull(execution), array, listed.numbers(), values);
                return values;
            });
            for (int k = 0; own != null && k < listed.count; k++) {
                System.arraycopy(own, k * perNode, target, listed.places[k] * perNode, perNode);
            }
        }
    }

    /// The reverse of [#gather(NodeValues, String, long[], int, double[])].
    void scatter(NodeValues kind, String array, long[] fluidNumbers, int perNode, double[] source) {
        List<Listed> lists = byPart(fluidNumbers);
        executions.forEach((part, execution) -> {
            Listed listed = lists.get(part);
            double[] own = new double[listed.count * perNode];
            for (int k = 0; k < listed.count; k++) {
                System.arraycopy(source, listed.places[k] * perNode, own, k * perNode, perNode);
            }
            kind.write(execution, array, listed.numbers(), own);
        });
    }

    /// Nodes of a part among listed nodes.
    private static final class Listed {
        private long[] numbers = new long[16]; // in the part
        private int[] places = new int[16]; // in the list
        private int count;

        void add(long number, int place) {
            if (count == places.length) {
                numbers = Arrays.copyOf(numbers, 2 * count);
                places = Arrays.copyOf(places, 2 * count);
            }
            numbers[count] = number;
            places[count++] = place;
        }

        long[] numbers() {
            return Arrays.copyOf(numbers, count);
        }
    }

    private List<Listed> byPart(long[] fluidNumbers) {
        List<Listed> lists = new ArrayList<>();
        IntStream.range(0, parts.count()).forEach(part -> lists.add(new Listed()));
        FluidNodes fluid = parts.whole().fluid();
        for (int k = 0; k < fluidNumbers.length; k++) {
            long index = fluid.boxIndex(fluidNumbers[k]);
            int owner = parts.owner(index);
            lists.get(owner).add(processes.holds(owner) ? parts.part(owner).number(index) : ELSEWHERE, k);
        }
        return lists;
    }
}
