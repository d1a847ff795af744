package dev.tessera.cluster;

import dev.tessera.device.Execution;
import dev.tessera.device.SavedState;
import dev.tessera.device.SlotTransfer;
import dev.tessera.device.StepPart;
import dev.tessera.device.StepParts;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.Parts;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.StepPlan;
import dev.tessera.layout.CopyPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongToDoubleFunction;
import java.util.stream.LongStream;

/// A step plan that runs in parts, each on its own device: results equal those of one part bit for bit. In every
/// step all parts run their edge, exchange what crosses the cuts, and run their inner nodes.
final class PartedExecution implements Execution {
    private final StepPlan whole;
    private final Parts parts;
    private final List<PartPlan> plans;
    private final List<Execution> executions;
    private final List<Exchange> exchanges = new ArrayList<>();
    private final StepParts stepParts = new StepParts();

    /// Values that cross one cut, in one direction.
    private record Exchange(SlotTransfer from, SlotTransfer to, double[] values) {
        static Exchange of(CopyPlan.Populations copy, List<Execution> executions) {
            return new Exchange(
                    executions.get(copy.from()).transfer(copy.fromSlots()),
                    executions.get(copy.to()).transfer(copy.toSlots()),
                    new double[copy.count()]);
        }
    }

    /// @param plans of the parts
    /// @param executions of the parts; closed with this one
    PartedExecution(StepPlan whole, Parts parts, List<PartPlan> plans, List<Execution> executions) {
        this.whole = whole;
        this.parts = parts;
        this.plans = List.copyOf(plans);
        this.executions = List.copyOf(executions);
        CopyPlan copies =
                CopyPlan.of(parts, plans.stream().map(part -> part.plan().storage()).toList());
        copies.populations().forEach(copy -> exchanges.add(Exchange.of(copy, executions)));
    }

    @Override
    public void step(long count) {
        stepParts.requireWhole();
        for (long step = 0; step < count; step++) {
            executions.forEach(part -> part.step(StepPart.EDGE));
            exchanges.forEach(exchange -> exchange.from().pack(exchange.values()));
            exchanges.forEach(exchange -> exchange.to().unpack(exchange.values()));
            executions.forEach(part -> part.step(StepPart.INNER));
        }
    }

    /// The whole has no edge.
    @Override
    public void step(StepPart part) {
        stepParts.next(part);
        if (part == StepPart.INNER) {
            step(1);
        }
    }

    /// @throws UnsupportedOperationException always: the slots are those of several storages
    @Override
    public SlotTransfer transfer(List<long[]> slotsByPhase) {
        throw new UnsupportedOperationException(
                "a plan in %d parts has no slots of its own; exchange populations of nodes".formatted(plans.size()));
    }

    @Override
    public void finish() {
        executions.forEach(Execution::finish);
    }

    @Override
    public boolean isSettled() {
        return executions.stream().allMatch(Execution::isSettled);
    }

    @Override
    public long steps() {
        return executions.getFirst().steps();
    }

    @Override
    public void restart(long steps) {
        executions.forEach(part -> part.restart(steps));
    }

    @Override
    public void setParameter(String name, double value) {
        executions.forEach(part -> part.setParameter(name, value));
    }

    @Override
    public void setSeries(String name, LongToDoubleFunction valueAtStep) {
        executions.forEach(part -> part.setSeries(name, valueAtStep));
    }

    @Override
    public void writeField(String nodeClass, String field, double[] values) {
        int index = classIndex(nodeClass);
        if (values.length != length(index)) {
            throw new IllegalArgumentException("field %s of class %s has %d values, not %d"
                    .formatted(field, nodeClass, length(index), values.length));
        }
        for (int part = 0; part < plans.size(); part++) {
            executions
                    .get(part)
                    .writeField(nodeClass, field, plans.get(part).toPart(index, values));
        }
    }

    @Override
    public double[] readField(String nodeClass, String field) {
        int index = classIndex(nodeClass);
        double[] values = new double[length(index)];
        for (int part = 0; part < plans.size(); part++) {
            plans.get(part).toWhole(index, executions.get(part).readField(nodeClass, field), values);
        }
        return values;
    }

