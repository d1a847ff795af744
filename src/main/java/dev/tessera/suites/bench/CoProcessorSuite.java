package dev.tessera.suites.bench;

import dev.tessera.coupling.BlockLayers;
import dev.tessera.coupling.NativeClient;
import dev.tessera.device.Device;
import dev.tessera.suites.Page;
import dev.tessera.suites.bench.CoProcessorModel.Cycle;
import dev.tessera.suites.bench.CoProcessorModel.Kind;
import dev.tessera.suites.bench.CoProcessorModel.Line;
import dev.tessera.suites.bench.CoProcessorModel.Measured;
import dev.tessera.suites.bench.CoProcessorModel.Times;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// What a program gets that gives blocks to Tessera through `tessera.h`: writing, steps and reading of cubes and of a
/// cavity in 27 blocks, beside a model that is fitted in the same run to the cubes of the smallest and the largest fit
/// size. Palabos' BGK on D3Q19 in FP64, memory of `tessera_allocate`.
final class CoProcessorSuite {
    static final String NAME = "coprocessor";

    private static final String MODEL = "collision=palabos-bgk precision=fp64";
    private static final double OMEGA = 1.2;
    private static final int LEAST_REPEATS = 3;
    private static final int FIRST_WARM_UP = 4; // rows' time: Java compiles all that rows share
    private static final int THIRDS = 3; // blocks of the cavity along each axis
    private static final List<Integer> STEPS = List.of(1, 10, 100);

    private final Device device;
    private final ForkJoinPool workers;
    private final LongSupplier nanoTime;
    private final Consumer<String> progress;
    private final Predicate<String> wanted;
    private final Sizes sizes;
    private final double secondsPerRow;
    private final List<Map<String, Object>> rows = new ArrayList<>();

    /// What is measured.
    ///
    /// @param fitted edges of the cubes to which the model is fitted; two or more
    /// @param predicted edges of cubes that are predicted
    /// @param cavity edge of the box in 27 blocks
    /// @param centres edges of its block in the centre
    record Sizes(List<Integer> fitted, List<Integer> predicted, int cavity, List<Integer> centres) {
        Sizes {
            fitted = List.copyOf(fitted);
            predicted = List.copyOf(predicted);
            centres = List.copyOf(centres);
        }

        static Sizes usual() {
            return new Sizes(List.of(32, 96), List.of(48, 64, 128), 132, List.of(8, 16, 32, 44, 64, 96, 112, 128));
        }
    }

    /// @param secondsPerRow duration of the repeats of a row; so much again warms up
    CoProcessorSuite(
            Device device,
            ForkJoinPool workers,
            LongSupplier nanoTime,
            Consumer<String> progress,
            Predicate<String> wanted,
            Sizes sizes,
            double secondsPerRow) {
        this.device = device;
        this.workers = workers;
        this.nanoTime = nanoTime;
        this.progress = progress;
        this.wanted = wanted;
        this.sizes = sizes;
        this.secondsPerRow = secondsPerRow;
    }

    /// Blocks that run one cycle after the other, as one process of Palabos treats its own.
    ///
    /// @param edges of each block's nodes
    /// @param exchanges whether the blocks exchange their overlaps within the device, and nothing crosses
    /// @param share of the nodes of the cavity that are offloaded; 0 for cubes
    private record Trial(
            String geometry, String kernel, Kind kind, int steps, List<int[]> edges, boolean exchanges, double share) {
        static Trial cube(int edge, Kind kind, int steps) {
            List<int[]> edges = List.<int[]>of(new int[] {edge, edge, edge});
            return new Trial("box-" + edge, kind.key(), kind, steps, edges, false, 0);
        }

        /// Layers need an envelope as wide as there are steps, and as much again inside it.
        static boolean isPossible(int edge, Kind kind, int steps) {
            return kind == Kind.WHOLE || 4 * steps <= edge;
        }

        String words() {
            return "%s %s %d-steps dense palabos-bgk fp64".formatted(geometry, kernel, steps);
        }

        Cycle cycle(int[] edge) {
            BlockLayers layers = new BlockLayers(edge[0], edge[1], edge[2], kind == Kind.WHOLE ? 1 : steps);
            return kind == Kind.WHOLE
                    ? new Cycle(kind, layers.nodes(), steps, layers.nodes(), layers.nodes())
                    : new Cycle(kind, layers.nodes(), steps, layers.outerNodes(), layers.innerNodes());
        }

        List<Cycle> cycles() {
            return edges.stream().map(this::cycle).toList();
        }
    }

