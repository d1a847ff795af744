package dev.tessera.solver;

import dev.tessera.device.Execution;
import dev.tessera.device.HeldPopulations;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.StoredArray;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.checkpoint.ArrayInfo;
import dev.tessera.solver.checkpoint.Checkpoint;
import dev.tessera.solver.checkpoint.CheckpointHeader;
import dev.tessera.solver.checkpoint.CheckpointWriter;
import dev.tessera.solver.checkpoint.LinkValues;
import dev.tessera.solver.checkpoint.NodeRanges;
import dev.tessera.solver.checkpoint.NodeStream;
import dev.tessera.solver.checkpoint.NumberFormat;
import dev.tessera.solver.checkpoint.StateRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;

/// Writes and reads the state of a simulation as a checkpoint.
final class SimulationState {
    private final Simulation simulation;

    SimulationState(Simulation simulation) {
        this.simulation = simulation;
    }

    /// A remembered field of a boundary rule's nodes.
    private record Remembered(BoundaryPlan.Group group, String field) {
        String name() {
            return group.name() + "/" + field;
        }

        StateReads.Field read() {
            return new StateReads.Field(group.name(), field);
        }
    }

    private List<Remembered> remembered() {
        List<Remembered> found = new ArrayList<>();
        for (BoundaryPlan.Group group : simulation.boundaries().groups()) {
            group.rule().fields(simulation.theCase().model().lattice()).stream()
                    .filter(field -> field.remembered())
                    .forEach(field -> found.add(new Remembered(group, field.name())));
        }
        return found;
    }

    /// The remembered values by `class/field`, in the order of the class's nodes.
    SequencedMap<String, double[]> fields() {
        SequencedMap<String, double[]> fields = new LinkedHashMap<>();
        remembered().forEach(one -> fields.put(one.name(), read(one)));
        return fields;
    }

    private double[] read(Remembered one) {
        return simulation.execution().readField(one.group().name(), one.field());
    }

    /// The remembered values by name, of all nodes, whatever their class.
    private SequencedMap<String, LinkValues> byName(StateReads reads) {
        SequencedMap<String, LinkValues> values = new LinkedHashMap<>();
        remembered()
                .forEach(one -> values.merge(
                        one.field(),
                        LinkValues.ofNodes(one.group().fluidNumbers(), reads.field(one.read())),
                        LinkValues::and));
        return values;
    }

    CheckpointHeader header(List<String> states) {
        var model = simulation.theCase().model();
        int bytes = model.precision().storedBytes();
        NumberFormat populations = model.precision().storesDeviations()
                ? NumberFormat.ofDeviations(bytes)
                : NumberFormat.ofPopulations(bytes);
        NumberFormat values = bytes == Double.BYTES ? NumberFormat.FP64 : NumberFormat.FP32;
        List<ArrayInfo> arrays = new ArrayList<>();
        for (String name : model.populations()) {
            arrays.add(
                    simulation.state() instanceof StoredArray.Moments moments
                            ? ArrayInfo.moments(moments.valuesPerNode(), populations)
                            : ArrayInfo.populations(arrayOf(name), model.lattice(), populations));
        }
        remembered().stream()
                .map(Remembered::field)
                .distinct()
                .forEach(name -> arrays.add(ArrayInfo.remembered(name, model.lattice(), values)));
        return new CheckpointHeader(
                CheckpointHeader.FORMAT,
                simulation.steps(),
                simulation.nodes().fluid().count(),
                NodesHash.of(simulation.nodes()),
                simulation.digest().values(),
                arrays,
                states);
    }

    /// The reads of [#write]; closed by whoever writes.
    StateReads reads() {
        return new StateReads(
                simulation.execution(),
                simulation.ranks(),
                remembered().stream().map(Remembered::read).toList(),
                simulation.theCase().model().populations());
    }

    /// Takes part in [#write] of the first rank.
    /// @param file that it writes
    void follow(Path file) {
        int values = simulation.state().valuesPerNode();
        int[] perNode = simulation.theCase().model().populations().stream()
                .mapToInt(name -> values)
                .toArray();
        reads().follow(perNode, (markAt, mark) -> shared().follow(file, header(List.of()), markAt, mark));
    }

    private SharedCheckpoint shared() {
        SequencedMap<String, String> arrays = new LinkedHashMap<>();
        simulation.theCase().model().populations().forEach(name -> arrays.put(name, arrayOf(name)));
        return new SharedCheckpoint(simulation.execution(), simulation.ranks(), arrays, simulation.workers());
    }

    private boolean isShared(CheckpointWriter writer, StateReads reads) throws IOException {
        if (simulation.ranks().count() == 1) {
            return false;
        }
        reads.shared(writer.end(), writer.mark());
        return shared().write(writer);
    }

