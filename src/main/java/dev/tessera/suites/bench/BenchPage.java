package dev.tessera.suites.bench;

import dev.tessera.solver.Ledger;
import dev.tessera.suites.Page;
import dev.tessera.suites.Provenance;
import dev.tessera.suites.bench.PageTable.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// The rows of a bench as a page of `docs/benchmarks`.
public final class BenchPage {
    private static final List<Column> SPEEDS = List.of(
            PageTable.text("geometry", "geometry"),
            PageTable.number("fluid nodes", "fluid_nodes", "%,.0f"),
            PageTable.text("kernel", "kernel"),
            PageTable.text("addressing", "addressing"),
            PageTable.text("pattern", "pattern"),
            PageTable.text("lattice", "lattice"),
            PageTable.text("collision", "collision"),
            PageTable.text("precision", "precision"),
            PageTable.number("MLUPS", "mlups", "%.1f"),
            PageTable.number("predicted", "predicted_mlups", "%.1f"),
            PageTable.number("GB/s", "gb_per_s", "%.1f"),
            PageTable.share("of limit", "limit_fraction"),
            PageTable.number("storage's limit", "storage_limit_mlups", "%.1f"),
            PageTable.share("spread", "spread"));

    private static final List<Column> GEOMETRIES = List.of(
            PageTable.text("geometry", "geometry"),
            PageTable.text("what", "kernel"),
            PageTable.number("triangles", "triangles", "%,.0f"),
            PageTable.text("box", "box"),
            PageTable.number("fluid nodes", "fluid_nodes", "%,.0f"),
            PageTable.number("cut links", "cut_links", "%,.0f"),
            PageTable.number("first time, s", "first_seconds", "%.2f"),
            PageTable.number("median, s", "seconds", "%.2f"),
            PageTable.share("spread", "spread"));

    private static final List<Column> STEPS = List.of(
            PageTable.text("geometry", "geometry"),
            PageTable.number("fluid nodes", "fluid_nodes", "%,.0f"),
            PageTable.text("kind of run", "kernel"),
            PageTable.text("addressing", "addressing"),
            PageTable.text("pattern", "pattern"),
            PageTable.text("lattice", "lattice"),
            PageTable.text("collision", "collision"),
            PageTable.number("MLUPS", "mlups", "%.1f"),
            PageTable.share("of steady", "steady_fraction"),
            PageTable.share("spread", "spread"));

    private static final List<Column> INTRINSICS = List.of(
            PageTable.text("fluid", "geometry"),
            PageTable.text("collision", "collision"),
            PageTable.text("exp, log, pow", "kernel"),
            PageTable.number("MLUPS", "mlups", "%.0f"),
            PageTable.percent("gain", "gain"),
            PageTable.number("energy: relative difference", "energy_difference", "%.1e"),
            PageTable.number("velocity: largest relative difference", "velocity_difference", "%.1e"),
            PageTable.share("spread", "spread"));

    private static final List<Column> SCALING = List.of(
            PageTable.text("geometry", "geometry"),
            PageTable.number("fluid nodes", "fluid_nodes", "%,.0f"),
            PageTable.text("scaling", "kernel"),
            PageTable.text("from GPU to GPU", "direct"),
            PageTable.text("addressing", "addressing"),
            PageTable.text("pattern", "pattern"),
            PageTable.text("precision", "precision"),
            PageTable.number("devices", "devices", "%.0f"),
            PageTable.number("MLUPS", "mlups", "%.0f"),
            PageTable.number("on one device", "one_device_mlups", "%.0f"),
            PageTable.share("efficiency", "efficiency"),
            PageTable.share("predicted", "predicted_efficiency"),
            PageTable.number("bytes exchanged per step", "bytes_exchanged", "%,.0f"),
            PageTable.share("spread", "spread"));

    private static final List<Column> HYBRID = List.of(
            PageTable.text("geometry", "geometry"),
            PageTable.number("fluid nodes", "fluid_nodes", "%,.0f"),
            PageTable.text("addressing", "addressing"),
            PageTable.text("precision", "precision"),
            PageTable.text("devices", "device"),
            PageTable.number("MLUPS", "mlups", "%.0f"),
            PageTable.text("alone", "alone_mlups"),
            PageTable.text("shares", "shares"),
            PageTable.share("of the fastest", "gain"),
            PageTable.share("of the sum", "efficiency"),
            PageTable.share("spread", "spread"));

    private static final List<Column> CO_PROCESSOR = List.of(
            PageTable.text("geometry", "geometry"),
            PageTable.number("nodes", "fluid_nodes", "%,.0f"),
            PageTable.text("transfers", "kernel"),
            PageTable.text("steps", "steps_between"),
            PageTable.text("calls", "calls"),
            PageTable.number("sending, ms", "send_ms", "%.3g"),
            PageTable.number("predicted", "predicted_send_ms", "%.3g"),
            PageTable.number("steps, ms", "steps_ms", "%.3g"),
            PageTable.number("predicted", "predicted_steps_ms", "%.3g"),
            PageTable.number("receiving, ms", "receive_ms", "%.3g"),
            PageTable.number("predicted", "predicted_receive_ms", "%.3g"),
            PageTable.number("MLUPS", "mlups", "%.4g"),
            PageTable.number("predicted", "predicted_mlups", "%.4g"),
            PageTable.percent("predicted time − measured", "deviation"),
            PageTable.share("fixed", "fixed_fraction"),
            PageTable.share("spread", "spread"));

