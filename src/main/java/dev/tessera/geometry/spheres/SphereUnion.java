package dev.tessera.geometry.spheres;

import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Bounds;
import dev.tessera.geometry.shape.Line;
import dev.tessera.geometry.shape.Shape;
import dev.tessera.geometry.shape.Spans;
import dev.tessera.geometry.shape.Sphere;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/// The union of many equal spheres. A short part of a line is tested only against the spheres of the cells that it
/// passes through.
public final class SphereUnion implements Shape {
    private static final double INF = Double.POSITIVE_INFINITY;
    private static final int MOST_CELLS = 1 << 22;

    private final List<Sphere> spheres;
    private final Bounds bounds;
    private final Bounds filled; // holds every sphere
    private final double[] lowM = new double[3]; // where the cells begin
    private final double[] cellM = new double[3];
    private final int[] cells = new int[3];
    private final int[] ranges; // [6 * sphere]: first cells along x, y, z, last cells
    private final int[] firstInCell; // [cell + 1]
    private final int[] inCell;

    private SphereUnion(List<Sphere> spheres, Bounds bounds) {
        this.spheres = List.copyOf(spheres);
        this.bounds = bounds;
        this.filled = spheres.stream().map(Sphere::bounds).reduce(Bounds::or).orElse(Bounds.around(Vec.ZERO, 0));
        double wanted = spheres.isEmpty() ? 1 : spheres.getFirst().radiusM() / 2;
        Vec size = filled.max().minus(filled.min());
        double edge = Math.max(wanted, Math.cbrt(size.x() * size.y() * size.z() / MOST_CELLS));
        for (int axis = 0; axis < 3; axis++) {
            lowM[axis] = filled.min().along(axis);
            cells[axis] = (int) Math.max(1, Math.floor(size.along(axis) / edge));
            cellM[axis] = Math.max(size.along(axis) / cells[axis], Double.MIN_NORMAL);
        }
        this.ranges = new int[6 * spheres.size()];
        this.firstInCell = new int[cells[0] * cells[1] * cells[2] + 1];
        this.inCell = sort();
    }

    /// The spheres of a packing and their images across its periodic ends, up to a radius beyond the box.
    static SphereUnion of(Packing packing) {
        double radius = packing.diameterM() / 2;
        List<Sphere> spheres = new ArrayList<>();
        for (int i = 0; i < packing.count(); i++) {
            addImages(packing, packing.centre(i), radius, spheres);
        }
        double[] low = new double[3];
        double[] high = new double[3];
        for (int axis = 0; axis < 3; axis++) {
            boolean periodic = packing.ends().get(axis) == Packing.End.PERIODIC;
            low[axis] = periodic ? -INF : -radius;
            high[axis] = periodic ? INF : packing.sizeM().along(axis) + radius;
        }
        return new SphereUnion(spheres, new Bounds(Vec.of(low), Vec.of(high)));
    }

    private static void addImages(Packing packing, Vec centre, double radius, List<Sphere> spheres) {
        int[] reach = new int[3];
        for (int axis = 0; axis < 3; axis++) {
            reach[axis] = packing.ends().get(axis) == Packing.End.PERIODIC ? 1 : 0;
        }
        Vec size = packing.sizeM();
        for (int k = -reach[2]; k <= reach[2]; k++) {
            for (int j = -reach[1]; j <= reach[1]; j++) {
                for (int i = -reach[0]; i <= reach[0]; i++) {
                    Vec image = centre.plus(new Vec(i * size.x(), j * size.y(), k * size.z()));
                    boolean near = true;
                    for (int axis = 0; axis < 3; axis++) {
                        double at = image.along(axis);
                        near &= at > -2 * radius && at < size.along(axis) + 2 * radius;
                    }
                    if (near) {
                        spheres.add(new Sphere(image, radius));
                    }
                }
            }
        }
    }

