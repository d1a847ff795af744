package dev.tessera.device.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.Device;
import dev.tessera.device.Execution;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.model.lattice.Lattices;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

/// Few nodes, more workers than cores, many short runs: no work of one run may be left to the next.
final class ManyRoundsTest {
    private static final int ROUNDS = 700;

    @Test
    void many_short_runs_by_many_workers_equal_one_long_run() {
        StepPlan plan = TestPlans.bulkAndDriven(
                Lattices.D2Q9,
                new AaPattern(),
                new Dense(),
                Geometries.random(2, 2).nodes(),
                Precision.FP64);
        double[] expected;
        try (Execution run =
                started(new CpuDevice(JvmKernels.warmWhenBusy((delay, work) -> {}), new ForkJoinPool(1)), plan)) {
            run.step(5L * ROUNDS);
            expected = populations(plan, run);
        }
        try (ForkJoinPool pool = new ForkJoinPool(4);
                Execution run = started(new CpuDevice(JvmKernels.warmWhenBusy((delay, work) -> {}), pool), plan)) {
            for (int round = 0; round < ROUNDS; round++) {
                run.step(2 + round % 7);
            }
            assertThat(populations(plan, run)).isEqualTo(expected);
        }
    }

    private static Execution started(Device device, StepPlan plan) {
        Execution run = device.prepare(plan);
        run.setParameter("omega", 1.3);
        int count = (int) plan.nodes().fluid().count();
        int q = plan.storage().lattice().size();
        double[] populations = new double[count * q];
        for (int i = 0; i < populations.length; i++) {
            populations[i] = plan.storage().lattice().weight(i % q).toDouble() * (1 + 1e-3 * (i % 7));
        }
        run.writePopulations(0, count, populations);
        return run;
    }

    private static double[] populations(StepPlan plan, Execution run) {
        int count = (int) plan.nodes().fluid().count();
        double[] populations = new double[count * plan.storage().lattice().size()];
        run.readPopulations(0, count, populations);
        return populations;
    }
}
