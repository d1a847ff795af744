package dev.tessera.suites.bench;

import dev.tessera.device.Device;
import dev.tessera.device.MemoryBandwidth;
import dev.tessera.geometry.NodeMap;
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
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.suites.bench.Bench.RowsSoFar;
import dev.tessera.suites.bench.Benchmark.Subject;
import dev.tessera.suites.generator.Chip;
import java.io.IOException;
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
import org.jspecify.annotations.Nullable;

/// The suites for CPUs. Every run first measures the machine's bandwidth; every speed is also given as a fraction
/// of the fastest read/write-only kernel of the run. A row that fails contains the reason; other rows are still
/// measured.
final class CpuBench {
    static final List<String> KEYS = List.of(
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
            "geometry");

    private final Device device;
    private final ForkJoinPool workers;
    private final LongSupplier nanoTime;
    private final Consumer<String> progress;
    private final Predicate<String> wanted;
    private final RowsSoFar rowsSoFar;
    private final List<BenchRow> rows = new ArrayList<>();
    private final List<Map<String, Object>> others = new ArrayList<>(); // failures and timed geometries
    private MemoryBandwidth bandwidth = new MemoryBandwidth(Double.NaN, Double.NaN); // until it is measured

    /// As in [Bench].
    CpuBench(
            Device device,
            ForkJoinPool workers,
            LongSupplier nanoTime,
            Consumer<String> progress,
            Predicate<String> wanted,
            RowsSoFar rowsSoFar) {
        this.device = device;
        this.workers = workers;
        this.nanoTime = nanoTime;
        this.progress = progress;
        this.wanted = wanted;
        this.rowsSoFar = rowsSoFar;
    }

    /// @param suite one of [#KEYS]
    List<Map<String, Object>> run(String suite) throws IOException {
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

    private void geometry() throws IOException {
        for (GeometryBench.Timing timing : GeometryBench.full(workers, nanoTime).timings()) {
            if (wanted.test(timing.words())) {
                Map<String, Object> row = timing.row();
                others.add(row);
                progress.accept(GeometryBench.line(row));
                rowsSoFar.accept(json());
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
        for (Precision precision : List.of(Precision.FP64, Precision.FP32, Precision.FP32_FP16)) {
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
            measure(suite, geometry, subjects);
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

    /// BGK in the storages of Tomczak & Szafran's papers, and in the storage of `auto`, on a box and on
    /// spheres.
    private void storages() throws IOException {
        for (BenchGeometry geometry :
                List.of(BenchGeometry.fullBox(96), BenchGeometry.spheres(96, 0.7), BenchGeometry.spheres(96, 0.3))) {
            measure("storages", geometry, papersStorages());
        }
    }

    /// Rows of suite `storages` on a CPU.
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
            for (var equilibrium : Equilibria.all()) {
                for (Collision collision : Collisions.on(lattice, equilibrium)) {
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
        for (Precision precision : List.of(Precision.FP32, Precision.FP32_DEVIATIONS, Precision.FP64_DEVIATIONS)) {
            for (Collision collision : List.of(new Bgk(), new Mrt())) {
                measure("models", "full-box", box, subject(collision, precision, new AaPattern(), new Dense()));
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

    /// Makes the geometry only if one of its rows is selected.
    private void measure(String suite, BenchGeometry geometry, List<Subject> subjects) throws IOException {
        if (subjects.stream().anyMatch(subject -> isWanted(geometry.key(), subject))) {
            NodeMap nodes = geometry.make(workers);
            for (Subject subject : subjects) {
                measure(suite, geometry.key(), nodes, subject);
            }
        }
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
