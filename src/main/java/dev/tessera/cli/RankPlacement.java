package dev.tessera.cli;

import dev.tessera.device.Ranks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Where a rank runs: its place among the ranks of the same computer, and its share of the computer's cores.
///
/// @param host the computer
/// @param localRank number among the ranks of the same computer, from 0
/// @param localRanks number of ranks on the computer
/// @param threads that may use a core of their own
/// @param cores of the computer; empty where that is not known
record RankPlacement(String host, int localRank, int localRanks, int threads, OptionalInt cores) {
    private static final Pattern RANGE = Pattern.compile("(\\d{1,9})-(\\d{1,9})");

    /// A process that runs alone.
    static RankPlacement alone() {
        return new RankPlacement("", 0, 1, Runtime.getRuntime().availableProcessors(), OptionalInt.empty());
    }

    /// Joins the job of this process, if any. Collective.
    static RankPlacement of(MpiJob job) {
        return job.join().map(ranks -> of(ranks, ranks.host())).orElseGet(RankPlacement::alone);
    }

    /// Collective.
    static RankPlacement of(Ranks ranks, String host) {
        String cpus = line(Path.of("/proc/self/status"), "Cpus_allowed_list:");
        List<String> all = ranks.all(host + "\n" + cpus);
        return of(
                all,
                ranks.rank(),
                Runtime.getRuntime().availableProcessors(),
                cores(line(Path.of("/sys/devices/system/cpu/online"), "")));
    }

    /// Ranks that may run on the same cores share them; ranks that their launcher has bound to others do not.
    /// @param all of each rank: the computer, a line break, and the cores that it may use
    /// @param available cores of this process
    static RankPlacement of(List<String> all, int rank, int available, OptionalInt cores) {
        String own = all.get(rank);
        String host = own.lines().findFirst().orElse("");
        List<String> local = all.stream()
                .filter(one -> one.lines().findFirst().orElse("").equals(host))
                .toList();
        int before = (int) all.subList(0, rank).stream()
                .filter(one -> one.lines().findFirst().orElse("").equals(host))
                .count();
        int sharing = (int) local.stream().filter(own::equals).count();
        return new RankPlacement(host, before, local.size(), Math.max(1, available / sharing), cores);
    }

    /// Whether the launcher leaves most cores of the computer idle.
    boolean leavesCoresIdle() {
        return cores.isPresent() && 2L * threads * localRanks < cores.getAsInt();
    }

    private static String line(Path file, String start) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(start))
                    .findFirst()
                    .map(line -> line.substring(start.length()).strip())
                    .orElse("");
        } catch (IOException missing) { // not Linux
            return "";
        }
    }

    /// The number of cores of a list such as `0-3,8`.
    static OptionalInt cores(String list) {
        int count = 0;
        for (String piece : list.split(",", -1)) {
            var range = RANGE.matcher(piece);
            if (range.matches()) {
                count += Integer.parseInt(range.group(2)) - Integer.parseInt(range.group(1)) + 1;
            } else if (piece.matches("\\d{1,9}")) {
                count++;
            } else {
                return OptionalInt.empty();
            }
        }
        return OptionalInt.of(count);
    }
}
