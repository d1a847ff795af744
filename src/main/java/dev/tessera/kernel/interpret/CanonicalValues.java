package dev.tessera.kernel.interpret;

import dev.tessera.geometry.FluidNodes;
import dev.tessera.kernel.Real;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredArray;
import dev.tessera.kernel.StoredState;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;

/// The stored values of an interpretation in canonical order, as the host reads and writes them. A phase is that of
/// the next step.
final class CanonicalValues {
    private final StepPlan plan;
    private final FluidNodes fluid;
    private final Map<String, ArrayValues> arrays;
    private final Map<String, MomentPopulations> fromMoments = new LinkedHashMap<>(); // by array

    CanonicalValues(StepPlan plan, Map<String, ArrayValues> arrays) {
        this.plan = plan;
        this.fluid = plan.nodes().fluid();
        this.arrays = arrays;
    }

    /// @throws IndexOutOfBoundsException if there are no such nodes
    long[] range(long first, int count) {
        if (first < 0 || count < 0 || first + count > fluid.count()) {
            throw new IndexOutOfBoundsException(
                    "fluid nodes %d … %d of %d".formatted(first, first + count - 1, fluid.count()));
        }
        return LongStream.range(first, first + count).toArray();
    }

    private ArrayValues values(String array) {
        return Objects.requireNonNull(arrays.get(array), array);
    }

    /// The populations that nodes read in the next step, `[fluidNumbers.length][q]`.
    void readPopulations(String array, int phase, long[] fluidNumbers, double[] target) {
        StoredState state = plan.state(array);
        int q = state.lattice().size();
        if (state instanceof StoredArray.Moments moments) {
            MomentPopulations populations = fromMoments.computeIfAbsent(
                    array,
                    name -> new MomentPopulations(moments, plan.precision().computed()));
            forEachNode(phase, fluidNumbers, (at, first) -> populations.read(at, target, first * q));
            return;
        }
        ArrayValues.Populations from = (ArrayValues.Populations) values(array);
        forEachNode(phase, fluidNumbers, (at, first) -> {
            for (int i = 0; i < q; i++) {
                target[first * q + i] = from.codec().decode(i, from.values().get(at.readSlot(from, i)));
            }
        });
    }

    /// The reverse of [#readPopulations].
    /// @throws IllegalArgumentException if the array stores moments
    void writePopulations(String array, int phase, long[] fluidNumbers, double[] source) {
        if (plan.state(array) instanceof StoredArray.Moments) {
            throw new IllegalArgumentException(
                    "%s is stored as moments, which do not follow from incoming populations; write its moments"
                            .formatted(array));
        }
        ArrayValues.Populations to = (ArrayValues.Populations) values(array);
        int q = to.storage().lattice().size();
        forEachNode(phase, fluidNumbers, (at, first) -> {
            for (int i = 0; i < q; i++) {
                to.values().set(at.readSlot(to, i), to.codec().encode(i, source[first * q + i]));
            }
        });
    }

    /// The canonical form of a stored state: incoming populations, or moments after the collision,
    /// `[node][value]`.
    void readState(String array, int phase, long[] fluidNumbers, double[] target) {
        if (values(plan.state(array).name()) instanceof ArrayValues.Moments from) {
            int count = from.list().size();
            forEachNode(phase, fluidNumbers, (at, first) -> {
                for (int m = 0; m < count; m++) {
                    target[first * count + m] = from.values().get(at.readSlot(from, m));
                }
            });
        } else {
            readPopulations(array, phase, fluidNumbers, target);
        }
    }

    /// The reverse of [#readState].
    void writeState(String array, int phase, long[] fluidNumbers, double[] source) {
        if (values(plan.state(array).name()) instanceof ArrayValues.Moments to) {
            int count = to.list().size();
            forEachNode(phase, fluidNumbers, (at, first) -> {
                for (int m = 0; m < count; m++) {
                    to.values().set(at.readSlot(to, m), source[first * count + m]);
                }
            });
        } else {
            writePopulations(array, phase, fluidNumbers, source);
        }
    }

    /// Values of a stored field at all fluid nodes, by fluid number.
    double[] readStored(String field) {
        Values values = values(plan.field(field).name()).values();
        double[] target = new double[Math.toIntExact(fluid.count())];
        forEachNode(0, range(0, target.length), (at, number) -> target[number] = values.get(at.position()));
        return target;
    }

    /// The reverse of [#readStored].
    void writeStored(String field, double[] source) {
        if (source.length != fluid.count()) {
            throw new IllegalArgumentException(
                    "stored field %s has %d values, not %d".formatted(field, fluid.count(), source.length));
        }
        Values values = values(plan.field(field).name()).values();
        boolean isSingle = plan.precision().computed() == Real.FP32;
        forEachNode(
                0,
                range(0, source.length),
                (at, number) -> values.set(at.position(), isSingle ? (float) source[number] : source[number]));
    }

    /// Values of slots as they are stored; of a stored field: values at positions.
    void readSlots(String array, long[] slots, double[] target) {
        Values values = values(array).values();
        for (int k = 0; k < slots.length; k++) {
            target[k] = values.get(slots[k]);
        }
    }

    /// The reverse of [#readSlots].
    void writeSlots(String array, long[] slots, double[] source) {
        Values values = values(array).values();
        for (int k = 0; k < slots.length; k++) {
            values.set(slots[k], source[k]);
        }
    }

    private interface NodeVisitor {
        void visit(CurrentNode at, int index);
    }

    private void forEachNode(int phase, long[] fluidNumbers, NodeVisitor visitor) {
        CurrentNode at = new CurrentNode(arrays, plan.nodeStorage(), phase);
        boolean isAscending = true;
        for (int n = 1; n < fluidNumbers.length; n++) {
            isAscending &= fluidNumbers[n] > fluidNumbers[n - 1];
        }
        for (int n = 0; n < fluidNumbers.length; n++) {
            if (isAscending) {
                at.move(fluidNumbers[n]);
            } else {
                at.moveTo(fluid.boxIndex(fluidNumbers[n]));
            }
            visitor.visit(at, n);
        }
    }
}
