package dev.tessera.suites.bench;

import dev.tessera.device.Device;
import dev.tessera.device.MemoryBandwidth;
import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.generator.Chip;
import dev.tessera.kernel.Precision;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.ConnectivityMatrix;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.addressing.FluidIndex;
import dev.tessera.layout.addressing.GhostTiles;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.EsotericPull;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.layout.pattern.TwoBufferPush;
import dev.tessera.model.Collision;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.tune.TuningMemory;
import dev.tessera.suites.bench.Benchmark.Subject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The bench suites. Every run begins with the machine's bandwidth; every speed is given as a fraction of the
/// fastest read/write-only kernel of the run. A row that fails says why and does not keep the others from
/// being measured.
public final class Bench {
    private final Device device;
    private final ForkJoinPool workers;
    private final LongSupplier nanoTime;
    private final Consumer<String> progress;
    private final Predicate<String> wanted;
    private final Launches launches;
    private final List<BenchRow> rows = new ArrayList<>();
    private final List<Map<String, Object>> others = new ArrayList<>(); // failures; geometries that were timed
    private RowsSoFar rowsSoFar = soFar -> {};
    private static final List<String> ON_CPU = List.of(
            "cpu",
            "dense",
            "sparse",
            "layouts",
            "models",
            "sizes",
            "bandwidth",
            "vessels",
            "channels",
            "storages",
            "geometry",
            OverheadSuite.NAME,
            OffsetSuite.NAME);

    /// The suite whose launches a profiler counts.
    public static final String COUNTERS = CounterSuite.NAME;

    private MemoryBandwidth bandwidth = new MemoryBandwidth(Double.NaN, Double.NaN); // until it is measured

    /// Hears all rows after each one.
    @FunctionalInterface
    public interface RowsSoFar {
        void accept(List<Map<String, Object>> rows) throws IOException;
    }

    /// @param progress hears one line for people a row
    /// @param wanted which rows are measured, by their words: `full-box step dense pull bgk fp64 …`
    /// @param launches of a GPU's kernels
    public Bench(
            Device device,
            ForkJoinPool workers,
            LongSupplier nanoTime,
            Consumer<String> progress,
            Predicate<String> wanted,
            Launches launches) {
        this.device = device;
        this.workers = workers;
        this.nanoTime = nanoTime;
        this.progress = progress;
        this.wanted = wanted;
        this.launches = launches;
    }

    /// Keys of the suites, the default first; those that measure GPUs alone last.
    public static List<String> suites() {
        return Stream.concat(ON_CPU.stream(), GpuSuites.keys().stream())
                .distinct()
                .toList();
    }

    /// Runs a suite.
    /// @param rowsSoFar hears all rows after each one
    /// @return rows as `bench --json` writes them; one with the key `error` failed
    /// @throws IllegalArgumentException for an unknown suite; lists the known ones
    public List<Map<String, Object>> run(String suite, RowsSoFar rowsSoFar) throws IOException {
        this.rowsSoFar = rowsSoFar;
        List<Map<String, Object>> all = rows(suite);
        rowsSoFar.accept(all);
        return all;
    }

    /// Sets what a profiler counted of suite `counters` beside what is predicted: nothing runs.
    /// @param report that `ncu --csv --page raw` wrote of the same rows
    /// @return rows as `bench --json` writes them; one with the key `error` was not found in the report
    /// @throws IllegalArgumentException where the file is no such report
    public static List<Map<String, Object>> compare(
            Path report, ForkJoinPool workers, Predicate<String> wanted, RowsSoFar rowsSoFar) throws IOException {
        CounterRows counted = new CounterRows(NcuReport.read(report));
        List<Map<String, Object>> rows = new ArrayList<>();
        for (GpuTrial trial : CounterSuite.trials(true)) {
            if (!trial.isWanted(wanted)) {
                continue;
            }
            try {
                rows.addAll(counted.of(trial, workers));
            } catch (IllegalArgumentException unknown) {
                Map<String, Object> row = trial.words(CounterSuite.NAME);
                row.put("error", String.valueOf(unknown.getMessage()));
                rows.add(row);
            }
            rowsSoFar.accept(List.copyOf(rows));
        }
        return rows;
    }

