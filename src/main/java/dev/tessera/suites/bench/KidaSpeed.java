package dev.tessera.suites.bench;

import dev.tessera.device.Device;
import dev.tessera.expr.Arithmetic;
import dev.tessera.expr.Evaluator;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.model.Collision;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Elbm;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Case;
import dev.tessera.solver.FlowMean;
import dev.tessera.solver.Observable;
import dev.tessera.solver.OutputChoice;
import dev.tessera.solver.Simulation;
import dev.tessera.solver.TuningChoice;
import dev.tessera.suites.Page;
import dev.tessera.suites.generator.KidaVortex;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/// The speed of ELBM over Kida's vortex at Re 4000, from the start to the largest enstrophy, beside BGK and beside
/// ELBM with Newton's method at every node, with the shares of the nodes that find alpha in each way. Shares are those
/// of every [#STRIDE]th node at the ends of the intervals.
final class KidaSpeed {
    /// What rows call it.
    static final String GEOMETRY = "kida";

    private static final double REYNOLDS = 4000;
    private static final double END = 10; // t*
    private static final int INTERVALS = 25;
    private static final int STRIDE = 61; // prime: nodes of all places in a row

    private final Device device;
    private final ForkJoinPool workers;
    private final LongSupplier nanoTime;
    private final Consumer<String> progress;
    private final Predicate<String> wanted;
    private final TuningChoice tuning;
    private final int nodes;

    /// Receives a row.
    interface Rows {
        void add(Map<String, Object> row) throws IOException;
    }

    KidaSpeed(
            Device device,
            ForkJoinPool workers,
            LongSupplier nanoTime,
            Consumer<String> progress,
            Predicate<String> wanted,
            TuningChoice tuning,
            int nodes) {
        this.device = device;
        this.workers = workers;
        this.nanoTime = nanoTime;
        this.progress = progress;
        this.wanted = wanted;
        this.tuning = tuning;
        this.nodes = nodes;
    }

    void run(Rows rows) throws IOException {
        for (VelocitySet lattice : List.of(Lattices.D3Q15, Lattices.D3Q19, Lattices.D3Q27)) {
            for (Precision precision : List.of(Precision.FP64, Precision.FP32)) {
                Map<String, Object> ofBgk = Map.of();
                for (Collision collision : List.of(new Bgk(), new Elbm(), new Elbm(Elbm.Search.EVERYWHERE))) {
                    String words = "kida %s %s %s".formatted(collision.key(), lattice.name(), precision.key());
                    if (wanted.test(words)) {
                        Map<String, Object> row = row(lattice, collision, precision);
                        ofBgk = collision instanceof Bgk ? row : ofBgk;
                        row.put("bgk_fraction", Page.known(Page.number(row, "mlups") / Page.number(ofBgk, "mlups")));
                        progress.accept("%s: %s MLUPS".formatted(words, Page.number(row, "mlups", "%.1f")));
                        rows.add(row);
                    }
                }
            }
        }
    }

