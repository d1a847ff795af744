package dev.tessera.coupling;

import dev.tessera.device.ArraySlots;
import dev.tessera.device.Execution;
import dev.tessera.device.SlotTransfer;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.StepPlan;
import dev.tessera.layout.StorageLayout;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/// Boxes that the program writes or reads again and again, such as the faces of an envelope, as messages between its
/// memory and the device: values are copied as they are stored, in the order of the program. A GPU packs them itself,
/// one kernel and one copy for each box. A box needs a table of 8 bytes for each value and phase, so only small boxes
/// of Palabos' order have one, without solid nodes in them. Those of [OuterNodes] cross while a step updates the
/// others.
final class BoxTransfers {
    private static final int MOST_BOXES = 64;

    /// A box is small if it has at most one node in so many of the domain.
    private static final int PART = 4;

    private final DomainSize size;
    private final StepPlan plan;
    private final Execution execution;
    private final FluidNodes fluid;
    private final OuterNodes outer;
    private final Map<NodeBox, SlotTransfer> prepared = new LinkedHashMap<>();
    private final Set<NodeBox> withSolidNodes = new LinkedHashSet<>(); // among those that have been asked for

    BoxTransfers(DomainSize size, StepPlan plan, Execution execution, OuterNodes outer) {
        this.size = size;
        this.plan = plan;
        this.execution = execution;
        this.fluid = plan.nodes().fluid();
        this.outer = outer;
    }

    /// The message of a box; empty where it has none.
    Optional<SlotTransfer> of(NodeBox box, ValueOrder order) {
        SlotTransfer known = order == ValueOrder.PALABOS ? prepared.get(box) : null;
        if (known != null) {
            return Optional.of(known);
        }
        boolean isSmall = box.nodes() <= size.nodes() / PART;
        if (order != ValueOrder.PALABOS || !isSmall || prepared.size() == MOST_BOXES || !isFluid(box)) {
            return Optional.empty();
        }
        List<long[]> byPhase = IntStream.range(0, plan.phases())
                .mapToObj(phase -> slots(box, phase))
                .toList();
        List<ArraySlots> slots = List.of(new ArraySlots(Kernel.FLUID, byPhase));
        boolean isBeside = plan.outer().length == 0 || outer.contain(box);
        SlotTransfer made = isBeside ? execution.transfer(slots) : execution.transferOfAll(slots);
        prepared.put(box, made);
        return Optional.of(made);
    }

    private boolean isFluid(NodeBox box) {
        if (fluid.count() == size.nodes()) {
            return true;
        }
        if (withSolidNodes.contains(box)) {
            return false;
        }
        boolean[] isFluid = {true};
        box.forEachRun(size, (index, length) -> {
            for (long node = index; isFluid[0] && node < index + length; node++) {
                isFluid[0] = fluid.number(node) >= 0;
            }
        });
        if (!isFluid[0] && withSolidNodes.size() < MOST_BOXES) {
            withSolidNodes.add(box);
        }
        return isFluid[0];
    }

    private long[] slots(NodeBox box, int phase) {
        StorageLayout storage = plan.storage();
        int[] directions = ValueOrder.PALABOS.directions(storage.lattice(), size);
        long[] slots = new long[Math.toIntExact(box.nodes() * directions.length)];
        int[] at = {0};
        box.forEachRun(size, (index, length) -> {
            for (long node = index; node < index + length; node++) {
                for (int direction : directions) {
                    slots[at[0]++] = storage.readSlot(phase, node, direction);
                }
            }
        });
        return slots;
    }
}
