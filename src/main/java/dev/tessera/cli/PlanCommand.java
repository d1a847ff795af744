package dev.tessera.cli;

import dev.tessera.casefile.CaseFile;
import dev.tessera.cluster.CommunicationModel;
import dev.tessera.device.Device;
import dev.tessera.device.MemoryBandwidth;
import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.HeapBudget;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Tiling;
import dev.tessera.geometry.TilingStatistics;
import dev.tessera.kernel.GpuFacts;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.output.GeometryPicture;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseKernels;
import dev.tessera.solver.CaseLayerObstacles;
import dev.tessera.solver.HostMemory;
import dev.tessera.solver.Outlook;
import dev.tessera.solver.plan.GpuPlanner;
import dev.tessera.solver.plan.GpuSheets;
import dev.tessera.solver.plan.GpuSpeed;
import dev.tessera.solver.plan.LayeredParts;
import dev.tessera.solver.plan.PartedPlan;
import dev.tessera.solver.plan.PlanRow;
import dev.tessera.solver.plan.StoragePlanner;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Predicts memory and speed of every storage, and says which one is chosen and why.
@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Memory, tiles and expected speed of every storage, which one is chosen and why; duration and warnings of a run.")
final class PlanCommand implements Callable<Integer> {
    private static final String LAYOUT = "%1s %-28s %-14s %10s %9s %9s  %s";

    private final Console console;

    @Mixin
    private CaseOptions options;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write the rows to a JSON file.")
    private @Nullable Path json;

    @Option(
            names = "--parts",
            paramLabel = "N",
            description = "Also divide the case among N equal devices: cuts, memory, messages, predicted speed.")
    private @Nullable Integer parts;

    @Option(
            names = "--link",
            paramLabel = "LINK",
            description =
                    "The connection of the devices of --parts: nvlink, pinned-host, infiniband, ethernet, memory, or GB/s:µs such"
                            + " as 25:2 (default: nvlink for GPUs, memory for CPUs).")
    private @Nullable String link;

    @Option(
            names = LayersOption.OPTION,
            paramLabel = "N",
            description =
                    "Also list the nodes that each of --parts computes and stores with N layers of its neighbours' nodes, and its"
                            + " memory.")
    private @Nullable Integer haloLayers;

    @Option(names = "--picture", paramLabel = "FILE.png", description = "Draw the parts of --parts in colours.")
    private @Nullable Path picture;

    PlanCommand(Console console, Additions additions) {
        this.console = console;
        this.options = new CaseOptions(additions);
    }

    @Override
    public Integer call() throws IOException {
        new ResultFiles(json, picture).check();
        checkParts();
        int layers = LayersOption.checked(haloLayers);
        CaseFile file = options.read(console);
        Case theCase = file.theCase();
        LayersOption.require(layers, () -> CaseLayerObstacles.obstacle(theCase));
        String key = options.device(file);
        Optional<GpuFacts> sheet = GpuSheets.byKey(key);
        try (ComputeResources resources = options.resources()) {
            Device device = sheet.isPresent() ? null : options.oneDevice(file, resources);
            Voxelising.loggingFindings(console).then(file, resources.workers(), "planning", nodes -> {
                Outlook outlook = Outlook.of(theCase, nodes, resources.workers());
                boolean isGpu = sheet.isPresent() || device instanceof GpuDevice;
                LayersOption.require(layers, () -> CaseLayerObstacles.obstacle(theCase, nodes));
                Prediction prediction = sheet.isPresent()
                        ? bySheet(theCase, nodes, sheet.get())
                        : device instanceof GpuDevice gpu
                                ? onGpu(theCase, nodes, gpu)
                                : onCpu(theCase, nodes, resources.workers());
                report(
                        theCase,
                        nodes,
                        outlook,
                        prediction,
                        host(theCase, nodes, prediction, isGpu),
                        parted(theCase, nodes, prediction, isGpu, resources.workers()),
                        resources.workers());
            });
        }
        return ExitCode.DONE.code();
    }

