package dev.tessera.solver.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.casefile.CaseFile;
import dev.tessera.device.MemoryBandwidth;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.GpuFacts;
import dev.tessera.kernel.Intrinsics;
import dev.tessera.kernel.StepPlan;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseKernels;
import dev.tessera.testkit.SomeGpu;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Mixtures in plans: what their steps move, and the speeds and the memory that follow.
final class StepTrafficTest {
    private static final String FREE_ENERGY = "free-energy";

    private static Case box(String lattice, String mixture) {
        boolean isPlane = lattice.startsWith("D2");
        String components = mixture.equals("shan-chen-1")
                ? "{oil: {density: 1 g/cm3}}"
                : "{oil: {density: 0.5 g/cm3}, water: {density: 0.5 g/cm3}}";
        String model = mixture.equals(FREE_ENERGY)
                ? "mixture: free-energy, surface-tension: 1 mN/m, interface-width: 60 um, diffusivity: 2.5 mm2/s"
                : "mixture: shan-chen, coupling: {%s}"
                        .formatted(mixture.equals("shan-chen-1") ? "oil-oil: -1" : "oil-water: 1");
        String text = """
                tessera: 1
                title: Uniform mixture
                geometry: {box: [%s], spacing: 20 um}
                sides: {x: periodic, y: periodic%s}
                fluid: {density: 1000 kg/m3, viscosity: 1 mPa.s, components: %s}
                model: {lattice: %s, %s}
                reference: {velocity: 10 mm/s, length: 1 mm}
                time: {relaxation-time: 0.8, stop: {at-most: 20 ms}}
                """.formatted(
                        isPlane ? "1.28 mm, 0.64 mm" : "0.64 mm, 0.32 mm, 0.32 mm",
                        isPlane ? "" : ", z: periodic",
                        components,
                        lattice,
                        model);
        return CaseFile.parse("case.yaml", text, Path.of("/cases/a"), List.of()).theCase();
    }

    private static NodeMap nodes(Case theCase) {
        return theCase.geometry().voxelise(theCase.spacingM(), ForkJoinPool.commonPool());
    }

    @ParameterizedTest
    @CsvSource({
        "D2Q9, free-energy, 38", // both lattices once each way, and the order parameter
        "D3Q19, free-energy, 78",
        "D2Q9, shan-chen-1, 29", // populations are read for the potentials and again for the step
        "D2Q9, shan-chen-2, 58",
        "D3Q19, shan-chen-2, 118"
    })
    void a_step_of_a_mixture_moves_the_values_that_the_suite_of_models_counts(
            String lattice, String mixture, double values) {
        Case theCase = box(lattice, mixture);
        NodeMap nodes = nodes(theCase);
        StorageLayout storage = StorageLayout.of(
                theCase.model().lattice(), new TwoBufferPull(), new Dense(), nodes, ArraySpacing.of(8, true));
        StepTraffic traffic = StepTraffic.of(theCase, CaseKernels.of(theCase, nodes));
        StepPlan plan = traffic.plan(storage, Intrinsics.EXACT);
        assertThat(traffic.predicted(plan, storage)).isNotSameAs(plan);
        assertThat(traffic.ratio())
                .isEqualTo(values / (2 * theCase.model().lattice().size()));
        int inOtherPlanes = theCase.model().lattice().dimensions() == 3 ? 10 : 0;
        assertThat(traffic.otherPlanes()).isEqualTo(mixture.endsWith("2") ? 2 * inOtherPlanes : inOtherPlanes);
    }

    @Test
    void a_mixture_is_planned_in_all_storages_and_in_place_where_two_arrays_do_not_fit() {
        Case theCase = box("D3Q19", FREE_ENERGY);
        NodeMap nodes = nodes(theCase);
        PlanRow onCpu = chosen(
                new StoragePlanner(theCase, nodes, ForkJoinPool.commonPool(), new MemoryBandwidth(10, 12)).rows());
        assertThat(onCpu.storage().pattern().key()).isEqualTo("aa");
        assertThat(onCpu.memoryBytes()).isBetween(39L * 8 * 8192, 56L * 8 * 8192); // one copy, private slots, tables
        assertThat(onCpu.predictedMlups()).isBetween(10.0, 12e3 / 624);

        GpuFacts h200 = GpuSheets.byKey("h200").orElseThrow();
        GpuPlanner planner = new GpuPlanner(theCase, nodes, h200, GpuSpeed.ofSheet(h200));
        PlanRow onGpu = chosen(planner.rows());
        assertThat(onGpu.storage().pattern().key()).isEqualTo("pull");
        assertThat(onGpu.bytesPerUpdate()).isCloseTo(624, within(1e-9));
        assertThat(onGpu.reason()).startsWith("selected: the fastest that fits");
        assertThat(planner.rows()).hasSizeGreaterThan(20);

        PlannedStorage inPlace = planner(theCase, nodes, onGpu.memoryBytes() * 9 / 10, Long.MAX_VALUE)
                .choice();
        assertThat(inPlace.choice().pattern().key()).isEqualTo("aa");
        long needed = planner.rows().stream()
                .filter(row -> row.storage().equals(inPlace.choice()))
                .findFirst()
                .orElseThrow()
                .memoryBytes();
        GpuPlanner inBlocks = planner(theCase, nodes, needed * 12 / 10, needed * 6 / 10); // each fluid in one
        assertThat(inBlocks.rows().stream().filter(PlanRow::chosen)).hasSize(1);
    }

    private static GpuPlanner planner(Case theCase, NodeMap nodes, long bytes, long mostInOneBlock) {
        GpuFacts h200 = GpuSheets.byKey("h200").orElseThrow();
        GpuFacts facts = new SomeGpu()
                .named(h200.name())
                .withMemory(bytes, mostInOneBlock)
                .withCache(1 << 20)
                .withSheet(h200.sheetGbPerS().orElseThrow())
                .facts();
        return new GpuPlanner(theCase, nodes, facts, GpuSpeed.ofSheet(h200));
    }

    private static PlanRow chosen(List<PlanRow> rows) {
        return rows.stream().filter(PlanRow::chosen).findFirst().orElseThrow();
    }
}