    /// @return rows as `bench --json` writes them
    List<Map<String, Object>> run(Bench.RowsSoFar rowsSoFar) throws IOException {
        List<Trial> trials = new ArrayList<>(cubes(sizes.predicted()));
        trials.addAll(cavities());
        List<Trial> fitted = cubes(sizes.fitted());
        trials.removeIf(trial -> !wanted.test(trial.words()));
        if (trials.isEmpty() && fitted.stream().noneMatch(trial -> wanted.test(trial.words()))) {
            return rows;
        }
        try (NativeClient client =
                new NativeClient("device=%s threads=%d".formatted(device.key(), workers.getParallelism()))) {
            warmUp(client);
            List<Measured> measured = new ArrayList<>();
            for (Trial trial : fitted) {
                Times times = measure(client, trial, null);
                if (times == null) {
                    rowsSoFar.accept(List.copyOf(rows));
                    return rows;
                }
                measured.add(new Measured(trial.cycles().getFirst(), times));
                rowsSoFar.accept(List.copyOf(rows));
            }
            CoProcessorModel model = CoProcessorModel.fitted(measured);
            rows.add(row(model));
            progress.accept(CoProcessorTexts.line(rows.getLast()));
            for (int k = 0; k < fitted.size(); k++) {
                predict(rows.get(k), fitted.get(k), model);
            }
            for (Trial trial : trials) {
                measure(client, trial, model);
                rowsSoFar.accept(List.copyOf(rows));
            }
        }
        return rows;
    }

    private void warmUp(NativeClient client) {
        int edge = sizes.fitted().getFirst();
        for (Kind kind : Kind.values()) {
            Trial trial = Trial.cube(edge, kind, 1);
            try (NativeClient.Block block = block(client, trial, trial.edges().getFirst())) {
                for (long start = nanoTime.getAsLong(); secondsSince(start) < FIRST_WARM_UP * secondsPerRow; ) {
                    cycle(client, trial, List.of(block), null, true);
                }
            }
        }
    }

    private static List<Trial> cubes(List<Integer> edges) {
        List<Trial> trials = new ArrayList<>();
        for (int edge : edges) {
            for (Kind kind : Kind.values()) {
                STEPS.stream()
                        .filter(steps -> Trial.isPossible(edge, kind, steps))
                        .forEach(steps -> trials.add(Trial.cube(edge, kind, steps)));
            }
        }
        return trials;
    }

    /// The cavity's block in the centre, and all of its blocks: by layers through the program's memory, and with an
    /// exchange within the device. As in Palabos, a block has an envelope of one node on
    /// all sides.
    private List<Trial> cavities() {
        List<Trial> trials = new ArrayList<>();
        for (int centre : sizes.centres()) {
            int side = (sizes.cavity() - centre) / 2;
            int[] along = {side + 2, centre + 2, sizes.cavity() - centre - side + 2};
            List<int[]> all = IntStream.range(0, THIRDS * THIRDS * THIRDS)
                    .mapToObj(block -> new int[] {along[block / 9], along[block / 3 % 3], along[block % 3]})
                    .toList();
            String geometry = "blocks-" + centre;
            double share = Math.pow((double) centre / sizes.cavity(), 3);
            trials.add(new Trial(geometry, "centre", Kind.LAYERS, 1, List.of(all.get(all.size() / 2)), false, share));
            trials.add(new Trial(geometry, "all", Kind.LAYERS, 1, all, false, 1));
            trials.add(new Trial(geometry, "all-exchange", Kind.LAYERS, 1, all, true, 1));
        }
        return trials;
    }

