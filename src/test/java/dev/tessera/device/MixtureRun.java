package dev.tessera.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.interpreter.Interpreter;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredArray;
import dev.tessera.kernel.interpret.MixtureValues;
import dev.tessera.kernel.reduce.LinkTotals;
import dev.tessera.kernel.reduce.Reduction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Runs plans of two components in two stages ([dev.tessera.kernel.interpret.TestPlans#twoComponents]) on a device.
public final class MixtureRun {
    private static final int STEPS = 5;
    private static final double OMEGA = 1.3;

    private MixtureRun() {}

    /// Prepares the plan with its initial values.
    public static Execution started(Device device, StepPlan plan) {
        Execution run = device.prepare(plan);
        List<Runnable> writes = new ArrayList<>();
        MixtureValues.write(plan, run::writePopulations, (nodeClass, field) -> {
            NodeClass nodes = plan.classes().stream()
                    .filter(c -> c.name().equals(nodeClass))
                    .findFirst()
                    .orElseThrow();
            double[] values = new double[nodes.ownNumbers().length];
            writes.add(() -> run.writeField(nodeClass, field, values));
            return values;
        });
        writes.forEach(Runnable::run);
        run.setParameter("omega", OMEGA);
        return run;
    }

    /// Observed quantities, then all populations, stored fields and remembered values, in canonical order.
    public static List<double[]> values(StepPlan plan, Execution run) {
        List<double[]> values = new ArrayList<>(Arrays.asList(run.observe(List.of("velocity-x", "density"))));
        for (StoredArray.Populations array : plan.populations()) {
            double[] populations = new double[run.fluidNodes() * array.lattice().size()];
            run.readPopulations(array.name(), 0, run.fluidNodes(), populations);
            values.add(populations);
        }
        plan.fields().forEach(field -> values.add(run.readStored(field.name())));
        values.add(run.readField("driven", "memory"));
        return values;
    }

    /// Copies everything that a step depends on to a run in another storage.
    public static void copy(StepPlan plan, Execution from, Execution to) {
        to.restart(from.steps());
        to.setParameter("omega", OMEGA);
        for (NodeClass nodes : plan.classes()) {
            for (String field : nodes.fields()) {
                to.writeField(nodes.name(), field, from.readField(nodes.name(), field));
            }
        }
        for (StoredArray.Populations array : plan.populations()) {
            double[] populations =
                    new double[from.fluidNodes() * array.lattice().size()];
            from.readPopulations(array.name(), 0, from.fluidNodes(), populations);
            to.writePopulations(array.name(), 0, from.fluidNodes(), populations);
        }
        plan.fields().forEach(field -> to.writeStored(field.name(), from.readStored(field.name())));
    }

    /// Compares a plan on a device with the same nodes in another storage on the interpreter, after an odd and
    /// an even number of steps.
    /// @param dense the plan in dense storage with two population arrays
    public static void check(StepPlan dense, StepPlan plan, Device device) {
        try (Execution expected = started(new Interpreter(), dense);
                Execution actual = started(device, plan)) {
            for (int part = 1; part <= 2; part++) {
                expected.step(STEPS);
                actual.step(STEPS);
                assertThat(values(plan, actual))
                        .as("%s after %d steps", plan.storage(), actual.steps())
                        .usingRecursiveComparison()
                        .isEqualTo(values(dense, expected));
                List<Reduction<?>> reductions = DeviceKit.reductions(plan).stream()
                        .filter(reduction -> !(reduction instanceof LinkTotals)) // of one fluid
                        .toList();
                DeviceKit.assertSame(reductions, actual.reduce(reductions), expected.reduce(reductions));
            }
            assertThat(actual.steps()).isEqualTo(2L * STEPS);
        }
    }
}
