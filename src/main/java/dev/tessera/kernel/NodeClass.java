package dev.tessera.kernel;

import dev.tessera.kernel.pass.TakeDeviations;
import dev.tessera.model.BoundaryRule.CutLinkField;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Nodes that share step kernels: the bulk (with resting bounce-back walls, which need no equations), or the
/// nodes of one boundary rule.
///
/// @param steps one kernel per stage of the plan. Together they load all populations and the class's fields, and
///        store all populations and remembered fields; without work in a stage the kernel is empty
/// @param observe loads the same, stores the fields `density, velocity-x, velocity-y, velocity-z` (2D: no z),
///        `speed`, and the stress `stress-xx, stress-xy, …` (deviatoric, from non-equilibrium populations, lattice
///        units)
/// @param fluidNumbers the fluid numbers of its nodes, ascending; null for the bulk: all nodes in no other
///        class. Class fields are indexed by position in this array, fields of the bulk by fluid number (one
///        value for every fluid node, also for those of other classes)
/// @param fields per-node values of the class, in memory order: those that its kernels read or remember
/// @param cutLinkFields those that are zero except at nodes where the link of a direction is cut, and do not change
///        with time, with that direction; a device may store their values for cut links only
public record NodeClass(
        String name,
        List<Kernel> steps,
        Kernel observe,
        long @Nullable [] fluidNumbers,
        List<String> fields,
        SequencedMap<String, CutLinkField> cutLinkFields) {
    /// @throws IllegalArgumentException without kernels, or if one uses a field that the class does not have
    public NodeClass {
        steps = List.copyOf(steps);
        fields = List.copyOf(fields);
        cutLinkFields = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(cutLinkFields));
        if (!fields.containsAll(cutLinkFields.keySet())) {
            throw new IllegalArgumentException("class %s has fields %s, but not all of cut links: %s"
                    .formatted(name, fields, cutLinkFields.keySet()));
        }
        if (steps.isEmpty()) {
            throw new IllegalArgumentException("class %s has no kernel".formatted(name));
        }
        for (Kernel step : steps) {
            requireFields(name, fields, step, step.fieldsIn());
            requireFields(name, fields, step, step.fieldsOut());
        }
        requireFields(name, fields, observe, observe.fieldsIn());
    }

    private static void requireFields(String name, List<String> fields, Kernel kernel, List<String> used) {
        for (String field : used) {
            if (!fields.contains(field)) {
                throw new IllegalArgumentException("kernel %s uses field %s, but class %s has only %s"
                        .formatted(kernel.name(), field, name, fields));
            }
        }
    }

    /// A class without fields of cut links.
    public NodeClass(
            String name, List<Kernel> steps, Kernel observe, long @Nullable [] fluidNumbers, List<String> fields) {
        this(name, steps, observe, fluidNumbers, fields, Collections.emptyNavigableMap());
    }

    /// A class of a plan with one stage.
    public NodeClass(String name, Kernel step, Kernel observe, long @Nullable [] fluidNumbers, List<String> fields) {
        this(name, List.of(step), observe, fluidNumbers, fields);
    }

    /// All nodes that belong to no other class.
    public static NodeClass bulk(Kernel step, Kernel observe, List<String> fields) {
        return new NodeClass("bulk", List.of(step), observe, null, fields);
    }

    /// All nodes that belong to no other class, in a plan of several stages.
    public static NodeClass bulk(List<Kernel> steps, Kernel observe, List<String> fields) {
        return new NodeClass("bulk", steps, observe, null, fields);
    }

    /// The kernel of a plan with one stage.
    ///
    /// @throws IllegalStateException if there are several stages
    public Kernel step() {
        if (steps.size() > 1) {
            throw new IllegalStateException(
                    "class %s has kernels for %d stages, not one".formatted(name, steps.size()));
        }
        return steps.getFirst();
    }

    /// The kernel of a stage.
    public Kernel step(int stage) {
        return steps.get(stage);
    }

    /// The same nodes with other kernels.
    public NodeClass with(Kernel newStep, Kernel newObserve) {
        return with(List.of(newStep), newObserve);
    }

    /// The same nodes with other kernels.
    public NodeClass with(List<Kernel> newSteps, Kernel newObserve) {
        return new NodeClass(name, newSteps, newObserve, fluidNumbers, fields, cutLinkFields);
    }

    /// The same kernels on other nodes.
    /// @param numbers the fluid numbers, ascending
    public NodeClass over(long[] numbers) {
        return new NodeClass(name, steps, observe, numbers, fields, cutLinkFields);
    }

    /// The same class with other fields of cut links.
    public NodeClass withCutLinkFields(SequencedMap<String, CutLinkField> cut) {
        return new NodeClass(name, steps, observe, fluidNumbers, fields, cut);
    }

    /// The same nodes with kernels for slots of this precision's format, and for its arithmetic.
    public NodeClass in(Precision precision) {
        return in(precision, Intrinsics.EXACT);
    }

    /// As [#in(Precision)].
    /// @throws IllegalArgumentException if the precision has no fast intrinsics
    NodeClass in(Precision precision, Intrinsics intrinsics) {
        return with(
                steps.stream().map(step -> in(precision, intrinsics, step)).toList(),
                in(precision, intrinsics, observe));
    }

    private static Kernel in(Precision precision, Intrinsics intrinsics, Kernel kernel) {
        Kernel changed = precision.storesDeviations() ? TakeDeviations.in(kernel) : kernel;
        return changed.computing(precision.computed(), intrinsics).storing(precision.stored());
    }

    /// The parameters of all its kernels, each once.
    public List<String> parameters() {
        return Stream.concat(steps.stream(), Stream.of(observe))
                .flatMap(kernel -> kernel.parameters().stream())
                .distinct()
                .toList();
    }

    /// The series of all its kernels, each once.
    public List<String> series() {
        return Stream.concat(steps.stream(), Stream.of(observe))
                .flatMap(kernel -> kernel.series().stream())
                .distinct()
                .toList();
    }

    /// The fluid numbers of a class that is not the bulk.
    ///
    /// @throws IllegalStateException for the bulk
    public long[] ownNumbers() {
        if (fluidNumbers == null) {
            throw new IllegalStateException("class %s is the bulk, which has no list of nodes".formatted(name));
        }
        return fluidNumbers;
    }
}
