package dev.tessera.solver.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.layout.cost.Sectors;
import dev.tessera.solver.plan.GpuCounts.Search;
import dev.tessera.solver.plan.GpuCounts.Staging;
import dev.tessera.solver.plan.GpuDemand.Launch;
import org.junit.jupiter.api.Test;

/// Demand of D3Q19 in FP64 on a full box with contiguous nodes.
final class GpuDemandTest {
    private static final int Q = 19;
    private static final double OWN = Q / 8.0; // pairs of sectors
    private static final GpuConstants FITTED = GpuConstants.FITTED;

    private static Sectors sectors(double cuts, double privateWarps) {
        return new Sectors(2 * OWN, 2 * OWN, 0, 0, OWN, 0, cuts, privateWarps, 1);
    }

    private static GpuCounts counts(int nodesPerThread, boolean isInPlace, Staging staging, double lanes, Sectors of) {
        return new GpuCounts(
                8, 8, nodesPerThread, isInPlace, of, lanes, 0, 0, 0, 250, 2 * Q, staging, Search.NONE, 18, 0, 1, true);
    }

    private static GpuCounts dense(int nodesPerThread, boolean isInPlace) {
        return counts(nodesPerThread, isInPlace, Staging.NONE, 1, sectors(0, 0));
    }

    private static GpuDemand demand(GpuCounts counts, int threads, int registers) {
        return GpuDemand.of(counts, new Launch(threads, 0, registers, 0), FITTED);
    }

    @Test
    void half_as_many_warps_wait_twice_as_long_for_issue() {
        double many = demand(dense(1, false), 128, 64).turns(); // 32 warps
        double few = demand(dense(1, false), 128, 128).turns();
        assertThat(few / many).isCloseTo(2, within(1e-9));
        assertThat(demand(dense(1, false), 128, 61).turns()).isEqualTo(many); // allocated in groups of eight
    }

    /// The compiler for the H200 reported 64 registers with two population arrays, 96 in place, 128 for two nodes per
    /// thread.
    @Test
    void registers_are_predicted_before_compilation() {
        assertThat(demand(dense(1, false), 128, 0)).isEqualTo(demand(dense(1, false), 128, 72));
        assertThat(demand(dense(1, true), 128, 0)).isEqualTo(demand(dense(1, true), 128, 96));
        assertThat(demand(dense(2, false), 128, 0)).isEqualTo(demand(dense(2, false), 128, 122));
        Launch many = new Launch(128, 8, 0, 0);
        assertThat(GpuDemand.of(dense(2, true), many, FITTED).turns())
                .isEqualTo(demand(dense(2, true), 128, 64).turns()); // no more fit, of eight blocks
    }

    @Test
    void split_accesses_lower_the_bandwidth_where_loads_exceed_l1() {
        double whole = demand(dense(2, false), 128, 168).ease(); // 16 bytes per direction
        double fewer = demand(dense(4, false), 128, 255).ease(); // 152 KiB outstanding
        double more = demand(dense(4, false), 128, 168).ease(); // 228
        assertThat(demand(dense(2, false), 128, 64).ease()).isEqualTo(whole);
        assertThat(whole / fewer - 1).isCloseTo(FITTED.halved() / 3, within(1e-9));
        assertThat(whole / more - 1).isCloseTo(FITTED.halved(), within(1e-9));
    }

    @Test
    void sectors_shared_by_warps_are_merged_only_in_place() {
        assertThat(demand(counts(1, true, Staging.NONE, 1, sectors(2, 0)), 128, 64)
                        .merges())
                .isCloseTo(2 * FITTED.merge(), within(1e-9));
        assertThat(demand(counts(1, false, Staging.NONE, 1, sectors(2, 0)), 128, 64)
                        .merges())
                .isZero();
    }

    @Test
    void waits_for_ranks_fall_with_the_root_of_the_number_of_warps() {
        GpuCounts ranked = counts(1, true, Staging.NONE, 1, sectors(0, 0.02));
        assertThat(demand(ranked, 128, 64).waits())
                .isCloseTo(0.02 * FITTED.privateWarp() / Math.sqrt(32), within(1e-9));
        assertThat(demand(ranked, 128, 128).waits()).isCloseTo(0.02 * FITTED.privateWarp() / 4, within(1e-9));
    }

    @Test
    void barrier_waits_fall_with_the_square_of_resident_blocks_and_with_fewer_nodes() {
        GpuCounts whole = counts(1, true, Staging.GHOSTS, 1, sectors(0, 0));
        GpuCounts quarter = counts(1, true, Staging.GHOSTS, 0.25, sectors(0, 0));
        double alone = demand(whole, 512, 72).waits();
        assertThat(alone / demand(whole, 512, 64).waits()).isCloseTo(4, within(1e-9));
        double ofBlock = 0.25 * demand(quarter, 512, 72).waits() / alone;
        assertThat(ofBlock).isCloseTo(0.5, within(1e-9));
    }
}
