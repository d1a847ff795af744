package dev.tessera.suites.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.output.LinePlot.Axis;
import dev.tessera.output.LinePlot.Line;
import dev.tessera.output.LinePlot.Style;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Curves whose points several cases find.
final class SeriesTest {
    @Test
    void points_are_ascending_in_whatever_order_cases_find_them() {
        Series series = new Series().add("trt", 2, 20).add("bgk", 1, 5).add("trt", 1, 10);
        List<Line> lines = lines(series);
        assertThat(lines).extracting(Line::name).containsExactly("trt", "bgk");
        assertThat(lines.getFirst().x()).containsExactly(1, 2);
        assertThat(lines.getFirst().y()).containsExactly(10, 20);
        assertThat(series.last()).isEqualTo(2);
    }

    @Test
    void a_case_that_is_computed_again_replaces_its_point() {
        Series series = new Series().add("trt", new double[] {1, 2}, new double[] {3, 4});
        series.add("trt", 2, 5);
        assertThat(lines(series).getFirst().y()).containsExactly(3, 5);
    }

    private static List<Line> lines(Series series) {
        return series.onto(new Curves("title", "", new Axis("x", ""), new Axis("y", "")), Style.MARKS)
                .named("plot")
                .plot()
                .lines();
    }
}