    @Override
    public double[] readStored(String field) {
        throw noField(field);
    }

    @Override
    public void writeStored(String field, double[] values) {
        throw noField(field);
    }

    private static IllegalArgumentException noField(String field) {
        return new IllegalArgumentException(
                "there is no stored field %s: parts hold the populations of one fluid".formatted(field));
    }

    private int length(int classIndex) {
        long[] numbers = whole.classes().get(classIndex).fluidNumbers();
        return numbers == null ? fluidNodes() : numbers.length;
    }

    private int classIndex(String name) {
        List<String> names = whole.classes().stream().map(NodeClass::name).toList();
        if (!names.contains(name)) {
            throw new IllegalArgumentException("unknown node class %s; available: %s".formatted(name, names));
        }
        return names.indexOf(name);
    }

    @Override
    public void readPopulations(String array, long first, int count, double[] target) {
        whole.populations(array);
        readPopulations(range(first, count), target);
    }

    @Override
    public void writePopulations(String array, long first, int count, double[] source) {
        whole.populations(array);
        writePopulations(range(first, count), source);
    }

    private long[] range(long first, int count) {
        if (first < 0 || count < 0 || first + count > whole.fluidNodes()) {
            throw new IndexOutOfBoundsException(
                    "fluid nodes %d … %d of %d".formatted(first, first + count - 1, whole.fluidNodes()));
        }
        return LongStream.range(first, first + count).toArray();
    }

    @Override
    public void readPopulations(long[] fluidNumbers, double[] target) {
        int q = whole.directions();
        List<Listed> lists = byPart(fluidNumbers);
        for (int part = 0; part < lists.size(); part++) {
            Listed listed = lists.get(part);
            double[] own = new double[listed.count * q];
            executions.get(part).readPopulations(listed.numbers(), own);
            for (int k = 0; k < listed.count; k++) {
                System.arraycopy(own, k * q, target, listed.places[k] * q, q);
            }
        }
    }

    @Override
    public void writePopulations(long[] fluidNumbers, double[] source) {
        int q = whole.directions();
        List<Listed> lists = byPart(fluidNumbers);
        for (int part = 0; part < lists.size(); part++) {
            Listed listed = lists.get(part);
            double[] own = new double[listed.count * q];
            for (int k = 0; k < listed.count; k++) {
                System.arraycopy(source, listed.places[k] * q, own, k * q, q);
            }
            executions.get(part).writePopulations(listed.numbers(), own);
        }
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
        plans.forEach(part -> lists.add(new Listed()));
        FluidNodes fluid = whole.nodes().fluid();
        for (int k = 0; k < fluidNumbers.length; k++) {
            long index = fluid.boxIndex(fluidNumbers[k]);
            int owner = parts.owner(index);
            lists.get(owner).add(parts.subdomains().get(owner).number(index), k);
        }
        return lists;
    }

    @Override
    public int fluidNodes() {
        return Math.toIntExact(whole.fluidNodes());
    }

    @Override
    public void observe(List<String> quantities, double[][] target) {
        for (int part = 0; part < plans.size(); part++) {
            double[][] own = executions.get(part).observe(quantities);
            for (int q = 0; q < own.length; q++) {
                plans.get(part).updatedToWhole(own[q], target[q], 1);
            }
        }
    }

    @Override
    public SavedState save() {
        List<SavedState> states = new ArrayList<>();
        try {
            executions.forEach(part -> states.add(part.save()));
        } catch (RuntimeException failure) {
            states.forEach(SavedState::close);
            throw failure;
        }
        return new SavedState() {
            @Override
            public void restore() {
                states.forEach(SavedState::restore);
            }

            @Override
            public void close() {
                states.forEach(SavedState::close);
            }
        };
    }

    @Override
    public long memoryBytes() {
        return executions.stream().mapToLong(Execution::memoryBytes).sum();
    }

    @Override
    public void close() {
        executions.forEach(Execution::close);
    }
}
