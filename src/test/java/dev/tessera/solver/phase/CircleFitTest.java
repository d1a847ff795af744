package dev.tessera.solver.phase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CircleFitTest {
    @Test
    void a_circle_through_its_own_points_is_found() {
        List<double[]> points = new ArrayList<>();
        for (double angle = 0; angle < 2; angle += 0.1) {
            points.add(new double[] {3 + 5 * Math.cos(angle), -2 + 5 * Math.sin(angle)});
        }
        CircleFit circle = CircleFit.of(points);
        assertThat(circle.radius()).isCloseTo(5, within(1e-10));
        assertThat(circle.centre()).containsExactly(new double[] {3, -2}, within(1e-10));
        assertThatThrownBy(() -> CircleFit.of(List.of(new double[] {0, 0}, new double[] {0, 0})))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
