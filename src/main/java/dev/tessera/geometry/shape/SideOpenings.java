package dev.tessera.geometry.shape;

import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.Opening;
import dev.tessera.geometry.Surface;
import dev.tessera.geometry.Vec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// The openings of a [ShapeSource]: sides of the box, measured where the fluid meets them, and flat faces of
/// the fluid's shape.
final class SideOpenings {
    private static final int LINES_PER_SPACING = 8;

    private final ShapeSource source;
    private final Domain.Axis[] axes;
    private final @Nullable Shape scene;
    private final double spacingM;

    SideOpenings(ShapeSource source, Domain.Axis[] axes, @Nullable Shape scene, double spacingM) {
        this.source = source;
        this.axes = axes;
        this.scene = scene;
        this.spacingM = spacingM;
    }

    List<Opening> find(SequencedMap<String, Surface> surfaces) {
        List<Opening> openings = new ArrayList<>();
        for (int side = 0; side < 6; side++) {
            Side here = source.domain().sides().get(side);
            if (here.kind() == Side.Kind.OPENING) {
                openings.add(side(side, here, Objects.requireNonNull(surfaces.get(here.name()))));
            }
        }
        for (OpeningFace face : source.openings()) {
            Vec n = face.normal();
            boolean aligned = Math.max(Math.abs(n.x()), Math.max(Math.abs(n.y()), Math.abs(n.z()))) > 1 - 1e-12;
            openings.add(new Opening(
                    face.name(),
                    Objects.requireNonNull(surfaces.get(face.name())).id(),
                    face.centreM().toArray(),
                    n.toArray(),
                    face.areaM2(),
                    Math.sqrt(face.areaM2() / Math.PI),
                    aligned,
                    0));
        }
        return openings;
    }

    private Opening side(int side, Side here, Surface surface) {
        int axis = side / 2;
        int u = axis == 0 ? 1 : 0;
        int v = axis == 2 ? 1 : 2;
        boolean flat = source.domain().is2d();
        double inward = 1e-6 * spacingM * (side % 2 == 0 ? 1 : -1);
        double[] at = new double[3];
        at[axis] = (side % 2 == 0 ? axes[axis].lowM() : axes[axis].highM()) + inward;
        int lines = flat ? 1 : axes[v].count() * LINES_PER_SPACING;
        double apart = flat ? 1 : axes[v].lengthM() / lines; // 2D: one metre deep
        double[] sum = new double[3]; // area, its moments along u and v
        for (int line = 0; line < lines; line++) {
            at[v] = flat ? axes[v].firstM() : axes[v].lowM() + (line + 0.5) * apart;
            add(at, u, apart, at[v], sum);
        }
        if (!(sum[0] > 0)) {
            throw new GeometryException("no fluid meets the opening %s at %s; make it a wall or move the shapes"
                    .formatted(here.name(), sideName(side)));
        }
        double[] centre = new double[3];
        centre[axis] = at[axis] - inward;
        centre[u] = sum[1] / sum[0];
        centre[v] = sum[2] / sum[0];
        double[] normal = new double[3];
        normal[axis] = side % 2 == 0 ? -1 : 1;
        double radius = flat ? sum[0] / 2 : Math.sqrt(sum[0] / Math.PI);
        return new Opening(here.name(), surface.id(), centre, normal, sum[0], radius, true, 0);
    }

    private void add(double[] at, int u, double width, double atV, double[] sum) {
        double low = axes[u].lowM();
        double high = axes[u].highM();
        double[] from = at.clone();
        from[u] = 0;
        double[] direction = new double[3];
        direction[u] = 1;
        Spans spans = scene == null ? Spans.ALL : scene.along(Line.through(Vec.of(from), Vec.of(direction)), 0);
        for (int i = -1; i < spans.crossings(); i++) {
            double enter = i < 0 ? low : Math.max(low, spans.at(i));
            double leave = i + 1 < spans.crossings() ? Math.min(high, spans.at(i + 1)) : high;
            if (spans.insideAfter(i) && enter < leave) {
                double area = (leave - enter) * width;
                sum[0] += area;
                sum[1] += area * (enter + leave) / 2;
                sum[2] += area * atV;
            }
        }
    }

    private static String sideName(int side) {
        return "xyz".charAt(side / 2) + (side % 2 == 0 ? "-min" : "-max");
    }
}
