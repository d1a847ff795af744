package dev.tessera.solver;

import java.util.List;
import java.util.Optional;

/// A value given at points in time, evaluated between them.
///
/// Linear: a straight line between neighbouring points. Cubic: a Hermite polynomial, whose slope at a point is that
/// of the parabola through the point and its neighbours; without period, lines end with the slope of that parabola.
/// Without period the first value holds before the first point, and the last one after the last point.
record SampledSeries(Value.Sampled value) implements TimeSeries.Part, PlaceAndTime {

    @Override
    public double at(double timeS) {
        List<Double> times = value.timesS();
        double period = value.periodS();
        double first = times.getFirst();
        double t = timeS;
        if (period > 0) {
            double past = (timeS - first) % period;
            t = first + (past < 0 ? past + period : past);
        } else if (t <= first) {
            return value.si().getFirst();
        } else if (t >= times.getLast()) {
            return value.si().getLast();
        }
        int before = before(t);
        double start = time(before);
        double length = time(before + 1) - start;
        double part = (t - start) / length;
        double from = value(before);
        double to = value(before + 1);
        return switch (value.interpolation()) {
            case LINEAR -> from + part * (to - from);
            case CUBIC -> hermite(part, from, to, length * slope(before), length * slope(before + 1));
        };
    }

    /// The last point at or before a time that is not before the first point.
    private int before(double timeS) {
        int low = 0;
        int high = value.timesS().size();
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (value.timesS().get(middle) <= timeS) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static double hermite(double part, double from, double to, double slopeFrom, double slopeTo) {
        double square = part * part;
        double cube = square * part;
        return (2 * cube - 3 * square + 1) * from
                + (cube - 2 * square + part) * slopeFrom
                + (3 * square - 2 * cube) * to
                + (cube - square) * slopeTo;
    }

    /// The time of a point; with a period points continue on both sides.
    private double time(int point) {
        int count = value.timesS().size();
        return value.timesS().get(Math.floorMod(point, count)) + Math.floorDiv(point, count) * value.periodS();
    }

    private double value(int point) {
        return value.si().get(Math.floorMod(point, value.si().size()));
    }

    private double slope(int point) {
        int last = value.timesS().size() - 1;
        boolean isPeriodic = value.periodS() > 0;
        if (!isPeriodic && last < 2) {
            return chord(0);
        }
        int middle = isPeriodic ? point : Math.clamp(point, 1, last - 1);
        double left = time(middle) - time(middle - 1);
        double right = time(middle + 1) - time(middle);
        double bend = (chord(middle) - chord(middle - 1)) / (left + right);
        return chord(middle - 1) + bend * (2 * time(point) - time(middle) - time(middle - 1));
    }

    /// The slope of the line from a point to the next.
    private double chord(int point) {
        return (value(point + 1) - value(point)) / (time(point + 1) - time(point));
    }

    @Override
    public double at(double[] pointM, double timeS) {
        return at(timeS);
    }

    @Override
    public boolean changes() {
        return true;
    }

    @Override
    public boolean hasPlace() {
        return false;
    }

    @Override
    public TimeFunction at(double[] pointM) {
        return new TimeFunction.Separated(0, List.of(TimeFunction.Separated.Term.of(TimeSeries.of(this))));
    }

    @Override
    public Parts parts() {
        return new Parts(false, List.of(new Parts.Term(TimeSeries.of(this), Optional.empty(), false)));
    }
}
