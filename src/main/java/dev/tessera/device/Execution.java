package dev.tessera.device;

import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.reduce.Feedback;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Reduction;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.LongToDoubleFunction;

/// A step plan prepared on a device: owns the memory and runs steps. Not thread-safe; closing releases everything.
///
/// Canonical order: populations as `[fluid node][direction]`, the value that the node reads for that direction in
/// the next step (before any boundary rule). It does not depend on storage, device or phase. A plan of deviations
/// ([dev.tessera.kernel.Precision#storesDeviations]) reads and writes `f_i - w_i` instead.
public interface Execution extends AutoCloseable {
    /// Runs `count` steps.
    void step(long count);

    /// Runs one part of a stage of the next step: for each stage the edge, then the inner nodes. After the
    /// edge, values that other parts need can be packed, and values from other parts unpacked, before, during
    /// or after the inner part: no inner node uses their slots. A plan without halo and outer nodes has no edge.
    /// @throws IllegalStateException if parts are not run in order, or anything else is requested between them
    void step(int stage, StepPart part);

    /// Prepares one end of a message between parts: the stored values of some slots. Populations are those for
    /// the next step; after the edge of the stage that stores them, those for the step after it.
    /// @throws IllegalArgumentException if the plan has no such array, or an array no such slots
    SlotTransfer transfer(List<ArraySlots> arrays);

    /// As [#transfer], of slots that inner nodes use, too: for use between steps only. After a step in parts
    /// it waits for the inner nodes, and those of the next step wait for what is unpacked; what is packed has
    /// to be complete before.
    default SlotTransfer transferOfAll(List<ArraySlots> arrays) {
        return transfer(arrays);
    }

    /// Announces that the next `steps` steps are run in parts, so that values in time can be prepared for all of
    /// them at once.
    default void expect(long steps) {}

    /// Stores the fields of a stage before the first that stores populations, for the present populations and
    /// without a step: before [#observe], so that they can be exchanged with other parts.
    /// @throws IllegalArgumentException if the stage stores populations, or comes after one that does
    void refresh(int stage);

    /// Waits until all requested steps are done. Methods that read values wait by themselves.
    default void finish() {}

    /// Whether the host sends several steps to the device by one call (docs/decisions/0022, 0103).
    default boolean stepsBatched() {
        return false;
    }

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

    /// Sets a scalar that changes from step to step in all kernels that have a series of this name. The
    /// function is called once or more for each step, and only for steps that are run or observed; many of them
    /// can therefore run without the host. Parts of a plan call it on their threads at the same time, each for a
    /// step of its own, so it has to be thread-safe. An observation uses the value of the last step.
    /// @param valueAtStep the value in the step of a given number, from 0; the same number gives the same value
    /// @throws IllegalArgumentException if no kernel reads such a series; lists the known ones
    void setSeries(String name, LongToDoubleFunction valueAtStep);

    /// Makes series follow from the flow, from the next step on, and sets their states to the start. Replaces
    /// all earlier feedback. Before each step the sums over the present flow give the values for this step.
    /// @throws IllegalArgumentException if no kernel reads such a series; lists the known ones
    void setFeedback(List<Feedback> feedback);

    /// The states of the feedback in the last step, in its order: what a checkpoint has to store of it.
    List<Feedback.State> feedbackStates();

    /// Continues from states of an earlier execution.
    /// @throws IllegalArgumentException if their number is another one
    void restoreFeedback(List<Feedback.State> states);

    /// Values of a field of a class, shape `[nodes of the class]`; of the bulk `[fluid nodes]`, canonical
    /// order.
    void writeField(String nodeClass, String field, double[] values);

    double[] readField(String nodeClass, String field);

    /// Canonical populations of fluid nodes `first … first + count - 1`, shape `[count][q]`.
    /// @param array its name in the plan
    void readPopulations(String array, long first, int count, double[] target);

    /// @throws IllegalArgumentException if the array stores moments: these do not follow from populations
    void writePopulations(String array, long first, int count, double[] source);

    /// The canonical form of a stored state, `[count][values]`: populations as [#readPopulations], or moments
    /// after the collision ([dev.tessera.kernel.StoredState]).
    /// @param target `[fluidNumbers.length][values]`
    default void readState(String array, long[] fluidNumbers, double[] target) {
        readPopulations(array, fluidNumbers, target);
    }

    /// The reverse of [#readState].
    default void writeState(String array, long[] fluidNumbers, double[] source) {
        writePopulations(array, fluidNumbers, source);
    }

    /// The state of `count` nodes.
    default void readState(String array, long first, int count, double[] target) {
        readPopulations(array, first, count, target);
    }

    /// The reverse of [#readState(String, long, int, double[])].
    default void writeState(String array, long first, int count, double[] source) {
        writePopulations(array, first, count, source);
    }

    /// Gives every node the same state, as [#writeState].
    /// @param same `[values]`
    default void fillState(String array, double[] same) {
        int most = Math.max(1, (1 << 17) / same.length);
        double[] chunk = new double[Math.min(most, fluidNodes()) * same.length];
        for (int at = 0; at < chunk.length; at += same.length) {
            System.arraycopy(same, 0, chunk, at, same.length);
        }
        for (int first = 0; first < fluidNodes(); first += most) {
            writeState(array, first, Math.min(most, fluidNodes() - first), chunk);
        }
    }

    /// The populations of the only fluid.
    default void readPopulations(long first, int count, double[] target) {
        readPopulations(Kernel.FLUID, first, count, target);
    }

