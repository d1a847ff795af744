package dev.tessera.kernel;

import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.layout.StorageLayout;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The rules by which the stages of a plan do not disturb each other (docs/decisions/0033). They follow from the
/// kernels alone, without visiting nodes; [SlotAccesses] visits them.
final class StageRules {
    private final List<StoredArray> arrays;
    private final List<NodeClass> classes;

    private StageRules(List<StoredArray> arrays, List<NodeClass> classes) {
        this.arrays = arrays;
        this.classes = classes;
    }

    /// @throws IllegalArgumentException if a rule is violated; names class, stage and array
    static void check(List<StoredArray> arrays, List<NodeClass> classes) {
        StageRules rules = new StageRules(arrays, classes);
        rules.checkClasses();
        rules.checkArrays();
        classes.forEach(rules::checkNames);
        for (StoredArray array : arrays) {
            switch (array) {
                case StoredState state -> classes.forEach(nodes -> rules.checkState(nodes, state));
                case StoredArray.Field field
                when rules.isListed(field) -> ListedField.check((StoredState) arrays.getFirst(), field, classes);
                case StoredArray.Field field -> classes.forEach(nodes -> rules.checkField(nodes, field));
            }
        }
    }

    /// Whether listed classes store a field, and the bulk does not.
    private boolean isListed(StoredArray.Field field) {
        return classes.getFirst().steps().stream().noneMatch(kernel -> stores(kernel, field.name()))
                && classes.stream()
                        .flatMap(nodes -> nodes.steps().stream())
                        .anyMatch(kernel -> stores(kernel, field.name()));
    }

    static boolean storesState(Kernel kernel) {
        return kernel.statements().stream()
                .anyMatch(s -> s instanceof Statement.Store(Sink.PopulationOut out, var value)
                        || s instanceof Statement.Store(Sink.MomentOut moment, var of));
    }

    static boolean storesState(Kernel kernel, String array) {
        return storedValues(kernel, array) > 0;
    }

    private void checkClasses() {
        if (classes.isEmpty() || classes.getFirst().fluidNumbers() != null) {
            throw new IllegalArgumentException("the first class of a step plan is the bulk");
        }
        int stages = classes.getFirst().steps().size();
        for (NodeClass nodes : classes) {
            if (nodes.steps().size() != stages) {
                throw new IllegalArgumentException("class %s has kernels for %d stages, the bulk for %d"
                        .formatted(nodes.name(), nodes.steps().size(), stages));
            }
        }
    }

    private void checkArrays() {
        Set<String> names = new LinkedHashSet<>();
        for (StoredArray array : arrays) {
            if (!names.add(array.name())) {
                throw new IllegalArgumentException("the plan has two arrays %s".formatted(array.name()));
            }
        }
        for (StoredArray array : arrays) {
            boolean isOneOfMany =
                    arrays.stream().filter(StoredState.class::isInstance).count() > 1;
            if (array instanceof StoredArray.Moments moments && isOneOfMany) {
                throw new IllegalArgumentException(
                        "the plan stores moments of %s beside another fluid; a plan has one array of moments, or populations"
                                .formatted(moments.name()));
            }
        }
        if (arrays.getFirst() instanceof StoredArray.Moments) {
            return;
        }
        if (!(arrays.getFirst() instanceof StoredArray.Populations first)) {
            throw new IllegalArgumentException("the first array of a step plan holds populations or moments");
        }
        StorageLayout storage = first.storage();
        for (StoredArray array : arrays) {
            if (array instanceof StoredArray.Populations(String name, StorageLayout other)
                    && !(other.nodes() == storage.nodes()
                            && other.addressing().equals(storage.addressing())
                            && other.pattern().key().equals(storage.pattern().key()))) {
                throw new IllegalArgumentException(
                        "populations %s are stored as %s, but %s as %s; all arrays of a plan share nodes, addressing and pattern"
                                .formatted(name, other, first.name(), storage));
            }
        }
    }

    /// Kernels use arrays of the plan, with the same lattices.
    private void checkNames(NodeClass nodes) {
        for (Kernel kernel : nodes.steps()) {
            checkNames(nodes, kernel);
        }
        checkNames(nodes, nodes.observe());
        if (!nodes.observe().storedFieldsOut().isEmpty() || storesState(nodes.observe())) {
            throw new IllegalArgumentException(
                    "class %s: the observation kernel stores an array of the plan".formatted(nodes.name()));
        }
    }

