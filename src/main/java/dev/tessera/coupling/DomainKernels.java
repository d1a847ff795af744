package dev.tessera.coupling;

import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepKernels;
import dev.tessera.kernel.ValuesInTime;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.FluidModel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The kernels of nodes with boundary rules, made once for all domains of a simulation: blocks of one lattice have the
/// same planes and edges. Not thread-safe.
final class DomainKernels {
    private final Map<Key, NodeClass> known = new LinkedHashMap<>();

    /// @param stagesBefore of the plan
    private record Key(FluidModel model, Precision precision, BoundaryRule rule, int stagesBefore) {}

    /// The class of some nodes.
    /// @param numbers fluid numbers, ascending
    /// @param fields of the rule
    /// @param stagesBefore stages of the plan before the collision
    NodeClass of(
            String name,
            FluidModel model,
            Precision precision,
            BoundaryRule rule,
            long[] numbers,
            List<String> fields,
            int stagesBefore) {
        NodeClass made = known.computeIfAbsent(new Key(model, precision, rule, stagesBefore), unknown -> {
            StepKernels kernels = StepKernels.boundary(model, rule);
            List<Kernel> before = StepKernels.before(model, rule, ValuesInTime.NONE, stagesBefore);
            List<Kernel> steps =
                    Stream.concat(before.stream(), Stream.of(kernels.step())).toList();
            return new NodeClass(rule.key(), steps, kernels.observe(), new long[0], fields).in(precision);
        });
        return new NodeClass(name, made.steps(), made.observe(), numbers, fields);
    }
}