    private List<Map<String, Object>> rows(String suite) throws IOException {
        if (!suites().contains(suite)) {
            throw new IllegalArgumentException(
                    "unknown bench suite %s; known are %s".formatted(suite, String.join(", ", suites())));
        }
        if (suite.equals(OverheadSuite.NAME)) {
            overheads();
            return json();
        }
        if (suite.equals(OffsetSuite.NAME)) {
            offsets();
            return json();
        }
        if (device instanceof GpuDevice gpu && !suite.equals("geometry")) {
            return new GpuBench(
                            gpu,
                            workers,
                            nanoTime,
                            progress,
                            wanted,
                            GpuBench.SECONDS_A_ROW,
                            launches == Launches.TUNED ? TuningMemory.ofUser() : null)
                    .run(suite.equals("cpu") ? "gpu-quick" : suite, rowsSoFar);
        }
        if (!ON_CPU.contains(suite)) {
            throw new IllegalArgumentException("bench suite %s measures GPUs, not %s; add --device cuda:0 or opencl:0"
                    .formatted(suite, device.key()));
        }
        bandwidth = MemoryBandwidth.measure(workers, nanoTime);
        progress.accept("memory: copy %.1f GB/s, update in place %.1f GB/s"
                .formatted(bandwidth.copyGbPerS(), bandwidth.updateGbPerS()));
        switch (suite) {
            case "cpu" -> cpu();
            case "dense" -> dense();
            case "sparse" -> sparse(suite);
            case "layouts" -> layouts();
            case "models" -> models();
            case "sizes" -> sizes();
            case "vessels" -> sparse(suite, List.of(BenchGeometry.aneurysm(1e-4), BenchGeometry.coarctation(2e-4)));
            case "channels" ->
                sparse(suite, List.of(BenchGeometry.chip(Chip.tree(1)), BenchGeometry.chip(Chip.mesh(1))));
            case "storages" -> storages();
            case "geometry" -> geometry();
            default -> {}
        }
        return json();
    }

    private void overheads() throws IOException {
        for (BenchGeometry geometry : OverheadSuite.geometries()) {
            if (wanted.test(geometry.key() + " model")) {
                Map<String, Object> row = OverheadSuite.row(geometry, workers);
                told(row, OverheadSuite.line(row));
            }
        }
    }

    private void offsets() throws IOException {
        for (int width = OffsetSuite.LEAST_WIDTH; width <= OffsetSuite.MOST_WIDTH; width++) {
            if (wanted.test("width-%d tiling".formatted(width))) {
                Map<String, Object> row = OffsetSuite.row(width);
                told(row, OffsetSuite.line(row));
            }
        }
    }

    /// Keeps a row that is no speed.
    private void told(Map<String, Object> row, String line) throws IOException {
        others.add(row);
        progress.accept(line);
        rowsSoFar.accept(json());
    }

    private void geometry() throws IOException {
        for (GeometryBench.Timing timing : GeometryBench.full(workers, nanoTime).timings()) {
            if (wanted.test(timing.words())) {
                Map<String, Object> row = timing.row();
                told(row, GeometryBench.line(row));
            }
        }
    }

    /// The default: limits, then BGK and MRT in place on the box and on sparse geometries.
    private void cpu() throws IOException {
        fullBoxLimits("cpu", Precision.FP64);
        sparse("cpu");
    }

    private void fullBoxLimits(String suite, Precision precision) throws IOException {
        NodeMap box = BenchGeometry.fullBox(160).make(workers);
        measure(suite, "full-box", box, subject(null, precision, new AaPattern(), new Dense()));
        measure(suite, "full-box", box, subject(null, precision, new AaPattern(), CompactTiles.forCpu()));
        measure(suite, "full-box", box, subject(null, precision, new TwoBufferPull(), new Dense()));
        measure(suite, "full-box", box, subject(new Bgk(), precision, new AaPattern(), new Dense()));
        measure(suite, "full-box", box, subject(new Mrt(), precision, new AaPattern(), new Dense()));
    }

