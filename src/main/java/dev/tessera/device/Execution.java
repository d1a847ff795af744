package dev.tessera.device;

import java.util.List;

/// A step plan that lives on a device: owns its memory, runs steps. Not thread-safe;
/// closing releases everything.
///
/// Canonical order: populations as `[fluid node][direction]`, the value that the node reads for that
/// direction in the coming step (before any boundary rule). It does not depend on storage, device or phase.
public interface Execution extends AutoCloseable {
    /// Runs `count` steps.
    void step(long count);

    /// Waits until all steps that were asked for are done. Whatever reads values waits by itself.
    default void finish() {}

    /// Whether its kernels run as fast as they will. Some devices start with a slower form and go over to a faster one,
    /// of the same values, while they run.
    default boolean isSettled() {
        return true;
    }

    /// Steps run so far; decides the phase.
    long steps();

    /// Sets the step counter, so that a checkpoint's step number goes on (populations are
    /// to be written afterwards).
    void restart(long steps);

    /// A scalar of all kernels that have a parameter of this name, from the next step on.
    void setParameter(String name, double value);

    /// Values of a field of a class, shape `[nodes of the class]`; of the bulk `[fluid nodes]`, canonical order.
    void writeField(String nodeClass, String field, double[] values);

    double[] readField(String nodeClass, String field);

    /// Canonical populations of fluid nodes `first … first + count - 1`, shape `[count][q]`.
    void readPopulations(long first, int count, double[] target);

    void writePopulations(long first, int count, double[] source);

    /// Fluid nodes of the plan.
    int fluidNodes();

    /// Observed quantities (names of `NodeClass.observe`'s sinks) at all fluid nodes, before the coming step's
    /// collision, with boundary rules applied. Populations are not changed.
    /// @param target filled, `[quantity][fluid node]`
    void observe(List<String> quantities, double[][] target);

    /// Likewise, in new arrays.
    default double[][] observe(List<String> quantities) {
        double[][] observed = new double[quantities.size()][fluidNodes()];
        observe(quantities, observed);
        return observed;
    }

    /// Bytes that this execution holds: populations, tables, fields. Exactly what was allocated.
    long memoryBytes();

    @Override
    void close();
}
