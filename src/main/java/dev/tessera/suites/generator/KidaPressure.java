package dev.tessera.suites.generator;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form.ElementaryFunction;
import dev.tessera.expr.Rational;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The pressure of Kida's vortex at the start, over density and squared velocity: the solution of
/// `laplace p = -sum of d_i d_j (u_i u_j)`. Without it the flow starts with sound waves, which exchange several
/// percent of the dissipation with the kinetic energy.
///
/// Velocities are sums of few waves, so that p is one of cosines: the amplitude of wave vector k is
/// `-sum of k_i k_j / k² (u_i u_j)^(k)`, and p is even in x, y and z.
final class KidaPressure {
    private final Map<List<Integer>, Double> amplitudes =
            new TreeMap<>(Comparator.<List<Integer>>comparingInt(k -> k.get(0))
                    .thenComparingInt(k -> k.get(1))
                    .thenComparingInt(k -> k.get(2)));

    private KidaPressure() {}

    /// `a cos(k x) cos(l y) cos(m z)` by the wave numbers `[k, l, m]`, none negative.
    static Map<List<Integer>, Double> amplitudes() {
        var pressure = new KidaPressure();
        List<List<Wave>> velocity = List.of(component(0), component(1), component(2));
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                for (Wave one : velocity.get(i)) {
                    for (Wave other : velocity.get(j)) {
                        pressure.add(one, other, i, j);
                    }
                }
            }
        }
        pressure.amplitudes.values().removeIf(amplitude -> Math.abs(amplitude) < 1e-14);
        return pressure.amplitudes;
    }

    /// Adds what the product of waves of components i and j contributes.
    private void add(Wave one, Wave other, int i, int j) {
        int[] k = {one.k[0] + other.k[0], one.k[1] + other.k[1], one.k[2] + other.k[2]};
        int square = k[0] * k[0] + k[1] * k[1] + k[2] * k[2];
        if (square > 0) {
            double amplitude = one.amplitude * other.amplitude * k[i] * k[j] / square; // i² = -1
            amplitudes.merge(List.of(Math.abs(k[0]), Math.abs(k[1]), Math.abs(k[2])), amplitude, Double::sum);
        }
    }

    /// A wave `i amplitude exp(i k·x)` of a velocity.
    private record Wave(int[] k, double amplitude) {}

    /// The waves of `sin a (cos 3b cos c - cos b cos 3c)`, with a the axis and b, c those that follow.
    private static List<Wave> component(int axis) {
        List<Wave> waves = new ArrayList<>();
        for (int signs = 0; signs < 16; signs++) {
            boolean isFirst = (signs & 8) == 0;
            int a = (signs & 1) == 0 ? 1 : -1;
            int b = (signs & 2) == 0 ? 1 : -1;
            int c = (signs & 4) == 0 ? 1 : -1;
            int[] k = new int[3];
            k[axis] = a;
            k[(axis + 1) % 3] = isFirst ? 3 * b : b;
            k[(axis + 2) % 3] = isFirst ? c : 3 * c;
            waves.add(new Wave(k, (isFirst ? -1 : 1) * a / 8.0)); // sin a = -i (exp(i a) - exp(-i a)) / 2
        }
        return waves;
    }

    /// The pressure as an expression of x, y, z in edges of the cube.
    static Expr expression(ExprGraph graph) {
        Expr sum = graph.constant(0);
        for (Map.Entry<List<Integer>, Double> wave : amplitudes().entrySet()) {
            Expr product = graph.constant(Rational.exactly(wave.getValue()));
            for (int axis = 0; axis < 3; axis++) {
                int number = wave.getKey().get(axis);
                if (number > 0) {
                    Expr angle = graph.constant(Rational.exactly(2 * Math.PI * number))
                            .times(graph.symbol(List.of("x", "y", "z").get(axis)));
                    product = product.times(graph.call(ElementaryFunction.COS, List.of(angle)));
                }
            }
            sum = sum.plus(product);
        }
        return sum;
    }
}
