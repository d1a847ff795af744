package dev.tessera.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.NodeMap;
import dev.tessera.layout.addressing.ConnectivityMatrix;
import dev.tessera.layout.pattern.EsotericPull;
import dev.tessera.model.lattice.Lattices;
import org.junit.jupiter.api.Test;

final class NeighbourTableTest {
    private final NodeMap nodes = Geometries.random(3, 3).nodes();
    private final StorageLayout storage = StorageLayout.of(
            Lattices.D3Q19, new EsotericPull(), new ConnectivityMatrix(), nodes, ArraySpacing.of(8, true));
    private final NeighbourTable table = storage.neighbours().orElseThrow();

    @Test
    void a_storage_that_is_only_compared_builds_no_table() {
        long fluid = nodes.fluid().count();
        assertThat(table.bytes()).isGreaterThanOrEqualTo(4 * 18 * fluid);
        assertThat(storage.tableBytes()).isGreaterThanOrEqualTo(table.bytes());
        assertThat(MemoryPlan.of(storage).totalBytes()).isPositive();
        assertThat(table.builtRows()).isZero();
    }

    @Test
    void a_row_is_built_once_on_demand() {
        int[] row = table.row(5);
        assertThat(table.builtRows()).isOne();
        assertThat(table.row(5)).isSameAs(row);
        assertThat(row.length * 18L * 4).isEqualTo(table.bytes());
    }
}
