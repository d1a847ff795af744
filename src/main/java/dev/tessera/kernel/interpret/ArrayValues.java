package dev.tessera.kernel.interpret;

import dev.tessera.kernel.PopulationCodec;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredArray;
import dev.tessera.layout.MomentLayout;
import dev.tessera.layout.StorageLayout;
import dev.tessera.model.KeptMoments;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The values of one array of a plan.
sealed interface ArrayValues {
    /// By slot; of a field by position.
    Values values();

    /// Bytes of the values and of addressing tables.
    long bytes();

    record Populations(StorageLayout storage, PopulationCodec codec, Values values) implements ArrayValues {
        @Override
        public long bytes() {
            return values.bytes() + storage.tableBytes();
        }
    }

    /// @param list the moments by name
    record Moments(MomentLayout storage, Map<String, Moment> list, Values values) implements ArrayValues {
        @Override
        public long bytes() {
            return values.bytes() + storage.tableBytes();
        }

        Moment moment(String name) {
            Moment moment = list.get(name);
            if (moment == null) {
                throw new IllegalArgumentException("there is no moment %s among %s".formatted(name, list.keySet()));
            }
            return moment;
        }
    }

    /// @param acrossCut the factor of the node's own value across a cut link
    record Moment(int index, double acrossCut) {
        static Map<String, Moment> list(KeptMoments moments) {
            Map<String, Moment> list = new LinkedHashMap<>();
            for (KeptMoments.Moment moment : moments.moments()) {
                list.put(moment.name(), new Moment(list.size(), moment.order() % 2 == 0 ? 1 : -1));
            }
            return list;
        }
    }

    record Field(VelocitySet lattice, Values values) implements ArrayValues {
        @Override
        public long bytes() {
            return values.bytes();
        }
    }

    /// Zeros for all arrays of a plan, by name.
    static Map<String, ArrayValues> of(StepPlan plan) {
        Map<String, ArrayValues> all = new LinkedHashMap<>();
        for (StoredArray array : plan.arrays()) {
            all.put(array.name(), of(plan, array));
        }
        return all;
    }

    private static ArrayValues of(StepPlan plan, StoredArray array) {
        var format = plan.precision().stored();
        return switch (array) {
            case StoredArray.Populations populations ->
                new Populations(
                        populations.storage(),
                        plan.codec(populations),
                        Values.of(format, populations.storage().slots()));
            case StoredArray.Moments(String name, MomentLayout storage, KeptMoments moments) ->
                new Moments(storage, Moment.list(moments), Values.of(format, storage.slots()));
            case StoredArray.Field field -> {
                long positions = plan.nodeStorage().placement().positions();
                yield new Field(field.lattice(), new Values.Doubles(new double[Math.toIntExact(positions)]));
            }
        };
    }

    /// A copy of all values; running it sets them back.
    static Runnable saved(Iterable<ArrayValues> arrays) {
        List<Runnable> restores = new ArrayList<>();
        for (ArrayValues array : arrays) {
            Values kept = array.values().copy();
            restores.add(() -> array.values().set(kept));
        }
        return () -> restores.forEach(Runnable::run);
    }
}
