package dev.tessera.solver;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// Writes and reads the state of a simulation as a checkpoint.
final class SimulationState implements CheckpointFile.State {
    private final Simulation simulation;

    SimulationState(Simulation simulation) {
        this.simulation = simulation;
    }

    @Override
    public CheckpointHeader header() {
        var model = simulation.theCase().model();
        return new CheckpointHeader(
                CheckpointHeader.FORMAT,
                simulation.steps(),
                model.lattice().name(),
                model.lattice().size(),
                simulation.nodes().fluid().count(),
                model.precision().storedBytes(),
                NodesHash.of(simulation.nodes()),
                simulation.digest(),
                Optional.empty(),
                List.of());
    }

    @Override
    public SequencedMap<String, double[]> fields() {
        SequencedMap<String, double[]> fields = new LinkedHashMap<>();
        sizes().forEach((name, size) -> fields.put(name, simulation.execution().readField(group(name), field(name))));
        return fields;
    }

    @Override
    public void read(long firstNode, int count, double[] populations) {
        simulation.execution().readPopulations(firstNode, count, populations);
    }

    /// The remembered fields and their numbers of values.
    private SequencedMap<String, Integer> sizes() {
        SequencedMap<String, Integer> sizes = new LinkedHashMap<>();
        for (BoundaryPlan.Group group : simulation.boundaries().groups()) {
            for (var field : group.rule().fields(simulation.theCase().model().lattice())) {
                if (field.remembered()) {
                    sizes.put(group.name() + "/" + field.name(), group.members().size());
                }
            }
        }
        return sizes;
    }

    private static SequencedMap<String, Integer> sizes(CheckpointHeader header) {
        SequencedMap<String, Integer> sizes = new LinkedHashMap<>();
        header.blocks().stream()
                .filter(CheckpointHeader.Block::isField)
                .forEach(block -> sizes.put(block.name(), block.count()));
        return sizes;
    }

    /// Group names come from openings and may contain a slash; field names never do.
    private static String group(String name) {
        return name.substring(0, name.lastIndexOf('/'));
    }

    private static String field(String name) {
        return name.substring(name.lastIndexOf('/') + 1);
    }

    Optional<SteadyHistory> restore(Path checkpoint) throws IOException {
        CheckpointHeader its = CheckpointFile.readHeader(checkpoint);
        refuseOthers(checkpoint, its);
        CheckpointFile.verify(checkpoint);
        var execution = simulation.execution();
        execution.restart(its.step());
        CheckpointFile.Content content = CheckpointFile.read(checkpoint, execution::writePopulations);
        content.fields().forEach((name, values) -> execution.writeField(group(name), field(name), values));
        return content.steady();
    }

    private void refuseOthers(Path checkpoint, CheckpointHeader its) {
        String remedy = ("Resume with the case that wrote it; or, to start a new run from its flow, use"
                        + " --initial-state %s with another --out.")
                .formatted(checkpoint);
        if (its.format() < CheckpointHeader.FORMAT) {
            throw new CaseException(
                    "checkpoint %s was written by an earlier version of Tessera and does not contain its physics, so that a resumed run could be wrong without notice. Run from the start; or, to start a new run from its flow, use --initial-state %s with another --out."
                            .formatted(checkpoint, checkpoint));
        }
        List<String> differences = its.digest().differences(simulation.digest());
        if (!differences.isEmpty()) {
            throw new CaseException("checkpoint %s belongs to another case:%n  %s%n%s"
                    .formatted(checkpoint, String.join(System.lineSeparator() + "  ", differences), remedy));
        }
        if (!sizes(its).equals(sizes())) {
            throw new CaseException("checkpoint %s has the boundary fields %s, but the case needs %s. %s"
                    .formatted(checkpoint, sizes(its), sizes(), remedy));
        }
    }

    void startFrom(Path checkpoint) throws IOException {
        CheckpointHeader its = CheckpointFile.readHeader(checkpoint);
        var nodes = simulation.nodes();
        if (its.nodesHash() != NodesHash.of(nodes)
                || its.fluidNodes() != nodes.fluid().count()) {
            throw new CaseException(
                    "checkpoint %s contains the flow on %s; the case has %s. An initial state needs the same fluid nodes: use the geometry and spacing of the checkpoint."
                            .formatted(
                                    checkpoint,
                                    its.digest()
                                            .values()
                                            .getOrDefault("geometry", its.fluidNodes() + " other fluid nodes"),
                                    simulation.digest().values().get("geometry")));
        }
        var transfer = new FlowTransfer(simulation, its);
        var execution = simulation.execution();
        CheckpointFile.Content content = CheckpointFile.read(
                checkpoint,
                (first, count, populations) ->
                        execution.writePopulations(first, count, transfer.populations(first, count, populations)));
        SequencedMap<String, Integer> mine = sizes();
        mine.forEach((name, size) -> {
            double[] stored = content.fields().get(name);
            double[] moved = transfer.isSame() && stored != null && stored.length == size
                    ? stored
                    : transfer.rememberedField(field(name), members(group(name)));
            execution.writeField(group(name), field(name), moved);
        });
    }

    private long[] members(String group) {
        return simulation.boundaries().groups().stream()
                .filter(candidate -> candidate.name().equals(group))
                .findFirst()
                .orElseThrow()
                .fluidNumbers();
    }
}
