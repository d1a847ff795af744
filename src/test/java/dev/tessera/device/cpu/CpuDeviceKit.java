package dev.tessera.device.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.Device;
import dev.tessera.device.DeviceKit;
import dev.tessera.device.Execution;
import dev.tessera.device.interpreter.Interpreter;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Tiling;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.Geometries.Geometry;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.addressing.GhostTiles;
import dev.tessera.layout.addressing.TilingRule;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.layout.pattern.TwoBufferPush;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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
}
