package dev.tessera.coupling;

import dev.tessera.device.ArraySlots;
import dev.tessera.device.Execution;
import dev.tessera.device.SlotTransfer;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.StepPlan;
import dev.tessera.layout.StorageLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/// Boxes that the program writes or reads again and again, such as the faces of an envelope, as messages between its
/// memory and the device: values are copied as they are stored, in the order of the program. A GPU packs the boxes of
/// one call itself, with one kernel and one copy. A box needs a table of 8 bytes for each value and phase, so
/// only small boxes of Palabos' order have one, without solid nodes in them. Those of [OuterNodes] cross while a
/// step updates the others.
final class BoxTransfers {
    private static final int MOST_MESSAGES = 64;
    private static final int MOST_BOXES = 64; // of a message

    private static final long FEW_NODES = 1 << 16; // of a message
    private static final long MOST_NODES = 1 << 26; // their slots have 32-bit numbers

    /// A box is small if it has at most one node in so many of the domain.
    private static final int PART = 4;

    private final DomainSize size;
    private final StepPlan plan;
    private final Execution execution;
    private final FluidNodes fluid;
    private final OuterNodes outer;
    private final Map<List<NodeBox>, SlotTransfer> prepared = new LinkedHashMap<>();
    private final Set<NodeBox> withSolidNodes = new LinkedHashSet<>(); // among those that have been asked for

    BoxTransfers(DomainSize size, StepPlan plan, Execution execution, OuterNodes outer) {
        this.size = size;
        this.plan = plan;
        this.execution = execution;
        this.fluid = plan.nodes().fluid();
        this.outer = outer;
    }

    /// The message that writes boxes; empty where they have none, as boxes with common nodes.
    Optional<SlotTransfer> toWrite(List<NodeBox> boxes, ValueOrder order) {
        return boxes.size() > MOST_BOXES || overlap(boxes) ? Optional.empty() : toRead(boxes, order);
    }

    /// Boxes in groups that are read one after the other: those that do not wait for inner nodes have groups of their
    /// own.
    List<List<NodeBox>> inTurn(List<NodeBox> boxes) {
        List<List<NodeBox>> groups = new ArrayList<>();
        int from = 0;
        for (int k = 1; k <= boxes.size(); k++) {
            if (k == boxes.size() || isBeside(boxes.get(k)) != isBeside(boxes.get(from))) {
                groups.add(boxes.subList(from, k));
                from = k;
            }
        }
        return groups;
    }

    /// Whether a box crosses beside inner nodes.
    private boolean isBeside(NodeBox box) {
        return plan.outer().length == 0 || outer.contain(box);
    }

    /// The message that reads boxes; empty where they have none.
    Optional<SlotTransfer> toRead(List<NodeBox> boxes, ValueOrder order) {
        if (order != ValueOrder.PALABOS || boxes.size() > MOST_BOXES) {
            return Optional.empty();
        }
        SlotTransfer known = prepared.get(boxes);
        if (known != null) {
            return Optional.of(known);
        }
        if (!areSmall(boxes)
                || prepared.size() == MOST_MESSAGES
                || !boxes.stream().allMatch(this::isFluid)) {
            return Optional.empty();
        }
        List<long[]> byPhase = IntStream.range(0, plan.phases())
                .mapToObj(phase -> slots(boxes, phase))
                .toList();
        List<ArraySlots> slots = List.of(new ArraySlots(Kernel.FLUID, byPhase));
        SlotTransfer made =
                boxes.stream().allMatch(this::isBeside) ? execution.transfer(slots) : execution.transferOfAll(slots);
        prepared.put(List.copyOf(boxes), made);
        return Optional.of(made);
    }

    /// The faces of a small domain are half of its nodes.
    private boolean areSmall(List<NodeBox> boxes) {
        long part = size.nodes() / PART;
        return boxes.stream().allMatch(box -> box.nodes() <= part)
                && NodeBox.nodes(boxes) <= Math.min(MOST_NODES, Math.max(part, FEW_NODES));
    }

    private static boolean overlap(List<NodeBox> boxes) {
        for (int k = 1; k < boxes.size(); k++) {
            for (int before = 0; before < k; before++) {
                if (boxes.get(k).meets(boxes.get(before))) {
                    return true;
                }
            }
        }
        return false;
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
        if (!isFluid[0] && withSolidNodes.size() < MOST_MESSAGES) {
            withSolidNodes.add(box);
        }
        return isFluid[0];
    }

    /// Of boxes one after the other.
    private long[] slots(List<NodeBox> boxes, int phase) {
        StorageLayout storage = plan.storage();
        int[] directions = ValueOrder.PALABOS.directions(storage.lattice(), size);
        long[] slots = new long[Math.toIntExact(NodeBox.nodes(boxes) * directions.length)];
        int[] at = {0};
        boxes.forEach(box -> box.forEachRun(size, (index, length) -> {
            for (long node = index; node < index + length; node++) {
                for (int direction : directions) {
                    slots[at[0]++] = storage.readSlot(phase, node, direction);
                }
            }
        }));
        return slots;
    }
}
