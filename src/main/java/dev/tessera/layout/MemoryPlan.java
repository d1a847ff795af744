package dev.tessera.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// The bytes that a simulation allocates, item by item. A device adds its own items (tables, fields) with [#with].
public record MemoryPlan(List<Item> items) {
    /// @param what a description, such as `populations`
    public record Item(String what, long bytes) {
        public Item {
            if (bytes < 0) {
                throw new IllegalArgumentException("%s cannot have %d bytes".formatted(what, bytes));
            }
        }
    }

    public MemoryPlan {
        items = List.copyOf(items);
    }

    /// The memory of a storage: populations, unused slots and padding, private slots, and addressing tables.
    public static MemoryPlan of(StorageLayout storage) {
        Placement placement = storage.placement();
        int bytes = storage.bytesPerValue();
        long values = (long) storage.lattice().size()
                * placement.storedCopies(storage.pattern().copies());
        long populations = values * storage.nodes().fluid().count();
        long positions = values * placement.positions();
        return new MemoryPlan(List.of())
                .with("populations of fluid nodes", populations * bytes)
                .with("slots of nodes that are not fluid", (positions - populations) * bytes)
                .with("padding between arrays", (placement.slots() - placement.ghostSlots() - positions) * bytes)
                .with("ghost buffers between tiles", placement.ghostSlots() * bytes)
                .with("private slots of cut links", storage.privateSlots() * bytes)
                .with("addressing tables", storage.tableBytes());
    }

    /// The memory of moments: both sets at all positions, and addressing tables.
    public static MemoryPlan of(MomentLayout storage) {
        long ofFluid = 2L * storage.moments() * storage.nodes().fluid().count();
        int bytes = storage.bytesPerValue();
        return new MemoryPlan(List.of())
                .with("moments of fluid nodes", ofFluid * bytes)
                .with("moments of nodes that are not fluid", (storage.slots() - ofFluid) * bytes)
                .with("addressing tables", storage.tableBytes());
    }

    /// The memory of a stored state.
    public static MemoryPlan of(NodeStorage storage) {
        return switch (storage) {
            case StorageLayout populations -> of(populations);
            case MomentLayout moments -> of(moments);
        };
    }

    /// The same with one more item; unchanged for 0 bytes.
    public MemoryPlan with(String what, long bytes) {
        if (bytes == 0) {
            return this;
        }
        List<Item> more = new ArrayList<>(items);
        more.add(new Item(what, bytes));
        return new MemoryPlan(more);
    }

    public long totalBytes() {
        return items.stream().mapToLong(Item::bytes).sum();
    }

    /// `1.35 GiB: populations of fluid nodes 1.31 GiB, padding between arrays 0.04 GiB`.
    @Override
    public String toString() {
        return inUnits(totalBytes())
                + items.stream()
                        .map(item -> item.what() + " " + inUnits(item.bytes()))
                        .collect(Collectors.joining(", ", ": ", ""));
    }

    private static String inUnits(long bytes) {
        if (bytes < 10_000) {
            return bytes + " B";
        }
        return bytes < 100L << 20
                ? String.format(Locale.ROOT, "%.1f MiB", bytes / (double) (1 << 20))
                : String.format(Locale.ROOT, "%.2f GiB", bytes / (double) (1 << 30));
    }
}
