package dev.tessera.suites.bench;

import dev.tessera.coupling.NativeClient;
import dev.tessera.suites.Page;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The thesis' hybrid: a box in 27 blocks, of which the one in the centre is offloaded, while threads of the processor
/// compute the 26 others. A step takes `T_do + max(device, threads)`, where T_do is the exchange of
/// overlaps between the blocks in the memory of the processor. In the thesis, Palabos computes and
/// exchanges there; here each thread is a program of its own that calls the C interface with one thread of
/// `cpu:jvm`, or of the CPU that is measured, and the same number of threads exchanges the overlaps of 27
/// blocks of the same sizes.
final class ThesisHybrid {
    private static final String MODEL = "collision=palabos-bgk precision=fp64";
    private static final String WITH_ENVELOPE = MODEL + " envelope=1";
    /// Blocks of the threads, which compute as many nodes and need no new envelope before a step.
    private static final String ALONE = MODEL + " periodic=xyz";
    private static final double OMEGA = 1.2;
    private static final int THIRDS = 3; // blocks along each axis
    private static final int MOST_THREADS = 8;
    private static final int WARM_UPS = 8; // of a row's duration: Java compiles kernels of the threads

    private final ThesisSuite.Lab lab;

    ThesisHybrid(ThesisSuite.Lab lab) {
        this.lab = lab;
    }

    List<ThesisTrial> trials() {
        List<ThesisTrial> trials = new ArrayList<>();
        int edge = lab.sizes().cavity();
        for (int centre : lab.sizes().centres()) {
            trials.add(new ThesisTrial(
                    "hybrid",
                    "box-%1$dx%1$dx%1$d".formatted(edge),
                    "centre-" + centre,
                    row -> measure(row, edge, centre)));
        }
        return trials;
    }

    /// Threads for the blocks that are not offloaded: one for each core that remains beside the device's, eight at
    /// most.
    private int threads() {
        return Math.clamp(lab.workers().getParallelism() - 1L, 1, MOST_THREADS);
    }

    /// Nodes of the blocks along each axis, with an envelope of one node on both sides.
    static List<int[]> blocks(int edge, int centre) {
        int side = (edge - centre) / 2;
        int[] along = {side + 2, centre + 2, edge - centre - side + 2};
        return IntStream.range(0, THIRDS * THIRDS * THIRDS)
                .mapToObj(block -> new int[] {along[block / 9], along[block / 3 % 3], along[block % 3]})
                .toList();
    }

    /// Blocks of each thread: the largest block that is left goes to the thread with the fewest nodes.
    static List<List<int[]>> shares(List<int[]> blocks, int threads) {
        List<List<int[]>> shares = new ArrayList<>();
        IntStream.range(0, threads).forEach(thread -> shares.add(new ArrayList<>()));
        blocks.stream()
                .sorted(Comparator.comparingLong(ThesisHybrid::nodes).reversed())
                .forEach(block -> shares.stream()
                        .min(Comparator.comparingLong(ThesisHybrid::nodesOf))
                        .orElseThrow()
                        .add(block));
        return shares;
    }

    private static long nodes(int[] block) {
        return (long) block[0] * block[1] * block[2];
    }

    private static long nodesOf(List<int[]> blocks) {
        return blocks.stream().mapToLong(ThesisHybrid::nodes).sum();
    }

    private static NativeClient.Block block(NativeClient client, String model, int[] edge) {
        return client.block(model, OMEGA, edge[0], edge[1], edge[2], 1, false);
    }

