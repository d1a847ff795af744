package dev.tessera.coupling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.DeviceException;
import dev.tessera.device.Execution;
import dev.tessera.device.StepPart;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.testkit.Needs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Steps that update outer nodes first, compared with whole steps.
final class OuterNodesIT {
    private static final int NX = 26;
    private static final int NY = 24;
    private static final int NZ = 5;
    private static final int Q = 19;
    private static final String MODEL = "collision=palabos-bgk precision=";

    /// The faces at a distance from the sides: across x and y, then across z.
    private static List<NodeBox> layer(int in) {
        int x = NX - 1 - in;
        int y = NY - 1 - in;
        int z = NZ - 1 - in;
        return List.of(
                new NodeBox(in, in, in, y, in, z),
                new NodeBox(x, x, in, y, in, z),
                new NodeBox(in + 1, x - 1, in, in, in, z),
                new NodeBox(in + 1, x - 1, y, y, in, z),
                new NodeBox(in + 1, x - 1, in + 1, y - 1, in, in),
                new NodeBox(in + 1, x - 1, in + 1, y - 1, z, z));
    }

    private static Block block(String device, String model, NodeTypes types, DomainStorage storage) {
        try {
            return Block.on(device, model, 1.7, types, (nodes, opened) -> storage, NX, NY, NZ);
        } catch (DeviceException missing) {
            Needs.part(device.substring(0, device.indexOf(':')), false);
            throw missing;
        }
    }

    private static NodeTypes fluid() {
        return NodeTypes.of(MemorySegment.NULL);
    }

    private static double[] random(int nodes, Random random) {
        return random.doubles((long) nodes * Q, -1e-3, 1e-3).map(v -> (float) v).toArray();
    }

    static Stream<Arguments> storages() {
        Stream<Arguments> interpreted = Patterns.all().stream()
                .flatMap(pattern -> Stream.of(new Dense(), CompactTiles.forGpu())
                        .map(addressing -> Arguments.of("cpu:interpreter", pattern, addressing)));
        Stream<Arguments> others = Stream.of(
                Arguments.of("cpu:jvm", new AaPattern(), new Dense()),
                Arguments.of("opencl:0", new TwoBufferPull(), new Dense()),
                Arguments.of("opencl:0", new AaPattern(), CompactTiles.forGpu()),
                Arguments.of("cuda:0", new TwoBufferPull(), new Dense()),
                Arguments.of("cuda:0", new AaPattern(), CompactTiles.forGpu()));
        return Stream.concat(interpreted, others);
    }

    /// Inner nodes of the interpreter and of `cpu:jvm` are updated after the boxes have been read and written.
    @ParameterizedTest
    @MethodSource("storages")
    void boxes_of_outer_nodes_are_read_and_written_while_inner_nodes_are_updated(
            String device, StreamingPattern pattern, Addressing addressing) {
        String model = MODEL + "fp64 envelope=1";
        try (Block divided = block(device, model, fluid(), new DomainStorage(pattern, addressing, true));
                Block whole = block(device, model, fluid(), new DomainStorage(pattern, addressing))) {
            assertThat(divided.domain().plan().outer()).hasSize((NX * NY - (NX - 6) * (NY - 6)) * NZ);
            double[] start = divided.scattered();
            Random random = new Random(1);
            for (Block block : List.of(divided, whole)) {
                block.write(start);
                layer(0).forEach(face -> block.write(face, ValueOrder.PALABOS, block.read(face, ValueOrder.PALABOS)));
                layer(1).forEach(face -> block.read(face, ValueOrder.PALABOS));
            }
            for (int step = 0; step < 4; step++) {
                List<double[]> envelope = new ArrayList<>();
                layer(0).forEach(face -> envelope.add(random(Math.toIntExact(face.nodes()), random)));
                Execution execution = divided.domain().execution();
                execution.step(0, StepPart.EDGE);
                List<double[]> read = readOuter(divided);
                writeFaces(divided, envelope, 0, 4);
                execution.step(0, StepPart.INNER);
                writeFaces(divided, envelope, 4, 6);

                whole.domain().step(1);
                List<double[]> expected = readOuter(whole);
                writeFaces(whole, envelope, 0, 6);
                for (int face = 0; face < 4; face++) {
                    assertThat(read.get(face))
                            .as("step %d, face %d", step, face)
                            .isEqualTo(expected.get(face));
                }
                assertThat(divided.read()).as("step %d", step).isEqualTo(whole.read());
            }
        }
    }

    private static List<double[]> readOuter(Block block) {
        return layer(1).subList(0, 4).stream()
                .map(face -> block.read(face, ValueOrder.PALABOS))
                .toList();
    }

    private static void writeFaces(Block block, List<double[]> values, int from, int to) {
        for (int face = from; face < to; face++) {
            block.write(layer(0).get(face), ValueOrder.PALABOS, values.get(face));
        }
    }

