package dev.tessera.layout.addressing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.NeighbourTable;
import dev.tessera.layout.Placement;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.pattern.EsotericPull;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ConnectivityMatrixTest extends AddressingKit {
    @Override
    List<Addressing> addressings() {
        return List.of(
                new ConnectivityMatrix(), new ConnectivityMatrix(NodeOrder.ofBox(), Addressing.Neighbours.LISTED));
    }

    @Override
    long expectedPositions(FluidNodes fluid, Placement placement) {
        return fluid.count();
    }

    @Override
    long expectedTableBytes(FluidNodes fluid, VelocitySet lattice, Placement placement) {
        return 0;
    }

    @Test
    void indices_need_four_bytes_per_fluid_node_and_direction() {
        Geometries.Geometry geometry = Geometries.random(3, 2);
        for (StreamingPattern pattern : Patterns.all()) {
            for (Addressing addressing : addressings()) {
                StorageLayout storage = StorageLayout.of(
                        Lattices.D3Q19, pattern, addressing, geometry.nodes(), ArraySpacing.acrossCacheSets(8));
                NeighbourTable table = storage.neighbours().orElseThrow();
                long directions = addressing.neighbours() == Addressing.Neighbours.LISTED ? 19 : 18;
                assertThat(table.bytes())
                        .isEqualTo(4 * directions * geometry.nodes().fluid().count());
                assertThat(storage.tableBytes()).isGreaterThanOrEqualTo(table.bytes());
            }
        }
    }

    @Test
    void entries_give_the_neighbour_or_mark_a_cut_link() {
        for (Geometries.Geometry geometry : Geometries.of(3)) {
            for (StreamingPattern pattern : Patterns.all()) {
                Addressing byTiles =
                        new ConnectivityMatrix(NodeOrder.by(TilingRule.usual()), Addressing.Neighbours.LISTED);
                StorageLayout storage = StorageLayout.of(
                        Lattices.D3Q19, pattern, byTiles, geometry.nodes(), ArraySpacing.acrossCacheSets(8));
                assertEntriesAreRight(storage);
            }
        }
    }

    private static void assertEntriesAreRight(StorageLayout storage) {
        NeighbourTable table = storage.neighbours().orElseThrow();
        FluidNodes fluid = storage.nodes().fluid();
        Box box = fluid.box();
        Placement placement = storage.placement();
        boolean[] privateSlots = new boolean[Math.toIntExact(storage.privateSlots())];
        for (long node = 0; node < fluid.count(); node++) {
            long index = fluid.boxIndex(node);
            int own = (int) placement.position(box.x(index), box.y(index), box.z(index));
            assertThat(table.row(0)[own]).isEqualTo(own);
            for (int i = 1; i < 19; i++) {
                Velocity c = Lattices.D3Q19.velocity(i);
                long to = box.neighbour(box.x(index), box.y(index), box.z(index), c.x(), c.y(), c.z());
                int entry = table.row(i)[own];
                if (fluid.isFluid(to)) {
                    assertThat((long) entry).isEqualTo(placement.position(box.x(to), box.y(to), box.z(to)));
                } else if (storage.pattern() instanceof EsotericPull && i % 2 == 1) {
                    int number = NeighbourTable.FIRST_PRIVATE - entry;
                    assertThat(privateSlots[number]).isFalse();
                    privateSlots[number] = true;
                } else {
                    assertThat(entry).isEqualTo(NeighbourTable.CUT);
                }
            }
        }
        assertThat(privateSlots).doesNotContain(false);
    }

    @Test
    void a_matrix_without_indices_is_rejected() {
        assertThatThrownBy(() -> new ConnectivityMatrix(NodeOrder.ofBox(), Addressing.Neighbours.FOUND_BY_PLACE))
                .hasMessageContaining("use compact-tiles");
    }
}
