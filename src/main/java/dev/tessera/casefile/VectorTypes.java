package dev.tessera.casefile;

import dev.tessera.geometry.Vec;
import dev.tessera.solver.FlowSymbols;
import dev.tessera.solver.Value;
import dev.tessera.units.QuantityKind;
import java.util.ArrayList;
import java.util.List;

/// Vectors: two components (2D, the third is zero) or three. They are written with three.
final class VectorTypes {
    private VectorTypes() {}

    /// Three values that may vary with place and time.
    static ValueType<List<Value>> varying(QuantityKind kind) {
        return varying(VaryingType.of(kind));
    }

    /// Three values that may vary with place and time, and with the flow.
    static ValueType<List<Value>> varyingWithFlow(QuantityKind kind) {
        List<String> variables = new ArrayList<>(ExpressionParser.VARIABLES);
        variables.addAll(FlowSymbols.NAMES);
        return varying(VaryingType.of(kind, variables));
    }

    private static ValueType<List<Value>> varying(ValueType<Value> component) {
        return new MappedType<>(
                ListType.vector(component),
                components -> {
                    List<Value> three = new ArrayList<>(components);
                    while (three.size() < 3) {
                        three.add(Value.ZERO);
                    }
                    return three;
                },
                three -> three);
    }

    /// A place or size in metres.
    static ValueType<Vec> lengths() {
        return new MappedType<>(
                ListType.vector(QuantityType.of(QuantityKind.LENGTH)), VectorTypes::vec, VectorTypes::components);
    }

    /// A direction; not all zero.
    static ValueType<Vec> direction() {
        return new MappedType<>(
                ListType.vector(NumberType.ANY),
                components -> {
                    if (components.stream().allMatch(component -> component == 0)) {
                        throw new IllegalArgumentException("a direction needs a component that is not zero");
                    }
                    return vec(components);
                },
                VectorTypes::components);
    }

    /// @param components two or three
    static Vec vec(List<Double> components) {
        return new Vec(components.get(0), components.get(1), components.size() == 3 ? components.get(2) : 0);
    }

    static List<Double> components(Vec vec) {
        return List.of(vec.x(), vec.y(), vec.z());
    }
}
