package dev.tessera.cli;

import dev.tessera.casefile.CaseFile;
import dev.tessera.device.MemoryBandwidth;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Tiling;
import dev.tessera.geometry.TilingStatistics;
import dev.tessera.output.Json;
import dev.tessera.solver.Case;
import dev.tessera.solver.plan.PlanRow;
import dev.tessera.solver.plan.StoragePlanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
        description = "Memory, tiles and expected speed of every storage; which one is chosen and why.")
final class PlanCommand implements Callable<Integer> {
    private static final String LAYOUT = "%1s %-20s %-14s %10s %9s %9s  %s";

    private final Console console;

    @Mixin
    private CaseOptions options = new CaseOptions();

    @Option(names = "--json", paramLabel = "FILE", description = "Write the rows to a JSON file too.")
    private @Nullable Path json;

    PlanCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        CaseFile file = options.read(console);
        Case theCase = file.theCase();
        try (Workplace workplace = new Workplace()) {
            workplace.device(options.device(file));
            new Voxelising(console)
                    .then(file, workplace.workers(), "planning", nodes -> plan(theCase, nodes, workplace.workers()));
        }
        return ExitCode.DONE.code();
    }

    private void plan(Case theCase, NodeMap nodes, ForkJoinPool workers) throws IOException {
        MemoryBandwidth bandwidth = MemoryBandwidth.measure(workers, console.nanos());
        StoragePlanner planner = new StoragePlanner(theCase, nodes, workers, bandwidth);
        List<PlanRow> rows = planner.rows();
        Tiling usual = nodes.box().is2d() ? Tiling.of(16, 16, 1) : Tiling.of(4, 4, 4);
        TilingStatistics tiles = TilingStatistics.of(usual, nodes.fluid());
        print(theCase, nodes, tiles, bandwidth, rows);
        if (json != null) {
            Files.writeString(json, Json.text(toJson(rows, tiles, planner.ghostFractions())));
        }
    }

    private void print(
            Case theCase, NodeMap nodes, TilingStatistics tiles, MemoryBandwidth bandwidth, List<PlanRow> rows) {
        var out = console.out();
        out.println("%s: %d fluid nodes, porosity %s"
                .formatted(theCase.title(), nodes.fluid().count(), Report.number(nodes.porosity())));
        out.println("%s; %s common faces and %s common edges a tile"
                .formatted(
                        tiles, Report.number(tiles.commonFacesPerTile()), Report.number(tiles.commonEdgesPerTile())));
        out.println("memory: copies %.1f GB/s, updates in place %.1f GB/s, measured now"
                .formatted(bandwidth.copyGbPerS(), bandwidth.updateGbPerS()));
        out.println();
        out.println(LAYOUT.formatted("", "addressing", "pattern", "memory", "B/update", "MLUPS", "")
                .stripTrailing());
        for (PlanRow row : rows) {
            out.println(LAYOUT.formatted(
                    row.chosen() ? "*" : "",
                    row.storage().addressing().key(),
                    row.storage().pattern().key(),
                    Report.bytes(row.memoryBytes()),
                    "%.1f".formatted(row.bytesPerUpdate()),
                    "%.1f".formatted(row.predictedMlups()),
                    row.reason()));
        }
        out.println();
        out.println(
                "* is what a run takes; MLUPS is what the memory allows, predicted from the bytes that a step moves.");
    }

    private static List<Map<String, Object>> toJson(
            List<PlanRow> rows, TilingStatistics tiles, StoragePlanner.GhostFractions ghosts) {
        List<Map<String, Object>> written = new ArrayList<>();
        for (PlanRow row : rows) {
            Map<String, Object> content = row.toJson();
            content.put("tile_utilisation", tiles.utilisation());
            content.put("common_faces_per_tile", tiles.commonFacesPerTile());
            content.put("common_edges_per_tile", tiles.commonEdgesPerTile());
            content.put("ghost_buffers_alpha", ghosts.allocated());
            content.put("ghost_buffers_beta", ghosts.transferred());
            written.add(content);
        }
        return written;
    }
}