    private void dense() throws IOException {
        for (Precision precision : Precision.values()) {
            fullBoxLimits("dense", precision);
            NodeMap box = BenchGeometry.fullBox(160).make(workers);
            measure("dense", "full-box", box, subject(new Bgk(), precision, new TwoBufferPull(), new Dense()));
            measure("dense", "full-box", box, subject(new Bgk(), precision, new EsotericPull(), new Dense()));
        }
    }

    private void sparse(String suite) throws IOException {
        sparse(suite, BenchGeometry.sparse());
    }

    private void sparse(String suite, List<BenchGeometry> geometries) throws IOException {
        for (BenchGeometry geometry : geometries) {
            List<Subject> subjects = new ArrayList<>();
            for (Collision collision : Arrays.asList(null, new Bgk(), new Mrt())) {
                subjects.add(new Subject(
                        geometry.lattice(),
                        collision,
                        new Incompressible(),
                        Precision.FP64,
                        new AaPattern(),
                        CompactTiles.forCpu()));
            }
            if (subjects.stream().anyMatch(subject -> isWanted(geometry.key(), subject))) {
                NodeMap nodes = geometry.make(workers);
                for (Subject subject : subjects) {
                    measure(suite, geometry.key(), nodes, subject);
                }
            }
        }
    }

    /// Read/write-only and BGK for every pair of pattern and addressing, on a box and on dense spheres.
    private void layouts() throws IOException {
        List<Addressing> addressings = List.of(new Dense(), new Tiles(), new CompactTiles(), CompactTiles.forCpu());
        for (BenchGeometry geometry : List.of(BenchGeometry.fullBox(96), BenchGeometry.spheres(96, 0.3))) {
            NodeMap nodes = geometry.make(workers);
            for (Addressing addressing : addressings) {
                for (var pattern : List.of(new TwoBufferPull(), new AaPattern(), new EsotericPull())) {
                    measure("layouts", geometry.key(), nodes, subject(null, Precision.FP64, pattern, addressing));
                    measure("layouts", geometry.key(), nodes, subject(new Bgk(), Precision.FP64, pattern, addressing));
                }
            }
        }
    }

    /// BGK in the storages of Tomczak & Szafran's papers, and in what a run takes by itself, on a box and on spheres.
    private void storages() throws IOException {
        for (BenchGeometry geometry :
                List.of(BenchGeometry.fullBox(96), BenchGeometry.spheres(96, 0.7), BenchGeometry.spheres(96, 0.3))) {
            List<Subject> subjects = papersStorages();
            if (subjects.stream().anyMatch(subject -> isWanted(geometry.key(), subject))) {
                NodeMap nodes = geometry.make(workers);
                for (Subject subject : subjects) {
                    measure("storages", geometry.key(), nodes, subject);
                }
            }
        }
    }

    /// What suite `storages` measures on a CPU.
    static List<Subject> papersStorages() {
        return List.of(
                subject(new Bgk(), Precision.FP64, new TwoBufferPull(), new Dense()),
                subject(new Bgk(), Precision.FP64, new TwoBufferPull(), new ConnectivityMatrix()),
                subject(new Bgk(), Precision.FP64, new TwoBufferPull(), new FluidIndex()),
                subject(new Bgk(), Precision.FP64, new TwoBufferPull(), new Tiles()),
                subject(new Bgk(), Precision.FP64, new TwoBufferPush(), new GhostTiles()),
                subject(new Bgk(), Precision.FP32, new TwoBufferPull(), new Tiles()),
                subject(new Bgk(), Precision.FP32, new TwoBufferPush(), new GhostTiles()),
                subject(new Bgk(), Precision.FP64, new AaPattern(), CompactTiles.forCpu()));
    }

    private void models() throws IOException {
        NodeMap box = BenchGeometry.fullBox(128).make(workers);
        for (var lattice : Lattices.all()) {
            for (Collision collision : dev.tessera.model.collision.Collisions.all()) {
                for (var equilibrium : dev.tessera.model.equilibrium.Equilibria.all()) {
                    if (lattice.dimensions() == 3) {
                        measure(
                                "models",
                                "full-box",
                                box,
                                new Subject(
                                        lattice, collision, equilibrium, Precision.FP64, new AaPattern(), new Dense()));
                    }
                }
            }
        }
    }