    /// @param device of the program's simulation
    /// @param helpers threads of that simulation
    private Program program(String device, int helpers, String model, List<int[]> edges) {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            return waitFor(thread.submit(() -> {
                NativeClient client = new NativeClient("device=%s threads=%d".formatted(device, helpers));
                try {
                    return new Program(
                            thread,
                            client,
                            edges.stream()
                                    .map(edge -> block(client, model, edge))
                                    .toList());
                } catch (RuntimeException refused) {
                    client.close();
                    throw refused;
                }
            }));
        } catch (RuntimeException refused) {
            thread.shutdown();
            throw refused;
        }
    }

    /// A program of one thread: everything of its client runs there.
    private final class Program implements AutoCloseable {
        private final ExecutorService thread;
        private final NativeClient client;
        private final List<NativeClient.Block> blocks;
        private NativeClient.@Nullable Exchange exchange;

        private Program(ExecutorService thread, NativeClient client, List<NativeClient.Block> blocks) {
            this.thread = thread;
            this.client = client;
            this.blocks = blocks;
        }

        Future<Double> begin(Runnable work) {
            Callable<Double> timed = () -> {
                long start = lab.nanoTime().getAsLong();
                work.run();
                return lab.secondsSince(start);
            };
            return thread.submit(timed);
        }

        void step() {
            client.step(blocks, 1);
            client.finish();
        }

        /// Copies the overlaps of its 27 blocks.
        void exchange() {
            NativeClient.Exchange known = exchange;
            if (known == null) {
                known = client.exchange(THIRDS, THIRDS, THIRDS, blocks);
                exchange = known;
            }
            known.run();
            client.finish();
        }

        /// What a block on a device needs for a step of the program: the layers that its neighbours
        /// changed, the step, and the layers that they read.
        void offload() {
            blocks.forEach(NativeClient.Block::writeEnvelope);
            step();
            blocks.forEach(NativeClient.Block::readInside);
        }

        @Override
        public void close() {
            try {
                waitFor(thread.submit(() -> {
                    NativeClient.Exchange known = exchange;
                    if (known != null) {
                        known.close();
                    }
                    blocks.forEach(NativeClient.Block::close);
                    client.close();
                }));
            } finally {
                thread.shutdown();
            }
        }
    }

    private static <T> T waitFor(Future<T> future) {
        try {
            return future.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RuntimeException cause
                    ? cause
                    : new IllegalStateException("a thread failed: " + failed.getCause(), failed);
        }
    }

    /// Times of a step, seconds.
    /// @param device of the block in the centre, while threads compute
    /// @param threads the slowest thread's, while the device computes
    /// @param together until both are done
    /// @param exchange T_do
    /// @param deviceAlone and nothing else runs
    /// @param threadsAlone the same of threads
    private record Times(
            double device, double threads, double together, double exchange, double deviceAlone, double threadsAlone) {
        double step() {
            return together + exchange;
        }
    }

    private void measure(Map<String, Object> row, int edge, int centre) {
        List<int[]> all = blocks(edge, centre);
        List<int[]> others = new ArrayList<>(all);
        int[] middle = others.remove(all.size() / 2);
        int threads = threads();
        String device = lab.device().key();
        String processor = device.startsWith("cpu:") ? device : "cpu:jvm";
        int helpers = lab.device().isGpu() ? Math.max(1, lab.workers().getParallelism() - threads) : 1;
        row.put("collision", "palabos-bgk");
        row.put("processor", processor);
        row.put("threads", threads);
        row.put("device_threads", helpers);
        row.put("fluid_nodes", (long) edge * edge * edge);
        row.put("offloaded_fraction", Math.pow((double) centre / edge, 3));
        List<Program> programs = new ArrayList<>();
        try (Program offloaded = program(device, helpers, WITH_ENVELOPE, List.of(middle));
                Program overlaps = program(processor, threads, WITH_ENVELOPE, all)) {
            for (List<int[]> share : shares(others, threads)) {
                programs.add(program(processor, 1, ALONE, share));
            }
            put(row, repeated(new Parts(offloaded, programs, overlaps)));
        } finally {
            programs.forEach(Program::close);
        }
    }

    /// The programs that share a step.
    private record Parts(Program offloaded, List<Program> threads, Program overlaps) {}

    private List<Times> repeated(Parts parts) {
        for (long start = lab.nanoTime().getAsLong(); lab.secondsSince(start) < WARM_UPS * lab.secondsPerRow(); ) {
            once(parts);
        }
        List<Times> times = new ArrayList<>();
        long start = lab.nanoTime().getAsLong();
        do {
            times.add(once(parts));
        } while (times.size() < 3 || lab.secondsSince(start) < 2 * lab.secondsPerRow());
        return times;
    }

    private Times once(Parts parts) {
        Program offloaded = parts.offloaded();
        long start = lab.nanoTime().getAsLong();
        Future<Double> device = offloaded.begin(offloaded::offload);
        double ofThreads = step(parts.threads());
        double ofDevice = waitFor(device);
        double together = lab.secondsSince(start);
        double exchange = waitFor(parts.overlaps().begin(parts.overlaps()::exchange));
        double deviceAlone = waitFor(offloaded.begin(offloaded::offload));
        double threadsAlone = step(parts.threads());
        return new Times(ofDevice, ofThreads, together, exchange, deviceAlone, threadsAlone);
    }

    /// The slowest thread's time.
    private static double step(List<Program> threads) {
        List<Future<Double>> all =
                threads.stream().map(program -> program.begin(program::step)).toList();
        return all.stream().mapToDouble(ThesisHybrid::waitFor).max().orElse(0);
    }

    private static void put(Map<String, Object> row, List<Times> times) {
        row.put("device_ms", 1e3 * median(times, Times::device));
        row.put("threads_ms", 1e3 * median(times, Times::threads));
        row.put("together_ms", 1e3 * median(times, Times::together));
        row.put("exchange_ms", 1e3 * median(times, Times::exchange));
        row.put("device_alone_ms", 1e3 * median(times, Times::deviceAlone));
        row.put("threads_alone_ms", 1e3 * median(times, Times::threadsAlone));
        Repeats step = Repeats.of(times.stream().map(Times::step).toList());
        row.put("step_ms", 1e3 * step.median());
        row.put("mlups", Page.number(row, "fluid_nodes") / step.median() * 1e-6);
        step.put(row);
    }

    private static double median(List<Times> times, ToDoubleFunction<Times> of) {
        return Repeats.of(times.stream().mapToDouble(of).boxed().toList()).median();
    }
}