    private void checkNames(NodeClass nodes, Kernel kernel) {
        arrays.forEach(array -> {
            if (array instanceof StoredArray.Moments moments) {
                checkMoments(kernel, moments);
            }
        });
        for (KernelArray used : kernel.arrays()) {
            boolean isKnown = arrays.stream()
                    .anyMatch(array -> array.name().equals(used.name())
                            && array.lattice().equals(used.lattice())
                            && KernelArray.Kind.of(array) == used.kind());
            if (!isKnown) {
                throw new IllegalArgumentException("class %s: kernel %s uses %s, but the plan's arrays are %s"
                        .formatted(
                                nodes.name(),
                                kernel.name(),
                                used.name(),
                                arrays.stream().map(StoredArray::name).toList()));
            }
        }
    }

    /// @throws IllegalArgumentException if a kernel loads or stores a moment that is not in the list
    private static void checkMoments(Kernel kernel, StoredArray.Moments array) {
        for (Statement statement : kernel.statements()) {
            if (statement instanceof Statement.Load(var symbol, Source.MomentAt(String name, String moment, int i))
                    && name.equals(array.name())) {
                array.moments().index(moment);
            }
            if (statement instanceof Statement.Store(Sink.MomentOut(String name, String moment), var value)
                    && name.equals(array.name())) {
                array.moments().index(moment);
            }
        }
    }

    private void checkState(NodeClass nodes, StoredState array) {
        int updated = -1;
        for (int stage = 0; stage < nodes.steps().size(); stage++) {
            Kernel kernel = nodes.step(stage);
            if (updated >= 0 && loadsState(kernel, array.name())) {
                throw new IllegalArgumentException(
                        "class %s loads %s %s in stage %d, after stage %d has stored them; store a field before, and load that"
                                .formatted(nodes.name(), values(array), array.name(), stage, updated));
            }
            long stored = storedValues(kernel, array.name());
            if (stored == 0) {
                continue;
            }
            if (updated >= 0) {
                throw new IllegalArgumentException("class %s stores %s %s in stages %d and %d; one stage may"
                        .formatted(nodes.name(), values(array), array.name(), updated, stage));
            }
            if (stored != array.valuesPerNode()) {
                throw new IllegalArgumentException("class %s stores %d of %d %s %s in stage %d; it has to store all"
                        .formatted(nodes.name(), stored, array.valuesPerNode(), values(array), array.name(), stage));
            }
            updated = stage;
        }
        if (updated < 0) {
            throw new IllegalArgumentException("class %s stores %s %s in no stage: they would not be updated"
                    .formatted(nodes.name(), values(array), array.name()));
        }
    }

    private static String values(StoredState array) {
        return switch (array) {
            case StoredArray.Populations populations -> "populations";
            case StoredArray.Moments moments -> "moments";
        };
    }

    private void checkField(NodeClass nodes, StoredArray.Field field) {
        for (int stage = 0; stage < nodes.steps().size(); stage++) {
            int current = stage;
            Kernel kernel = nodes.step(stage);
            boolean isStored = classes.stream().anyMatch(c -> stores(c.step(current), field.name()));
            boolean loadsNeighbour =
                    kernel.fieldsAt().stream().anyMatch(at -> at.field().equals(field.name()) && at.direction() != 0);
            if (isStored && loadsNeighbour) {
                throw new IllegalArgumentException(
                        "class %s loads field %s at neighbours in stage %d, in which it is stored; use an earlier stage to store it"
                                .formatted(nodes.name(), field.name(), stage));
            }
            if (stores(kernel, field.name())) {
                continue;
            }
            boolean isStoredElsewhere = classes.stream().anyMatch(c -> stores(c.step(current), field.name()));
            if (isStoredElsewhere) {
                throw new IllegalArgumentException(
                        "class %s does not store field %s in stage %d, but other classes do: its nodes would keep old values"
                                .formatted(nodes.name(), field.name(), stage));
            }
        }
    }

    static boolean stores(Kernel kernel, String field) {
        return kernel.storedFieldsOut().contains(field);
    }

    private static boolean loadsState(Kernel kernel, String array) {
        return kernel.statements().stream()
                .anyMatch(s -> s instanceof Statement.Load(var symbol, Source source)
                        && switch (source) {
                            case Source.PopulationIn(String name, int direction) -> name.equals(array);
                            case Source.MomentAt(String name, String moment, int direction) -> name.equals(array);
                            case Source.FieldAt field -> false;
                            case Source.FieldIn field -> false;
                            case Source.Parameter parameter -> false;
                            case Source.Series series -> false;
                        });
    }

    /// Directions or moments that a kernel stores, each once.
    private static long storedValues(Kernel kernel, String array) {
        return kernel.statements().stream()
                .filter(Statement.Store.class::isInstance)
                .map(s -> ((Statement.Store) s).sink())
                .filter(sink -> switch (sink) {
                    case Sink.PopulationOut(String name, int direction) -> name.equals(array);
                    case Sink.MomentOut(String name, String moment) -> name.equals(array);
                    case Sink.FieldOut field -> false;
                })
                .distinct()
                .count();
    }
}
