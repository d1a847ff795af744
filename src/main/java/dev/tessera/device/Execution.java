package dev.tessera.device;

import java.util.List;
import java.util.function.LongToDoubleFunction;

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

    /// Sets a scalar that changes from step to step in all kernels that have a series of this name. The function is
    /// called on the thread that requests steps, once or more for each step, and only for steps that are run or
    /// observed; many of them can therefore run without the host. An observation uses the value of the last step.
    /// @param valueAtStep the value in the step of a given number, from 0; the same number gives the same value
    /// @throws IllegalArgumentException if no kernel reads such a series; lists the known ones
    void setSeries(String name, LongToDoubleFunction valueAtStep);

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

    /// Bytes that this execution has allocated: populations, tables and fields.
    long memoryBytes();

    @Override
    void close();
}
