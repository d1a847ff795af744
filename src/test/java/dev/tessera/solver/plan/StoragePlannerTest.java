package dev.tessera.solver.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.casefile.CaseFile;
import dev.tessera.device.MemoryBandwidth;
import dev.tessera.geometry.NodeMap;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.solver.Case;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

final class StoragePlannerTest {
    private static final String CHANNEL = """
            tessera: 1
            title: Flow past a cylinder
            geometry:
              box: [0.3 m, 0.1 m]
              obstacles: {cylinder: {disc: {centre: [0.1 m, 0.05 m], diameter: 0.04 m}}}
              spacing: 5 mm
            sides: {x-min: inlet, x-max: outlet}
            fluid: {density: 1 kg/m3, viscosity: 1e-3 m2/s}
            model: {lattice: D2Q9, collision: bgk}
            boundaries:
              inlet: {velocity: [0.2 m/s, 0 m/s]}
              outlet: {pressure: 0 Pa}
            reference: {velocity: 0.2 m/s, length: 0.1 m}
            time: {lattice-speed: 0.05, stop: {at-most: 1 s}}
            """;

    private static StoragePlanner planner(Case theCase) {
        return new StoragePlanner(theCase, nodes(theCase), ForkJoinPool.commonPool(), new MemoryBandwidth(10, 12));
    }

    private static NodeMap nodes(Case theCase) {
        return theCase.geometry().voxelise(theCase.spacingM(), ForkJoinPool.commonPool());
    }

    private static Case channel(String... overrides) {
        return CaseFile.parse("case.yaml", CHANNEL, Path.of("/cases/a"), List.of(overrides))
                .theCase();
    }

    @Test
    void every_sensible_storage_has_a_row_and_one_is_chosen() {
        List<PlanRow> rows = planner(channel()).rows();
        assertThat(rows.stream().map(row -> row.storage().addressing().key()).distinct())
                .containsExactlyInAnyOrderElementsOf(
                        Addressings.all().stream().map(Addressing::key).toList());
        assertThat(rows).hasSize(5 * 4 + 1);
        assertThat(rows.stream().filter(PlanRow::chosen)).hasSize(1);
        for (PlanRow row : rows) {
            assertThat(row.utilisation()).isBetween(0.5, 1.0);
            assertThat(row.memoryBytes()).isPositive();
            assertThat(row.bytesPerUpdate()).isGreaterThanOrEqualTo(144);
            assertThat(row.predictedMlups()).isPositive();
        }
    }

    @Test
    void tiles_with_ghost_buffers_take_less_memory_than_tiles_in_two_copies_and_more_than_in_one() {
        List<PlanRow> rows = planner(channel()).rows();
        long ghosts = memoryOf(rows, "ghost-tiles", "push");
        assertThat(ghosts).isBetween(memoryOf(rows, "tiles", "aa") / 2, memoryOf(rows, "tiles", "pull") * 9 / 10);
        PlanRow row = row(rows, "ghost-tiles", "push");
        assertThat(row.bytesPerUpdate()).isGreaterThan(144 + 8);
        assertThat(row.reason()).contains("one population array");
    }

    private static long memoryOf(List<PlanRow> rows, String addressing, String pattern) {
        return row(rows, addressing, pattern).memoryBytes();
    }

    private static PlanRow row(List<PlanRow> rows, String addressing, String pattern) {
        return rows.stream()
                .filter(row -> row.storage().addressing().key().equals(addressing)
                        && row.storage().pattern().key().equals(pattern))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void ghost_buffers_are_counted_in_the_geometry() {
        Case theCase = channel();
        StoragePlanner.GhostFractions ghosts = StoragePlanner.ghostFractions(theCase, nodes(theCase));
        assertThat(ghosts.allocated()).isBetween(0.3, 0.9);
        assertThat(ghosts.transferred()).isBetween(0.3, 0.9);
    }

    @Test
    void the_storage_of_the_case_is_chosen() {
        List<PlanRow> rows = planner(channel("storage.addressing=connectivity-matrix", "storage.pattern=pull"))
                .rows();
        PlanRow chosen = rows.stream().filter(PlanRow::chosen).findFirst().orElseThrow();
        assertThat(chosen.storage().addressing().key()).isEqualTo("connectivity-matrix");
        assertThat(chosen.reason()).isEqualTo("selected: given by the case");
        assertThat(chosen.toJson()).containsKeys("memory_bytes", "bytes_per_update", "predicted_mlups", "utilisation");
    }

    @Test
    void the_text_of_every_row_of_many_cases_agrees_with_its_numbers() {
        for (String diameter : List.of("0.001 m", "0.02 m", "0.06 m")) {
            for (String collision : List.of("bgk", "mrt")) {
                for (String precision : List.of("fp64", "fp32/fp16")) {
                    for (String storage : List.of("{}", "{addressing: tiles}", "{pattern: push}")) {
                        List<PlanRow> rows = planner(channel(
                                        "geometry.obstacles.cylinder.disc.diameter=" + diameter,
                                        "model.collision=" + collision,
                                        "model.precision=" + precision,
                                        "storage=" + storage))
                                .rows();
                        SelectionTest.assertConsistent(rows);
                        PlanRow selected = rows.getFirst();
                        assertThat(selected.reason().contains("given by the case"))
                                .isEqualTo(!storage.equals("{}"));
                        for (PlanRow row : rows) {
                            if (row.predictedMlups() > 1.005 * selected.predictedMlups()) {
                                assertThat(row.reason()).containsAnyOf("error of the prediction", "select it");
                            }
                        }
                    }
                }
            }
        }
    }
}
