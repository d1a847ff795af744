package dev.tessera.solver.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.Tiling;
import dev.tessera.kernel.GpuFacts;
import dev.tessera.layout.addressing.TileLayout;
import dev.tessera.layout.cost.Bursts;
import dev.tessera.layout.cost.OverheadModel.Fit;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.plan.GpuSpeed.Demand;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Against what prototypes reached on one H200 (D3Q19, BGK, full boxes and random spheres).
final class GpuSpeedTest {
    private static final VelocitySet LATTICE = Lattices.D3Q19;
    private static final double CLOCK_HZ = 1.755e9;
    private static final double DENSE_INSTRUCTIONS = 300;
    private static final double TILE_INSTRUCTIONS = 930; // from FP16, where nothing else is the limit

    private static GpuFacts h200(OptionalDouble sheetGbPerS) {
        return new GpuFacts(
                "H200",
                "driver",
                139L << 30,
                139L << 30,
                132,
                32,
                1024,
                49152,
                2048,
                65536,
                50L << 20,
                true,
                true,
                true,
                sheetGbPerS);
    }

    private static GpuSpeed speed() {
        return GpuSpeed.of(h200(OptionalDouble.of(4800)), CLOCK_HZ);
    }

    @ParameterizedTest
    @CsvSource({"8, 13300, 0.06", "4, 25400, 0.11"})
    void dense_boxes_are_bound_by_memory(int valueBytes, double measured, double error) {
        double predicted = speed().mlups(Demand.dense(LATTICE, valueBytes, DENSE_INSTRUCTIONS));
        assertThat(predicted).isCloseTo(measured, within(error * measured));
    }

    @ParameterizedTest
    @CsvSource({
        "8, 1.0, 13300",
        "8, 0.90, 12000",
        "8, 0.72, 9600",
        "8, 0.55, 7800",
        "4, 1.0, 25300",
        "4, 0.55, 13900",
        "2, 1.0, 31800"
    })
    void tiles_are_bound_by_memory_and_in_half_precision_by_instructions(
            int valueBytes, double utilisation, double measured) {
        int bursts = new Bursts(LATTICE, TileLayout.byKey("xyz"), Tiling.of(4, 4, 4), valueBytes, 32, Bursts.WARP)
                .ofFullTile();
        Fit fit = new Fit(4, utilisation, 1 / utilisation);
        Demand demand = Demand.tiles(LATTICE, valueBytes, fit, bursts, 32, TILE_INSTRUCTIONS);
        assertThat(speed().mlups(demand)).isCloseTo(measured, within(0.11 * measured));
    }

    @ParameterizedTest
    @CsvSource({"8, 1, 10900", "8, 2, 11500", "4, 1, 18400"})
    void a_connectivity_matrix_is_bound_by_its_indices_too(int valueBytes, int stepsPerRead, double measured) {
        Demand demand = Demand.connectivityMatrix(LATTICE, valueBytes, stepsPerRead, DENSE_INSTRUCTIONS);
        assertThat(speed().mlups(demand)).isCloseTo(measured, within(0.10 * measured));
    }

    @Test
    void each_ceiling_can_be_the_least() {
        GpuSpeed speed = new GpuSpeed(4e12, 5e12, 2e13);
        assertThat(speed.mlups(new Demand(400, 1, 1))).isCloseTo(10_000, within(1e-6));
        assertThat(speed.mlups(new Demand(1, 500, 1))).isCloseTo(10_000, within(1e-6));
        assertThat(speed.mlups(new Demand(1, 1, 2000))).isCloseTo(10_000, within(1e-6));
    }

    @Test
    void a_device_of_unknown_bandwidth_has_to_be_measured() {
        assertThatThrownBy(() -> GpuSpeed.of(h200(OptionalDouble.empty()), CLOCK_HZ))
                .hasMessageContaining("measure with tessera bench");
    }
}
