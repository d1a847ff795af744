package dev.tessera.device.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.ArraySlots;
import dev.tessera.device.Device;
import dev.tessera.device.DeviceKit;
import dev.tessera.device.Execution;
import dev.tessera.device.MixtureRun;
import dev.tessera.device.SavedState;
import dev.tessera.device.interpreter.Interpreter;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Tiling;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Real;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.interpret.ReadingBehind;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.Geometries.Geometry;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.addressing.GhostTiles;
import dev.tessera.layout.addressing.TileLayout;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.layout.addressing.TilingRule;
import dev.tessera.layout.pattern.EsotericPull;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.layout.pattern.TwoBufferPush;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests for every compiler on a CPU: those of [DeviceKit], and tiles with ghost buffers of all shapes, where a
/// step runs tile by tile.
abstract class CpuDeviceKit extends DeviceKit {
    record GhostTrial(VelocitySet lattice, TilingRule tiling, Geometry geometry, Precision precision) {
        NodeMap nodes() {
            return geometry.nodes();
        }

        StepPlan plan() {
            return TestPlans.bulkAndDriven(lattice, new TwoBufferPush(), new GhostTiles(tiling), nodes(), precision);
        }

        /// A plan in which the bulk's kernel runs over whole tiles, including nodes of other classes.
        StepPlan plainPlan() {
            return TestPlans.plainBulkAndDriven(
                    lattice, new TwoBufferPush(), new GhostTiles(tiling), nodes(), precision);
        }

        StepPlan plainDensePlan() {
            return TestPlans.plainBulkAndDriven(lattice, new TwoBufferPull(), new Dense(), nodes(), precision);
        }
    }

    /// Boxes that end within tiles, that are thinner than a tile, and that are periodic over one tile.
    static Stream<GhostTrial> ghostTrials() {
        TilingRule skewed = TilingRule.exactly(new Tiling(5, 3, 2, 2, 1, 0));
        List<GhostTrial> trials = new ArrayList<>();
        for (Geometry geometry : Geometries.of(3)) {
            trials.add(new GhostTrial(Lattices.D3Q19, TilingRule.usual(), geometry, Precision.FP64));
            trials.add(new GhostTrial(Lattices.D3Q19, skewed, geometry, Precision.FP64));
        }
        Geometry periodic = Geometries.of(3).get(1);
        Geometry porous = Geometries.random(3, 4);
        for (Geometry geometry : List.of(periodic, porous, Geometries.random(3, 6))) {
            trials.add(new GhostTrial(Lattices.D3Q19, TilingRule.cubesOf(8), geometry, Precision.FP32));
            trials.add(new GhostTrial(Lattices.D3Q27, skewed, geometry, Precision.FP64));
            trials.add(new GhostTrial(Lattices.D3Q15, TilingRule.of(16, 4, 4), geometry, Precision.FP32_FP16));
            trials.add(new GhostTrial(Lattices.D3Q19, TilingRule.of(1, 2, 3), geometry, Precision.FP32_FP16));
        }
        for (Geometry geometry : Geometries.of(2)) {
            trials.add(new GhostTrial(Lattices.D2Q9, TilingRule.cubesOf(8), geometry, Precision.FP32));
            trials.add(new GhostTrial(
                    Lattices.D2Q9, TilingRule.exactly(new Tiling(6, 5, 1, 4, 2, 0)), geometry, Precision.FP64));
        }
        return trials.stream();
    }

    @ParameterizedTest
    @MethodSource("ghostTrials")
    void tiles_with_ghost_buffers_agree_with_the_interpreter(GhostTrial trial) {
        checkSteps(lowered(trial.plan()), device());
    }

    @ParameterizedTest
    @MethodSource("ghostTrials")
    void tiles_with_ghost_buffers_agree_with_dense_pull_also_after_a_restart(GhostTrial trial) {
        StepPlan dense = lowered(trial.plainDensePlan());
        StepPlan ghosts = lowered(trial.plainPlan());
        Device device = device();
        try (Execution expected = started(new Interpreter(), dense);
                Execution first = started(device, ghosts);
                Execution second = device.prepare(ghosts)) {
            expected.step(11);
            first.step(4);
            first.step(3);
            int count = (int) ghosts.fluidNodes();
            second.setParameter("omega", 1.3);
            for (String field : List.of("drive", "memory")) {
                second.writeField("driven", field, first.readField("driven", field));
            }
            second.restart(7);
            second.writePopulations(0, count, populations(ghosts, first));
            second.step(4);
            assertThat(populations(ghosts, second)).isEqualTo(populations(dense, expected));
        }
    }

    /// A storage, of any pattern, on one geometry.
    record MixtureTrial(
            VelocitySet lattice,
            StreamingPattern pattern,
            Addressing addressing,
            Geometry geometry,
            Precision precision) {
        StepPlan plan() {
            return plan(pattern, addressing);
        }

        StepPlan dense() {
            return plan(new TwoBufferPull(), new Dense());
        }

        StepPlan readingBehind() {
            return lowered(ReadingBehind.plan(lattice, pattern, addressing, geometry.nodes(), precision));
        }

        private StepPlan plan(StreamingPattern in, Addressing at) {
            return lowered(TestPlans.twoComponents(lattice, in, at, geometry.nodes(), precision));
        }
    }