    /// Puts every sphere into the cells that its bounding box meets.
    private int[] sort() {
        int[] counts = new int[firstInCell.length];
        for (int s = 0; s < spheres.size(); s++) {
            Bounds here = spheres.get(s).bounds();
            for (int axis = 0; axis < 3; axis++) {
                ranges[6 * s + axis] = cell(axis, here.min().along(axis));
                ranges[6 * s + 3 + axis] = cell(axis, here.max().along(axis));
            }
            forCells(s, cell -> counts[cell + 1]++);
        }
        for (int cell = 1; cell < counts.length; cell++) {
            counts[cell] = Math.addExact(counts[cell], counts[cell - 1]);
        }
        System.arraycopy(counts, 0, firstInCell, 0, counts.length);
        int[] sorted = new int[counts[counts.length - 1]];
        for (int s = 0; s < spheres.size(); s++) {
            int sphere = s;
            forCells(s, cell -> sorted[counts[cell]++] = sphere);
        }
        return sorted;
    }

    private void forCells(int s, IntConsumer visitor) {
        for (int k = ranges[6 * s + 2]; k <= ranges[6 * s + 5]; k++) {
            for (int j = ranges[6 * s + 1]; j <= ranges[6 * s + 4]; j++) {
                for (int i = ranges[6 * s]; i <= ranges[6 * s + 3]; i++) {
                    visitor.accept(i + cells[0] * (j + cells[1] * k));
                }
            }
        }
    }

    private int cell(int axis, double at) {
        return Math.clamp((long) Math.floor((at - lowM[axis]) / cellM[axis]), 0, cells[axis] - 1);
    }

    @Override
    public Spans along(Line line, double growM) {
        return within(line, growM, -INF, INF);
    }

    @Override
    public Spans within(Line line, double growM, double from, double to) {
        double start = from;
        double end = to;
        for (int axis = 0; axis < 3; axis++) {
            double d = line.direction(axis);
            double a = filled.min().along(axis) - Math.abs(growM) - line.position(axis);
            double b = filled.max().along(axis) + Math.abs(growM) - line.position(axis);
            if (d == 0) {
                if (a > 0 || b < 0) {
                    return Spans.EMPTY;
                }
            } else {
                start = Math.max(start, Math.min(a / d, b / d));
                end = Math.min(end, Math.max(a / d, b / d));
            }
        }
        return start > end ? Spans.EMPTY : near(line, growM, start, end);
    }

    private Spans near(Line line, double growM, double start, double end) {
        int[] low = new int[3];
        int[] high = new int[3];
        for (int axis = 0; axis < 3; axis++) {
            double a = line.position(axis) + start * line.direction(axis);
            double b = line.position(axis) + end * line.direction(axis);
            low[axis] = cell(axis, Math.min(a, b) - Math.abs(growM));
            high[axis] = cell(axis, Math.max(a, b) + Math.abs(growM));
        }
        Spans spans = Spans.EMPTY;
        for (int k = low[2]; k <= high[2]; k++) {
            for (int j = low[1]; j <= high[1]; j++) {
                for (int i = low[0]; i <= high[0]; i++) {
                    int cell = i + cells[0] * (j + cells[1] * k);
                    for (int at = firstInCell[cell]; at < firstInCell[cell + 1]; at++) {
                        int s = inCell[at];
                        boolean first = i == Math.max(low[0], ranges[6 * s])
                                && j == Math.max(low[1], ranges[6 * s + 1])
                                && k == Math.max(low[2], ranges[6 * s + 2]);
                        if (first) { // of the cells that contain it
                            spans = spans.or(spheres.get(s).along(line, growM));
                        }
                    }
                }
            }
        }
        return spans;
    }

    /// All spheres, images included.
    public List<Sphere> spheres() {
        return spheres;
    }

    @Override
    public Bounds bounds() {
        return bounds;
    }

    @Override
    public String toString() {
        return "SphereUnion[%d spheres]".formatted(spheres.size());
    }
}