    private static final List<Column> THESIS = List.of(
            PageTable.text("experiment", "experiment"),
            PageTable.text("geometry", "geometry"),
            PageTable.text("what", "kernel"),
            PageTable.number("MLUPS", "mlups", "%.4g"),
            PageTable.share("of the fastest", "of_fastest"),
            new Column("figures", ThesisTexts::figures),
            PageTable.share("spread", "spread"));

    private static final List<Column> OVERHEADS = List.of(
            PageTable.text("geometry", "geometry"),
            PageTable.number("fluid nodes", "fluid_nodes", "%,.0f"),
            PageTable.number("porosity", "porosity", "%.3f"),
            PageTable.number("η", "tile_utilisation", "%.3f"),
            PageTable.number("η_f", "common_faces", "%.2f"),
            PageTable.number("η_e", "common_edges", "%.2f"),
            PageTable.number("α", "alpha", "%.3f"),
            PageTable.number("β", "beta", "%.3f"),
            PageTable.number("memory: CM", "memory_cm", "%.2f"),
            PageTable.number("FIA", "memory_fia", "%.2f"),
            PageTable.number("dense", "memory_dense", "%.2f"),
            PageTable.number("T2C", "memory_t2c", "%.2f"),
            PageTable.number("TGB", "memory_tgb", "%.2f"),
            PageTable.number("bytes: CM", "bandwidth_cm", "%.3f"),
            PageTable.number("FIA", "bandwidth_fia", "%.3f"),
            PageTable.number("T2C", "bandwidth_t2c", "%.3f"),
            PageTable.number("TGB", "bandwidth_tgb", "%.3f"),
            PageTable.number("bursts: T2C", "bandwidth_t2c_bursts", "%.3f"),
            PageTable.number("TGB", "bandwidth_tgb_bursts", "%.3f"));

    private static final List<Column> RUNS = List.of(
            PageTable.text("geometry", "geometry"),
            PageTable.text("run", "kernel"),
            PageTable.number("steps", "steps", "%.0f"),
            PageTable.number("s", "wall_s", "%.2f"),
            PageTable.share("of them steps", "steps_fraction"),
            new Column("where, s", BenchPage::phases));

    private static final List<Column> OFFSETS = List.of(
            PageTable.number("width", "width", "%.0f"),
            PageTable.number("square: minimum", "square_least", "%.3f"),
            PageTable.number("mean", "square_mean", "%.3f"),
            PageTable.number("maximum", "square_most", "%.3f"),
            PageTable.number("round: minimum", "round_least", "%.3f"),
            PageTable.number("mean", "round_mean", "%.3f"),
            PageTable.number("maximum", "round_most", "%.3f"));

    private static final List<Column> COUNTERS = List.of(
            PageTable.text("geometry", "geometry"),
            PageTable.text("storage", "storage"),
            PageTable.text("pattern", "pattern"),
            PageTable.text("phase", "phase"),
            PageTable.text("precision", "precision"),
            PageTable.number("memory, B", "dram_bytes", "%.0f"),
            PageTable.number("predicted", "dram_bytes_predicted", "%.0f"),
            PageTable.percent("error", "dram_bytes_error"),
            PageTable.number("L2, B", "l2_bytes", "%.0f"),
            PageTable.number("predicted", "l2_bytes_predicted", "%.0f"),
            PageTable.percent("error", "l2_bytes_error"),
            PageTable.number("loads, sectors", "load_sectors", "%.2f"),
            PageTable.number("predicted", "load_sectors_predicted", "%.2f"),
            PageTable.percent("error", "load_sectors_error"),
            PageTable.number("stores, sectors", "store_sectors", "%.2f"),
            PageTable.number("predicted", "store_sectors_predicted", "%.2f"),
            PageTable.percent("error", "store_sectors_error"),
            PageTable.number("instructions", "instructions", "%.0f"),
            PageTable.number("predicted", "instructions_predicted", "%.0f"),
            PageTable.percent("error", "instructions_error"),
            PageTable.number("MLUPS", "mlups", "%.0f"));

    private BenchPage() {}