    /// Writes what nodes remember, and then the populations; these later, where the device can hold them meanwhile. Of
    /// several ranks each writes its own populations, or the first one all, where the others do not see the file.
    /// @return the populations that are still to be written; empty where all are
    Optional<HeldState> write(CheckpointWriter writer, StateReads reads) throws IOException {
        for (var values : byName(reads).entrySet()) {
            writer.links(values.getKey(), values.getValue());
        }
        if (isShared(writer, reads)) {
            return Optional.empty();
        }
        Optional<HeldState> held = held(reads);
        if (held.isEmpty()) {
            for (String name : simulation.theCase().model().populations()) {
                NodeStream.write(
                        writer,
                        arrayOf(name),
                        allNodes(),
                        reads.source(name, simulation.state().valuesPerNode()),
                        simulation.workers());
            }
        }
        return held;
    }

    /// All populations, or none.
    private Optional<HeldState> held(StateReads reads) {
        HeldState state = new HeldState(allNodes(), simulation.workers());
        for (String name : simulation.theCase().model().populations()) {
            Optional<HeldPopulations> populations =
                    reads.held(name, simulation.state().valuesPerNode());
            if (populations.isEmpty()) {
                state.close();
                return Optional.empty();
            }
            state.add(arrayOf(name), populations.get());
        }
        return Optional.of(state);
    }

    /// The name in checkpoints of the stored state of a fluid or component.
    private String arrayOf(String populations) {
        if (simulation.state() instanceof StoredArray.Moments) {
            return ArrayInfo.MOMENTS;
        }
        return populations.equals(Kernel.FLUID) ? ArrayInfo.POPULATIONS : ArrayInfo.POPULATIONS + "-" + populations;
    }

    private NodeRanges allNodes() {
        return NodeRanges.of(0, simulation.nodes().fluid().count());
    }

    /// @return the states of the run by name
    Map<String, StateRecord> restore(Path file) throws IOException {
        try (Checkpoint checkpoint = Checkpoint.open(file)) {
            refuseOthers(file, checkpoint.header());
            SequencedMap<String, LinkValues> stored = checkpoint.remembered(this::nodesOf);
            SequencedMap<String, double[]> fields = new LinkedHashMap<>();
            for (Remembered one : remembered()) {
                fields.put(
                        one.name(), valuesOf(one, stored).orElseThrow(() -> refused(file, one.name() + " is missing")));
            }
            long values =
                    fields.values().stream().mapToLong(array -> array.length).sum();
            List<String> known = remembered().stream().map(Remembered::field).toList();
            long more = stored.entrySet().stream()
                            .filter(field -> known.contains(field.getKey())) // not of directions without links
                            .mapToLong(field -> field.getValue().size())
                            .sum()
                    - values;
            if (more > 0 && checkpoint.header().format() == CheckpointHeader.FORMAT) {
                throw refused(file, "%d values of %s are too many".formatted(more, stored.keySet()));
            }
            Map<String, StateRecord> states = new TreeMap<>();
            for (String name : checkpoint.header().states()) {
                checkpoint.state(name).ifPresent(state -> states.put(name, state));
            }
            var execution = simulation.execution();
            execution.restart(checkpoint.header().step());
            for (String name : simulation.theCase().model().populations()) {
                checkpoint.nodes(arrayOf(name), nodesToRead(), new StateSink(execution, name), simulation.workers());
            }
            for (Remembered one : remembered()) {
                double[] own = Objects.requireNonNull(fields.get(one.name()));
                execution.writeField(one.group().name(), one.field(), own);
            }
            return states;
        }
    }

    /// Of several ranks, those from the first to the last node that the rank holds; all write moments together.
    private NodeRanges nodesToRead() {
        if (simulation.ranks().count() == 1 || simulation.state() instanceof StoredArray.Moments) {
            return allNodes();
        }
        NodeRanges own = NodeRanges.ofBounds(simulation.execution().ownBounds());
        return NodeRanges.of(own.first(), own.end() - own.first());
    }

    /// Writes the state of nodes to an execution.
    private record StateSink(Execution execution, String array) implements NodeStream.Sink {
        private static final int SHORT_RANGE = 4096; // nodes

        @Override
        public void accept(long firstNode, int count, double[] values) {
            execution.writeState(array, firstNode, count, values);
        }

        @Override
        public void accept(NodeRanges nodes, int components, double[] values) throws IOException {
            if (nodes.nodes() / nodes.count() < SHORT_RANGE) {
                execution.writeState(array, nodes.listed(), values);
            } else {
                NodeStream.Sink.super.accept(nodes, components, values);
            }
        }
    }

    /// The values of a class's nodes in its order; empty where one is missing.
    private static Optional<double[]> valuesOf(Remembered one, Map<String, LinkValues> stored) {
        LinkValues values = stored.get(one.field());
        long[] nodes = one.group().fluidNumbers();
        double[] found = new double[nodes.length];
        for (int k = 0; k < nodes.length; k++) {
            int at = values == null ? -1 : values.find(nodes[k], LinkValues.NODE);
            if (values == null || at < 0) {
                return Optional.empty();
            }
            found[k] = values.values()[at];
        }
        return Optional.of(found);
    }

