package dev.tessera.geometry;

import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/// The Java heap, which holds geometry, tables and snapshots, and the size of a box that fits into it.
///
/// @param heapBytes maximum size of the heap
/// @param machineBytes memory of the machine, or of the container that limits the process
public record HeapBudget(long heapBytes, long machineBytes) {
    /// Minimum bytes per box node of any geometry: its bit, and the numbering of fluid nodes.
    public static final double BITS = 1.0 / 8 + 1.0 / 64;

    private static final long MOST_WORDS = Integer.MAX_VALUE - 8L; // of 64 nodes, in one array
    private static final double SLACK = 1.5; // ratio of actual need to minimum, from experience
    private static final double FILLED = 0.9; // of the heap with objects, at most; the rest is for collecting garbage
    private static final double COLLECTED = 1.3; // heap over objects, so that collecting garbage takes little time

    public static HeapBudget ofProcess() {
        long heap = Runtime.getRuntime().maxMemory();
        long machine =
                ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                        ? system.getTotalMemorySize()
                        : heap;
        return new HeapBudget(heap, Math.max(machine, heap));
    }

    /// Voxelises if memory suffices; refuses what cannot fit before anything large is allocated.
    ///
    /// @param bytesPerNode the minimum that `work` needs per node of the box
    /// @throws TooManyNodesException the message says what would fit
    public <T> T voxelise(Box box, double spacingM, double bytesPerNode, Supplier<T> work) {
        check(box, spacingM, bytesPerNode);
        try {
            return work.get();
        } catch (OutOfMemoryError full) {
            throw full("voxelising", box, spacingM, full);
        }
    }

    /// @throws TooManyNodesException where `bytesPerNode` for each node of the box are more than the whole heap
    void check(Box box, double spacingM, double bytesPerNode) {
        double least = size(box) * bytesPerNode;
        double most = 0.9 * heapBytes / (SLACK * bytesPerNode);
        long wordsOfRows = (box.nx() + 63L) / 64 * box.ny();
        if (wordsOfRows > MOST_WORDS / box.nz() || (long) box.ny() * box.nz() > MOST_WORDS) {
            throw new TooManyNodesException(
                    "%s are more than the limit of a geometry, %s. A spacing of %s or more may fit."
                            .formatted(
                                    nodes(box),
                                    count(64.0 * MOST_WORDS),
                                    spacing(box, spacingM, Math.min(most, 32.0 * MOST_WORDS))));
        }
        if (least > heapBytes) {
            throw new TooManyNodesException(
                    ("%s need at least %s of Java heap to be voxelised, and it may grow to %s. A spacing of %s or more"
                                    + " may fit%s")
                            .formatted(
                                    nodes(box),
                                    bytes(least),
                                    bytes((double) heapBytes),
                                    spacing(box, spacingM, most),
                                    more(SLACK * least)));
        }
    }

    /// Refuses work that cannot fit.
    /// @param leastBytes that the work needs at some time
    /// @param when it needs them, such as `while stepping`
    /// @param remedy a sentence on how the work would need less
    /// @throws TooManyNodesException where the heap is too small; the message says what would fit
    public void require(Box box, double spacingM, long leastBytes, String when, String remedy) {
        if (leastBytes > heapBytes) {
            throw new TooManyNodesException("%s need at least %s of Java heap %s, and it may grow to %s. %s"
                    .formatted(
                            nodes(box),
                            bytes((double) leastBytes),
                            when,
                            bytes((double) heapBytes),
                            remedies(box, spacingM, leastBytes, remedy)));
        }
    }

    /// A sentence where work may not fit; parameters as in [#require], but with a prediction, which may be wrong.
    public Optional<String> doubt(Box box, double spacingM, long predictedBytes, String when, String remedy) {
        return predictedBytes <= FILLED * heapBytes
                ? Optional.empty()
                : Optional.of("the Java heap may be too small: %s need about %s %s, and it may grow to %s. %s"
                        .formatted(
                                nodes(box),
                                bytes((double) predictedBytes),
                                when,
                                bytes((double) heapBytes),
                                remedies(box, spacingM, predictedBytes, remedy)));
    }

    private String remedies(Box box, double spacingM, long neededBytes, String remedy) {
        double wanted = COLLECTED * neededBytes;
        return "%s A spacing of %s or more may fit%s"
                .formatted(remedy, spacing(box, spacingM, size(box) * heapBytes / wanted), more(wanted));
    }

    /// What the heap has yet to take from the machine until it holds so many bytes.
    public static long growthBytes(long bytes) {
        return Math.max(0, bytes - Runtime.getRuntime().totalMemory());
    }

    /// The exception to throw where the heap is full after all; other shortages (of threads, of memory outside
    /// the heap) are returned unchanged.
    ///
    /// @param doing the work at that time, such as `voxelising`
    public RuntimeException full(String doing, Box box, double spacingM, OutOfMemoryError failure) {
        String said = failure.getMessage();
        if (said != null && (said.contains("native thread") || said.contains("irect buffer"))) {
            throw failure;
        }
        return new TooManyNodesException(
                "the Java heap of %s was full while %s %s. A spacing of %s needs half as much%s"
                        .formatted(
                                bytes((double) heapBytes),
                                doing,
                                nodes(box),
                                spacing(box, spacingM, size(box) / 2),
                                more(2.0 * heapBytes)),
                failure);
    }

    /// How to get more memory, and its limit.
    private String more(double wantedBytes) {
        double most = 0.9 * machineBytes;
        if (heapBytes >= 0.85 * machineBytes || wantedBytes > most && heapBytes > machineBytes / 2.0) {
            return "; this machine (or container) has no more than %s.".formatted(bytes((double) machineBytes));
        }
        long gigabytes = (long) Math.min(Math.ceil(wantedBytes / (1 << 30)), Math.floor(most / (1 << 30)));
        return gigabytes < 1
                ? "; this machine (or container) has %s.".formatted(bytes((double) machineBytes))
                : "; or let the heap grow, TESSERA_JAVA_OPTS=-Xmx%dg: this machine (or container) has %s."
                        .formatted(gigabytes, bytes((double) machineBytes));
    }

    private static String nodes(Box box) {
        return "%,d x %,d x %,d nodes (%s)".formatted(box.nx(), box.ny(), box.nz(), count(size(box)));
    }

    /// Of boxes of any size, also those too large for [Box#size].
    private static double size(Box box) {
        return (double) box.nx() * box.ny() * box.nz();
    }

    private static String count(double number) {
        return number < 1e6
                ? "%,d".formatted((long) number)
                : "%.1e".formatted(number).replaceFirst("e\\+0*", "e");
    }

    /// The spacing at which about `most` nodes are left, two digits, rounded up.
    private static String spacing(Box box, double spacingM, double most) {
        double coarser = Math.pow(size(box) / most, box.is2d() ? 1.0 / 2 : 1.0 / 3);
        double rounded = new BigDecimal(spacingM * Math.max(1, coarser))
                .round(new MathContext(2, RoundingMode.UP))
                .doubleValue();
        return QuantityText.exact(rounded, QuantityKind.LENGTH);
    }

    private static String bytes(double bytes) {
        String[] units = {"kB", "MB", "GB", "TB", "PB", "EB"};
        double value = bytes / 1e3;
        int unit = 0;
        while (value >= 999.5 && unit < units.length - 1) {
            value /= 1e3;
            unit++;
        }
        return String.format(Locale.ROOT, value < 10 ? "%.1f %s" : "%.0f %s", value, units[unit]);
    }
}
