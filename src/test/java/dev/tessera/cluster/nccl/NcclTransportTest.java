package dev.tessera.cluster.nccl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.cluster.HaloMessage;
import dev.tessera.cluster.RankDevice;
import dev.tessera.cluster.ThreadProcesses;
import dev.tessera.cluster.Waits;
import dev.tessera.device.DeviceKit;
import dev.tessera.device.Execution;
import dev.tessera.device.gpu.Accelerator;
import dev.tessera.device.gpu.BinaryCache;
import dev.tessera.device.gpu.DeviceMemory;
import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.device.gpu.GpuDriver;
import dev.tessera.device.gpu.GpuPlatform;
import dev.tessera.device.gpu.ReplayedLaunches;
import dev.tessera.device.interpreter.Interpreter;
import dev.tessera.device.opencl.OpenClPlatforms;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.testkit.Needs;
import dev.tessera.testkit.ThreadRanks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Ranks are threads with a device of OpenCL each; a communicator of the tests copies between them.
final class NcclTransportTest {
    private static final int STEPS = 5;

    @TempDir
    Path cache;

    private static GpuPlatform.Offer offer() {
        List<GpuPlatform.Offer> offers = new OpenClPlatforms().list().offers();
        Needs.part("opencl", !offers.isEmpty());
        return offers.getFirst();
    }

    private static RankDevice rank(GpuDevice own, ThreadRanks.Rank ranks, Copying communicator) {
        return new RankDevice(
                own,
                "node",
                new ThreadProcesses(ranks),
                new NcclTransport(communicator, waits -> communicator.waits.add(waits)),
                (devices, of) -> new double[] {1},
                ForkJoinPool.commonPool(),
                1);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void ranks_give_the_bits_of_one_part(int count) throws Exception {
        GpuPlatform.Offer offer = offer();
        NodeMap nodes = Geometries.random(2, 2).nodes();
        for (StreamingPattern pattern : List.of(new TwoBufferPull(), new AaPattern())) {
            StepPlan plan = DeviceKit.lowered(
                    TestPlans.bulkAndDriven(Lattices.D2Q9, pattern, new CompactTiles(), nodes, Precision.FP32));
            Map<String, BlockingQueue<byte[]>> mail = mail(count);
            List<double[]> found = ThreadRanks.run(count, ranks -> {
                try (GpuDevice own = new GpuDevice(offer.open(new BinaryCache(cache)))) {
                    Copying communicator = new Copying(own, ranks.rank(), mail);
                    RankDevice device = rank(own, (ThreadRanks.Rank) ranks, communicator);
                    try (Execution run = DeviceKit.started(device, plan)) {
                        run.step(STEPS);
                        run.step(STEPS);
                        assertThat(communicator.waits).isNotEmpty();
                        assertThat(communicator.groups).isGreaterThanOrEqualTo(2 * STEPS);
                        return DeviceKit.populations(plan, run);
                    }
                }
            });
            try (Execution one = DeviceKit.started(new Interpreter(), plan)) {
                one.step(2L * STEPS);
                assertThat(found.getFirst()).isEqualTo(DeviceKit.populations(plan, one));
            }
        }
    }

    /// Ranks capture their steps alike, one of them with values that change in time; where one of them cannot, none
    /// does.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void ranks_whose_steps_are_captured_give_the_bits_of_one_part(boolean allCapture) throws Exception {
        GpuPlatform.Offer offer = offer();
        NodeMap nodes = Geometries.random(2, 2).nodes();
        StepPlan plan = TestPlans.changing(DeviceKit.lowered(TestPlans.bulkAndDriven(
                Lattices.D2Q9,
                new AaPattern(),
                new CompactTiles(),
                nodes,
                Precision.FP64,
                number -> number % 5 == 2 && number < nodes.fluid().count() / 3)));
        Map<String, BlockingQueue<byte[]>> mail = mail(2);
        List<Integer> requests = List.of(3, 70, 20, 20, 1, 33);
        List<double[]> found = ThreadRanks.run(2, ranks -> {
            ReplayedLaunches replayed = ReplayedLaunches.of(offer.driver().get());
            boolean isCapturing = allCapture || ranks.isFirst();
            GpuDriver driver = isCapturing ? replayed.driver() : replayed.driverRefusingCaptures();
            try (GpuDevice own = new GpuDevice(new Accelerator(driver, new BinaryCache(cache)))) {
                Copying communicator = new Copying(own, ranks.rank(), mail);
                communicator.queue = replayed::run;
                RankDevice device = rank(own, (ThreadRanks.Rank) ranks, communicator);
                try (Execution run = changing(DeviceKit.started(device, plan))) {
                    requests.forEach(run::step);
                    assertThat(replayed.repeated() > 4).isEqualTo(allCapture);
                    return DeviceKit.populations(plan, run);
                }
            }
        });
        try (Execution one = changing(DeviceKit.started(new Interpreter(), plan))) {
            requests.forEach(one::step);
            assertThat(found.getFirst()).doesNotContain(Double.NaN).isEqualTo(DeviceKit.populations(plan, one));
        }
    }

