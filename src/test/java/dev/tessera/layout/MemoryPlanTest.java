package dev.tessera.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.ConnectivityMatrix;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.addressing.FluidIndex;
import dev.tessera.layout.addressing.NodeOrder;
import dev.tessera.layout.addressing.TileLayout;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.layout.addressing.TilingRule;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.EsotericPull;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.model.lattice.Lattices;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class MemoryPlanTest {
    @Test
    void planned_tables_are_the_allocated_ones() throws IllegalAccessException {
        List<Addressing> addressings = new ArrayList<>(Addressings.all());
        addressings.add(new CompactTiles(TilingRule.of(30, 3, 2)));
        addressings.add(new ConnectivityMatrix(NodeOrder.by(TilingRule.cubesOf(4)), Addressing.Neighbours.LISTED));
        addressings.add(new Tiles(TilingRule.of(4, 2, 6), TileLayout.byKey("papers")));
        addressings.add(new FluidIndex(NodeOrder.by(TilingRule.cubesOf(4))));
        for (Geometries.Geometry geometry : Geometries.of(3)) {
            for (StreamingPattern pattern : Patterns.all()) {
                for (Addressing addressing : addressings) {
                    if (addressing.unfitFor(pattern) != null) {
                        continue;
                    }
                    StorageLayout storage = StorageLayout.of(
                            Lattices.D3Q19, pattern, addressing, geometry.nodes(), ArraySpacing.acrossCacheSets(8));
                    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
                    long held = tableBytes(storage.placement(), seen)
                            + tableBytes(privateSlots(storage), seen)
                            + storage.neighbours().map(MemoryPlanTest::rowBytes).orElse(0L);
                    long smallArraysOfPrivateSlots = 4L * 19 + 8L * (hasPrivateSlots(storage) ? 10 : 1);
                    long tileCounts = storage.placement().tilesInBox() > 0 ? 3 * 4 : 0;
                    assertThat(held)
                            .as("%s on %s", storage, geometry)
                            .isEqualTo(storage.tableBytes() + smallArraysOfPrivateSlots + tileCounts);
                    MemoryPlan plan = MemoryPlan.of(storage);
                    assertThat(plan.totalBytes()).isEqualTo(8 * storage.slots() + storage.tableBytes());
                }
            }
        }
    }

    /// Rows are built on demand.
    private static long rowBytes(NeighbourTable table) {
        return IntStream.range(table.first(), Lattices.D3Q19.size())
                .mapToLong(direction -> 4L * table.row(direction).length)
                .sum();
    }

    private static boolean hasPrivateSlots(StorageLayout storage) {
        return storage.pattern() instanceof EsotericPull
                && storage.nodes().links().links() > 0;
    }

    private static Object privateSlots(StorageLayout storage) throws IllegalAccessException {
        for (Field field : StorageLayout.class.getDeclaredFields()) {
            if (field.getType() == PrivateSlots.class) {
                field.setAccessible(true);
                return field.get(storage);
            }
        }
        throw new AssertionError("a storage layout has no private slots");
    }

    /// Bytes of all number arrays of an object of this package.
    private static long tableBytes(Object object, Set<Object> seen) throws IllegalAccessException {
        if (object == null || !seen.add(object)) {
            return 0;
        }
        Class<?> type = object.getClass();
        long bytes = 0;
        if (type.isArray()) {
            int size = type == int[].class ? 4 : type == long[].class ? 8 : 0;
            for (int i = 0; size == 0 && i < Array.getLength(object); i++) {
                bytes += tableBytes(Array.get(object, i), seen);
            }
            return bytes + (long) size * Array.getLength(object);
        }
        if (!type.getName().startsWith("dev.tessera.layout.")) {
            return 0;
        }
        for (Class<?> part = type; part != Object.class; part = part.getSuperclass()) { // inherited fields too
            for (Field field : part.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                    field.setAccessible(true);
                    bytes += tableBytes(field.get(object), seen);
                }
            }
        }
        return bytes;
    }

    @Test
    void a_full_box_in_place_needs_one_population_array() {
        FluidNodes fluid = FluidNodes.where(new Box(64, 64, 64, true, true, true), (x, y, z) -> true);
        StorageLayout storage = StorageLayout.of(
                Lattices.D3Q19, new AaPattern(), new Dense(), Geometries.nodes(fluid), ArraySpacing.acrossCacheSets(4));
        MemoryPlan plan = MemoryPlan.of(storage);
        assertThat(plan.items().getFirst().bytes()).isEqualTo(64L * 64 * 64 * 19 * 4);
        assertThat(plan.totalBytes() - plan.items().getFirst().bytes()).isBetween(0L, 19L * 4096);
        assertThat(plan).hasToString("19.0 MiB: populations of fluid nodes 19.0 MiB, padding between arrays 0.0 MiB");
    }

    @Test
    void a_storage_is_described_in_one_line() {
        FluidNodes fluid =
                FluidNodes.where(new Box(40, 40, 40, true, true, true), (x, y, z) -> Math.hypot(x - 20, y - 20) < 9);
        StorageLayout storage = StorageLayout.of(
                Lattices.D3Q19,
                new EsotericPull(),
                new CompactTiles(),
                Geometries.nodes(fluid),
                ArraySpacing.acrossCacheSets(8));
        assertThat(storage)
                .hasToString("esoteric-pull streaming, compact 4³ tiles, D3Q19, 64-bit values; 304 B/update; 22 % of tiles contain fluid");
    }
}
