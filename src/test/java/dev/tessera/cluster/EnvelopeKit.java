package dev.tessera.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.Device;
import dev.tessera.device.DeviceKit;
import dev.tessera.device.Execution;
import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Subdomain;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests for every device: a block whose envelope is written after every step, from the larger box that it is a
/// part of, equals the same nodes of that box bit for bit.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class EnvelopeKit {
    private static final int STEPS = 10;

    abstract Device device();

    record Trial(VelocitySet lattice, StreamingPattern pattern, Addressing addressing) {
        StepPlan plan(NodeMap nodes) {
            return DeviceKit.lowered(TestPlans.bulk(lattice, pattern, addressing, nodes, Precision.FP64));
        }

        @Override
        public String toString() {
            return "%s, %s x %s".formatted(lattice.name(), pattern.key(), addressing.key());
        }
    }

    /// Every pattern with its addressings, in two or three dimensions in turn.
    Stream<Trial> trials() {
        List<Trial> trials = new ArrayList<>();
        for (StreamingPattern pattern : Patterns.all()) {
            int first = Patterns.all().indexOf(pattern);
            List<Addressing> addressings = Addressings.fitting(pattern);
            for (int k = 0; k < addressings.size(); k++) {
                VelocitySet lattice = (first + k) % 2 == 0 ? Lattices.D2Q9 : Lattices.D3Q19;
                trials.add(new Trial(lattice, pattern, addressings.get(k)));
            }
        }
        return trials.stream();
    }

    @ParameterizedTest
    @MethodSource("trials")
    void a_block_with_envelope_equals_the_same_nodes_of_the_larger_box(Trial trial) {
        NodeMap whole = porous(trial.lattice.dimensions());
        Subdomain block = blockOf(whole);
        StepPlan wholePlan = trial.plan(whole);
        StepPlan blockPlan = trial.plan(block.nodes());
        long[] envelope = block.nodes().envelope();
        assertThat(envelope).isNotEmpty();
        assertThat(envelope.length).isLessThan((int) block.nodes().fluid().count());
        long[] all = LongStream.range(0, block.nodes().fluid().count()).toArray();
        long[] wholeOfAll = block.wholeNumbers(0, all.length);
        long[] wholeOfEnvelope =
                Arrays.stream(envelope).map(n -> wholeOfAll[(int) n]).toArray();
        int q = trial.lattice.size();
        double[] faces = new double[envelope.length * q];
        double[] expected = new double[all.length * q];
        double[] actual = new double[all.length * q];
        try (Execution host = DeviceKit.started(device(), wholePlan);
                Execution part = DeviceKit.started(device(), blockPlan)) {
            double[] push = host.readField("bulk", "push");
            part.writeField(
                    "bulk",
                    "push",
                    Arrays.stream(wholeOfAll).mapToDouble(n -> push[(int) n]).toArray());
            host.readPopulations(wholeOfAll, expected);
            part.writePopulations(0, all.length, expected);
            for (int step = 1; step <= STEPS; step++) {
                host.step(1);
                part.step(1);
                part.readPopulations(envelope, faces);
                assertThat(Arrays.stream(faces))
                        .as("undefined values are numbers")
                        .allMatch(Double::isFinite);
                host.readPopulations(wholeOfEnvelope, faces);
                part.writePopulations(envelope, faces);
                host.readPopulations(wholeOfAll, expected);
                part.readPopulations(0, all.length, actual);
                assertThat(Arrays.mismatch(actual, expected))
                        .as("the first value that differs after step %d", step)
                        .isEqualTo(-1);
            }
        }
    }

    private static NodeMap porous(int dimensions) {
        Random random = new Random(5);
        Box box = new Box(21, 12, dimensions == 2 ? 1 : 7, false, true, false);
        return Geometries.nodes(FluidNodes.where(box, (x, y, z) -> random.nextDouble() < 0.85));
    }

    /// The middle of a box, with the layer before x-min left out and the sides at y-max kept.
    private static Subdomain blockOf(NodeMap whole) {
        Box box = whole.box();
        int[] corner = {1, box.ny() / 4, box.is2d() ? 0 : 1};
        int[] size = {box.nx() - 3, box.ny() - box.ny() / 4, box.is2d() ? 1 : box.nz() - 1};
        return Subdomain.block(whole, corner, size, ForkJoinPool.commonPool());
    }
}
