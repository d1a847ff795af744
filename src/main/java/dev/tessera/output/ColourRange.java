package dev.tessera.output;

import dev.tessera.solver.OutputChoice.Range;

/// The values at the ends of the colour scale for the pictures of a run. The first picture has the range of its own
/// values; a growing range is extended to round numbers, so that it grows rarely.
final class ColourRange {
    private static final int PARTS = 10;

    private final Range wanted;
    private final boolean startsAtZero;
    private double low;
    private double high;
    private boolean isEmpty = true;

    /// @param startsAtZero whether the field has no negative values, and its scale begins at zero
    ColourRange(Range wanted, boolean startsAtZero) {
        this.wanted = wanted;
        this.startsAtZero = startsAtZero;
    }

    /// Extends the range to a picture with these values.
    /// @return whether earlier pictures have to be drawn again
    boolean cover(double smallest, double largest) {
        double from = startsAtZero ? 0 : smallest;
        return switch (wanted) {
            case Range.Fixed(double fixedLow, double fixedHigh) -> {
                set(fixedLow, fixedHigh);
                yield false;
            }
            case Range.OfEach each -> {
                set(from, largest);
                yield false;
            }
            case Range.OfSeries series -> grow(from, largest);
        };
    }

    /// Continues from the range that earlier pictures of the series have.
    void continueFrom(double itsLow, double itsHigh) {
        set(itsLow, itsHigh);
    }

    private boolean grow(double smallest, double largest) {
        if (isEmpty) {
            set(smallest, largest);
            return false;
        }
        if (smallest >= low && largest <= high) {
            return false;
        }
        double step = Ticks.roundUp((Math.max(high, largest) - Math.min(low, smallest)) / PARTS);
        double below = smallest < low ? step * Math.floor(smallest / step) : low;
        double above = largest > high ? step * Math.ceil(largest / step) : high;
        set(below, above);
        return true;
    }

    private void set(double from, double to) {
        low = from;
        high = to;
        isEmpty = false;
    }

    /// Whether pictures may have to be drawn again.
    boolean canGrow() {
        return wanted instanceof Range.OfSeries;
    }

    double low() {
        return low;
    }

    double high() {
        return high;
    }
}
