package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.Device;
import dev.tessera.device.Execution;
import dev.tessera.device.gpu.FirstGpu;
import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.device.gpu.GpuPlatform;
import dev.tessera.device.interpreter.Interpreter;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.gpu.Ablation;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.Geometries;
import dev.tessera.model.VelocitySet;
import dev.tessera.testkit.SomeGpu;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Checks the limit kernels (propagation only, reading and writing only) on every storage of the suites: their speeds
/// are limits only if they transfer all populations.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class GpuLimitsKit {
    private static final int STEPS = 3;

    @RegisterExtension
    final FirstGpu first;

    GpuLimitsKit(GpuPlatform platform) {
        this.first = new FirstGpu(platform);
    }

    /// Limit kernels of every storage, and of the papers' layouts, look-ups and tiles per block, each once.
    static List<GpuTrial> limits() {
        Map<List<Object>, GpuTrial> limits = new LinkedHashMap<>();
        Stream.of("storages", PaperSuite.NAME)
                .flatMap(suite -> GpuSuites.of(suite, new SomeGpu().facts()).stream())
                .filter(trial -> trial.collision() == null && trial.omitted() == Ablation.NOTHING)
                .forEach(trial -> limits.putIfAbsent(
                        List.of(
                                trial.lattice().name(),
                                trial.kernel(),
                                trial.pattern().key(),
                                trial.addressing().toString(),
                                trial.precision(),
                                trial.tuning()),
                        trial));
        return List.copyOf(limits.values());
    }

    @ParameterizedTest
    @MethodSource("limits")
    void a_limit_kernel_moves_all_populations(GpuTrial trial) {
        NodeMap nodes = Geometries.random(trial.lattice().dimensions(), 4).nodes();
        StepPlan plan = trial.stepPlan(nodes, ArraySpacing.of(trial.precision().storedBytes(), true));
        double[] before = values(plan, new Interpreter(), 0);
        double[] after = values(plan, new GpuDevice(first.device().accelerator(), trial.tuning(), trial.form()), STEPS);
        assertThat(after).isEqualTo(values(plan, new Interpreter(), STEPS));
        if (trial.isInPlace()) {
            assertThat(after).isEqualTo(before);
        } else {
            assertThat(after).isNotEqualTo(before);
            Arrays.sort(after);
            Arrays.sort(before);
            assertThat(after).as("the same values in other places").isEqualTo(before);
        }
    }

    /// Populations after some steps, from a random state.
    private static double[] values(StepPlan plan, Device device, int steps) {
        VelocitySet lattice = plan.storage().lattice();
        int count = (int) plan.nodes().fluid().count();
        double[] populations = new double[count * lattice.size()];
        Random random = new Random(42);
        for (int i = 0; i < populations.length; i++) {
            double weight = lattice.weight(i % lattice.size()).toDouble();
            populations[i] = (float) (weight * (1 + 0.01 * (random.nextDouble() - 0.5)));
        }
        try (Execution run = device.prepare(plan)) {
            run.setParameter("scale", 1);
            run.writePopulations(0, count, populations);
            run.step(steps);
            run.readPopulations(0, count, populations);
            return populations;
        }
    }
}
