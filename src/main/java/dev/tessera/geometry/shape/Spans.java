package dev.tessera.geometry.shape;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The parts of a line inside a shape: the crossings with its surface in ascending order, each with
/// the unit normal out of the shape and the surface's name (null: the shape gave it none). Immutable.
public final class Spans {
    private static final double[] NONE = {};
    private static final @Nullable String[] UNNAMED = {};
    public static final Spans EMPTY = new Spans(false, 0, NONE, NONE, UNNAMED);
    public static final Spans ALL = new Spans(true, 0, NONE, NONE, UNNAMED);

    private final boolean startsInside; // before the first crossing
    private final int count;
    private final double[] at;
    private final double[] normals; // [3 * crossing + axis]
    private final @Nullable String[] names;

    private Spans(boolean startsInside, int count, double[] at, double[] normals, @Nullable String[] names) {
        this.startsInside = startsInside;
        this.count = count;
        this.at = at;
        this.normals = normals;
        this.names = names;
    }

    /// One span.
    /// @param normals unit normals out of the shape where the line enters (first three) and leaves (last three)
    static Spans between(double enter, double leave, double... normals) {
        return enter < leave
                ? new Spans(false, 2, new double[] {enter, leave}, normals, new @Nullable String[2])
                : EMPTY;
    }

    /// From `enter` to infinity.
    static Spans from(double enter, double nx, double ny, double nz) {
        return new Spans(false, 1, new double[] {enter}, new double[] {nx, ny, nz}, new @Nullable String[] {null});
    }

    /// From minus infinity to `leave`.
    static Spans until(double leave, double nx, double ny, double nz) {
        return new Spans(true, 1, new double[] {leave}, new double[] {nx, ny, nz}, new @Nullable String[] {null});
    }

    /// @param at crossings in ascending order
    /// @param normals `[3 * crossing + axis]`
    static Spans of(double[] at, double[] normals) {
        return at.length == 0 ? EMPTY : new Spans(false, at.length, at, normals, new @Nullable String[at.length]);
    }

    public int crossings() {
        return count;
    }

    /// The parameter of crossing `i` on the line.
    public double at(int i) {
        return at[i];
    }

    /// Component of the unit normal out of the shape at crossing `i`.
    public double normal(int i, int axis) {
        return normals[3 * i + axis];
    }

    public @Nullable String name(int i) {
        return names[i];
    }

    /// Whether the line is inside just after crossing `i`; `i = -1`: before the first.
    public boolean insideAfter(int i) {
        return startsInside == ((i & 1) != 0);
    }

    /// Whether the point at `t` is inside.
    public boolean contains(double t) {
        int i = -1;
        while (i + 1 < count && at[i + 1] <= t) {
            i++;
        }
        return insideAfter(i);
    }

    /// The complement.
    public Spans not() {
        if (count == 0) {
            return startsInside ? EMPTY : ALL;
        }
        double[] flipped = new double[normals.length];
        for (int i = 0; i < flipped.length; i++) {
            flipped[i] = -normals[i];
        }
        return new Spans(!startsInside, count, at, flipped, names);
    }

    public Spans and(Spans other) {
        if (this == EMPTY || other == EMPTY) {
            return EMPTY;
        }
        return this == ALL ? other : other == ALL ? this : combined(other, true);
    }

    public Spans or(Spans other) {
        if (this == EMPTY || other == EMPTY) {
            return this == EMPTY ? other : this;
        }
        return combined(other, false);
    }

    /// The same spans with `name` for crossings that have none.
    public Spans named(String name) {
        if (count == 0) {
            return this;
        }
        @Nullable String[] all = names.clone();
        for (int i = 0; i < count; i++) {
            if (all[i] == null) {
                all[i] = name;
            }
        }
        return new Spans(startsInside, count, at, normals, all);
    }

    private Spans combined(Spans other, boolean both) {
        int most = count + other.count;
        double[] ts = new double[most];
        double[] ns = new double[3 * most];
        @Nullable String[] labels = new @Nullable String[most];
        boolean starts = both ? startsInside && other.startsInside : startsInside || other.startsInside;
        boolean inside = starts;
        int n = 0;
        for (int i = 0, j = 0; i < count || j < other.count; ) {
            double t = Math.min(
                    i < count ? at[i] : Double.POSITIVE_INFINITY,
                    j < other.count ? other.at[j] : Double.POSITIVE_INFINITY);
            int fromHere = i;
            int fromOther = j;
            while (i < count && at[i] == t) {
                i++;
            }
            while (j < other.count && other.at[j] == t) {
                j++;
            }
            boolean here = insideAfter(i - 1);
            boolean there = other.insideAfter(j - 1);
            boolean now = both ? here && there : here || there;
            if (now != inside) {
                boolean fromThis = i > fromHere && insideAfter(fromHere - 1) != here && (j == fromOther || here == now);
                Spans source = fromThis ? this : other;
                int crossing = fromThis ? i - 1 : j - 1;
                ts[n] = t;
                System.arraycopy(source.normals, 3 * crossing, ns, 3 * n, 3);
                labels[n++] = source.names[crossing];
                inside = now;
            }
        }
        if (n == 0) {
            return starts ? ALL : EMPTY;
        }
        return new Spans(starts, n, ts, ns, labels);
    }

    @Override
    public String toString() {
        return (startsInside ? "inside until " : "outside until ") + Arrays.toString(Arrays.copyOf(at, count));
    }
}
