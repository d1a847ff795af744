package dev.tessera.kernel.interpret;

import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredArray;
import java.util.Random;
import java.util.function.BiFunction;

/// Initial values of a plan with several components: near rest, with a density that differs from node to node.
public final class MixtureValues {
    private MixtureValues() {}

    /// Writes canonical populations of a range of nodes.
    @FunctionalInterface
    public interface PopulationWriter {
        void write(String array, long first, int count, double[] values);
    }

    /// @param field the values of a field of a class, to be filled
    public static void write(StepPlan plan, PopulationWriter writer, BiFunction<String, String, double[]> field) {
        Random random = new Random(42);
        for (NodeClass nodes : plan.classes()) {
            for (String name : nodes.fields()) {
                double[] values = field.apply(nodes.name(), name);
                for (int k = 0; k < values.length; k++) {
                    values[k] = (float) (1e-3 * (random.nextDouble() - 0.5));
                }
            }
        }
        int count = (int) plan.fluidNodes();
        for (StoredArray.Populations array : plan.populations()) {
            int q = array.lattice().size();
            double[] populations = new double[count * q];
            for (int i = 0; i < populations.length; i++) {
                double deviation = 0.1 * (random.nextDouble() - 0.5);
                populations[i] = (float) TestPlans.nearRest(plan, array.lattice(), i % q, deviation);
            }
            writer.write(array.name(), 0, count, populations);
        }
    }
}
