package dev.tessera.emit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.cpu.LaneKernel;
import dev.tessera.expr.Arithmetic;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.NodeEvaluator;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Streams;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/// Memory for one call of a kernel, with a guard value before and after every stream.
public final class LaneMemory {
    private static final double GUARD = 12345.5;

    private final MemorySegment segment;
    private final Precision precision;
    private final int stride;
    private final int streams;

    private LaneMemory(Arena arena, int streams, int count, Precision precision) {
        this.precision = precision;
        this.stride = count + 2;
        this.streams = streams;
        this.segment = arena.allocate((long) streams * stride * precision.computedBytes(), precision.computedBytes());
        for (long k = 0; k < (long) streams * stride; k++) {
            set(k, GUARD);
        }
    }

    /// Fails unless a kernel gives results that are bit-identical to the interpreter's.
    public static void check(
            LaneKernel compiled, Kernel kernel, Precision precision, double[][] in, int count, boolean exchange) {
        double[][] results = run(compiled, kernel, precision, count, in, exchange);
        double[][] expected = expected(kernel, precision, count, in);
        for (int stream = 0; stream < expected.length; stream++) {
            assertThat(results[stream])
                    .as("stream %d of kernel %s for %d nodes", stream, kernel.name(), count)
                    .containsExactly(expected[stream]);
        }
    }

    /// Runs a kernel on inputs `[stream][node]` and returns its results `[stream][node]`; values that it did
    /// not store are `GUARD`.
    ///
    /// @param exchange whether results are stored in the memory of the inputs, in the stream of the opposite
    ///        direction
    public static double[][] run(
            LaneKernel compiled, Kernel kernel, Precision precision, int count, double[][] in, boolean exchange) {
        Streams streams = Streams.of(kernel);
        try (Arena arena = Arena.ofConfined()) {
            LaneMemory inputs = new LaneMemory(arena, streams.in(), count, precision);
            LaneMemory outputs = exchange ? inputs : new LaneMemory(arena, streams.out(), count, precision);
            long[] from = inputs.addresses();
            long[] to = outputs.addresses();
            for (int direction = 1; exchange && direction < streams.populations(); direction++) {
                to[direction] = from[kernel.arrays().getFirst().lattice().opposite(direction)];
            }
            inputs.write(in, count);
            compiled.run(from, to, parameters(kernel), count);
            inputs.guardsAreWhole();
            outputs.guardsAreWhole();
            return outputs.read(to, count);
        }
    }

    /// The interpreter's results for the same inputs.
    public static double[][] expected(Kernel kernel, Precision precision, int count, double[][] in) {
        Streams streams = Streams.of(kernel);
        NodeEvaluator interpreter = NodeEvaluator.of(kernel);
        double[][] out = new double[streams.out()][count];
        for (double[] stream : out) {
            Arrays.fill(stream, GUARD);
        }
        for (int k = 0; k < count; k++) {
            int node = k;
            ToDoubleFunction<Source> value = source -> value(kernel, streams, in, node, source);
            Map<Sink, ? extends Number> stored = switch (precision.computed()) {
                case FP64 -> interpreter.run(Arithmetic.DOUBLE, value::applyAsDouble);
                case FP32 -> interpreter.run(Arithmetic.FLOAT, source -> (float) value.applyAsDouble(source));
            };
            stored.forEach((sink, result) -> out[streams.of(sink)][node] = result.doubleValue());
        }
        return out;
    }

    private static double value(Kernel kernel, Streams streams, double[][] in, int node, Source source) {
        return switch (source) {
            case Source.Parameter(String name) ->
                parameters(kernel)[kernel.scalars().indexOf(name)];
            case Source.Series(String name) ->
                parameters(kernel)[kernel.scalars().indexOf(name)];
            case Source.PopulationIn population -> in[streams.of(population)][node];
            case Source.FieldAt field -> in[streams.of(field)][node];
            case Source.MomentAt moment -> throw new AssertionError(moment);
            case Source.FieldIn field -> in[streams.of(field)][node];
        };
    }

    private static double[] parameters(Kernel kernel) {
        return IntStream.range(0, kernel.scalars().size())
                .mapToDouble(k -> 1.7 - 0.3 * k)
                .toArray();
    }

    private long[] addresses() {
        return IntStream.range(0, streams)
                .mapToLong(stream -> segment.address() + ((long) stream * stride + 1) * precision.computedBytes())
                .toArray();
    }

    private void write(double[][] in, int count) {
        for (int stream = 0; stream < in.length; stream++) {
            for (int node = 0; node < count; node++) {
                set((long) stream * stride + 1 + node, in[stream][node]);
            }
        }
    }

    private double[][] read(long[] addresses, int count) {
        double[][] out = new double[addresses.length][count];
        for (int stream = 0; stream < out.length; stream++) {
            long first = (addresses[stream] - segment.address()) / precision.computedBytes();
            for (int node = 0; node < count; node++) {
                out[stream][node] = at(first + node);
            }
        }
        return out;
    }

    private void guardsAreWhole() {
        for (long stream = 0; stream < streams; stream++) {
            assertThat(at(stream * stride)).isEqualTo(GUARD);
            assertThat(at((stream + 1) * stride - 1)).isEqualTo(GUARD);
        }
    }

    private void set(long index, double value) {
        switch (precision.computed()) {
            case FP64 -> segment.setAtIndex(ValueLayout.JAVA_DOUBLE, index, value);
            case FP32 -> segment.setAtIndex(ValueLayout.JAVA_FLOAT, index, (float) value);
        }
    }

    private double at(long index) {
        return switch (precision.computed()) {
            case FP64 -> segment.getAtIndex(ValueLayout.JAVA_DOUBLE, index);
            case FP32 -> segment.getAtIndex(ValueLayout.JAVA_FLOAT, index);
        };
    }
}
