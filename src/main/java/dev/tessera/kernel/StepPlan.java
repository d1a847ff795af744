package dev.tessera.kernel;

import dev.tessera.geometry.NodeMap;
import dev.tessera.layout.StorageLayout;
import java.util.List;

/// Everything that a device needs to run a simulation: nodes, stored arrays, and node classes with a kernel per
/// stage. All nodes finish a stage before the next stage begins (docs/decisions/0033).
///
/// @param arrays populations first; all populations share the addressing and the streaming pattern
/// @param classes the first is the bulk; a node belongs to exactly one. Their kernels load and store the stored
///       quantity
public record StepPlan(NodeMap nodes, List<StoredArray> arrays, List<NodeClass> classes, Precision precision) {
    /// @throws IllegalArgumentException if the classes, arrays and stages do not fit together; says what to
    ///        change
    public StepPlan {
        arrays = List.copyOf(arrays);
        classes = classes.stream().map(c -> c.in(precision)).toList();
        StageRules.check(arrays, classes);
    }

    /// A plan with one fluid and one stage.
    public StepPlan(NodeMap nodes, StorageLayout storage, List<NodeClass> classes, Precision precision) {
        this(nodes, List.of(new StoredArray.Populations(Kernel.FLUID, storage)), classes, precision);
    }

    public long fluidNodes() {
        return nodes.fluid().count();
    }

    /// Fluid numbers of the halo nodes, ascending.
    public long[] halo() {
        return nodes.halo();
    }

    /// The storage of the populations: of the first array, if there are several. Its placement holds the fields
    /// too.
    public StorageLayout storage() {
        return populations().getFirst().storage();
    }

    /// The arrays of populations.
    public List<StoredArray.Populations> populations() {
        return arrays.stream()
                .filter(StoredArray.Populations.class::isInstance)
                .map(StoredArray.Populations.class::cast)
                .toList();
    }

    /// The stored fields.
    public List<StoredArray.Field> fields() {
        return arrays.stream()
                .filter(StoredArray.Field.class::isInstance)
                .map(StoredArray.Field.class::cast)
                .toList();
    }

    /// The number of stages of a step.
    public int stages() {
        return classes.getFirst().steps().size();
    }

    /// The stage that stores populations: observation needs the fields that earlier stages store.
    public int updatingStage() {
        List<Kernel> steps = classes.getFirst().steps();
        for (int stage = 0; stage < steps.size(); stage++) {
            if (StageRules.storesPopulations(steps.get(stage))) {
                return stage;
            }
        }
        throw new IllegalStateException("no stage stores populations");
    }

    /// Whether a step is one stage over the populations of one fluid.
    public boolean isSimple() {
        return arrays.size() == 1 && stages() == 1;
    }

    /// Converts populations of the first array to stored values and back.
    public PopulationCodec codec() {
        return codec(populations().getFirst());
    }

    /// Converts populations to stored values and back.
    public PopulationCodec codec(StoredArray.Populations array) {
        return new PopulationCodec(precision.stored(), array.lattice());
    }

    /// The populations of a name.
    /// @throws IllegalArgumentException if there are none; the message lists the arrays
    public StoredArray.Populations populations(String name) {
        return populations().stream()
                .filter(array -> array.name().equals(name))
                .findFirst()
                .orElseThrow(() -> noArray("populations", name));
    }

    /// The stored field of a name.
    /// @throws IllegalArgumentException if there is none; the message lists the arrays
    public StoredArray.Field field(String name) {
        return fields().stream()
                .filter(array -> array.name().equals(name))
                .findFirst()
                .orElseThrow(() -> noArray("stored field", name));
    }

    private IllegalArgumentException noArray(String kind, String name) {
        return new IllegalArgumentException("the plan has no %s %s; its arrays are %s"
                .formatted(kind, name, arrays.stream().map(StoredArray::name).toList()));
    }

    /// Populations per node of the first array.
    public int directions() {
        return storage().lattice().size();
    }

    /// The number of populations per node of an array.
    /// @throws IllegalArgumentException if there is no such array; the message lists the arrays
    public int directions(String array) {
        return populations(array).lattice().size();
    }

    /// The stage that stores an array of populations.
    public int updatingStage(String array) {
        List<Kernel> steps = classes.getFirst().steps();
        for (int stage = 0; stage < steps.size(); stage++) {
            if (StageRules.storesPopulations(steps.get(stage), array)) {
                return stage;
            }
        }
        throw noArray("populations", array);
    }

    /// The stored fields that a stage stores.
    public List<StoredArray.Field> fieldsStoredIn(int stage) {
        List<String> stored = classes.getFirst().step(stage).storedFieldsOut();
        return fields().stream().filter(field -> stored.contains(field.name())).toList();
    }

    /// Slots of the first array, including unused ones.
    public long slots() {
        return storage().slots();
    }

    /// Values of an array: slots of populations, including unused ones, or positions of a stored field.
    /// @throws IllegalArgumentException if there is no such array; the message lists the arrays
    public long slots(String array) {
        return fields().stream().anyMatch(field -> field.name().equals(array))
                ? storage().placement().positions()
                : populations(array).storage().slots();
    }

    /// The number of phases of the streaming pattern.
    public int phases() {
        return storage().pattern().phases();
    }

    /// Whether a step needs a barrier in every tile.
    public boolean needsBarriers() {
        return storage().placement().positionsPerBarrier() > 0;
    }
}
