package dev.tessera.solver.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;

/// What checkpoints say, in whatever chunks: those of several ranks have other chunks than that of one process.
public final class CheckpointContents {
    private CheckpointContents() {}

    /// Requires the same header, values of nodes and links, and states, bit for bit.
    public static void requireSame(Path found, Path expected) throws IOException {
        try (Checkpoint one = Checkpoint.open(found);
                Checkpoint other = Checkpoint.open(expected)) {
            one.verify(ForkJoinPool.commonPool());
            assertThat(one.header()).isEqualTo(other.header());
            for (ArrayInfo array : one.header().arrays()) {
                List<long[]> values = bits(one, array);
                List<long[]> wanted = bits(other, array);
                for (int k = 0; k < wanted.size(); k++) {
                    assertThat(Arrays.mismatch(values.get(k), wanted.get(k)))
                            .as("first difference of %s (%d) of %s", array.name(), k, found)
                            .isEqualTo(-1);
                }
            }
            for (String state : one.header().states()) {
                assertThat(encoded(one, state)).as(state).isEqualTo(encoded(other, state));
            }
        }
    }

    private static ByteBuffer encoded(Checkpoint checkpoint, String state) throws IOException {
        return checkpoint.state(state).orElseThrow().encoded();
    }

    private static List<long[]> bits(Checkpoint checkpoint, ArrayInfo array) throws IOException {
        if (array.keys() == ArrayInfo.Keys.LINKS) {
            LinkValues links = ((CheckpointReader) checkpoint)
                    .links(array.name(), NodeRanges.of(0, checkpoint.header().nodes()));
            long[] directions = new long[links.size()];
            Arrays.setAll(directions, k -> links.directions()[k]);
            return List.of(links.nodes(), directions, bits(links.values()));
        }
        int components = array.components();
        double[] all = new double[Math.toIntExact(checkpoint.header().nodes()) * components];
        checkpoint.nodes(
                array.name(),
                NodeRanges.of(0, checkpoint.header().nodes()),
                (first, count, values) ->
                        System.arraycopy(values, 0, all, (int) first * components, count * components),
                ForkJoinPool.commonPool());
        return new ArrayList<>(List.of(bits(all)));
    }

    private static long[] bits(double[] values) {
        return Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
    }
}