    private Map<String, Object> row(VelocitySet lattice, Collision collision, Precision precision) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("suite", FlowSuite.NAME);
        row.put("geometry", GEOMETRY);
        row.put("kernel", "step");
        row.put("lattice", lattice.name());
        row.put("collision", collision.key());
        row.put("precision", precision.key());
        row.put("device", device.key());
        double viscosity = 1 / REYNOLDS;
        Case theCase = KidaVortex.inCube(nodes)
                .fluid(1, viscosity)
                .lattice(lattice)
                .collision(collision)
                .precision(precision)
                .storage(new Case.Storage(Optional.of(new Dense()), Optional.of(new TwoBufferPull()), tuning))
                .output(OutputChoice.of(FlowMean.values()))
                .build();
        try (Simulation flow = Simulation.open(theCase, device, workers)) {
            double omega = 1 / (3 * flow.units().viscosityLattice(viscosity) + 0.5);
            measure(flow, collision instanceof Elbm ? Optional.of(new Ways(lattice, omega)) : Optional.empty(), row);
        } catch (RuntimeException | OutOfMemoryError failure) {
            row.put("error", Objects.requireNonNullElse(failure.getMessage(), failure.toString()));
        }
        return row;
    }

    /// One interval: its end in t*, seconds of its steps, the enstrophy and the shares of the ways at its end.
    private record Interval(double end, long steps, double seconds, double enstrophy, List<Double> shares) {}

    private void measure(Simulation flow, Optional<Ways> ways, Map<String, Object> row) {
        double steps = END / (2 * Math.PI) / flow.units().timeStepS();
        List<Interval> intervals = new ArrayList<>();
        for (int k = 1; k <= INTERVALS; k++) {
            long count = Math.round(steps * k / INTERVALS) - flow.steps();
            double seconds = RepeatedSteps.seconds(nanoTime, flow, count);
            double enstrophy = Observable.value(flow.observables(false), FlowMean.ENSTROPHY.observable());
            List<Double> shares = ways.map(all -> all.shares(flow)).orElse(List.of());
            intervals.add(new Interval(END * k / INTERVALS, count, seconds, enstrophy, shares));
        }
        int peak = 0;
        for (int k = 1; k < INTERVALS; k++) {
            peak = intervals.get(k).enstrophy > intervals.get(peak).enstrophy ? k : peak;
        }
        List<Interval> toPeak = intervals.subList(0, peak + 1);
        long fluid = flow.nodes().fluid().count();
        row.put("fluid_nodes", fluid);
        row.put("peak_time", intervals.get(peak).end);
        row.put("steps", toPeak.stream().mapToLong(Interval::steps).sum());
        row.put("seconds", toPeak.stream().mapToDouble(Interval::seconds).sum());
        row.put("mlups", fluid * Page.number(row, "steps") / Page.number(row, "seconds") * 1e-6);
        List<Double> speeds = intervals.stream()
                .map(interval -> fluid * interval.steps / interval.seconds * 1e-6)
                .toList();
        row.put("interval_mlups", speeds);
        if (ways.isPresent()) {
            for (Elbm.Way way : Elbm.Way.values()) {
                row.put(shareKey(way), mean(toPeak, way));
                row.put(
                        "interval_" + shareKey(way),
                        intervals.stream()
                                .map(interval -> interval.shares.get(way.number()))
                                .toList());
            }
        }
    }

    private static double mean(List<Interval> intervals, Elbm.Way way) {
        return intervals.stream()
                .mapToDouble(interval -> interval.shares.get(way.number()))
                .average()
                .orElseThrow();
    }

    /// The key of the mean share of nodes that find alpha in a way.
    static String shareKey(Elbm.Way way) {
        return "share_" + way.name().toLowerCase(Locale.ROOT);
    }

    /// Which way the nodes of a flow take.
    private final class Ways {
        private final int directions;
        private final Evaluator way;

        Ways(VelocitySet lattice, double omega) {
            this.directions = lattice.size();
            ExprGraph graph = new ExprGraph();
            List<Expr> populations = IntStream.range(0, directions)
                    .mapToObj(i -> graph.symbol("f" + i))
                    .toList();
            var equilibrium = new QuasiCompressible();
            var input = new Collision.Input(
                    graph,
                    lattice,
                    equilibrium,
                    populations,
                    equilibrium.moments(graph, lattice, populations, List.of()),
                    List.of(),
                    rate -> graph.constant(Rational.exactly(omega)));
            this.way = Evaluator.of(List.of(Elbm.way(input)));
        }

        List<Double> shares(Simulation flow) {
            int fluid = Math.toIntExact(flow.nodes().fluid().count());
            double[] all = new double[fluid * directions];
            flow.readPopulations(Kernel.FLUID, 0, fluid, all);
            int[] ways = workers.submit(() -> IntStream.range(0, (fluid + STRIDE - 1) / STRIDE)
                            .parallel()
                            .map(k -> at(all, k * STRIDE))
                            .toArray())
                    .join();
            List<Double> shares = new ArrayList<>();
            for (Elbm.Way one : Elbm.Way.values()) {
                shares.add((double) IntStream.of(ways)
                                .filter(number -> number == one.number())
                                .count()
                        / ways.length);
            }
            return shares;
        }

        private int at(double[] populations, int node) {
            Double found = way.run(
                            Arithmetic.DOUBLE,
                            name -> populations[node * directions + Integer.parseInt(name.substring(1))])
                    .getFirst();
            return (int) Math.round(Objects.requireNonNull(found));
        }
    }
}