    private static Execution changing(Execution run) {
        run.setSeries("swing", step -> 1e-3 * StrictMath.cos(0.7 * step));
        run.setSeries("pulse", step -> 1e-2 * StrictMath.sin(0.3 * step));
        return run;
    }

    @Test
    void messages_within_a_process_are_refused() {
        NcclTransport transport = new NcclTransport(
                new Copying(null, 0, Map.of()), waits -> assertThat(waits).isNotNull());
        assertThatThrownBy(() ->
                        transport.connect(new HaloMessage(4, 1, 1, List.of(), List.of()), null, null, new Waits()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("message 4 from part 1 to part 1 is not between two processes");
    }

    private static Map<String, BlockingQueue<byte[]>> mail(int count) {
        Map<String, BlockingQueue<byte[]>> mail = new LinkedHashMap<>();
        for (int from = 0; from < count; from++) {
            for (int to = 0; to < count; to++) {
                mail.put(from + ">" + to, new LinkedBlockingQueue<>());
            }
        }
        return mail;
    }

    /// Copies through memory of the host. The queue of OpenCL runs in the order of calls.
    private static final class Copying implements Communicator {
        private final @Nullable GpuDevice device;
        private final int rank;
        private final Map<String, BlockingQueue<byte[]>> mail;
        private final List<Waits> waits = new ArrayList<>();
        private Consumer<Runnable> queue = Runnable::run;
        private int groups;

        Copying(@Nullable GpuDevice device, int rank, Map<String, BlockingQueue<byte[]>> mail) {
            this.device = device;
            this.rank = rank;
            this.mail = mail;
        }

        @Override
        public void exchange(List<Piece> sent, List<Piece> received) {
            List<Piece> out = List.copyOf(sent);
            List<Piece> in = List.copyOf(received);
            queue.accept(() -> copy(out, in));
        }

        private void copy(List<Piece> sent, List<Piece> received) {
            groups++;
            sent.forEach(piece -> box(rank, piece.rank())
                    .add(DeviceMemory.read(Objects.requireNonNull(device), piece.address(), piece.bytes())));
            received.forEach(
                    piece -> DeviceMemory.write(Objects.requireNonNull(device), piece.address(), taken(piece)));
        }

        private BlockingQueue<byte[]> box(int from, int to) {
            return Objects.requireNonNull(mail.get(from + ">" + to));
        }

        private byte[] taken(Piece piece) {
            try {
                byte[] content = box(piece.rank(), rank).poll(30, TimeUnit.SECONDS);
                assertThat(content).hasSize(Math.toIntExact(piece.bytes()));
                return content;
            } catch (InterruptedException late) {
                throw new IllegalStateException(late);
            }
        }

        @Override
        public boolean canBeCaptured() {
            return true;
        }

        @Override
        public Optional<String> failure() {
            return Optional.empty();
        }

        @Override
        public void abort() {}

        @Override
        public void close() {}
    }
}
