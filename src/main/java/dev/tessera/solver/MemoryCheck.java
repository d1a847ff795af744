package dev.tessera.solver;

import dev.tessera.device.Device;
import dev.tessera.device.DeviceException;
import dev.tessera.device.FreeMemory;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.Precision;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.MemoryPlan;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.Patterns;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Refuses a storage whose populations do not fit on a device, and names storages that fit or another remedy.
final class MemoryCheck {
    /// Maximum number of fitting storages in the message.
    private static final int MOST_NAMED = 3;

    /// Safety factor of the suggested spacing.
    private static final double SAFE = 1.05;

    private final Case theCase;
    private final NodeMap nodes;
    private final Device device;
    private final FreeMemory free;
    private final long heapBytes; // not in `free`

    private record Need(StorageLayout storage, int copies, long bytes) {
        /// @param arrays of populations, with equal storage
        static Need of(StorageLayout storage, int arrays) {
            int copies = storage.placement().storedCopies(storage.pattern().copies()) * arrays;
            return new Need(storage, copies, (MemoryPlan.of(storage).totalBytes() - storage.tableBytes()) * arrays);
        }

        boolean fits(FreeMemory free) {
            return free.holds(copies, bytes / copies);
        }

        String words() {
            return "%s with %s"
                    .formatted(storage.addressing(), storage.pattern().key());
        }
    }

    private MemoryCheck(Case theCase, NodeMap nodes, Device device, FreeMemory free, long heapBytes) {
        this.theCase = theCase;
        this.nodes = nodes;
        this.device = device;
        this.free = free;
        this.heapBytes = heapBytes;
    }

    static MemoryCheck of(Case theCase, NodeMap nodes, Device device) {
        return new MemoryCheck(theCase, nodes, device, device.freeMemory(), 0);
    }

    /// The same for populations that share the free memory with the Java heap.
    /// @param bytes that the heap has yet to take
    MemoryCheck beside(long bytes) {
        FreeMemory left = new FreeMemory(Math.max(0, free.freeBytes() - bytes), free.largestBlockBytes());
        return new MemoryCheck(theCase, nodes, device, left, bytes);
    }

    /// For nodes that are only counted so far.
    /// @param fluidNodes at the least
    /// @throws DeviceException where the populations of so many nodes fit in no storage of the case
    static void require(Case theCase, Device device, long fluidNodes) {
        int inPlace = arrays(theCase);
        int copies = leastCopies(theCase.storage()) * inPlace;
        long copyBytes = Math.multiplyExact(
                fluidNodes,
                theCase.model().lattice().size() * theCase.model().precision().storedBytes());
        FreeMemory free = device.freeMemory();
        if (free.holds(copies, copyBytes)) {
            return;
        }
        long bytes = Math.multiplyExact(copyBytes, copies);
        throw new DeviceException(
                "%s (%s) has %s of memory free%s; %,d fluid nodes take at least %s for populations in %s%s%s. %s"
                        .formatted(
                                device.key(),
                                device.facts().name(),
                                size(free.freeBytes()),
                                inOneBlock(free, bytes),
                                fluidNodes,
                                size(bytes),
                                theCase.model().precision().key(),
                                copies > 1 ? " in %d arrays".formatted(copies) : "",
                                twice(theCase),
                                copies > inPlace && free.holds(inPlace, copyBytes)
                                        ? "In place (storage.pattern: aa or esoteric-pull) they take %s and fit."
                                                .formatted(size(copyBytes * inPlace))
                                        : "The case %s.".formatted(coarser(theCase, free, copies, bytes))));
    }

    /// Where the total memory suffices, but not the largest block.
    private static String inOneBlock(FreeMemory free, long bytes) {
        return bytes <= free.freeBytes()
                ? ", but %s at most in one block".formatted(size(free.largestBlockBytes()))
                : "";
    }

    /// Arrays of populations that are on the device at one time.
    private static int arrays(Case theCase) {
        return theCase.model().populations().size() * (beginsTwice(theCase) ? 2 : 1);
    }

