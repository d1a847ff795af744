package dev.tessera.geometry.shape;

import java.util.Arrays;
import java.util.List;

/// A bounding volume hierarchy over the bounds of many shapes: finds those that a part of a line may meet, in
/// logarithmic time.
///
/// A binary tree: the bounds below a node are halved at the median of their middles, along the axis along which these
/// are spread the most. Unbounded shapes are kept apart and always tested. The result is exactly that of a test of all
/// bounds by [Bounds#meets]: nodes are skipped only where a box around the part of the line, wider than rounding
/// errors, does not overlap theirs; the remaining shapes are tested as in [Bounds#meets].
final class BoundsTree {
    private static final int LEAF = 4;
    private static final double ROUNDING = 1e-12;

    private final int count;
    private final int[] order; // shapes in the order of the leaves; unbounded ones at the end
    private final int bounded;
    private final double[] box; // [6 * shape]: min x, y, z, max x, y, z
    private double[] nodeBox; // [6 * node]
    private int[] first; // [node]: the first of its shapes in the order
    private int[] end; // [node]
    private int[] second; // [node]: its second child (the first one follows it), 0 for a leaf
    private int nodes;

    BoundsTree(List<Bounds> bounds) {
        this.count = bounds.size();
        this.order = new int[count];
        this.box = new double[6 * count];
        int finite = 0;
        int infinite = count;
        for (int i = 0; i < count; i++) {
            boolean isBounded = true;
            for (int axis = 0; axis < 3; axis++) {
                box[6 * i + axis] = bounds.get(i).min().along(axis);
                box[6 * i + 3 + axis] = bounds.get(i).max().along(axis);
                isBounded &= Double.isFinite(box[6 * i + axis]) && Double.isFinite(box[6 * i + 3 + axis]);
            }
            order[isBounded ? finite++ : --infinite] = i;
        }
        this.bounded = finite;
        int most = Math.max(1, 2 * finite);
        this.nodeBox = new double[6 * most];
        this.first = new int[most];
        this.end = new int[most];
        this.second = new int[most];
        if (finite > 0) {
            build(0, finite);
        }
        this.nodeBox = Arrays.copyOf(nodeBox, 6 * nodes);
        this.first = Arrays.copyOf(first, nodes);
        this.end = Arrays.copyOf(end, nodes);
        this.second = Arrays.copyOf(second, nodes);
    }

    private int build(int from, int to) {
        int node = nodes++;
        first[node] = from;
        end[node] = to;
        double[] middles = surround(node, from, to);
        int axis = 0;
        for (int a = 1; a < 3; a++) {
            axis = middles[3 + a] - middles[a] > middles[3 + axis] - middles[axis] ? a : axis;
        }
        if (to - from > LEAF && middles[3 + axis] > middles[axis]) {
            int half = from + to >>> 1;
            divide(from, to, half, axis);
            build(from, half);
            second[node] = build(half, to);
        }
        return node;
    }

    /// Sets the bounds of a node. @return the bounds of the middles of its shapes
    private double[] surround(int node, int from, int to) {
        double[] middles = new double[6];
        for (int axis = 0; axis < 3; axis++) {
            double low = Double.POSITIVE_INFINITY;
            double high = Double.NEGATIVE_INFINITY;
            middles[axis] = low;
            middles[3 + axis] = high;
            for (int k = from; k < to; k++) {
                low = Math.min(low, box[6 * order[k] + axis]);
                high = Math.max(high, box[6 * order[k] + 3 + axis]);
                middles[axis] = Math.min(middles[axis], middle(order[k], axis));
                middles[3 + axis] = Math.max(middles[3 + axis], middle(order[k], axis));
            }
            nodeBox[6 * node + axis] = low;
            nodeBox[6 * node + 3 + axis] = high;
        }
        return middles;
    }

    private double middle(int shape, int axis) {
        return 0.5 * box[6 * shape + axis] + 0.5 * box[6 * shape + 3 + axis];
    }

    /// Orders shapes so that none before `half` has a larger middle than one from `half` on (Hoare's selection).
    private void divide(int from, int to, int half, int axis) {
        int low = from;
        int high = to - 1;
        while (low < high) {
            double pivot = middle(order[low + high >>> 1], axis);
            int i = low;
            int j = high;
            while (i <= j) {
                while (middle(order[i], axis) < pivot) {
                    i++;
                }
                while (middle(order[j], axis) > pivot) {
                    j--;
                }
                if (i <= j) {
                    int swapped = order[i];
                    order[i++] = order[j];
                    order[j--] = swapped;
                }
            }
            if (j < half) {
                low = i;
            }
            if (half < i) {
                high = j;
            }
        }
    }

