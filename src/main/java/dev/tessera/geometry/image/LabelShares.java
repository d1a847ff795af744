package dev.tessera.geometry.image;

import java.util.Comparator;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Collectors;

/// How often each label occurs in a stack.
///
/// @param counts voxels by label, ascending; at most 70,000 different labels are counted
/// @param voxels of the whole stack
public record LabelShares(SequencedMap<Integer, Long> counts, long voxels) {
    private static final int MOST = 70_000;
    private static final int SHOWN = 8;

    /// Reads the whole stack.
    public static LabelShares of(VoxelStack stack, ForkJoinPool workers) {
        TreeMap<Integer, Long> counts = new TreeMap<>();
        stack.scan(
                0,
                stack.pages(),
                (page, labels) -> {
                    TreeMap<Integer, Long> here = new TreeMap<>();
                    int from = 0;
                    for (int i = 1; i <= labels.length; i++) {
                        if (i == labels.length || labels[i] != labels[from]) {
                            here.merge(labels[from], (long) (i - from), Long::sum);
                            from = i;
                        }
                    }
                    synchronized (counts) {
                        for (Map.Entry<Integer, Long> entry : here.entrySet()) {
                            if (counts.size() < MOST || counts.containsKey(entry.getKey())) {
                                counts.merge(entry.getKey(), entry.getValue(), Long::sum);
                            }
                        }
                    }
                },
                workers);
        return new LabelShares(counts, stack.voxels());
    }

    /// `0 (19.6 %), 1 (80.4 %)`: the eight most frequent labels, ascending, and the number of others.
    public String text() {
        String shown = counts.entrySet().stream()
                .sorted(Map.Entry.<Integer, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(SHOWN)
                .sorted(Map.Entry.comparingByKey())
                .map(e -> "%d (%.3g %%)".formatted(e.getKey(), 100.0 * e.getValue() / voxels))
                .collect(Collectors.joining(", "));
        return counts.size() <= SHOWN
                ? shown
                : shown
                        + " and %d more between %d and %d: a greyscale image has to be segmented first"
                                .formatted(
                                        counts.size() - SHOWN,
                                        counts.firstEntry().getKey(),
                                        counts.lastEntry().getKey());
    }
}