    /// @param rows as `bench --json` writes them
    public static String of(String suite, List<Map<String, Object>> rows, Provenance provenance) {
        List<Map<String, Object>> memory = rows.stream()
                .filter(row -> "bandwidth".equals(row.get("suite")))
                .toList();
        List<Map<String, Object>> failed =
                rows.stream().filter(BenchPage::isFailure).toList();
        List<Map<String, Object>> measured = rows.stream()
                .filter(Predicate.not(BenchPage::isFailure))
                .filter(row -> !memory.contains(row))
                .toList();
        String kind = CounterRows.hasCounted(rows) || !suite.equals(CounterSuite.NAME) ? suite : "";
        return Page.of(
                        switch (kind) {
                            case "geometry",
                                    PaperSuite.NAME,
                                    StepSuite.NAME,
                                    SideSuite.NAME,
                                    IntrinsicsSuite.NAME,
                                    ScalingSuite.NAME,
                                    HybridSuite.NAME,
                                    CoProcessorSuite.NAME,
                                    ThesisSuite.NAME,
                                    RunSuite.NAME,
                                    OverheadSuite.NAME,
                                    OffsetSuite.NAME,
                                    FlowSuite.NAME,
                                    CounterSuite.NAME -> suite + ".md";
                            default -> "bench.md";
                        },
                        provenance)
                .with("suite", suite)
                .with("memory", memory(memory))
                .with(
                        "rows",
                        switch (suite) {
                                    case PaperSuite.NAME -> new PaperPage(measured).text();
                                    case FlowSuite.NAME -> new ModelPage(measured).text();
                                    case SideSuite.NAME -> new SidePage(measured).text();
                                    default -> table(kind, measured);
                                }
                                + failures(failed))
                .with("claims", claims(suite, measured))
                .with("channels", suite.equals(PaperSuite.NAME) ? ChannelFit.section(measured) : "")
                .text();
    }

    private static String claims(String suite, List<Map<String, Object>> measured) {
        return switch (suite) {
            case OverheadSuite.NAME -> new OverheadClaims(measured).table();
            case OffsetSuite.NAME -> OffsetSuite.claims(measured);
            case PaperSuite.NAME -> new PaperClaims(measured).text();
            case CoProcessorSuite.NAME -> CoProcessorTexts.claims(measured);
            case ThesisSuite.NAME -> ThesisTexts.claims(measured);
            default -> "";
        };
    }

    /// The numbers of the model of suite `coprocessor`, if a row holds them; else empty.
    public static String model(Map<String, Object> row) {
        return CoProcessorTexts.isModel(row) ? CoProcessorTexts.parameters(row) : "";
    }

    /// The figures of a row of suite `thesis` beside its speed.
    public static String figures(Map<String, Object> row) {
        return ThesisTexts.figures(row);
    }

    /// Where the time of a whole run went, the longest phase first; phases below 0.05 s are left out.
    public static String phases(Map<String, Object> row) {
        return Arrays.stream(Ledger.Phase.values())
                .filter(phase -> row.get(phase.key() + "_s") instanceof Number)
                .sorted(Comparator.comparingDouble(phase -> -Page.number(row, phase.key() + "_s")))
                .filter(phase -> Page.number(row, phase.key() + "_s") >= 0.05)
                .map(phase -> "%s %.1f".formatted(phase.key(), Page.number(row, phase.key() + "_s")))
                .collect(Collectors.joining(", "));
    }

    /// Whether a row failed, and contains the reason.
    public static boolean isFailure(Map<String, Object> row) {
        return row.containsKey("error");
    }

    /// A line; empty where memory was not measured.
    private static String memory(List<Map<String, Object>> rows) {
        List<String> parts = new ArrayList<>();
        for (Map<String, Object> row : rows) {
            parts.add("%s %s GB/s".formatted(row.get("geometry"), Page.number(row, "gb_per_s", "%.1f")));
        }
        return parts.isEmpty() ? "" : "\nMemory in the same run: %s.".formatted(String.join(", ", parts));
    }

    private static String table(String suite, List<Map<String, Object>> measured) {
        List<Column> columns = switch (suite) {
            case "geometry" -> GEOMETRIES;
            case StepSuite.NAME -> STEPS;
            case IntrinsicsSuite.NAME -> INTRINSICS;
            case ScalingSuite.NAME -> SCALING;
            case HybridSuite.NAME -> HYBRID;
            case CoProcessorSuite.NAME -> CO_PROCESSOR;
            case ThesisSuite.NAME -> THESIS;
            case RunSuite.NAME -> RUNS;
            case OverheadSuite.NAME -> OVERHEADS;
            case OffsetSuite.NAME -> OFFSETS;
            case CounterSuite.NAME -> COUNTERS;
            default -> SPEEDS;
        };
        return new PageTable(columns)
                .of(measured.stream()
                        .filter(row -> !CoProcessorTexts.isModel(row))
                        .toList());
    }

    private static String failures(List<Map<String, Object>> rows) {
        StringBuilder text = new StringBuilder();
        for (Map<String, Object> row : rows) {
            text.append("\n\n**Not measured:** %s %s %s: %s"
                    .formatted(
                            PageTable.text(row, "geometry"),
                            PageTable.text(row, "kernel"),
                            PageTable.text(row, "addressing"),
                            row.get("error")));
        }
        return text.toString();
    }
}
