package dev.tessera.device;

import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Reduction;
import java.util.List;

/// A step plan prepared on a device: owns the memory and runs steps. Not thread-safe; closing releases everything.
///
/// Canonical order: populations as `[fluid node][direction]`, the value that the node reads for that direction in
/// the next step (before any boundary rule). It does not depend on storage, device or phase.
public interface Execution extends AutoCloseable {
    /// Runs `count` steps.
    void step(long count);

    /// Waits until all requested steps are done. Methods that read values wait by themselves.
    default void finish() {}

    /// Whether its kernels have reached their final speed. Some devices start with slower kernels and switch to
    /// faster ones, with identical results, while they run.
    default boolean isSettled() {
        return true;
    }

    /// Steps run so far; determines the phase.
    long steps();

    /// Sets the step counter to continue from a checkpoint. Populations have to be written afterwards.
    void restart(long steps);

    /// Sets a scalar in all kernels that have a parameter of this name, from the next step on.
    void setParameter(String name, double value);

    /// Values of a field of a class, shape `[nodes of the class]`; of the bulk `[fluid nodes]`, canonical
    /// order.
    void writeField(String nodeClass, String field, double[] values);

    double[] readField(String nodeClass, String field);

    /// Canonical populations of fluid nodes `first … first + count - 1`, shape `[count][q]`.
    void readPopulations(long first, int count, double[] target);

    void writePopulations(long first, int count, double[] source);

    /// Fluid nodes of the plan.
    int fluidNodes();

    /// Observed quantities (names of `NodeClass.observe`'s sinks) at all fluid nodes, before the next step's
    /// collision, with boundary rules applied. Populations are not changed.
    /// @param target filled, `[quantity][fluid node]`
    void observe(List<String> quantities, double[][] target);

    /// As [#observe(List, double[][])], in new arrays.
    default double[][] observe(List<String> quantities) {
        double[][] observed = new double[quantities.size()][fluidNodes()];
        observe(quantities, observed);
        return observed;
    }

    /// Computes totals, values at nodes and totals over cut links of the present flow in one pass, with the meaning of
    /// [#observe] and [#readPopulations]. The results do not depend on storage, device or threads. Populations are
    /// not changed.
    default Reduced reduce(List<? extends Reduction<?>> wanted) {
        return ReducedFields.of(this, wanted);
    }

    /// Bytes that this execution has allocated: populations, tables and fields.
    long memoryBytes();

    @Override
    void close();
}
