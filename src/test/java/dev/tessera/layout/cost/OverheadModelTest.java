package dev.tessera.layout.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.MemoryPlan;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.ConnectivityMatrix;
import dev.tessera.layout.addressing.FluidIndex;
import dev.tessera.layout.addressing.GhostTilePlacement;
import dev.tessera.layout.addressing.GhostTiles;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.layout.cost.OverheadModel.Fit;
import dev.tessera.layout.cost.OverheadModel.Overhead;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.layout.pattern.TwoBufferPush;
import dev.tessera.model.lattice.Lattices;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Published numbers of Tomczak & Szafran 2018 and 2019.
final class OverheadModelTest {
    private static OverheadModel model(String lattice, int valueBytes) {
        return new OverheadModel(Lattices.byKey(lattice), valueBytes, 4, 2);
    }

    @ParameterizedTest
    @CsvSource({
        "D2Q9, 8, 1.4444, 0.2222",
        "D3Q19, 8, 1.4737, 0.2368",
        "D2Q9, 4, 1.8889, 0.4444",
        "D3Q19, 4, 1.9474, 0.4737"
    })
    void a_connectivity_matrix_needs_q_minus_1_indices_per_node(
            String lattice, int valueBytes, double memory, double bandwidth) {
        Overhead overhead = model(lattice, valueBytes).connectivityMatrix();
        assertThat(overhead.memory()).isCloseTo(memory, within(1e-4));
        assertThat(overhead.bandwidth()).isCloseTo(bandwidth, within(1e-4));
    }

    @Test
    void a_fluid_index_needs_an_index_per_node_of_the_box() {
        assertThat(model("D2Q9", 4).fusedFluidIndexInPlace(1).memory()).isCloseTo(0.111, within(1e-3));
        assertThat(model("D2Q9", 8).fusedFluidIndexInPlace(1).memory()).isCloseTo(0.056, within(1e-3));
        assertThat(model("D2Q9", 4).fusedFluidIndexInPlace(0.1).memory()).isCloseTo(1.11, within(2e-3));
        assertThat(model("D2Q9", 8).porosityFromWhichFluidIndexWins()).isEqualTo(0.125);
        for (double step : new double[] {-1e-6, 1e-6}) {
            OverheadModel model = model("D3Q19", 8);
            double porosity = model.porosityFromWhichFluidIndexWins() + step;
            double difference = model.fusedFluidIndexInPlace(porosity).memory()
                    - (model.connectivityMatrix().memory() - 1);
            assertThat(Math.signum(difference)).isEqualTo(-Math.signum(step));
        }
        double fia = model("D3Q19", 8).fluidIndex(0.9).bandwidth();
        assertThat(fia / model("D3Q19", 8).connectivityMatrix().bandwidth()).isBetween(4.0, 4.5);
    }

    @ParameterizedTest
    @CsvSource({"D2Q9, 16, 2.0278, 2.17e-4, 0.01845", "D3Q19, 4, 2.0132, 4.11e-4, 0.02590"})
    void tiles_in_two_copies(String lattice, int edge, double perUtilisation, double perTile, double bandwidth) {
        for (double utilisation : new double[] {1, 0.8, 0.5}) {
            Fit fit = new Fit(edge, utilisation, 10);
            Overhead overhead = model(lattice, 8).twoCopyTiles(fit);
            assertThat(overhead.memory())
                    .isCloseTo((perUtilisation + 10 * perTile) / utilisation - 1, within(2e-4 / utilisation));
            assertThat(overhead.bandwidth()).isCloseTo(bandwidth / utilisation, within(1e-5 / utilisation));
            assertThat(model(lattice, 8).twoCopyTilesInBursts(fit).bandwidth())
                    .isCloseTo((bandwidth + 1) / utilisation - 1, within(1e-4));
            assertThat(overhead.memory()).isCloseTo((2 - utilisation) / utilisation, within(0.06)); // equation 16
        }
    }

    @ParameterizedTest
    @CsvSource({"D2Q9, 16, 1.0339, 0.1667, 0.02062", "D3Q19, 4, 1.0428, 0.7895, 0.03701"})
    void tiles_with_ghost_buffers(String lattice, int edge, double constant, double ofBuffers, double bandwidth) {
        for (double utilisation : new double[] {1, 0.7}) {
            Fit fit = new Fit(edge, utilisation, 10);
            Overhead overhead = model(lattice, 8).ghostTiles(fit, 0.9);
            assertThat(overhead.memory())
                    .isCloseTo((constant + 0.9 * ofBuffers) / utilisation - 1, within(2e-4 / utilisation));
            assertThat(overhead.bandwidth()).isCloseTo(bandwidth / utilisation, within(1e-5 / utilisation));
        }
    }

