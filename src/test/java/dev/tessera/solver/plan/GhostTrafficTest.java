package dev.tessera.solver.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepKernels;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.addressing.GhostTiles;
import dev.tessera.layout.addressing.TilingRule;
import dev.tessera.layout.cost.Sectors;
import dev.tessera.layout.pattern.TwoBufferPush;
import dev.tessera.model.FluidModel;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GhostTrafficTest {
    private static Sectors sectors(VelocitySet lattice, int edge, Precision precision, FluidNodes fluid) {
        var nodes = Geometries.nodes(fluid);
        StorageLayout storage = StorageLayout.of(
                lattice,
                new TwoBufferPush(),
                new GhostTiles(TilingRule.cubesOf(edge)),
                nodes,
                ArraySpacing.of(precision.storedBytes(), true));
        StepKernels kernels =
                StepKernels.bulk(new FluidModel(lattice, new Incompressible(), new Bgk(), FluidModel.BodyForce.NONE));
        NodeClass bulk = NodeClass.bulk(kernels.step(), kernels.observe(), List.of());
        StepPlan plan = new StepPlan(nodes, storage, List.of(bulk), precision);
        return GpuCounts.of(GpuPlan.of(plan, null)).getFirst().sectors();
    }

    private static FluidNodes periodic(VelocitySet lattice, int n) {
        int depth = lattice.dimensions() == 2 ? 1 : n;
        return FluidNodes.where(new Box(n, n, depth, true, true, true), (x, y, z) -> true);
    }

    /// Own slots and ghost values, 32 bytes each: 19 · 64 · 8 / 32 + 432 · 8 / 32 for D3Q19 with 4³.
    @ParameterizedTest
    @CsvSource({"D3Q19, 4, FP64, 412", "D3Q19, 8, FP64, 2888", "D3Q19, 8, FP32, 1444"})
    void a_full_tile_reads_and_writes_each_sector_once_and_whole(
            String key, int edge, Precision precision, double perTile) {
        VelocitySet lattice = Lattices.byKey(key);
        Sectors sectors = sectors(lattice, edge, precision, periodic(lattice, 3 * edge));
        double nodes = Math.pow(edge, 3);
        assertThat(sectors.loads() * nodes).isCloseTo(perTile, within(1e-9));
        assertThat(sectors.stores() * nodes).isCloseTo(perTile, within(1e-9));
        assertThat(sectors.partialStores()).isZero();
        assertThat(sectors.lanes()).isEqualTo(1);
    }

    /// Four corner values of a tile of 16² nodes take a sector each (Tomczak & Szafran 2018).
    @Test
    void each_corner_value_in_2d_takes_a_sector() {
        Sectors sectors = sectors(Lattices.D2Q9, 16, Precision.FP64, periodic(Lattices.D2Q9, 64));
        double own = 9 * 256 * 8 / 32;
        assertThat(sectors.loads() * 256).isCloseTo(own + 12 * 4 + 4, within(1e-9));
        assertThat(sectors.stores() * 256).isCloseTo(own + 12 * 4, within(1e-9));
        assertThat(sectors.partialStores() * 256).isCloseTo(4, within(1e-9));
    }

    @Test
    void sparse_tiles_move_more_per_fluid_node() {
        FluidNodes full = periodic(Lattices.D3Q19, 32);
        FluidNodes tube = FluidNodes.where(full.box(), (x, y, z) -> Math.hypot(x - 15.5, y - 15.5) < 9);
        Sectors inFull = sectors(Lattices.D3Q19, 4, Precision.FP64, full);
        Sectors inTube = sectors(Lattices.D3Q19, 4, Precision.FP64, tube);
        assertThat(inTube.lanes()).isBetween(0.5, 0.95);
        assertThat(inTube.loads()).isGreaterThan(1.1 * inFull.loads());
        assertThat(inTube.holes()).isPositive();
    }
}
