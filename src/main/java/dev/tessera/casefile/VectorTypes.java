package dev.tessera.casefile;

import dev.tessera.solver.Value;
import dev.tessera.units.QuantityKind;
import java.util.ArrayList;
import java.util.List;

/// Vectors: two components (2D, the third is zero) or three.
final class VectorTypes {
    private VectorTypes() {}

    /// Three values that may vary with place and time.
    static ValueType<List<Value>> varying(QuantityKind kind) {
        return new MappedType<>(ListType.vector(VaryingType.of(kind)), components -> {
            List<Value> three = new ArrayList<>(components);
            while (three.size() < 3) {
                three.add(Value.ZERO);
            }
            return three;
        });
    }

    /// A place or size in metres, `[3]`.
    static ValueType<double[]> lengths() {
        return new MappedType<>(ListType.vector(QuantityType.of(QuantityKind.LENGTH)), components -> {
            double[] three = new double[3];
            for (int axis = 0; axis < components.size(); axis++) {
                three[axis] = components.get(axis);
            }
            return three;
        });
    }

    /// A direction, `[3]`; not all zero.
    static ValueType<double[]> direction() {
        return new MappedType<>(ListType.vector(NumberType.ANY), components -> {
            double[] three = new double[3];
            boolean zero = true;
            for (int axis = 0; axis < components.size(); axis++) {
                three[axis] = components.get(axis);
                zero &= three[axis] == 0;
            }
            if (zero) {
                throw new IllegalArgumentException("a direction needs a component that is not zero");
            }
            return three;
        });
    }
}