    default void writePopulations(long first, int count, double[] source) {
        writePopulations(Kernel.FLUID, first, count, source);
    }

    /// The fluid nodes that this process holds, as ranges of their numbers in the whole: `first, end, first, end …`,
    /// ascending. Their order is that of [#readOwn] and [#copyOwn].
    default long[] ownBounds() {
        return new long[] {0, fluidNodes()};
    }

    /// As [#readState(String, long, int, double[])], of nodes of this process only; other processes take no part.
    /// @param first the first node, among [#ownBounds]
    default void readOwn(String array, int first, int count, double[] target) {
        readState(array, first, count, target);
    }

    /// Whether [#copyOwn] can be used.
    default boolean copiesOwn(String array) {
        return copiesStored(array);
    }

    /// As [#copyStored], of nodes of this process only; other processes take no part.
    /// @param first the first node, among [#ownBounds]
    default void copyOwn(String array, int first, int count, int[] directions, MemorySegment target) {
        copyStored(array, first, count, directions, target);
    }

    /// The same.
    /// @param target a direct buffer
    default void copyOwn(String array, int first, int count, int[] directions, ByteBuffer target) {
        copyOwn(array, first, count, directions, MemorySegment.ofBuffer(target));
    }

    /// Whether [#copyStored] can be used: faster than [#readPopulations], where slots hold populations as kernels
    /// compute with them.
    default boolean copiesStored(String array) {
        return false;
    }

    /// Copies populations of consecutive fluid nodes as they are stored, without conversion, in another order of
    /// directions.
    /// @param directions the direction of each value of a node
    /// @param target native memory, `[count][q]` in the number format of slots, which stays open during the call
    /// @throws UnsupportedOperationException unless [#copiesStored]
    default void copyStored(String array, long first, int count, int[] directions, MemorySegment target) {
        throw new UnsupportedOperationException("populations %s cannot be copied as stored".formatted(array));
    }

    /// The same.
    /// @param target a direct buffer
    default void copyStored(String array, long first, int count, int[] directions, ByteBuffer target) {
        copyStored(array, first, count, directions, MemorySegment.ofBuffer(target));
    }

    /// Copies all populations of an array within the device, in the order of [#copyStored], so that another thread can
    /// copy them to the host while steps go on. Closing this execution releases them.
    /// @param directions the direction of each value of a node
    /// @return empty unless [#copiesStored], and where it would take too much of the device's memory
    default Optional<HeldPopulations> hold(String array, int[] directions) {
        return Optional.empty();
    }

    /// The reverse of [#copyStored], up to a value that is NaN or infinite.
    /// @param source native memory, which stays open and unchanged during the call
    /// @return how many nodes have been written: `count`, or those before some nodes with such a value
    /// @throws UnsupportedOperationException unless [#copiesStored]
    default int pasteFinite(String array, long first, int count, int[] directions, MemorySegment source) {
        throw new UnsupportedOperationException("populations %s cannot be copied as stored".formatted(array));
    }

    /// Values of a stored field of the plan, shape `[fluid nodes]`, canonical order.
    double[] readStored(String field);

    void writeStored(String field, double[] values);

    /// Canonical populations of an array at listed fluid nodes, in the order of the list.
    /// @param fluidNumbers of the nodes, in any order
    /// @param target `[fluidNumbers.length][q]`
    void readPopulations(String array, long[] fluidNumbers, double[] target);

    /// The reverse of [#readPopulations(String, long[], double[])]. Other nodes are not changed.
    void writePopulations(String array, long[] fluidNumbers, double[] source);

    /// Those of a plan with one fluid.
    default void readPopulations(long[] fluidNumbers, double[] target) {
        readPopulations(Kernel.FLUID, fluidNumbers, target);
    }

    /// Those of a plan with one fluid.
    default void writePopulations(long[] fluidNumbers, double[] source) {
        writePopulations(Kernel.FLUID, fluidNumbers, source);
    }

    /// Copies the present state within the device.
    /// @throws DeviceException if memory does not suffice
    SavedState save();

    /// Bytes of the device's memory that a copy of the state takes ([#save]).
    long bytesToSave();

    /// Fluid nodes of the plan.
    int fluidNodes();

    /// Observed quantities (names of `NodeClass.observe`'s sinks) at all fluid nodes, before the next step's
    /// collision, with boundary rules applied. Populations are not changed. Values of halo nodes are undefined.
    /// @param target filled, `[quantity][fluid node]`
    void observe(List<String> quantities, double[][] target);

    /// As [#observe(List, double[][])], in new arrays.
    default double[][] observe(List<String> quantities) {
        double[][] observed = new double[quantities.size()][fluidNodes()];
        observe(quantities, observed);
        return observed;
    }

    /// As [#observe(List, double[][])] of some of the quantities. Where not all of them are to be on the host at a
    /// time, several such calls share one kernel.
    /// @param quantities of the kernel
    /// @param wanted some of them
    /// @param target filled, `[wanted][fluid node]`
    default void observe(List<String> quantities, List<String> wanted, double[][] target) {
        observe(wanted, target);
    }

    /// Computes totals, values at nodes and totals over cut links of the present flow in one pass, with the
    /// meaning of [#observe] and [#readPopulations]. The results do not depend on storage, device, threads or
    /// parts. Halo nodes do not count, and must not be listed. Populations are not changed.
    Reduced reduce(List<? extends Reduction<?>> wanted);

    /// Bytes that this execution has allocated: populations, tables and fields.
    long memoryBytes();

    @Override
    void close();
}