    /// Every pattern with its addressings, in two or three dimensions in turn, and all geometries and tilings
    /// of ghost tiles; every precision in 2D. In 3D, where compiling a kernel that converts halves takes up to
    /// half a minute, FP64 and FP32 alternate.
    static Stream<MixtureTrial> mixtures() {
        List<MixtureTrial> trials = new ArrayList<>();
        List<Precision> precisions = List.of(Precision.values());
        int number = 0;
        for (StreamingPattern pattern : Patterns.all()) {
            List<Addressing> addressings = new ArrayList<>(Addressings.fitting(pattern));
            addressings.add(CompactTiles.forCpu());
            addressings.add(new Tiles(TilingRule.usual(), TileLayout.byKey("papers")));
            int first = Patterns.all().indexOf(pattern);
            for (int k = 0; k < addressings.size(); k++, number++) {
                Addressing addressing = addressings.get(k);
                if ((first + k) % 2 == 0) {
                    Precision flat = precisions.get(number % precisions.size());
                    trials.add(new MixtureTrial(Lattices.D2Q9, pattern, addressing, Geometries.random(2, 2), flat));
                } else {
                    Precision deep = number % 4 < 2 ? Precision.FP64 : Precision.FP32;
                    trials.add(new MixtureTrial(Lattices.D3Q19, pattern, addressing, Geometries.random(3, 3), deep));
                }
            }
        }
        trials.add(new MixtureTrial(
                Lattices.D3Q27, new EsotericPull(), new CompactTiles(), Geometries.random(3, 1), Precision.FP64));
        Set<Object> seen = new LinkedHashSet<>();
        for (GhostTrial ghosts : ghostTrials().toList()) {
            boolean isNewTiling = seen.add(List.of(ghosts.lattice(), ghosts.tiling()));
            if (!seen.add(ghosts.geometry().name()) && !isNewTiling) {
                continue;
            }
            boolean isFlat = ghosts.lattice().dimensions() == 2;
            boolean isWide = ghosts.precision().computed() == Real.FP64;
            trials.add(new MixtureTrial(
                    ghosts.lattice(),
                    new TwoBufferPush(),
                    new GhostTiles(ghosts.tiling()),
                    ghosts.geometry(),
                    isWide ? Precision.FP64 : isFlat ? Precision.FP32_FP16 : Precision.FP32));
        }
        return trials.stream();
    }

    @ParameterizedTest
    @MethodSource("mixtures")
    void two_components_in_two_stages_are_bit_identical_to_dense_pull(MixtureTrial trial) {
        MixtureRun.check(trial.dense(), trial.plan(), device());
    }

    @ParameterizedTest
    @MethodSource("mixtures")
    void nodes_that_read_others_behind_them_are_bit_identical_to_the_interpreter(MixtureTrial trial) {
        checkSteps(trial.readingBehind(), device());
    }

    @Test
    void memory_of_several_arrays_is_planned_to_the_byte() {
        List<MixtureTrial> flat = mixtures()
                .filter(trial ->
                        trial.geometry().name().equals(Geometries.random(2, 2).name()))
                .toList();
        assertThat(flat).isNotEmpty();
        flat.stream()
                .flatMap(trial -> Stream.of(trial.plan(), trial.readingBehind()))
                .forEach(plan -> {
                    Device device = device();
                    try (Execution run = device.prepare(plan)) {
                        assertThat(run.memoryBytes()).isEqualTo(device.memoryBytes(plan));
                    }
                });
    }

    @Test
    void populations_and_fields_of_several_arrays_are_saved_and_continued_in_another_storage() {
        Geometry geometry = Geometries.random(3, 3);
        StepPlan plan = new MixtureTrial(
                        Lattices.D3Q19, new EsotericPull(), CompactTiles.forCpu(), geometry, Precision.FP64)
                .plan();
        StepPlan ghosts = new MixtureTrial(
                        Lattices.D3Q19,
                        new TwoBufferPush(),
                        new GhostTiles(TilingRule.usual()),
                        geometry,
                        Precision.FP64)
                .plan();
        try (Execution first = MixtureRun.started(device(), plan);
                Execution second = MixtureRun.started(device(), ghosts)) {
            first.step(3);
            second.restart(3);
            second.writeField("driven", "memory", first.readField("driven", "memory"));
            for (String array : List.of("oil", "water")) {
                int q = Lattices.D3Q19.size();
                double[] values = new double[first.fluidNodes() * q];
                first.readPopulations(array, 0, first.fluidNodes(), values);
                second.writePopulations(array, 0, first.fluidNodes(), values);
                second.writeStored("psi-" + array, first.readStored("psi-" + array));
            }
            assertThat(second.readStored("psi-oil")).isEqualTo(first.readStored("psi-oil"));
            List<double[]> expected;
            try (SavedState saved = first.save()) {
                first.step(4);
                expected = MixtureRun.values(plan, first);
                saved.restore();
                assertThat(first.steps()).isEqualTo(3);
            }
            first.step(4);
            second.step(4);
            assertThat(MixtureRun.values(plan, first))
                    .usingRecursiveComparison()
                    .isEqualTo(expected);
            assertThat(MixtureRun.values(ghosts, second))
                    .usingRecursiveComparison()
                    .isEqualTo(expected);
        }
    }

    @Test
    void unknown_arrays_give_an_error_that_lists_the_valid_ones() {
        StepPlan plan = mixtures().toList().getFirst().plan();
        try (Execution run = MixtureRun.started(device(), plan)) {
            assertThatThrownBy(() -> run.readStored("psi")).hasMessageContaining("psi-oil");
            assertThatThrownBy(() -> run.writeStored("psi-oil", new double[1])).hasMessageContaining("not 1");
            assertThatThrownBy(() -> run.readPopulations("psi-oil", 0, 1, new double[9]))
                    .hasMessageContaining("water");
            assertThatThrownBy(() -> run.transfer(List.of(new ArraySlots("mercury", List.of(new long[0])))))
                    .hasMessageContaining("water");
            assertThatThrownBy(() -> run.refresh(1)).hasMessageContaining("stage 1");
        }
    }
}
