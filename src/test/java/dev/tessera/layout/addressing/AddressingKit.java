package dev.tessera.layout.addressing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.Placement;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.UniformPlacement;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests for every addressing, on random and extreme geometries. A new addressing is one subclass.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AddressingKit {
    /// The addressing with different parameters; the first is the one in the catalogue.
    abstract List<Addressing> addressings();

    /// Positions that a placement should have.
    abstract long expectedPositions(FluidNodes fluid, Placement placement);

    /// Bytes that its tables should have.
    abstract long expectedTableBytes(FluidNodes fluid, VelocitySet lattice, Placement placement);

    /// Bytes of the tables that replace divisions along each axis.
    static long axes(FluidNodes fluid) {
        Box box = fluid.box();
        return 8L * (box.nx() + box.ny() + box.nz());
    }

    record Trial(
            Addressing addressing,
            Geometries.Geometry geometry,
            VelocitySet lattice,
            int copies,
            ArraySpacing spacing) {
        int arrays() {
            return lattice.size();
        }

        FluidNodes fluid() {
            return geometry.nodes().fluid();
        }

        Placement place() {
            return addressing.place(fluid(), lattice, copies, spacing);
        }
    }

    /// What a planner is told is what is stored.
    @Test
    void copies_are_those_that_the_addressing_says() {
        FluidNodes fluid = Geometries.random(2, 1).nodes().fluid();
        for (Addressing addressing : addressings()) {
            Placement placement = addressing.place(fluid, Lattices.D2Q9, 2, ArraySpacing.acrossCacheSets(8));
            for (StreamingPattern pattern : Patterns.all()) {
                assertThat(placement.storedCopies(pattern.copies())).isEqualTo(addressing.storedCopies(pattern));
            }
            assertThat(placement.positionsPerBarrier() > 0).isEqualTo(addressing.needsBarrier());
        }
    }

    Stream<Trial> trials() {
        List<Trial> trials = new ArrayList<>();
        for (Addressing addressing : addressings()) {
            for (ArraySpacing spacing :
                    List.of(ArraySpacing.acrossCacheSets(4), ArraySpacing.onPages(2), new ArraySpacing(4, 0, 16))) {
                Geometries.of(2)
                        .forEach(geometry -> trials.add(new Trial(addressing, geometry, Lattices.D2Q9, 2, spacing)));
            }
            for (ArraySpacing spacing :
                    List.of(ArraySpacing.acrossCacheSets(8), ArraySpacing.onPages(8), new ArraySpacing(8, 0, 32))) {
                Geometries.of(3)
                        .forEach(geometry -> trials.add(new Trial(addressing, geometry, Lattices.D3Q19, 1, spacing)));
                trials.add(new Trial(addressing, Geometries.random(3, 2), Lattices.D3Q13, 1, spacing));
            }
        }
        return trials.stream();
    }

    @Test
    void its_key_finds_it_in_the_catalogue() {
        Addressing first = addressings().getFirst();
        assertThat(Addressings.byKey(first.key())).isEqualTo(first);
    }

    /// Transfers and tables then need no look-up of each node.
    @ParameterizedTest
    @MethodSource("trials")
    void a_placement_in_the_order_of_fluid_numbers_has_them_as_positions(Trial trial) {
        Placement placement = trial.place();
        Box box = trial.fluid().box();
        boolean isInOrder = placement.positions() == trial.fluid().count();
        for (long node = 0; node < trial.fluid().count(); node++) {
            long index = trial.fluid().boxIndex(node);
            isInOrder &= placement.position(box.x(index), box.y(index), box.z(index)) == node;
        }
        if (placement.isInFluidOrder()) {
            assertThat(isInOrder).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("trials")
    void every_value_of_every_fluid_node_has_its_own_slot(Trial trial) {
        Placement placement = trial.place();
        Box box = trial.fluid().box();
        boolean[] taken = new boolean[Math.toIntExact(placement.slots())];
        for (long node = 0; node < trial.fluid().count(); node++) {
            long index = trial.fluid().boxIndex(node);
            for (int copy = 0; copy < trial.copies(); copy++) {
                for (int array = 0; array < trial.arrays(); array++) {
                    long slot = placement.slot(box.x(index), box.y(index), box.z(index), array, copy);
                    assertThat(slot).isBetween(0L, placement.slots() - 1);
                    assertThat(taken[(int) slot]).as("slot %d is taken", slot).isFalse();
                    taken[(int) slot] = true;
                    assertThat(placement.slot(index, array, copy)).isEqualTo(slot);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("trials")
    void runs_visit_every_fluid_node_once_in_the_order_of_positions(Trial trial) {
        Placement placement = trial.place();
        Box box = trial.fluid().box();
        long[] last = {-1};
        long[] visited = {0};
        for (int block = 0; block < placement.blocks(); block++) {
            placement.forEachRun(block, (x, y, z, count, position) -> {
                assertThat(count).isPositive();
                for (int i = 0; i < count; i++) {
                    assertThat(trial.fluid().isFluid(x + i, y, z)).isTrue();
                    assertThat(placement.position(x + i, y, z)).isEqualTo(position + i);
                }
                assertThat(position).isGreaterThan(last[0]);
                last[0] = position + count - 1;
                visited[0] += count;
            });
        }
        assertThat(visited[0]).isEqualTo(trial.fluid().count());
        assertThat(last[0]).isLessThan(placement.positions());
        List<Long> seen = new ArrayList<>();
        for (int block = 0; block < placement.blocks(); block++) {
            placement.forEachNode(block, (x, y, z, position) -> seen.add(box.index(x, y, z)));
        }
        assertThat(seen).doesNotHaveDuplicates().hasSize((int) trial.fluid().count());
    }

    @ParameterizedTest
    @MethodSource("trials")
    void positions_of_a_row_equal_those_of_single_nodes(Trial trial) {
        Placement placement = trial.place();
        FluidNodes fluid = trial.fluid();
        Box box = fluid.box();
        long[] positions = new long[box.nx()];
        for (int z = 0; z < box.nz(); z++) {
            for (int y = 0; y < box.ny(); y++) {
                int from = (y + z) % box.nx();
                placement.positions(from, y, z, box.nx() - from, positions);
                for (int x = from; x < box.nx(); x++) {
                    if (fluid.isFluid(x, y, z)) {
                        assertThat(positions[x - from]).isEqualTo(placement.position(x, y, z));
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("trials")
    void sizes_are_exact(Trial trial) {
        Placement placement = trial.place();
        FluidNodes fluid = trial.fluid();
        long positions = expectedPositions(fluid, placement);
        assertThat(placement.positions()).isEqualTo(positions);
        assertThat(placement.tableBytes()).isEqualTo(expectedTableBytes(fluid, trial.lattice(), placement));
        long padded = (long) trial.arrays()
                * trial.copies()
                * (positions * trial.spacing().bytesPerValue() + Math.max(4096, ArraySpacing.BUNDLE_BYTES))
                / trial.spacing().bytesPerValue();
        assertThat(placement.slots()).isBetween((long) trial.arrays() * trial.copies() * positions, padded);
        assertThat(placement.utilisation()).isBetween(0.0, 1.0);
        if (placement.tiles() > 0) {
            assertThat(placement.tiles()).isLessThanOrEqualTo(placement.tilesInBox());
        }
    }

    @ParameterizedTest
    @MethodSource("trials")
    void arrays_start_as_defined_by_the_spacing(Trial trial) {
        if (!(trial.place() instanceof UniformPlacement placement)) {
            return;
        }
        ArraySpacing spacing = trial.spacing();
        TreeSet<Long> offsets = new TreeSet<>();
        for (int copy = 0; copy < trial.copies(); copy++) {
            for (int array = 0; array < trial.arrays(); array++) {
                long startBytes = placement.start(array, copy) * spacing.bytesPerValue();
                assertThat(startBytes % 64).isZero();
                offsets.add(startBytes % ArraySpacing.PERIOD_BYTES);
            }
        }
        if (placement.bundle() == 0) {
            assertThat(offsets).hasSize(spacing.skewBytes() == 0 ? 1 : trial.arrays() * trial.copies());
            assertThat(placement.slots()).isEqualTo(placement.stride() * trial.arrays() * trial.copies());
        } else {
            assertThat(placement.bundle()).isEqualTo(spacing.bundle());
            assertThat(placement.stride()).isEqualTo(spacing.bundle());
        }
    }

    @ParameterizedTest
    @MethodSource("trials")
    void a_bundle_of_positions_is_contiguous_over_all_arrays(Trial trial) {
        if (!(trial.place() instanceof UniformPlacement placement) || placement.bundle() == 0) {
            return;
        }
        int bundle = placement.bundle();
        for (long position = 0; position < placement.positions(); position++) {
            for (int array = 0; array < trial.arrays(); array++) {
                long slot = placement.slotAt(position, array, 0);
                assertThat(slot / ((long) bundle * trial.arrays())).isEqualTo(position / bundle);
                assertThat(slot % ((long) bundle * trial.arrays()))
                        .isEqualTo((long) array * bundle + position % bundle);
            }
        }
    }
}
