package dev.tessera.layout.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Tiling;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.ConnectivityMatrix;
import dev.tessera.layout.addressing.FluidIndex;
import dev.tessera.layout.addressing.GhostTiles;
import dev.tessera.layout.addressing.NodeOrder;
import dev.tessera.layout.addressing.TileLayout;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.layout.addressing.TilingRule;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The storage invariants, for one streaming pattern with every addressing, lattice and geometry. A new pattern
/// is one subclass.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class StreamingPatternKit {
    abstract StreamingPattern pattern();

    Stream<StorageLayout> storages() {
        List<Addressing> addressings = new ArrayList<>(Addressings.fitting(pattern()));
        addressings.add(new Tiles(TilingRule.exactly(new Tiling(5, 3, 1, 2, 1, 0))));
        addressings.add(new CompactTiles(TilingRule.exactly(new Tiling(70, 3, 2, 11, 1, 1))));
        addressings.add(new Tiles(TilingRule.usual(), TileLayout.byKey("papers")));
        addressings.add(CompactTiles.forCpu());
        addressings.add(new ConnectivityMatrix(NodeOrder.by(TilingRule.usual()), Addressing.Neighbours.LISTED));
        addressings.add(new FluidIndex(NodeOrder.by(TilingRule.usual())));
        addressings.add(new GhostTiles(TilingRule.of(8, 8, 8)));
        addressings.add(new GhostTiles(TilingRule.exactly(new Tiling(5, 3, 2, 2, 1, 0))));
        addressings.removeIf(addressing -> addressing.unfitFor(pattern()) != null);
        List<StorageLayout> storages = new ArrayList<>();
        for (VelocitySet lattice : List.of(Lattices.D2Q9, Lattices.D3Q13, Lattices.D3Q19, Lattices.D3Q27)) {
            for (Geometries.Geometry geometry : Geometries.of(lattice.dimensions())) {
                for (Addressing addressing : addressings) {
                    storages.add(StorageLayout.of(
                            lattice, pattern(), addressing, geometry.nodes(), ArraySpacing.acrossCacheSets(8)));
                }
            }
        }
        return storages.stream();
    }

    @Test
    void its_key_finds_it_in_the_catalogue() {
        assertThat(Patterns.byKey(pattern().key())).isEqualTo(pattern());
    }

    @ParameterizedTest
    @MethodSource("storages")
    void what_leaves_along_an_open_link_is_what_the_neighbour_reads_next(StorageLayout storage) {
        VelocitySet lattice = storage.lattice();
        forEachTouch(storage, (phase, x, y, z, i) -> {
            Box box = storage.nodes().box();
            Velocity c = lattice.velocity(i);
            long to = box.neighbour(x, y, z, c.x(), c.y(), c.z());
            if (storage.nodes().fluid().isFluid(to)) {
                assertEqual(storage.writeSlot(phase, x, y, z, i), storage.readSlot(next(phase), to, i), x, y, z, i);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("storages")
    void what_leaves_along_a_cut_link_is_what_the_node_itself_reads_next(StorageLayout storage) {
        VelocitySet lattice = storage.lattice();
        forEachTouch(storage, (phase, x, y, z, i) -> {
            Box box = storage.nodes().box();
            Velocity c = lattice.velocity(i);
            if (!storage.nodes().fluid().isFluid(box.neighbour(x, y, z, c.x(), c.y(), c.z()))) {
                long read = storage.readSlot(next(phase), x, y, z, lattice.opposite(i));
                assertEqual(storage.writeSlot(phase, x, y, z, i), read, x, y, z, i);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("storages")
    void no_two_nodes_touch_one_slot_within_a_phase(StorageLayout storage) {
        for (int phase = 0; phase < pattern().phases(); phase++) {
            long[] readBy = new long[Math.toIntExact(storage.slots())];
            long[] writtenBy = new long[readBy.length];
            int p = phase;
            forEachNode(storage, (x, y, z, node) -> {
                for (int i = 0; i < storage.lattice().size(); i++) {
                    int read = (int) storage.readSlot(p, x, y, z, i);
                    int write = (int) storage.writeSlot(p, x, y, z, i);
                    assertEqual(0, readBy[read], x, y, z, i);
                    assertEqual(0, writtenBy[write], x, y, z, i);
                    readBy[read] = together(storage, x, y, z, node) + 1;
                    writtenBy[write] = together(storage, x, y, z, node) + 1;
                }
            });
            for (int slot = 0; slot < readBy.length; slot++) {
                long writer = writtenBy[slot];
                boolean written = pattern().copies() == 1 || writer != 0;
                if (written && readBy[slot] != writer && (pattern().copies() == 1 || readBy[slot] != 0)) {
                    assertThat(readBy[slot])
                            .as("who reads slot %d, which node or tile %d (from 1; 0 is none) writes", slot, writer)
                            .isEqualTo(pattern().copies() == 1 ? writer : 0);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("storages")
    void private_slots_are_allocated_for_just_the_cut_links_that_have_none(StorageLayout storage) {
        VelocitySet lattice = storage.lattice();
        CutLinks links = storage.nodes().links();
        long expected = 0;
        for (int link = 0; link < links.links(); link++) {
            Velocity along = Velocity.ofCode(links.code(link));
            int direction = lattice.velocities().indexOf(along);
            expected += direction >= 0 && pattern().writeAcrossCut(lattice, 0, direction) == null ? 1 : 0;
        }
        long firstPrivate = storage.placement().slots();
        assertThat(storage.privateSlots()).isEqualTo(expected);
        assertThat(storage.slots()).isEqualTo(firstPrivate + expected);
        for (int phase = 0; phase < pattern().phases(); phase++) {
            boolean[] used = new boolean[Math.toIntExact(expected)];
            int p = phase;
            forEachNode(storage, (x, y, z, node) -> {
                for (int i = 0; i < lattice.size(); i++) {
                    long write = storage.writeSlot(p, x, y, z, i);
                    assertIsSlot(storage, write, x, y, z, i);
                    assertIsSlot(storage, storage.readSlot(p, x, y, z, i), x, y, z, i);
                    if (write >= firstPrivate) {
                        used[(int) (write - firstPrivate)] = true;
                    }
                }
            });
            assertThat(used).doesNotContain(false);
        }
    }

    @ParameterizedTest
    @MethodSource("storages")
    void populations_that_only_stream_come_back_to_where_walls_and_periods_send_them(StorageLayout storage) {
        VelocitySet lattice = storage.lattice();
        int q = lattice.size();
        FluidNodes fluid = storage.nodes().fluid();
        double[] slots = new double[Math.toIntExact(storage.slots())];
        double[] expected = new double[Math.toIntExact(fluid.count() * q)]; // [fluid node][direction], as read
        forEachNode(storage, (x, y, z, node) -> {
            for (int i = 0; i < q; i++) {
                expected[(int) node * q + i] = node * q + i;
                slots[(int) storage.readSlot(0, x, y, z, i)] = node * q + i;
            }
        });
        double[] moved = expected;
        for (int step = 0; step < 5; step++) {
            int phase = step % pattern().phases();
            moved = streamed(storage.nodes(), lattice, moved);
            double[] arrived = slots.clone();
            forEachNode(storage, (x, y, z, node) -> {
                for (int i = 0; i < q; i++) {
                    arrived[(int) storage.writeSlot(phase, x, y, z, i)] =
                            slots[(int) storage.readSlot(phase, x, y, z, i)];
                }
            });
            System.arraycopy(arrived, 0, slots, 0, slots.length);
            double[] wanted = moved;
            forEachNode(storage, (x, y, z, node) -> {
                for (int i = 0; i < q; i++) {
                    double read = slots[(int) storage.readSlot(next(phase), x, y, z, i)];
                    assertEqual((long) wanted[(int) node * q + i], (long) read, x, y, z, i);
                }
            });
        }
    }

    private static double[] streamed(NodeMap nodes, VelocitySet lattice, double[] before) {
        int q = lattice.size();
        Box box = nodes.box();
        double[] after = new double[before.length];
        for (long node = 0; node < nodes.fluid().count(); node++) {
            long index = nodes.fluid().boxIndex(node);
            for (int i = 0; i < q; i++) {
                Velocity c = lattice.velocity(i);
                long to = box.neighbour(box.x(index), box.y(index), box.z(index), c.x(), c.y(), c.z());
                long number = nodes.fluid().number(to);
                long target = number >= 0 ? number * q + i : node * q + lattice.opposite(i);
                after[(int) target] = before[(int) node * q + i];
            }
        }
        return after;
    }

    /// A number that nodes share which read before any of them writes: the tile's, where there is a barrier.
    private static long together(StorageLayout storage, int x, int y, int z, long node) {
        int positions = storage.placement().positionsPerBarrier();
        return positions == 0 ? node : storage.placement().position(x, y, z) / positions;
    }

    private int next(int phase) {
        return (phase + 1) % pattern().phases();
    }

    private static void assertEqual(long expected, long actual, int x, int y, int z, int direction) {
        if (expected != actual) {
            assertThat(actual)
                    .as("node (%d,%d,%d), direction %d", x, y, z, direction)
                    .isEqualTo(expected);
        }
    }

    private static void assertIsSlot(StorageLayout storage, long slot, int x, int y, int z, int direction) {
        if (slot < 0 || slot >= storage.slots()) {
            assertThat(slot)
                    .as("slot of node (%d,%d,%d), direction %d", x, y, z, direction)
                    .isBetween(0L, storage.slots() - 1);
        }
    }

    private interface NodeVisitor {
        void visit(int x, int y, int z, long number);
    }

    private static void forEachNode(StorageLayout storage, NodeVisitor visitor) {
        FluidNodes fluid = storage.nodes().fluid();
        Box box = fluid.box();
        for (long node = 0; node < fluid.count(); node++) {
            long index = fluid.boxIndex(node);
            visitor.visit(box.x(index), box.y(index), box.z(index), node);
        }
    }

    private interface TouchVisitor {
        void visit(int phase, int x, int y, int z, int direction);
    }

    private void forEachTouch(StorageLayout storage, TouchVisitor visitor) {
        int[] phases = new int[pattern().phases()];
        Arrays.setAll(phases, phase -> phase);
        for (int phase : phases) {
            forEachNode(storage, (x, y, z, node) -> {
                for (int i = 0; i < storage.lattice().size(); i++) {
                    visitor.visit(phase, x, y, z, i);
                }
            });
        }
    }
}
