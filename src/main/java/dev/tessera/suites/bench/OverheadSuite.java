package dev.tessera.suites.bench;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.TilingStatistics;
import dev.tessera.kernel.Precision;
import dev.tessera.layout.addressing.TilingRule;
import dev.tessera.layout.cost.OverheadModel.Overhead;
import dev.tessera.suites.Page;
import dev.tessera.suites.generator.Chip;
import dev.tessera.suites.generator.TunedVessel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;

/// Tile utilisation of the geometries of the papers, and memory and traffic overheads of each storage by their model.
/// Nothing is timed, no device is needed.
/// Source: Tomczak & Szafran, arXiv:1703.08015 (2018), section on overheads.
final class OverheadSuite {
    static final String NAME = "overheads";

    /// Widths of the channels of chips in nodes, those of the paper included.
    static final List<Integer> WIDTHS = List.of(8, 16, 24, 27, 32, 39, 48, 64, 96);

    static final List<Double> POROSITIES = List.of(0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1);

    private OverheadSuite() {}

    static List<BenchGeometry> geometries() {
        List<BenchGeometry> all = new ArrayList<>();
        all.add(BenchGeometry.cavity2d(1000));
        for (Chip chip : List.of(Chip.tree(1), Chip.mesh(1))) {
            WIDTHS.forEach(width -> all.add(BenchGeometry.chip(chip.pattern().key() + "-" + width, chip, width)));
        }
        all.add(BenchGeometry.cavity3d(100));
        POROSITIES.forEach(porosity -> all.add(BenchGeometry.spheres(192, porosity)));
        all.add(BenchGeometry.of(TunedVessel.coarctation()));
        all.add(BenchGeometry.of(TunedVessel.aneurysm()));
        return all;
    }

    static Map<String, Object> row(BenchGeometry geometry, ForkJoinPool workers) {
        NodeMap nodes = geometry.make(workers);
        PaperModel model = PaperModel.of(geometry.lattice(), nodes, Precision.FP64.storedBytes());
        TilingStatistics tiles = TilingStatistics.of(TilingRule.usual().over(nodes.fluid()), nodes.fluid());
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("suite", NAME);
        row.put("geometry", geometry.key());
        row.put("kernel", "model");
        row.put("lattice", geometry.lattice().name());
        row.put("precision", Precision.FP64.key());
        row.put("fluid_nodes", nodes.fluid().count());
        row.put("porosity", model.porosity());
        row.put("tile_utilisation", model.fit().utilisation());
        row.put("common_faces", tiles.commonFacesPerTile());
        row.put("common_edges", tiles.commonEdgesPerTile());
        row.put("alpha", model.allocated());
        row.put("beta", model.transferred());
        put(row, "cm", model.connectivityMatrix());
        put(row, "fia", model.fluidIndex());
        put(row, "dense", model.dense());
        put(row, "t2c", model.twoCopyTiles());
        put(row, "tgb", model.ghostTiles());
        row.put("bandwidth_t2c_bursts", model.twoCopyTilesInBursts());
        row.put("bandwidth_tgb_bursts", model.ghostTilesInBursts());
        return row;
    }

    private static void put(Map<String, Object> row, String storage, Overhead overhead) {
        row.put("memory_" + storage, overhead.memory());
        row.put("bandwidth_" + storage, overhead.bandwidth());
    }

    /// For the progress output.
    static String line(Map<String, Object> row) {
        return "%s: utilisation %.3f, alpha %.3f, beta %.3f"
                .formatted(
                        row.get("geometry"),
                        Page.number(row, "tile_utilisation"),
                        Page.number(row, "alpha"),
                        Page.number(row, "beta"));
    }
}