    @Test
    void two_copies_take_20_to_30_percent_more_than_ghost_buffers_in_3d_and_about_three_times_their_overhead_in_2d() {
        for (double utilisation : new double[] {0.6, 0.8, 1}) {
            Fit cubes = new Fit(4, utilisation, 4);
            double ratio3d = (1 + model("D3Q19", 8).twoCopyTiles(cubes).memory())
                    / (1 + model("D3Q19", 8).ghostTiles(cubes, 0.8).memory());
            assertThat(ratio3d).isBetween(1.15, 1.35);
        }
        Fit squares = new Fit(16, 0.7, 4);
        assertThat(model("D2Q9", 8).twoCopyTiles(squares).memory()
                        / model("D2Q9", 8).ghostTiles(squares, 0.9).memory())
                .isBetween(2.5, 3.4);
    }

    @ParameterizedTest
    @CsvSource({"D2Q9, 12, 28", "D3Q19, 30, 72", "D3Q27, 54, 152"})
    void index_arrays_of_ghost_buffers_have_the_published_sizes(String lattice, int written, int entries) {
        assertThat(model(lattice, 8).writtenBuffers()).isEqualTo(written);
        assertThat(model(lattice, 8).bufferIndices()).isEqualTo(entries);
    }

    @Test
    void moving_ghost_buffers_in_bursts_costs_as_many_values_as_there_are() {
        Fit full = new Fit(4, 1, 1);
        OverheadModel model = model("D3Q19", 8);
        double moved = model.ghostTilesInBursts(full, 1, 1, 32).bandwidth()
                - model.ghostTiles(full, 1).bandwidth();
        assertThat(moved).isCloseTo(72 * 16 / (2.0 * 64 * 19), within(1e-12));
    }

    @Test
    void dense_storage_moves_values_of_solid_nodes() {
        assertThat(model("D3Q19", 8).dense(0.1, 2)).isEqualTo(new Overhead(19, 9));
        assertThat(model("D3Q19", 8).dense(0.5, 1)).isEqualTo(new Overhead(1, 1));
    }

    @Test
    void a_fit_has_to_be_possible() {
        assertThatThrownBy(() -> new Fit(4, 1.1, 1)).hasMessageContaining("utilisation 1.1");
    }

    /// Compares the formulas with allocated memory, for a small vessel.
    @Test
    void predicted_memory_equals_allocated_memory() {
        Box box = new Box(64, 48, 48, false, false, false);
        FluidNodes fluid =
                FluidNodes.where(box, (x, y, z) -> Math.hypot(y - 20 - 0.1 * x, z - 24) < 13 + 3 * Math.sin(x / 9.0));
        OverheadModel model = new OverheadModel(Lattices.D3Q19, 8, 4, 0);
        StorageLayout tiles = storage(fluid, new TwoBufferPull(), new Tiles());
        Fit fit = new Fit(
                4,
                tiles.placement().utilisation(),
                (double) tiles.placement().tilesInBox() / tiles.placement().tiles());
        assertHolds(model.twoCopyTiles(fit), tiles);
        assertHolds(model.tilesInPlace(fit), storage(fluid, new AaPattern(), new Tiles()));
        assertHolds(model.connectivityMatrix(), storage(fluid, new TwoBufferPull(), new ConnectivityMatrix()));
        assertHolds(model.connectivityMatrixInPlace(), storage(fluid, new AaPattern(), new ConnectivityMatrix()));
        double porosity = (double) fluid.count() / box.size();
        assertHolds(
                new Overhead(1 + model.fusedFluidIndexInPlace(porosity).memory(), 0),
                storage(fluid, new TwoBufferPull(), new FluidIndex()));
        StorageLayout ghosts = storage(fluid, new TwoBufferPush(), new GhostTiles());
        double allocated = ((GhostTilePlacement) ghosts.placement()).buffers().allocatedFraction();
        Overhead tileMap = new Overhead(
                model.ghostTiles(fit, allocated).memory()
                        + 4 * fit.tilesPerKept() / (fit.utilisation() * 64 * model.nodeBytes()),
                0);
        assertHolds(tileMap, ghosts);
        assertThat(model.compactTiles(fit, 1).memory() * model.nodeBytes()).isLessThan(9);
    }

    private static StorageLayout storage(FluidNodes fluid, StreamingPattern pattern, Addressing addressing) {
        return StorageLayout.of(
                Lattices.D3Q19, pattern, addressing, Geometries.nodes(fluid), ArraySpacing.acrossCacheSets(8));
    }

    /// Without padding between arrays (less than 4 KiB each) and tables of the axes.
    private static void assertHolds(Overhead predicted, StorageLayout storage) {
        double nodes = storage.nodes().fluid().count();
        long padding = MemoryPlan.of(storage).items().stream()
                .filter(item -> item.what().equals("padding between arrays"))
                .mapToLong(MemoryPlan.Item::bytes)
                .sum();
        double held = MemoryPlan.of(storage).totalBytes() - padding;
        assertThat(held / (nodes * 152) - 1).as("%s", storage).isCloseTo(predicted.memory(), within(1e-3));
    }
}
