package dev.tessera.kernel;

import java.util.List;
import java.util.Optional;

/// Whether parts of a case may run several steps between exchanges, with as many layers of their neighbours' nodes:
/// steps have to exchange populations only, and nodes remember nothing else (docs/decisions/0102).
public final class LayerObstacles {
    /// The obstacle of a mixture.
    public static final String SEVERAL_POPULATIONS = "this case has more than the populations of one fluid";

    /// The obstacle of stored moments.
    public static final String MOMENTS = "this case stores moments instead of populations";

    private static final String OF_CASE = "nodes of this case";

    private LayerObstacles() {}

    /// The obstacle of a step with several stages.
    /// @param which nodes, such as `nodes of this case`
    public static String needsNeighbours(String which) {
        return which + " need fields of their neighbours in every step (as of walls or openings that read other nodes)";
    }

    /// The obstacle of values that nodes keep.
    /// @param which nodes, such as `nodes at boundaries.outlet`
    public static String remembers(String which) {
        return which + " remember values from step to step";
    }

    /// Why a plan does not allow it; empty where it does.
    public static Optional<String> obstacle(StepPlan plan) {
        if (plan.populations().isEmpty()) {
            return Optional.of(MOMENTS);
        }
        if (plan.populations().size() > 1) {
            return Optional.of(SEVERAL_POPULATIONS);
        }
        return plan.isSimple() ? ofMemory(plan.classes()) : Optional.of(needsNeighbours(OF_CASE));
    }

    /// Why the kernels of one fluid do not allow it; empty where they do.
    public static Optional<String> obstacle(List<NodeClass> classes) {
        boolean isSimple = classes.stream()
                .allMatch(each -> each.steps().size() == 1
                        && each.step().arrays().stream().noneMatch(KernelArray::isField));
        return isSimple ? ofMemory(classes) : Optional.of(needsNeighbours(OF_CASE));
    }

    private static Optional<String> ofMemory(List<NodeClass> classes) {
        List<String> remembering = classes.stream()
                .filter(each -> !each.step().fieldsOut().isEmpty())
                .map(NodeClass::name)
                .toList();
        return remembering.isEmpty()
                ? Optional.empty()
                : Optional.of(remembers("nodes of these classes (%s)".formatted(String.join(", ", remembering))));
    }
}
