package dev.tessera.cli;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Opening;
import dev.tessera.geometry.Surface;
import dev.tessera.geometry.Tiling;
import dev.tessera.geometry.TilingStatistics;
import dev.tessera.solver.Case;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Writes what was voxelised as text for people.
record GeometryReport(PrintStream out) {
    private static final double MM = 1e3;

    void write(Case theCase, NodeMap nodes) {
        Box box = nodes.box();
        out.println("%s: %s".formatted(theCase.title(), theCase.geometry().description()));
        row("box", box(nodes));
        row("fluid", "%d nodes, porosity %s".formatted(nodes.fluid().count(), Report.number(nodes.porosity())));
        row("tiles", tiles(nodes));
        long[] links = linksBySurface(nodes);
        for (Surface surface : nodes.surfaces()) {
            row(
                    surface.kind().name().toLowerCase(Locale.ROOT),
                    "%s, %d links".formatted(surface.name(), links[surface.id()]));
        }
        for (Opening opening : nodes.openings()) {
            row(opening.name(), opening(opening, box.is2d()));
        }
        nodes.findings().forEach(finding -> row("found", finding));
    }

    /// Without the third axis in 2D, where lengths along it mean nothing.
    private static String box(NodeMap nodes) {
        Box box = nodes.box();
        List<String> counts = new ArrayList<>();
        List<String> lengths = new ArrayList<>();
        List<String> corner = new ArrayList<>();
        for (int axis = 0; axis < (box.is2d() ? 2 : 3); axis++) {
            counts.add(Integer.toString(box.nodes(axis)));
            lengths.add(millimetres(box.nodes(axis) * nodes.spacingM()));
            corner.add(corner(nodes, axis));
        }
        return "%s nodes, %s mm apart, %s mm from (%s) mm on"
                .formatted(
                        String.join(" × ", counts),
                        millimetres(nodes.spacingM()),
                        String.join(" × ", lengths),
                        String.join(", ", corner));
    }

    /// Half a spacing before the first node.
    private static String corner(NodeMap nodes, int axis) {
        return millimetres(nodes.originM()[axis] - nodes.spacingM() / 2);
    }

    private static String tiles(NodeMap nodes) {
        Tiling usual = nodes.box().is2d() ? Tiling.of(16, 16, 1) : Tiling.of(4, 4, 4);
        TilingStatistics fixed = TilingStatistics.of(usual, nodes.fluid());
        TilingStatistics best = TilingStatistics.of(usual.bestFor(nodes.fluid()), nodes.fluid());
        return "%s; %.1f %% at the best origin".formatted(fixed, 100 * best.utilisation());
    }

    private static long[] linksBySurface(NodeMap nodes) {
        long[] counts = new long[nodes.surfaces().size()];
        CutLinks links = nodes.links();
        for (int link = 0; link < links.links(); link++) {
            counts[links.surface(link)]++;
        }
        return counts;
    }

    /// In 2D an opening is a line, and its area is that of a metre of depth.
    private static String opening(Opening opening, boolean flat) {
        String size = flat
                ? "width %s mm, area %s m² per metre of depth"
                        .formatted(millimetres(2 * opening.radiusM()), Report.number(opening.areaM2()))
                : "radius %s mm, area %s mm²"
                        .formatted(millimetres(opening.radiusM()), Report.number(opening.areaM2() * MM * MM));
        return "centre %s mm, normal %s, %s%s"
                .formatted(
                        vector(opening.centreM(), MM),
                        vector(opening.normal(), 1),
                        size,
                        (opening.axisAligned() ? ", along an axis" : "")
                                + (opening.extensionM() > 0
                                        ? ", extended by %s mm".formatted(millimetres(opening.extensionM()))
                                        : ""));
    }

    private static String vector(double[] components, double scale) {
        return "(%s, %s, %s)"
                .formatted(
                        Report.number(components[0] * scale),
                        Report.number(components[1] * scale),
                        Report.number(components[2] * scale));
    }

    private static String millimetres(double metres) {
        return Report.number(metres * MM);
    }

    private void row(String name, String text) {
        out.println("  %-10s %s".formatted(name, text));
    }
}