    /// Adds a row; `error` in it if the trial failed.
    /// @return its median times
    private @Nullable Times measure(NativeClient client, Trial trial, @Nullable CoProcessorModel model) {
        Map<String, Object> row = words(trial);
        rows.add(row);
        List<NativeClient.Block> blocks = new ArrayList<>();
        try {
            for (int[] edge : trial.edges()) {
                blocks.add(block(client, trial, edge));
            }
            List<Repeat> all = connected(client, trial, blocks, row);
            List<Times> repeats = all.stream().map(Repeat::waiting).toList();
            Times times = new Times(
                    median(repeats, Times::send), median(repeats, Times::steps), median(repeats, Times::receive));
            double cycle = median(repeats, Times::cycle);
            double[] cycles =
                    repeats.stream().mapToDouble(Times::cycle).sorted().toArray();
            put(row, "", times, cycle, trial);
            double overlapped = median(all, Repeat::overlapped);
            row.put("overlapped_cycle_ms", overlapped * 1e3);
            row.put("overlapped_mlups", updates(trial) / overlapped * 1e-6);
            row.put("repeats", repeats.size());
            row.put("spread", (cycles[cycles.length - 1] - cycles[0]) / cycle);
            if (model != null && !trial.exchanges()) {
                predict(row, trial, model);
            }
            progress.accept(CoProcessorTexts.line(row));
            return times;
        } catch (RuntimeException | OutOfMemoryError failure) {
            row.put("error", Objects.requireNonNullElse(failure.getMessage(), failure.toString()));
            progress.accept("%s %s failed: %s".formatted(trial.geometry(), trial.kernel(), row.get("error")));
            return null;
        } finally {
            blocks.forEach(NativeClient.Block::close);
        }
    }

    /// A block with layers has an envelope as wide as there are steps; with whole transfers no other block touches it.
    private static NativeClient.Block block(NativeClient client, Trial trial, int[] edge) {
        boolean isWhole = trial.kind() == Kind.WHOLE;
        String model = MODEL + (isWhole ? " periodic=xyz" : " envelope=" + trial.steps());
        return client.block(model, OMEGA, edge[0], edge[1], edge[2], isWhole ? 1 : trial.steps(), isWhole);
    }

    private List<Repeat> connected(
            NativeClient client, Trial trial, List<NativeClient.Block> blocks, Map<String, Object> row) {
        if (!trial.exchanges()) {
            return repeats(client, trial, blocks, null);
        }
        try (NativeClient.Exchange exchange = client.exchange(THIRDS, THIRDS, THIRDS, blocks)) {
            row.put("sent_nodes", 0);
            row.put("received_nodes", 0);
            row.put("calls", blocks.size() + 1);
            row.put("exchanged_nodes", exchange.nodes());
            return repeats(client, trial, blocks, exchange);
        }
    }

    /// Two cycles of a trial.
    ///
    /// @param waiting that waits for the steps before it receives, so that each part has a time
    /// @param overlapped seconds of one that does not
    private record Repeat(Times waiting, double overlapped) {}

    private List<Repeat> repeats(
            NativeClient client,
            Trial trial,
            List<NativeClient.Block> blocks,
            NativeClient.@Nullable Exchange exchange) {
        for (long start = nanoTime.getAsLong(); secondsSince(start) < secondsPerRow; ) {
            cycle(client, trial, blocks, exchange, true);
        }
        List<Repeat> repeats = new ArrayList<>();
        long start = nanoTime.getAsLong();
        do {
            Times waiting = cycle(client, trial, blocks, exchange, true);
            repeats.add(new Repeat(
                    waiting,
                    cycle(client, trial, blocks, exchange, exchange != null).cycle()));
        } while (repeats.size() < LEAST_REPEATS || secondsSince(start) < secondsPerRow);
        return repeats;
    }

    /// @param exchange takes the place of sending; devices that work in the background do it in the time of steps
    /// @param waits for the steps, before it receives
    private Times cycle(
            NativeClient client,
            Trial trial,
            List<NativeClient.Block> blocks,
            NativeClient.@Nullable Exchange exchange,
            boolean waits) {
        boolean isWhole = trial.kind() == Kind.WHOLE;
        long start = nanoTime.getAsLong();
        if (exchange == null) {
            blocks.forEach(isWhole ? NativeClient.Block::writeAll : NativeClient.Block::writeEnvelope);
        } else {
            exchange.run();
        }
        long sent = nanoTime.getAsLong();
        client.step(blocks, trial.steps());
        if (waits) {
            client.finish();
        }
        long done = nanoTime.getAsLong();
        if (exchange == null) {
            blocks.forEach(isWhole ? NativeClient.Block::readAll : NativeClient.Block::readInside);
        }
        long received = nanoTime.getAsLong();
        return new Times((sent - start) * 1e-9, (done - sent) * 1e-9, (received - done) * 1e-9);
    }