    /// Whether the populations are on the device twice as the case begins ([ConsistentDensity]).
    private static boolean beginsTwice(Case theCase) {
        return theCase.initial().density() == Case.InitialDensity.CONSISTENT;
    }

    private static String twice(Case theCase) {
        return beginsTwice(theCase) ? ", twice at the start (initial.density: consistent)" : "";
    }

    private static int leastCopies(Case.Storage storage) {
        return storage.addressing().map(List::of).orElseGet(Addressings::all).stream()
                .flatMap(addressing -> storage.pattern().map(List::of).orElseGet(Patterns::all).stream()
                        .filter(pattern -> addressing.unfitFor(pattern) == null)
                        .map(addressing::storedCopies))
                .min(Comparator.naturalOrder())
                .orElse(1);
    }

    /// @throws DeviceException where the populations alone exceed the free memory of the device
    void require(StorageLayout storage) {
        Need need = Need.of(storage, arrays(theCase));
        if (need.fits(free)) {
            return;
        }
        throw new DeviceException(
                "%s (%s) has %s of memory free%s%s; %s takes %s for populations in %s%s. %s `tessera plan` compares all storages."
                        .formatted(
                                device.key(),
                                device.facts().name(),
                                size(free.freeBytes()),
                                heapBytes == 0 ? "" : " besides %s for the Java heap".formatted(size(heapBytes)),
                                inOneBlock(free, need.bytes()),
                                need.words(),
                                size(need.bytes()),
                                precision().key(),
                                twice(theCase),
                                remedy(need)));
    }

    private String remedy(Need asked) {
        List<Need> others = others(asked.storage());
        List<Need> fitting = others.stream().filter(other -> other.fits(free)).toList();
        if (!fitting.isEmpty()) {
            return "These fit: %s; set storage.addressing and storage.pattern to one of these."
                    .formatted(fitting.stream()
                            .limit(MOST_NAMED)
                            .map(other -> "%s (%s)".formatted(other.words(), size(other.bytes())))
                            .collect(Collectors.joining(", ")));
        }
        Need least = others.isEmpty() || asked.bytes() < others.getFirst().bytes() ? asked : others.getFirst();
        return "%s, the smallest storage that a run can choose (%s), %s."
                .formatted(least.words(), size(least.bytes()), coarser(theCase, free, least.copies(), least.bytes()));
    }

    private static String coarser(Case theCase, FreeMemory free, int copies, long bytes) {
        double most = Math.max(1, Math.min((double) free.freeBytes(), (double) copies * free.largestBlockBytes()));
        double coarser = Math.pow(bytes / most, 1.0 / theCase.model().lattice().dimensions());
        return "would fit with a spacing at least %.2f times as large%s"
                .formatted(
                        Math.ceil(coarser * SAFE * 100) / 100,
                        theCase.model().precision() == Precision.FP64 ? "; model.precision: fp32 halves it" : "");
    }

    private static String size(long bytes) {
        return bytes < 1_000_000_000 ? "%.1f MB".formatted(bytes * 1e-6) : "%.1f GB".formatted(bytes * 1e-9);
    }

    private Precision precision() {
        return theCase.model().precision();
    }

    /// Other storages that a run may choose, the smallest first.
    private List<Need> others(StorageLayout asked) {
        Set<Addressing> addressings = new LinkedHashSet<>(List.of(
                asked.addressing(),
                StorageChoice.of(theCase, nodes, device).addressing(),
                StorageChoice.sparse(device),
                new Dense()));
        List<Need> needs = new ArrayList<>();
        for (Addressing addressing : addressings) {
            for (StreamingPattern pattern : Patterns.all()) {
                boolean isAsked = addressing.equals(asked.addressing()) && pattern.equals(asked.pattern());
                if (!isAsked && addressing.unfitFor(pattern) == null) {
                    needs.add(Need.of(
                            StorageLayout.of(
                                    theCase.model().lattice(),
                                    pattern,
                                    addressing,
                                    nodes,
                                    ArraySpacing.of(precision().storedBytes(), device.isGpu())),
                            arrays(theCase)));
                }
            }
        }
        needs.sort(Comparator.comparingLong(Need::bytes));
        return needs;
    }
}