    static Stream<Arguments> devices() {
        return Stream.of("cpu:jvm", "cpu:c", "opencl:0", "cuda:0")
                .flatMap(device -> Stream.of(
                        Arguments.of(device, "fp64 envelope=1"),
                        Arguments.of(device, "fp32 envelope=1"),
                        Arguments.of(device, "fp64 envelope=2 closed=x0,y0,y1")));
    }

    /// All kinds of calls, one after the other, with walls in the domain.
    @ParameterizedTest
    @MethodSource("devices")
    void every_sequence_of_calls_gives_the_values_of_whole_steps(String device, String settings) {
        boolean isGpu = !device.startsWith("cpu");
        StreamingPattern pattern = isGpu ? new TwoBufferPull() : new AaPattern();
        byte[] types = new byte[NX * NY * NZ];
        Random places = new Random(5);
        for (int n = 0; n < 60; n++) {
            types[places.nextInt(types.length)] = n % 3 == 0 ? NodeTypes.FULL_WAY : NodeTypes.FLUID;
        }
        try (Arena arena = Arena.ofConfined()) {
            NodeTypes of = NodeTypes.of(arena.allocateFrom(ValueLayout.JAVA_BYTE, types));
            try (Block divided = block(device, MODEL + settings, of, new DomainStorage(pattern, new Dense(), true));
                    Block whole = block(device, MODEL + settings, of, new DomainStorage(pattern, new Dense()))) {
                double[] start = divided.scattered();
                assertThat(divided.domain().plan().outer()).isNotEmpty();
                divided.write(start);
                whole.write(start);
                for (int round = 0; round < 60; round++) {
                    int seed = round;
                    double[] first = call(divided, new Random(seed));
                    double[] second = call(whole, new Random(seed));
                    assertThat(first).as("round %d", round).isEqualTo(second);
                }
                assertThat(divided.read()).isEqualTo(whole.read());
            }
        }
    }

    /// As many steps as the envelope allows, or fewer, and a few further calls.
    /// @return what they have read
    private static double[] call(Block block, Random random) {
        Stream.Builder<double[]> read = Stream.builder();
        int width = block.domain().model().envelope();
        List<NodeBox> envelope = new ArrayList<>();
        for (int in = 0; in < width; in++) {
            envelope.addAll(layer(in));
        }
        Collections.shuffle(envelope, random);
        if (random.nextBoolean()) {
            block.write(envelope, random(Math.toIntExact(NodeBox.nodes(envelope)), random));
        } else {
            for (NodeBox face : envelope) {
                block.write(face, ValueOrder.PALABOS, random(Math.toIntExact(face.nodes()), random));
            }
        }
        block.domain().step(1 + random.nextInt(width));
        for (int k = random.nextInt(4); k >= 0; k--) {
            switch (random.nextInt(9)) {
                case 0 -> read.add(block.read());
                case 1 -> read.add(block.read(7, 1801, NX * NY * NZ / 2));
                case 2 -> block.write(new long[] {1500, 13, 777}, random(3, random));
                case 3 ->
                    read.add(FieldValues.of(
                            block.domain(),
                            "density",
                            NodeBox.all(block.domain().size())));
                case 4 -> block.write(new NodeBox(8, 12, 9, 11, 1, 3), ValueOrder.PALABOS, random(45, random));
                case 5 -> read.add(block.read(new NodeBox(2, 9, 3, 3, 0, 4), ValueOrder.PALABOS));
                case 6 -> block.domain().finish();
                case 7 -> read.add(block.read(layer(width)));
                default -> layer(width).forEach(face -> read.add(block.read(face, ValueOrder.PALABOS)));
            }
        }
        return read.build().flatMapToDouble(Arrays::stream).toArray();
    }

    @Test
    void boxes_of_outer_nodes_have_a_layer_of_outer_nodes_around_them() {
        DomainModel model = DomainModel.of("envelope=2 periodic=y closed=x1", 1.7);
        DomainSize size = model.size(30, 20, 10);
        OuterNodes outer = OuterNodes.of(size, model);
        assertThat(outer.count()).isEqualTo(5 * 20 * 10);
        assertThat(outer.contain(new NodeBox(0, 3, 0, 19, 0, 9))).isTrue();
        assertThat(outer.contain(new NodeBox(0, 4, 0, 19, 0, 9))).isFalse();
        assertThat(outer.contain(new NodeBox(29, 29, 0, 19, 0, 9))).isFalse();
        assertThat(outer.contain(new NodeBox(6, 29, 0, 0, 0, 9))).isFalse();
        assertThat(outer.contain(new NodeBox(6, 29, 0, 19, 0, 0))).isFalse();
    }
}
