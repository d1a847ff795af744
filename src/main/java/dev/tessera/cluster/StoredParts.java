package dev.tessera.cluster;

import dev.tessera.device.Execution;
import dev.tessera.device.HeldPopulations;
import dev.tessera.kernel.StepPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// Copies populations of the parts of this process as they are stored, in the order of the whole's nodes.
final class StoredParts {
    private final StepPlan whole;
    private final PartPlans plans;
    private final SequencedMap<Integer, Execution> executions;
    private final Staging staging = new Staging();

    /// @param executions of this process, by the part's number
    StoredParts(StepPlan whole, PartPlans plans, SequencedMap<Integer, Execution> executions) {
        this.whole = whole;
        this.plans = plans;
        this.executions = executions;
    }

    /// Copies nodes of a part, one after the other.
    void copy(Execution part, String array, NodeRuns runs, int[] directions, MemorySegment target) {
        staging.copy(
                runs,
                (from, nodes, to) -> part.copyStored(array, from, nodes, directions, to),
                Staging.IN_ORDER,
                bytesPerNode(directions),
                target);
    }

    /// As [Execution#copyStored].
    void copy(String array, long first, int count, int[] directions, MemorySegment target) {
        executions.forEach((part, execution) -> staging.copy(
                plans.of(part).runs().within(first, first + count),
                (from, nodes, to) -> execution.copyStored(array, from, nodes, directions, to),
                first,
                bytesPerNode(directions),
                target));
    }

    private long bytesPerNode(int[] directions) {
        return (long) directions.length * whole.precision().storedBytes();
    }

    /// As [Execution#hold]: all parts or none.
    Optional<HeldPopulations> hold(String array, int[] directions) {
        if (executions.size() != plans.count()) {
            return Optional.empty();
        }
        List<HeldPart> held = new ArrayList<>();
        for (var part : executions.entrySet()) {
            Optional<HeldPopulations> populations = part.getValue().hold(array, directions);
            if (populations.isEmpty()) {
                held.forEach(each -> each.populations.close());
                return Optional.empty();
            }
            held.add(new HeldPart(plans.of(part.getKey()).runs(), populations.get()));
        }
        return Optional.of(new Held(held, bytesPerNode(directions)));
    }

    private record HeldPart(NodeRuns runs, HeldPopulations populations) {}

    /// What the devices of all parts hold.
    private static final class Held implements HeldPopulations {
        private final List<HeldPart> parts;
        private final long bytesPerNode;
        private final Staging staging = new Staging(); // of the thread that copies

        Held(List<HeldPart> parts, long bytesPerNode) {
            this.parts = List.copyOf(parts);
            this.bytesPerNode = bytesPerNode;
        }

        @Override
        public void copy(long first, int count, MemorySegment target) {
            parts.forEach(part -> staging.copy(
                    part.runs.within(first, first + count), part.populations::copy, first, bytesPerNode, target));
        }

        @Override
        public void close() {
            parts.forEach(part -> part.populations.close());
        }
    }

    /// Copies consecutive nodes of a part.
    @FunctionalInterface
    private interface Source {
        void copy(long first, int count, MemorySegment target);
    }

    /// Memory through which a part's nodes go where they are not consecutive in the whole.
    private static final class Staging {
        /// Instead of a first node: one node after the other.
        static final long IN_ORDER = -1;

        private MemorySegment memory = MemorySegment.NULL;

        /// @param first node of the whole at the begin of `target`, or [#IN_ORDER]
        void copy(NodeRuns runs, Source source, long first, long bytesPerNode, MemorySegment target) {
            if (runs.nodes() == 0) {
                return;
            }
            int begin = runs.firstInPart();
            int span = runs.endInPart() - begin;
            if (runs.count() == 1) {
                long at = first == IN_ORDER ? 0 : (runs.inWhole(0) - first) * bytesPerNode;
                source.copy(begin, span, target.asSlice(at, span * bytesPerNode));
                return;
            }
            MemorySegment all = ofBytes(span * bytesPerNode);
            source.copy(begin, span, all);
            runs.forEach((inPart, inWhole, before, nodes) -> MemorySegment.copy(
                    all,
                    (inPart - begin) * bytesPerNode,
                    target,
                    (first == IN_ORDER ? before : inWhole - first) * bytesPerNode,
                    nodes * bytesPerNode));
        }

        private MemorySegment ofBytes(long bytes) {
            if (memory.byteSize() < bytes) {
                memory = Arena.ofAuto().allocate(bytes, 64);
            }
            return memory.asSlice(0, bytes);
        }
    }
}
