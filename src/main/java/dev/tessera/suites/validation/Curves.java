package dev.tessera.suites.validation;

import dev.tessera.output.LinePlot;
import dev.tessera.output.LinePlot.Axis;
import dev.tessera.output.LinePlot.Line;
import dev.tessera.output.LinePlot.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Collects the curves of a plot: marks of computed values, lines of references.
final class Curves {
    private final String title;
    private final String subtitle;
    private final Axis across;
    private final Axis upward;
    private final List<Line> lines = new ArrayList<>();

    Curves(String title, String subtitle, Axis across, Axis upward) {
        this.title = title;
        this.subtitle = subtitle;
        this.across = across;
        this.upward = upward;
    }

    /// Computed values, as marks.
    Curves computed(String name, double[] x, double[] y) {
        return add(name, x, y, Style.MARKS);
    }

    /// A reference, as a line.
    Curves reference(String name, double[] x, double[] y) {
        return add(name, x, y, Style.LINE);
    }

    Curves add(String name, double[] x, double[] y, Style style) {
        lines.add(new Line(name, x, y, style));
        return this;
    }

    /// @param words in any case, such as `womersley alpha 4`
    ValidationPlot named(String words) {
        String name =
                words.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
        return new ValidationPlot(name, new LinePlot(title, subtitle, across, upward, lines));
    }

    /// Equal intervals from 0 to the last one.
    /// @param count of numbers, at least two
    static double[] upTo(double last, int count) {
        double[] numbers = new double[count];
        for (int k = 0; k < count; k++) {
            numbers[k] = last * k / (count - 1);
        }
        return numbers;
    }
}