    /// The nodes of a group of an earlier format. It had one group `links`, which is now several: `links-…`.
    private long[] nodesOf(String group) {
        return simulation.boundaries().groups().stream()
                .filter(candidate -> candidate.name().equals(group)
                        || group.equals("links") && candidate.name().startsWith("links-"))
                .flatMapToLong(candidate -> Arrays.stream(candidate.fluidNumbers()))
                .sorted()
                .toArray();
    }

    private static CaseException refused(Path file, String difference) {
        return new CaseException(
                ("checkpoint %s belongs to another case:%n  %s%nResume with the case that wrote it; or, to start a new"
                                + " run from its flow, use --initial-state %s with another --out.")
                        .formatted(file, difference, file));
    }

    private void refuseOthers(Path file, CheckpointHeader its) {
        if (its.format() == 1) {
            throw new CaseException(
                    "checkpoint %s was written by an earlier version of Tessera and does not contain its physics, so that a resumed run could be wrong without notice. Run from the start; or, to start a new run from its flow, use --initial-state %s with another --out."
                            .formatted(file, file));
        }
        List<String> differences = new CaseDigest(its.decides()).differences(simulation.digest());
        if (!differences.isEmpty()) {
            throw refused(file, String.join(System.lineSeparator() + "  ", differences));
        }
    }

    void startFrom(Path file) throws IOException {
        try (Checkpoint checkpoint = Checkpoint.open(file)) {
            CheckpointHeader its = checkpoint.header();
            requireSameNodes(file, its);
            requireFluid(file, its);
            var lattice =
                    Lattices.byKey(its.array(ArrayInfo.POPULATIONS).lattice().orElseThrow());
            var transfer = new FlowTransfer(simulation, lattice, new CaseDigest(its.decides()));
            var model = simulation.theCase().model();
            var execution = simulation.execution();
            checkpoint.nodes(
                    ArrayInfo.POPULATIONS,
                    allNodes(),
                    (first, count, populations) -> {
                        if (its.array(ArrayInfo.POPULATIONS).format().hasDeviations()) {
                            addWeights(lattice, 1, count, populations);
                        }
                        double[] own = transfer.populations(first, count, populations);
                        if (model.precision().storesDeviations()) {
                            addWeights(model.lattice(), -1, count, own);
                        }
                        execution.writePopulations(first, count, own);
                    },
                    simulation.workers());
            SequencedMap<String, LinkValues> stored = checkpoint.remembered(this::nodesOf);
            for (Remembered one : remembered()) {
                double[] moved = valuesOf(one, stored)
                        .filter(values -> transfer.isSame())
                        .orElseGet(() -> transfer.rememberedField(
                                one.field(), one.group().fluidNumbers()));
                execution.writeField(one.group().name(), one.field(), moved);
            }
        }
    }

    /// @param sign 1 to make populations of deviations, -1 for the reverse
    /// @param values `[count][q]`
    private static void addWeights(VelocitySet lattice, int sign, int count, double[] values) {
        int q = lattice.size();
        for (int k = 0; k < count * q; k++) {
            values[k] += sign * lattice.weight(k % q).toDouble();
        }
    }

    /// The flow of a mixture is no initial state of another case: its density and velocity do not determine the
    /// components.
    private void requireFluid(Path file, CheckpointHeader its) {
        boolean hasMoments =
                its.arrays().stream().anyMatch(array -> array.name().equals(ArrayInfo.MOMENTS));
        if (hasMoments || simulation.state() instanceof StoredArray.Moments) {
            throw new CaseException(
                    "checkpoint %s: an initial state consists of populations, and %s moments. Use storage.state: populations, or --resume to go on with the same case."
                            .formatted(file, hasMoments ? "the checkpoint contains" : "the case stores"));
        }
        boolean isFluid = its.arrays().stream().anyMatch(array -> array.name().equals(ArrayInfo.POPULATIONS));
        if (!isFluid || simulation.theCase().model().mixture().isPresent()) {
            throw new CaseException(
                    "checkpoint %s: an initial state is the flow of a single fluid in a case with a single fluid; a mixture starts from the densities of its components. Use --resume to go on with the same mixture."
                            .formatted(file));
        }
    }

    private void requireSameNodes(Path file, CheckpointHeader its) {
        var nodes = simulation.nodes();
        if (its.nodesHash() != NodesHash.of(nodes)
                || its.nodes() != nodes.fluid().count()) {
            throw new CaseException(
                    "checkpoint %s contains the flow on %s; the case has %s. An initial state needs the same fluid nodes: use the geometry and spacing of the checkpoint."
                            .formatted(
                                    file,
                                    its.decides().getOrDefault("geometry", its.nodes() + " other fluid nodes"),
                                    simulation.digest().values().get("geometry")));
        }
    }
}