    private double secondsSince(long start) {
        return (nanoTime.getAsLong() - start) * 1e-9;
    }

    private static <R> double median(List<R> repeats, ToDoubleFunction<R> of) {
        double[] sorted = repeats.stream().mapToDouble(of).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    private Map<String, Object> words(Trial trial) {
        List<Cycle> cycles = trial.cycles();
        Map<String, Object> row = words(trial.geometry(), trial.kernel());
        row.put("steps_between", trial.steps());
        row.put("blocks", cycles.size());
        row.put("fluid_nodes", cycles.stream().mapToLong(Cycle::nodes).sum());
        row.put("sent_nodes", cycles.stream().mapToLong(Cycle::out).sum());
        row.put("received_nodes", cycles.stream().mapToLong(Cycle::in).sum());
        row.put("calls", Cycle.CALLS * cycles.size());
        if (trial.share() > 0) {
            row.put("offloaded_fraction", trial.share());
        }
        return row;
    }

    private Map<String, Object> words(String geometry, String kernel) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("suite", NAME);
        row.put("geometry", geometry);
        row.put("kernel", kernel);
        row.put("lattice", "D3Q19");
        row.put("collision", "palabos-bgk");
        row.put("precision", "fp64");
        row.put("device", device.key());
        row.put("threads", workers.getParallelism());
        return row;
    }

    private static void put(Map<String, Object> row, String prefix, Times times, double cycle, Trial trial) {
        row.put(prefix + "send_ms", times.send() * 1e3);
        row.put(prefix + "steps_ms", times.steps() * 1e3);
        row.put(prefix + "receive_ms", times.receive() * 1e3);
        row.put(prefix + "cycle_ms", cycle * 1e3);
        row.put(prefix + "mlups", updates(trial) / cycle * 1e-6);
    }

    /// Node updates of a cycle.
    private static double updates(Trial trial) {
        return trial.cycles().stream()
                .mapToLong(each -> each.nodes() * each.steps())
                .sum();
    }

    private static void predict(Map<String, Object> row, Trial trial, CoProcessorModel model) {
        List<Times> each = trial.cycles().stream().map(model::of).toList();
        Times sum = new Times(
                each.stream().mapToDouble(Times::send).sum(),
                each.stream().mapToDouble(Times::steps).sum(),
                each.stream().mapToDouble(Times::receive).sum());
        put(row, "predicted_", sum, sum.cycle(), trial);
        row.put("deviation", sum.cycle() / (Page.number(row, "cycle_ms") * 1e-3) - 1);
        double fixed = trial.cycles().stream().mapToDouble(model::fixedSeconds).sum();
        row.put("fixed_fraction", fixed / sum.cycle());
    }

    /// The numbers of the model.
    private Map<String, Object> row(CoProcessorModel model) {
        Map<String, Object> row = words(
                String.join(
                        ",", sizes.fitted().stream().map(edge -> "box-" + edge).toList()),
                "model");
        row.put("psi_ns", model.psi() * 1e9);
        row.put("launch_us", model.launch() * 1e6);
        row.put("call_us", model.call() * 1e6);
        for (Kind kind : Kind.values()) {
            put(
                    row,
                    kind.key() + "_gamma_ns",
                    kind.key() + "_send_us",
                    model.transfers(kind).send());
            put(
                    row,
                    kind.key() + "_f_ns",
                    kind.key() + "_receive_us",
                    model.transfers(kind).receive());
        }
        return row;
    }

    private static void put(Map<String, Object> row, String perNode, String perCall, Line line) {
        row.put(perNode, line.perNode() * 1e9);
        row.put(perCall, line.perCall() * 1e6);
    }
}