    private void checkParts() {
        if (parts == null ? link != null || picture != null || haloLayers != null : parts < 1) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    "--link, --picture and --halo-layers need --parts N, and N has to be 1 or more");
        }
        model(true);
    }

    private CommunicationModel model(boolean isGpu) {
        try {
            return link == null ? CommunicationModel.usual(isGpu) : CommunicationModel.of(link);
        } catch (IllegalArgumentException unknown) {
            throw new CommandFailure(ExitCode.WRONG_INPUT, "--link: " + unknown.getMessage());
        }
    }

    /// The case in parts, where they are requested and a storage fits.
    private Optional<PartedPlan> parted(
            Case theCase, NodeMap nodes, Prediction prediction, boolean isGpu, ForkJoinPool workers) {
        if (parts == null) {
            return Optional.empty();
        }
        try {
            int count = parts;
            return Optional.of(PartedPlan.of(
                    theCase,
                    nodes,
                    prediction.chosen().orElse(prediction.rows().getFirst()),
                    count,
                    model(isGpu),
                    workers));
        } catch (GeometryException tooMany) {
            throw new CommandFailure(ExitCode.WRONG_INPUT, "--parts: " + tooMany.getMessage());
        }
    }

    /// The memory of a run in the storage that it uses.
    private static Optional<HostMemoryReport> host(Case theCase, NodeMap nodes, Prediction prediction, boolean isGpu) {
        return prediction.chosen().map(row -> {
            var setting = new HostMemory.Setting(
                    isGpu, 1, row.storage().pattern().phases(), OptionalLong.of(row.tableBytes()));
            return new HostMemoryReport(
                    HostMemory.of(theCase, nodes, CaseKernels.of(theCase, nodes), setting),
                    isGpu ? OptionalLong.empty() : OptionalLong.of(row.memoryBytes() - row.tableBytes()));
        });
    }

    private void report(
            Case theCase,
            NodeMap nodes,
            Outlook outlook,
            Prediction prediction,
            Optional<HostMemoryReport> host,
            Optional<PartedPlan> parted,
            ForkJoinPool workers)
            throws IOException {
        Tiling usual = nodes.box().is2d() ? Tiling.of(16, 16, 1) : Tiling.of(4, 4, 4);
        TilingStatistics tiles = TilingStatistics.of(usual, nodes.fluid());
        print(theCase, nodes, tiles, prediction);
        host.ifPresent(report -> {
            console.out().println();
            report.lines(nodes, HeapBudget.ofProcess()).forEach(console.out()::println);
        });
        printFlow(outlook, prediction, nodes.fluid().count());
        List<Map<String, Object>> rows = toJson(
                prediction, tiles, StoragePlanner.ghostFractions(theCase, nodes), host.map(HostMemoryReport::memory));
        parted.ifPresent(plan -> {
            PartsTable.print(console.out(), plan);
            Map<String, Object> json = plan.toJson();
            if (haloLayers != null) {
                LayeredParts layered = LayeredParts.of(plan, haloLayers, workers);
                PartsTable.print(console.out(), layered);
                json.put("halo_layers", layered.toJson());
            }
            rows.add(json);
        });
        if (parted.isPresent() && picture != null) {
            GeometryPicture.write(nodes, parted.get().cut().partition(), theCase.title(), picture);
        }
        new ResultFiles(json, null).write(rows, () -> "");
    }

    /// @param device what the prediction is for, and where its bandwidth comes from
    /// @param basis what MLUPS are predicted from
    /// @param ofMixtures what their MLUPS were compared with
    /// @param doubt of a duration, after its number; may be empty
    private record Prediction(String device, String basis, String ofMixtures, String doubt, List<PlanRow> rows) {
        /// Empty where no storage fits.
        Optional<PlanRow> chosen() {
            return rows.stream().filter(PlanRow::chosen).findFirst();
        }
    }

    private Prediction onCpu(Case theCase, NodeMap nodes, ForkJoinPool workers) {
        MemoryBandwidth bandwidth = MemoryBandwidth.measure(workers, console.nanos());
        return new Prediction(
                "memory: copies %.1f GB/s, updates in place %.1f GB/s, measured now"
                        .formatted(bandwidth.copyGbPerS(), bandwidth.updateGbPerS()),
                "MLUPS is a prediction from the bytes that a step moves and the memory bandwidth",
                "that of mixtures was fitted to full boxes on cpu:c",
                " (predictions for CPUs were wrong by a factor of up to three)", // docs/benchmarks/cpu.md
                new StoragePlanner(theCase, nodes, workers, bandwidth).rows());
    }

    private static Prediction onGpu(Case theCase, NodeMap nodes, GpuDevice gpu) {
        GpuFacts facts = gpu.accelerator().facts();
        return ofGpu(
                "%s (%s): copies %.1f GB/s, measured now".formatted(gpu.key(), facts.name(), gpu.copyGbPerS()),
                GpuPlanner.on(theCase, nodes, gpu, CaseKernels.of(theCase, nodes)));
    }

    private static Prediction bySheet(Case theCase, NodeMap nodes, GpuFacts facts) {
        return ofGpu(
                "%s, by its data sheet: %.0f GB/s, %.0f GiB; this machine does not need to have it"
                        .formatted(facts.name(), facts.sheetGbPerS().orElseThrow(), facts.memoryBytes() / 0x1p30),
                new GpuPlanner(theCase, nodes, facts, GpuSpeed.ofSheet(facts)));
    }

    private static Prediction ofGpu(String device, GpuPlanner planner) {
        return new Prediction(
                device,
                "MLUPS is a prediction from memory, L2 and instructions of the GPU, by a model fitted on an H200",
                "that of mixtures was compared with full boxes only",
                "",
                planner.rows());
    }

    private void print(Case theCase, NodeMap nodes, TilingStatistics tiles, Prediction prediction) {
        var out = console.out();
        out.println("%s: %d fluid nodes, %s"
                .formatted(theCase.title(), nodes.fluid().count(), GeometryReport.porosity(theCase, nodes)));
        out.println("%s; %s common faces and %s common edges per tile"
                .formatted(
                        tiles, Report.number(tiles.commonFacesPerTile()), Report.number(tiles.commonEdgesPerTile())));
        out.println(prediction.device());
        out.println();
        out.println(LAYOUT.formatted("", "addressing", "pattern", "memory", "B/update", "MLUPS", "")
                .stripTrailing());
        for (PlanRow row : prediction.rows()) {
            out.println(LAYOUT.formatted(
                    row.chosen() ? "*" : "",
                    label(row.storage().addressing()),
                    row.storage().pattern().key(),
                    Report.bytes(row.memoryBytes()),
                    "%.1f".formatted(row.bytesPerUpdate()),
                    "%.1f".formatted(row.predictedMlups()),
                    row.reason()));
        }
        out.println();
        out.println("* is what a run uses; the others are compared with it. %s%s."
                .formatted(
                        prediction.basis(),
                        theCase.model().mixture().isPresent() ? "; " + prediction.ofMixtures() : ""));
        if (prediction.chosen().isEmpty()) {
            out.println("No storage fits: use a coarser spacing, or a device with more memory.");
        }
    }

    /// The time step, how long all steps would take, and what a run would warn of.
    private void printFlow(Outlook outlook, Prediction prediction, long fluidNodes) {
        var out = console.out();
        out.println();
        out.println(Report.flow(outlook));
        outlook.steps().ifPresent(steps -> {
            String duration = prediction
                    .chosen()
                    .map(row -> ", about %s at the predicted speed%s"
                            .formatted(
                                    QuantityText.about(
                                            steps * fluidNodes / (row.predictedMlups() * 1e6), QuantityKind.TIME),
                                    prediction.doubt()))
                    .orElse("");
            out.println("%d steps at most%s, besides the start and the output".formatted(steps, duration));
        });
        outlook.sentences().forEach(out::println);
        outlook.warnings().forEach(warning -> out.println("warning: " + warning));
    }

    /// The key of a standard storage, with the shape of compact tiles, of which there can be two; else the full
    /// description.
    private static String label(Addressing addressing) {
        if (Addressings.all().contains(addressing)) {
            return addressing.key();
        }
        return addressing instanceof CompactTiles compact
                ? "%s %s".formatted(compact.key(), compact.tiling())
                : addressing.toString();
    }

    private static List<Map<String, Object>> toJson(
            Prediction prediction,
            TilingStatistics tiles,
            StoragePlanner.GhostFractions ghosts,
            Optional<HostMemory> host) {
        List<Map<String, Object>> written = new ArrayList<>();
        for (PlanRow row : prediction.rows()) {
            Map<String, Object> content = row.toJson();
            content.put("tile_utilisation", tiles.utilisation());
            content.put("common_faces_per_tile", tiles.commonFacesPerTile());
            content.put("common_edges_per_tile", tiles.commonEdgesPerTile());
            content.put("ghost_buffers_alpha", ghosts.allocated());
            content.put("ghost_buffers_beta", ghosts.transferred());
            if (row.chosen()) {
                host.ifPresent(memory -> content.put("host_memory", memory.toJson()));
            }
            written.add(content);
        }
        return written;
    }
}
