package dev.tessera.cli;

import dev.tessera.casefile.CaseFile;
import dev.tessera.cluster.PartedDevice;
import dev.tessera.cluster.mpi.MpiSlabs;
import dev.tessera.geometry.DividedSource;
import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.SlabExchange;
import dev.tessera.geometry.SlabNodes;
import dev.tessera.geometry.partition.Cut;
import dev.tessera.output.GeometryPicture;
import dev.tessera.solver.Case;
import dev.tessera.solver.FlowPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Voxelises and diagnoses only.
@Command(
        name = GeometryCommand.NAME,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Voxelise and diagnose only: openings, defects, porosity, picture.")
final class GeometryCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(GeometryCommand.class);

    static final String NAME = "geometry";

    private final Console console;
    private final MpiJob job;

    @Mixin
    private CaseOptions options;

    @Option(names = "--out", paramLabel = "DIR", description = "Folder for geometry.png (default: out/CASE).")
    private @Nullable Path out;

    @Option(
            names = "--parts",
            paramLabel = "N",
            description = "Also divide the geometry among N equal devices: cuts, sizes of parts, messages.")
    private @Nullable Integer parts;

    /// @param job whose ranks voxelise a slab of the geometry each
    GeometryCommand(Console console, MpiJob job, Additions additions) {
        this.console = console;
        this.job = job;
        this.options = new CaseOptions(additions);
    }

    @Override
    public Integer call() throws IOException {
        if (parts != null && parts < 1) {
            throw new CommandFailure(ExitCode.WRONG_INPUT, "--parts has to be 1 or more, not " + parts);
        }
        RankPlacement placement = RankPlacement.of(job);
        CaseFile file = options.read(console);
        SlabExchange exchange = exchange(file.theCase());
        if (exchange.count() == 1 && !job.ranks().isFirst()) {
            return ExitCode.DONE.code();
        }
        Path folder = ResultFolder.chosen(out, Path.of("out", file.theCase().name()));
        try (ComputeResources resources = options.resources(placement)) {
            Voxelising.withoutFindings(console)
                    .slab(
                            file,
                            exchange,
                            resources.workers(),
                            "describing",
                            nodes -> describe(file.theCase(), nodes, folder, resources));
        }
        return ExitCode.DONE.code();
    }

    /// The ranks that share the geometry; the first one alone where it cannot be divided.
    private SlabExchange exchange(Case theCase) {
        boolean isDivided = theCase.geometry() instanceof DividedSource
                && theCase.model().lattice().dimensions() == 3;
        return isDivided ? job.join().<SlabExchange>map(MpiSlabs::new).orElse(SlabExchange.ALONE) : SlabExchange.ALONE;
    }

    /// Collective.
    private void describe(Case theCase, SlabNodes nodes, Path folder, ComputeResources resources) throws IOException {
        FlowPaths paths = FlowPaths.of(theCase, nodes, resources.workers());
        new GeometryReport(console.out()).write(theCase, nodes, paths);
        if (parts != null) {
            PartsTable.print(console.out(), cuts(nodes, parts, resources.workers()));
        }
        if (!nodes.slab().isWhole()) {
            LOG.info("geometry.png is drawn by one process only: run the command without mpirun for it.");
            return;
        }
        Files.createDirectories(folder);
        GeometryPicture.write(nodes.nodes(), theCase.title(), folder).ifPresent(console.out()::println);
    }

    /// Collective.
    private static List<Cut> cuts(SlabNodes nodes, int parts, ForkJoinPool workers) {
        try {
            return PartedDevice.Division.balanced().cuts(nodes, parts, workers);
        } catch (GeometryException tooMany) {
            throw new CommandFailure(ExitCode.WRONG_INPUT, "--parts: " + tooMany.getMessage());
        }
    }
}
