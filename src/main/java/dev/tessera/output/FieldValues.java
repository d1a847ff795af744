package dev.tessera.output;

import dev.tessera.solver.OutputChoice.Field;
import dev.tessera.solver.Snapshot;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntToDoubleFunction;

/// The values of one field of a snapshot by fluid node, in SI units.
///
/// Wall shear stress is a vector, NaN at nodes that touch no wall.
interface FieldValues {
    int components();

    double at(int fluidNode, int component);

    static FieldValues of(Field field, Snapshot snapshot) {
        return switch (field) {
            case VELOCITY -> vector((n, axis) -> snapshot.velocityMPerS()[axis][n]);
            case PRESSURE -> scalar(n -> snapshot.pressurePa()[n]);
            case SHEAR_STRESS -> scalar(n -> misesShear(Objects.requireNonNull(snapshot.shearStressPa()), n));
            case WALL_SHEAR_STRESS -> wall(snapshot);
        };
    }

    /// The second invariant's shear stress, `sqrt(s:s / 2)`.
    private static double misesShear(double[][] s, int n) {
        double diagonal = s[0][n] * s[0][n] + s[1][n] * s[1][n] + s[2][n] * s[2][n];
        double off = s[3][n] * s[3][n] + s[4][n] * s[4][n] + s[5][n] * s[5][n];
        return Math.sqrt(diagonal / 2 + off);
    }

    private static FieldValues wall(Snapshot snapshot) {
        var wall = Objects.requireNonNull(snapshot.wallShearStress());
        var links = snapshot.nodes().links();
        int[] entries = new int[Math.toIntExact(snapshot.nodes().fluid().count())];
        Arrays.fill(entries, -1);
        for (int k = 0; k < wall.boundaryNodes().length; k++) {
            entries[(int) links.node(wall.boundaryNodes()[k])] = k;
        }
        return vector((n, axis) -> entries[n] < 0 ? Double.NaN : wall.vectorPa()[axis][entries[n]]);
    }

    private static FieldValues scalar(IntToDoubleFunction value) {
        return new FieldValues() {
            @Override
            public int components() {
                return 1;
            }

            @Override
            public double at(int fluidNode, int component) {
                return value.applyAsDouble(fluidNode);
            }
        };
    }

    /// A component of a vector by fluid node.
    interface Component {
        double of(int fluidNode, int axis);
    }

    private static FieldValues vector(Component component) {
        return new FieldValues() {
            @Override
            public int components() {
                return 3;
            }

            @Override
            public double at(int fluidNode, int axis) {
                return component.of(fluidNode, axis);
            }
        };
    }

    /// The value, or the length of a vector.
    default double magnitude(int fluidNode) {
        if (components() == 1) {
            return at(fluidNode, 0);
        }
        double square = 0;
        for (int c = 0; c < components(); c++) {
            square += at(fluidNode, c) * at(fluidNode, c);
        }
        return Math.sqrt(square);
    }
}
