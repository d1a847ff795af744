package dev.tessera.suites.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.expr.Evaluator;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class KidaPressureTest {
    private static final double EDGE = 2 * Math.PI; // angles
    private static final double STEP = 1e-3;

    private static double velocity(int axis, double[] angles) {
        double a = angles[axis];
        double b = angles[(axis + 1) % 3];
        double c = angles[(axis + 2) % 3];
        return Math.sin(a) * (Math.cos(3 * b) * Math.cos(c) - Math.cos(b) * Math.cos(3 * c));
    }

    private interface Function {
        double at(double[] angles);
    }

    /// Of fourth order.
    private static double derivative(Function of, int axis, double[] at) {
        double[] values = new double[5];
        for (int k = -2; k <= 2; k++) {
            double[] beside = at.clone();
            beside[axis] += k * STEP;
            values[k + 2] = of.at(beside);
        }
        return (values[0] - 8 * values[1] + 8 * values[3] - values[4]) / (12 * STEP);
    }

    @Test
    void its_laplacian_is_that_of_the_velocities() {
        Expr pressure = KidaPressure.expression(new ExprGraph());
        Function p = angles -> Evaluator.evaluate(pressure, name -> angles["xyz".indexOf(name)] / EDGE);
        var random = new Random(3);
        double largest = 0;
        for (int trial = 0; trial < 20; trial++) {
            double[] at = random.doubles(3, 0, EDGE).toArray();
            double laplacian = 0;
            double source = 0;
            for (int i = 0; i < 3; i++) {
                int first = i;
                laplacian += derivative(angles -> derivative(p, first, angles), first, at);
                for (int j = 0; j < 3; j++) {
                    int second = j;
                    source -= derivative(angles -> velocity(second, angles), first, at)
                            * derivative(angles -> velocity(first, angles), second, at);
                }
            }
            assertThat(laplacian).isCloseTo(source, within(1e-6));
            largest = Math.max(largest, Math.abs(source));
        }
        assertThat(largest).isGreaterThan(1);
    }
}
