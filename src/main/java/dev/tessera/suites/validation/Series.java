package dev.tessera.suites.validation;

import dev.tessera.output.LinePlot.Style;
import java.util.LinkedHashMap;
import java.util.NavigableMap;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/// Points of curves that the cases of a suite find one after another. A plot over several cases is drawn again after
/// each of them, into the same file, so that it is complete after the last.
final class Series {
    private final SequencedMap<String, NavigableMap<Double, Double>> curves = new LinkedHashMap<>();

    /// A point; a second one at the same place replaces the first.
    Series add(String curve, double x, double y) {
        curves.computeIfAbsent(curve, name -> new TreeMap<>()).put(x, y);
        return this;
    }

    /// Points, @param y as many as x
    Series add(String curve, double[] x, double[] y) {
        for (int k = 0; k < x.length; k++) {
            add(curve, x[k], y[k]);
        }
        return this;
    }

    /// Adds all curves to a plot, in the order of their first points.
    Curves onto(Curves plot, Style style) {
        curves.forEach((name, points) -> plot.add(name, numbers(points.keySet()), numbers(points.values()), style));
        return plot;
    }

    /// The largest place of all points.
    double last() {
        return curves.values().stream().mapToDouble(NavigableMap::lastKey).max().orElseThrow();
    }

    private static double[] numbers(Iterable<Double> of) {
        var numbers = DoubleStream.builder();
        of.forEach(numbers::add);
        return numbers.build().toArray();
    }
}
