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

/// Refuses a storage whose populations have no room on a device, and says which other storage has, or what else helps.
final class MemoryCheck {
    /// Fitting storages that a refusal names.
    private static final int MOST_NAMED = 3;

    /// By which a spacing grows past what would just fit.
    private static final double SAFE = 1.05;

    private final Case theCase;
    private final NodeMap nodes;
    private final Device device;
    private final FreeMemory room;

    private record Need(StorageLayout storage, int copies, long bytes) {
        static Need of(StorageLayout storage) {
            int copies = storage.placement().storedCopies(storage.pattern().copies());
            return new Need(storage, copies, MemoryPlan.of(storage).totalBytes() - storage.tableBytes());
        }

        boolean fits(FreeMemory room) {
            return room.holds(copies, bytes / copies);
        }

        String words() {
            return "%s with %s"
                    .formatted(storage.addressing(), storage.pattern().key());
        }
    }

    private MemoryCheck(Case theCase, NodeMap nodes, Device device, FreeMemory room) {
        this.theCase = theCase;
        this.nodes = nodes;
        this.device = device;
        this.room = room;
    }

    static MemoryCheck of(Case theCase, NodeMap nodes, Device device) {
        return new MemoryCheck(theCase, nodes, device, device.freeMemory());
    }

    /// For nodes that are only counted as yet.
    /// @param fluidNodes at the least
    /// @throws DeviceException where the populations of so many nodes have no room in any storage of the case
    static void require(Case theCase, Device device, long fluidNodes) {
        int copies = leastCopies(theCase.storage());
        long copyBytes = Math.multiplyExact(
                fluidNodes,
                theCase.model().lattice().size() * theCase.model().precision().storedBytes());
        FreeMemory room = device.freeMemory();
        if (room.holds(copies, copyBytes)) {
            return;
        }
        long bytes = Math.multiplyExact(copyBytes, copies);
        throw new DeviceException(
                "%s (%s) has %s of memory free%s; %,d fluid nodes take at least %s for populations in %s%s. %s"
                        .formatted(
                                device.key(),
                                device.facts().name(),
                                size(room.freeBytes()),
                                inOneBlock(room, bytes),
                                fluidNodes,
                                size(bytes),
                                theCase.model().precision().key(),
                                copies > 1 ? " with two buffers" : "",
                                copies > 1 && room.holds(1, copyBytes)
                                        ? "In place (storage.pattern: aa or esoteric-pull) they take %s and fit."
                                                .formatted(size(copyBytes))
                                        : "The case %s.".formatted(coarser(theCase, room, copies, bytes))));
    }

    /// Where not the memory is too small, but what it gives at once.
    private static String inOneBlock(FreeMemory room, long bytes) {
        return bytes <= room.freeBytes()
                ? ", but %s at most in one block".formatted(size(room.largestBlockBytes()))
                : "";
    }

    private static int leastCopies(Case.Storage storage) {
        return storage.addressing().map(List::of).orElseGet(Addressings::all).stream()
                .flatMap(addressing -> storage.pattern().map(List::of).orElseGet(Patterns::all).stream()
                        .filter(pattern -> addressing.unfitFor(pattern) == null)
                        .map(addressing::storedCopies))
                .min(Comparator.naturalOrder())
                .orElse(1);
    }

    /// @throws DeviceException where the storage's populations alone are more than the device has room for
    void require(StorageLayout storage) {
        Need need = Need.of(storage);
        if (need.fits(room)) {
            return;
        }
        throw new DeviceException(
                "%s (%s) has %s of memory free%s; %s takes %s for populations in %s. %s `tessera plan` compares all storages."
                        .formatted(
                                device.key(),
                                device.facts().name(),
                                size(room.freeBytes()),
                                inOneBlock(room, need.bytes()),
                                need.words(),
                                size(need.bytes()),
                                precision().key(),
                                remedy(need)));
    }

    private String remedy(Need asked) {
        List<Need> others = others(asked.storage());
        List<Need> fitting = others.stream().filter(other -> other.fits(room)).toList();
        if (!fitting.isEmpty()) {
            return "What fits: %s; set storage.addressing and storage.pattern to one of these."
                    .formatted(fitting.stream()
                            .limit(MOST_NAMED)
                            .map(other -> "%s (%s)".formatted(other.words(), size(other.bytes())))
                            .collect(Collectors.joining(", ")));
        }
        Need least = others.isEmpty() || asked.bytes() < others.getFirst().bytes() ? asked : others.getFirst();
        return "%s, which needs the least of what a run chooses from (%s), %s."
                .formatted(least.words(), size(least.bytes()), coarser(theCase, room, least.copies(), least.bytes()));
    }

    private static String coarser(Case theCase, FreeMemory room, int copies, long bytes) {
        double most = Math.max(1, Math.min((double) room.freeBytes(), (double) copies * room.largestBlockBytes()));
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

    /// Other storages of the addressings that a run may choose, the smallest first.
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
                    needs.add(Need.of(StorageLayout.of(
                            theCase.model().lattice(),
                            pattern,
                            addressing,
                            nodes,
                            ArraySpacing.of(precision().storedBytes(), device.isGpu()))));
                }
            }
        }
        needs.sort(Comparator.comparingLong(Need::bytes));
        return needs;
    }
}
