package dev.tessera.output;

import dev.tessera.solver.OutputChoice.Field;
import dev.tessera.solver.Snapshot;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntToDoubleFunction;

/// The values of one field of a snapshot by fluid node, in SI units.
///
/// Wall shear stress has no value (NaN) at nodes that touch no wall.
interface FieldValues {
    int components();

    double at(int fluidNode, int component);

    static FieldValues of(Field field, Snapshot snapshot) {
        return switch (field) {
            case VELOCITY -> vector(snapshot.velocityMPerS());
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
        double[] values = new double[Math.toIntExact(snapshot.nodes().fluid().count())];
        Arrays.fill(values, Double.NaN);
        for (int k = 0; k < wall.boundaryNodes().length; k++) {
            values[(int) links.node(wall.boundaryNodes()[k])] = wall.magnitudePa()[k];
        }
        return scalar(n -> values[n]);
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

    private static FieldValues vector(double[][] values) {
        return new FieldValues() {
            @Override
            public int components() {
                return 3;
            }

            @Override
            public double at(int fluidNode, int component) {
                return values[component][fluidNode];
            }
        };
    }

    /// The value itself, or the length of a vector.
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
