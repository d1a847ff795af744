package dev.tessera.kernel;

import dev.tessera.geometry.NodeMap;
import dev.tessera.layout.NodeStorage;
import dev.tessera.layout.StorageLayout;
import java.util.List;

/// Everything that a device needs to run a simulation: nodes, stored arrays, and node classes with a kernel per
/// stage. All nodes finish a stage before the next stage begins (docs/decisions/0033).
///
/// @param arrays stored states first; all populations share the addressing and the streaming pattern
/// @param classes the first is the bulk; a node belongs to exactly one. Their kernels load and store the stored
///       quantity
/// @param intrinsics how kernels compute exp and log
/// @param outer fluid numbers of nodes that belong to the edge ([EdgeNodes]) besides those next to the halo, ascending;
///       owned, not to be changed
public record StepPlan(
        NodeMap nodes,
        List<StoredArray> arrays,
        List<NodeClass> classes,
        Precision precision,
        Intrinsics intrinsics,
        long[] outer) {
    private static final long[] NO_OUTER = {};

    /// @throws IllegalArgumentException if the classes, arrays and stages do not fit together; says what to
    ///        change
    public StepPlan {
        arrays = List.copyOf(arrays);
        intrinsics.unsupported(precision).ifPresent(reason -> {
            throw new IllegalArgumentException(reason);
        });
        if (arrays.getFirst() instanceof StoredArray.Moments && !precision.storesValues()) {
            throw new IllegalArgumentException(
                    "precision %s stores deviations of populations; use fp64 or fp32 for moments"
                            .formatted(precision.key()));
        }
        classes = classes.stream().map(c -> c.in(precision, intrinsics)).toList();
        StageRules.check(arrays, classes);
        for (int k = 0; k < outer.length; k++) {
            if (outer[k] >= nodes.fluid().count() || outer[k] <= (k == 0 ? -1 : outer[k - 1])) {
                throw new IllegalArgumentException(
                        "outer node %d of %d has fluid number %d; numbers have to ascend and be below %d"
                                .formatted(
                                        k, outer.length, outer[k], nodes.fluid().count()));
            }
        }
    }

    /// A plan with the same bits on every device.
    public StepPlan(
            NodeMap nodes, List<StoredArray> arrays, List<NodeClass> classes, Precision precision, long[] outer) {
        this(nodes, arrays, classes, precision, Intrinsics.EXACT, outer);
    }

    /// A plan whose edge is that beside the halo.
    public StepPlan(
            NodeMap nodes,
            List<StoredArray> arrays,
            List<NodeClass> classes,
            Precision precision,
            Intrinsics intrinsics) {
        this(nodes, arrays, classes, precision, intrinsics, NO_OUTER);
    }

    /// A plan with the same bits on every device, whose edge is that beside the halo.
    public StepPlan(NodeMap nodes, List<StoredArray> arrays, List<NodeClass> classes, Precision precision) {
        this(nodes, arrays, classes, precision, Intrinsics.EXACT);
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

    /// The storage of the first array. Its placement holds the fields too.
    public NodeStorage nodeStorage() {
        return states().getFirst().storage();
    }

    /// The storage of the populations: of the first array, if there are several.
    /// @throws IllegalStateException if the plan stores moments
    public StorageLayout storage() {
        if (states().getFirst() instanceof StoredArray.Populations first) {
            return first.storage();
        }
        throw new IllegalStateException("the plan stores moments, which have no streaming pattern");
    }

    /// The stored states: populations or moments.
    public List<StoredState> states() {
        return arrays.stream()
                .filter(StoredState.class::isInstance)
                .map(StoredState.class::cast)
                .toList();
    }

    /// The stored state of a name.
    /// @throws IllegalArgumentException if there is none; the message lists the arrays
    public StoredState state(String name) {
        return states().stream()
                .filter(array -> array.name().equals(name))
                .findFirst()
                .orElseThrow(() -> noArray("populations or moments", name));
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

    /// The stage that stores populations or moments: observation needs the fields that earlier stages store.
    public int updatingStage() {
        List<Kernel> steps = classes.getFirst().steps();
        for (int stage = 0; stage < steps.size(); stage++) {
            if (StageRules.storesState(steps.get(stage))) {
                return stage;
            }
        }
        throw new IllegalStateException("no stage stores populations or moments");
    }

    /// Whether a step is one stage over the populations of one fluid.
    public boolean isSimple() {
        return arrays.size() == 1 && stages() == 1;
    }

    /// Whether the bulk loads and stores one array only, in one stage; listed classes may do more.
    public boolean isSimpleInBulk() {
        return classes.getFirst().steps().stream()
                        .mapToInt(kernel -> kernel.arrays().size())
                        .sum()
                == 1;
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
        return nodeStorage().lattice().size();
    }

    /// The number of populations per node of an array, also where it stores moments.
    /// @throws IllegalArgumentException if there is no such array; the message lists the arrays
    public int directions(String array) {
        return state(array).lattice().size();
    }

    /// The stage that stores an array of populations or moments.
    public int updatingStage(String array) {
        List<Kernel> steps = classes.getFirst().steps();
        for (int stage = 0; stage < steps.size(); stage++) {
            if (StageRules.storesState(steps.get(stage), array)) {
                return stage;
            }
        }
        throw noArray("populations or moments", array);
    }

    /// The stored fields that a stage stores, for all classes or some.
    public List<StoredArray.Field> fieldsStoredIn(int stage) {
        return fields().stream()
                .filter(field -> classes.stream().anyMatch(nodes -> StageRules.stores(nodes.step(stage), field.name())))
                .toList();
    }

    /// Slots of the first array, including unused ones.
    public long slots() {
        return nodeStorage().slots();
    }

    /// Values of an array: slots of populations or moments, including unused ones, or positions of a stored
    /// field.
    /// @throws IllegalArgumentException if there is no such array; the message lists the arrays
    public long slots(String array) {
        return fields().stream().anyMatch(field -> field.name().equals(array))
                ? nodeStorage().placement().positions()
                : state(array).storage().slots();
    }

    /// The number of phases: of the streaming pattern, or of the sets of moments.
    public int phases() {
        return nodeStorage().phases();
    }

    /// Whether a step needs a barrier in every tile.
    public boolean needsBarriers() {
        return nodeStorage().placement().positionsPerBarrier() > 0;
    }
}