    private void sizes() throws IOException {
        for (int n : new int[] {20, 32, 48, 64, 96, 128, 192}) {
            NodeMap box = BenchGeometry.fullBox(n).make(workers);
            measure("sizes", "full-box-" + n, box, subject(new Bgk(), Precision.FP64, new AaPattern(), new Dense()));
        }
    }

    private static Subject subject(
            @Nullable Collision collision, Precision precision, StreamingPattern pattern, Addressing addressing) {
        return new Subject(Lattices.D3Q19, collision, new Incompressible(), precision, pattern, addressing);
    }

    private void measure(String suite, String geometry, NodeMap nodes, Subject subject) throws IOException {
        if (!isWanted(geometry, subject)) {
            return;
        }
        BenchRow row;
        try {
            row = new Benchmark(device, nanoTime, 0.5, 5, bandwidth, workers).measure(suite, geometry, nodes, subject);
        } catch (RuntimeException | LinkageError | OutOfMemoryError failure) {
            failed(suite, geometry, subject, failure);
            return;
        }
        rows.add(row);
        progress.accept("%-14s %-10s %-14s %-13s %-4s %s: %.1f MLUPS, %.1f GB/s, spread %.0f %%"
                .formatted(
                        geometry,
                        row.kernel(),
                        row.addressing(),
                        row.pattern(),
                        row.collision(),
                        row.precision(),
                        row.mlups(),
                        row.gbPerS(),
                        100 * row.spread()));
        rowsSoFar.accept(json());
    }

    private boolean isWanted(String geometry, Subject subject) {
        return wanted.test("%s %s %s %s %s %s"
                .formatted(
                        geometry,
                        subject.collision() == null ? "read-write" : "step",
                        subject.addressing().key(),
                        subject.pattern().key(),
                        subject.collision() == null ? "" : subject.collision().key(),
                        subject.precision().key()));
    }

    private void failed(String suite, String geometry, Subject subject, Throwable failure) throws IOException {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("suite", suite);
        row.put("geometry", geometry);
        row.put("kernel", subject.collision() == null ? "read-write" : "step");
        row.put("addressing", subject.addressing().key());
        row.put("pattern", subject.pattern().key());
        row.put("lattice", subject.lattice().name());
        row.put(
                "collision",
                subject.collision() == null ? "" : subject.collision().key());
        row.put("precision", subject.precision().key());
        row.put("device", device.key());
        row.put("error", Objects.requireNonNullElse(failure.getMessage(), failure.toString()));
        others.add(row);
        progress.accept("%s on %s failed: %s".formatted(row.get("kernel"), geometry, row.get("error")));
        rowsSoFar.accept(json());
    }

    private List<Map<String, Object>> json() {
        List<Map<String, Object>> json = new ArrayList<>();
        if (!Double.isNaN(bandwidth.copyGbPerS())) {
            json.add(bandwidthRow("copy", bandwidth.copyGbPerS()));
            json.add(bandwidthRow("update", bandwidth.updateGbPerS()));
        }
        for (BenchRow row : rows) {
            double limitGbPerS = rows.stream()
                    .filter(r -> r.isLimit()
                            && r.precision().equals(row.precision())
                            && r.geometry().equals("full-box"))
                    .mapToDouble(BenchRow::gbPerS)
                    .max()
                    .orElse(Double.NaN);
            double limit = limitGbPerS / row.bytesPerUpdate() * 1e3;
            Double storageLimit = rows.stream()
                    .filter(row::hasStorageOf)
                    .map(BenchRow::mlups)
                    .findFirst()
                    .orElse(null);
            json.add(row.toJson(limit, storageLimit, bandwidth.updateGbPerS()));
        }
        json.addAll(others);
        return json;
    }

    private Map<String, Object> bandwidthRow(String geometry, double gbPerS) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("suite", "bandwidth");
        row.put("geometry", geometry);
        row.put("device", device.key());
        row.put("gb_per_s", gbPerS);
        return row;
    }
}
