package dev.tessera.cluster;

import dev.tessera.device.ArraySlots;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredArray;
import dev.tessera.kernel.StoredState;
import dev.tessera.layout.CopyPlan;
import dev.tessera.layout.NodeStorage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// The messages that parts of this process send and receive: after each stage, one for each sender and receiver.
final class HaloMessages {
    private final StepPlan whole;
    private final PartPlans plans;
    private final List<Integer> held;
    private int exchanges; // so far, that messages belong to

    /// @param held the parts of this process
    HaloMessages(StepPlan whole, PartPlans plans, Collection<Integer> held) {
        this.whole = whole;
        this.plans = plans;
        this.held = List.copyOf(held);
    }

    /// All messages.
    ///
    /// @param stages of each stage
    /// @param written of nodes that were written to the parts that own them; none where no part has an overlap
    record All(List<List<HaloMessage>> stages, List<HaloMessage> written) {
        All {
            stages = stages.stream().map(List::copyOf).toList();
            written = List.copyOf(written);
        }
    }

    All all() {
        Map<String, CopyPlan> copies = new TreeMap<>(); // by array
        whole.states().forEach(state -> copies.put(state.name(), copies(state.name())));
        List<List<HaloMessage>> stages = IntStream.range(0, whole.stages())
                .mapToObj(stage -> of(stage, copies))
                .toList();
        Builder written = new Builder();
        copies.forEach((array, of) -> written.add(array, of.written()));
        return new All(stages, written.messages());
    }

    /// Of one stored state alone.
    List<HaloMessage> of(StoredState state) {
        Builder builder = new Builder();
        builder.add(state.name(), copies(state.name()).state());
        return builder.messages();
    }

    private List<HaloMessage> of(int stage, Map<String, CopyPlan> copies) {
        Builder builder = new Builder();
        for (StoredState state : whole.states()) {
            if (whole.updatingStage(state.name()) == stage) {
                builder.add(
                        state.name(),
                        Objects.requireNonNull(copies.get(state.name())).state());
            }
        }
        CopyPlan first =
                Objects.requireNonNull(copies.get(whole.states().getFirst().name()));
        whole.fieldsStoredIn(stage).forEach(field -> builder.add(field, first.fields()));
        return builder.messages();
    }

    private CopyPlan copies(String array) {
        Map<Integer, NodeStorage> storages = new TreeMap<>();
        held.forEach(
                part -> storages.put(part, plans.of(part).plan().state(array).storage()));
        return CopyPlan.of(plans.parts(), storages);
    }

    /// Collects arrays by sender and receiver.
    private final class Builder {
        private final Map<Integer, Slots> byEnds = new TreeMap<>();

        private record Slots(int from, int to, List<ArraySlots> fromSlots, List<ArraySlots> toSlots) {}

        private Slots slots(int from, int to) {
            return byEnds.computeIfAbsent(
                    from * plans.count() + to, ends -> new Slots(from, to, new ArrayList<>(), new ArrayList<>()));
        }

        void add(String array, List<CopyPlan.Slots> copies) {
            for (CopyPlan.Slots copy : copies) {
                Slots slots = slots(copy.from(), copy.to());
                slots.fromSlots().add(new ArraySlots(array, copy.fromSlots()));
                slots.toSlots().add(new ArraySlots(array, copy.toSlots()));
            }
        }

        void add(StoredArray.Field field, List<CopyPlan.Nodes> copies) {
            for (CopyPlan.Nodes copy : copies) {
                Slots slots = slots(copy.from(), copy.to());
                slots.fromSlots().add(positions(field, copy.from(), copy.fromNodes()));
                slots.toSlots().add(positions(field, copy.to(), copy.toNodes()));
            }
        }

        private ArraySlots positions(StoredArray.Field field, int part, long[] fluidNumbers) {
            return new ArraySlots(
                    field.name(), held.contains(part) ? List.of(plans.of(part).positions(fluidNumbers)) : List.of());
        }

        List<HaloMessage> messages() {
            int exchange = exchanges++;
            return byEnds.values().stream()
                    .map(slots ->
                            new HaloMessage(exchange, slots.from(), slots.to(), slots.fromSlots(), slots.toSlots()))
                    .toList();
        }
    }
}
