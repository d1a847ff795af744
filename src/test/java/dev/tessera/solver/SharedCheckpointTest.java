package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.Execution;
import dev.tessera.device.Ranks;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.checkpoint.ArrayInfo;
import dev.tessera.solver.checkpoint.Checkpoint;
import dev.tessera.solver.checkpoint.CheckpointHeader;
import dev.tessera.solver.checkpoint.CheckpointWriter;
import dev.tessera.solver.checkpoint.NodeRanges;
import dev.tessera.solver.checkpoint.NumberFormat;
import dev.tessera.testkit.ThreadRanks;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SharedCheckpointTest {
    private static final int NODES = 100_000;
    private static final int ROW = 70;
    private static final int Q = 9;
    private static final int RANKS = 3;
    private static final CheckpointHeader HEADER = new CheckpointHeader(
            CheckpointHeader.FORMAT,
            5,
            NODES,
            1,
            new LinkedHashMap<>(Map.of("a", "b")),
            List.of(ArrayInfo.populations(ArrayInfo.POPULATIONS, Lattices.D2Q9, NumberFormat.FP64)),
            List.of());

    @TempDir
    Path folder;

    /// Rows belong to the ranks in turn.
    private static long[] bounds(int rank) {
        List<Long> bounds = new ArrayList<>();
        for (long first = (long) rank * ROW; first < NODES; first += RANKS * ROW) {
            bounds.addAll(List.of(first, Math.min(NODES, first + ROW)));
        }
        return bounds.stream().mapToLong(Long::longValue).toArray();
    }

    private static double value(long node, int direction) {
        return node + 0.1 * direction;
    }

    /// An execution that holds the nodes of a rank.
    private static Execution execution(int rank) {
        long[] own = NodeRanges.ofBounds(bounds(rank)).listed();
        return (Execution) Proxy.newProxyInstance(
                Execution.class.getClassLoader(),
                new Class<?>[] {Execution.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "ownBounds" -> bounds(rank);
                    case "copiesOwn" -> false;
                    case "readOwn" -> {
                        int first = (int) arguments[1];
                        double[] target = (double[]) arguments[3];
                        for (int k = 0; k < (int) arguments[2] * Q; k++) {
                            target[k] = value(own[first + k / Q], k % Q);
                        }
                        yield null;
                    }
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private static SharedCheckpoint shared(Ranks ranks) {
        return new SharedCheckpoint(
                execution(ranks.rank()),
                ranks,
                new LinkedHashMap<>(Map.of("fluid", ArrayInfo.POPULATIONS)),
                ForkJoinPool.commonPool());
    }

    private interface Seen {
        Path by(int rank) throws IOException;
    }

    /// What the ranks tell; of the first whether all have written, or why not.
    private String write(Path file, Seen seen, Runnable beforeRegions) throws Exception {
        return ThreadRanks.run(RANKS, ranks -> {
                    long[] mark = new long[2];
                    if (!ranks.isFirst()) {
                        ranks.first(mark);
                        Ranks own = ranks.rank() == 1 ? removing((ThreadRanks.Rank) ranks, beforeRegions) : ranks;
                        shared(own).follow(seen.by(ranks.rank()), HEADER, mark[0], mark[1]);
                        return "";
                    }
                    try (CheckpointWriter writer = CheckpointWriter.create(file, HEADER)) {
                        ranks.first(new long[] {writer.end(), writer.mark()});
                        boolean isWritten = shared(ranks).write(writer);
                        if (isWritten) {
                            writer.complete();
                        }
                        return isWritten ? "written" : "not seen";
                    } catch (IOException problem) {
                        return problem.getMessage();
                    }
                })
                .getFirst();
    }

    /// A rank before whose next texts something happens.
    private static Ranks removing(ThreadRanks.Rank rank, Runnable before) {
        return (Ranks) Proxy.newProxyInstance(
                Ranks.class.getClassLoader(), new Class<?>[] {Ranks.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("all")) {
                        before.run();
                    }
                    return method.invoke(rank, arguments);
                });
    }

    @Test
    void each_rank_writes_its_own_nodes() throws Exception {
        Path file = folder.resolve("a.checkpoint");
        assertThat(write(file, rank -> file, () -> {})).isEqualTo("written");
        int[] found = new int[NODES];
        try (Checkpoint checkpoint = Checkpoint.open(file)) {
            checkpoint.verify(ForkJoinPool.commonPool());
            checkpoint.nodes(
                    ArrayInfo.POPULATIONS,
                    NodeRanges.of(0, NODES),
                    (first, count, values) -> {
                        for (int k = 0; k < count * Q; k++) {
                            assertThat(values[k]).isEqualTo(value(first + k / Q, k % Q));
                        }
                        IntStream.range(0, count).forEach(k -> found[(int) first + k]++);
                    },
                    ForkJoinPool.commonPool());
        }
        assertThat(IntStream.of(found).allMatch(times -> times == 1)).isTrue();
    }

    @Test
    void nothing_is_written_where_a_rank_does_not_see_the_file() throws Exception {
        Path file = folder.resolve("a.checkpoint");
        assertThat(write(file, rank -> rank == 1 ? folder.resolve("elsewhere") : file, () -> {}))
                .isEqualTo("not seen");
        Path earlier = folder.resolve("earlier.checkpoint");
        try (CheckpointWriter writer = CheckpointWriter.create(earlier, HEADER)) {
            assertThat(writer.mark()).isNotZero();
        }
        assertThat(write(file, rank -> rank == 1 ? earlier : file, () -> {})).isEqualTo("not seen");
    }

    @Test
    void the_first_rank_is_told_which_one_could_not_write() throws Exception {
        Path file = folder.resolve("a.checkpoint");
        Path link = folder.resolve("link.checkpoint");
        Runnable remove = () -> {
            try {
                Files.deleteIfExists(link);
            } catch (IOException problem) {
                throw new IllegalStateException(problem);
            }
        };
        Seen seen = rank -> rank == 1 ? Files.createLink(link, file) : file;
        assertThat(write(file, seen, remove)).startsWith("rank 1: ").contains("link.checkpoint");
    }
}