    /// The shapes whose bounds, grown by `slack`, meet the part of the line from `from` to `to`, ascending.
    int[] meeting(Line line, double slack, double from, double to) {
        int[] near = overlapping(reach(line, slack, from, to));
        int hits = 0;
        for (int shape : near) {
            if (meets(box, shape, line, slack, from, to)) {
                near[hits++] = shape;
            }
        }
        return hits == near.length ? near : Arrays.copyOf(near, hits);
    }

    /// The shapes whose bounds overlap a region, ascending; those that only touch it may be missing.
    int[] overlapping(Bounds region) {
        double[] reach = new double[6];
        for (int axis = 0; axis < 3; axis++) {
            reach[axis] = region.min().along(axis);
            reach[3 + axis] = region.max().along(axis);
        }
        return overlapping(reach);
    }

    private int[] overlapping(double[] reach) {
        int[] found = new int[8];
        int hits = 0;
        int[] open = new int[64];
        int depth = 0;
        if (nodes > 0 && overlaps(nodeBox, 0, reach)) {
            open[depth++] = 0;
        }
        while (depth > 0) {
            int node = open[--depth];
            if (second[node] == 0) {
                found = withCapacity(found, hits + end[node] - first[node]);
                hits = add(found, hits, first[node], end[node], reach);
                continue;
            }
            if (overlaps(nodeBox, second[node], reach)) {
                open[depth++] = second[node];
            }
            if (overlaps(nodeBox, node + 1, reach)) {
                open[depth++] = node + 1;
            }
        }
        found = withCapacity(found, hits + count - bounded);
        hits = add(found, hits, bounded, count, reach);
        if (hits > 1) {
            Arrays.sort(found, 0, hits);
        }
        return hits == found.length ? found : Arrays.copyOf(found, hits);
    }

    /// The bounds of some shapes, `[6 * shape]`.
    double[] boxes(int[] shapes) {
        double[] boxes = new double[6 * shapes.length];
        for (int i = 0; i < shapes.length; i++) {
            System.arraycopy(box, 6 * shapes[i], boxes, 6 * i, 6);
        }
        return boxes;
    }

    /// A box that holds the part of the line, wider than rounding could make the bounds that it meets, `[6]`.
    private static double[] reach(Line line, double slack, double from, double to) {
        double[] reach = new double[6];
        for (int axis = 0; axis < 3; axis++) {
            double p = line.position(axis);
            double d = line.direction(axis);
            double one = d == 0 ? p : p + from * d;
            double other = d == 0 ? p : p + to * d;
            double wider = slack + ROUNDING * (Math.abs(p) + Math.max(Math.abs(one), Math.abs(other)));
            reach[axis] = Math.min(one, other) - wider;
            reach[3 + axis] = Math.max(one, other) + wider;
        }
        return reach;
    }

    private static boolean overlaps(double[] boxes, int number, double[] reach) {
        int at = 6 * number;
        return !(boxes[at] > reach[3]
                || boxes[at + 3] < reach[0]
                || boxes[at + 1] > reach[4]
                || boxes[at + 4] < reach[1]
                || boxes[at + 2] > reach[5]
                || boxes[at + 5] < reach[2]);
    }

    private static int[] withCapacity(int[] found, int needed) {
        return needed <= found.length ? found : Arrays.copyOf(found, Math.max(needed, 2 * found.length));
    }

    private int add(int[] found, int hits, int low, int high, double[] reach) {
        int now = hits;
        for (int k = low; k < high; k++) {
            if (overlaps(box, order[k], reach)) {
                found[now++] = order[k];
            }
        }
        return now;
    }

    /// Equal to [Bounds#meets] of [Bounds#grown].
    static boolean meets(double[] box, int at, Line line, double slack, double from, double to) {
        double enter = from;
        double leave = to;
        for (int axis = 0; axis < 3; axis++) {
            double d = line.direction(axis);
            double low = box[6 * at + axis] - slack - line.position(axis);
            double high = box[6 * at + 3 + axis] + slack - line.position(axis);
            if (d == 0) {
                if (low > 0 || high < 0) {
                    return false;
                }
            } else {
                enter = Math.max(enter, Math.min(low / d, high / d));
                leave = Math.min(leave, Math.max(low / d, high / d));
            }
        }
        return enter <= leave;
    }
}
