package dev.tessera.cli;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Opening;
import dev.tessera.geometry.Surface;
import dev.tessera.geometry.Tiling;
import dev.tessera.geometry.TilingStatistics;
import dev.tessera.geometry.Vec;
import dev.tessera.solver.Case;
import dev.tessera.solver.FlowPaths;
import dev.tessera.units.Quantity;
import dev.tessera.units.QuantityKind;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/// Writes the voxelised geometry as text.
record GeometryReport(PrintStream out) {
    void write(Case theCase, NodeMap nodes, FlowPaths paths) {
        Box box = nodes.box();
        out.println("%s: %s".formatted(theCase.title(), theCase.geometry().description()));
        row("box", box(nodes));
        row("fluid", "%d nodes, %s".formatted(nodes.fluid().count(), porosity(theCase, nodes)));
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
        paths.problems().forEach(problem -> row("error", problem));
        paths.doubts().forEach(doubt -> row("warning", doubt));
    }

    /// Without the third axis in 2D, where lengths along it mean nothing.
    private static String box(NodeMap nodes) {
        Box box = nodes.box();
        double dx = nodes.spacingM();
        Vec size = new Vec(box.nx(), box.ny(), box.is2d() ? 0 : box.nz()).times(dx);
        String unit = size.lengthUnit();
        List<String> counts = new ArrayList<>();
        List<String> lengths = new ArrayList<>();
        List<String> corner = new ArrayList<>();
        for (int axis = 0; axis < (box.is2d() ? 2 : 3); axis++) {
            counts.add(Integer.toString(box.nodes(axis)));
            lengths.add(in(unit, box.nodes(axis) * dx));
            corner.add(in(unit, small(nodes.originM()[axis] - dx / 2, dx))); // half a spacing before the first node
        }
        return "%1$s nodes, %2$s %3$s apart, %4$s %3$s from (%5$s) %3$s on"
                .formatted(
                        String.join(" × ", counts),
                        in(unit, dx),
                        unit,
                        String.join(" × ", lengths),
                        String.join(", ", corner));
    }

    /// The porosity of the geometry, and of the whole box where it has buffer layers.
    static String porosity(Case theCase, NodeMap nodes) {
        int[] buffer = theCase.geometry().bufferNodes();
        String own = "porosity %s".formatted(Report.number(nodes.porosityWithout(buffer)));
        return Arrays.stream(buffer).allMatch(layers -> layers == 0)
                ? own
                : "%s; %s with the buffer layers".formatted(own, Report.number(nodes.porosity()));
    }

    /// A coordinate; 0 where only rounding makes it differ from 0.
    private static double small(double placeM, double spacingM) {
        return Math.abs(placeM) < 1e-9 * spacingM ? 0 : placeM;
    }

    private static String in(String unit, double metres) {
        return Report.number(metres / Quantity.unitToSi(unit, QuantityKind.LENGTH));
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
    private static String opening(Opening opening, boolean is2d) {
        Vec centre = Vec.of(opening.centreM());
        String unit = new Vec(opening.radiusM(), 0, 0).lengthUnit();
        double unitM = Quantity.unitToSi(unit, QuantityKind.LENGTH);
        String size = is2d
                ? "width %s %s, area %s m² per metre of depth"
                        .formatted(in(unit, 2 * opening.radiusM()), unit, Report.number(opening.areaM2()))
                : "radius %s %s, area %s %s²"
                        .formatted(
                                in(unit, opening.radiusM()),
                                unit,
                                Report.number(opening.areaM2() / (unitM * unitM)),
                                unit);
        return "centre %s, normal %s, %s%s"
                .formatted(
                        centre.inLengths(),
                        direction(opening.normal()),
                        size,
                        (opening.axisAligned() ? ", along an axis" : "")
                                + (opening.extensionM() > 0
                                        ? ", extended by %s %s".formatted(in(unit, opening.extensionM()), unit)
                                        : ""));
    }

    /// A unit vector with four decimals; what is smaller is 0.
    private static String direction(double[] unit) {
        return DoubleStream.of(unit)
                .mapToObj(c ->
                        Math.abs(c) < 5e-5 ? "0" : Math.abs(c) > 1 - 5e-5 ? "%.0f".formatted(c) : "%.4f".formatted(c))
                .collect(Collectors.joining(", ", "(", ")"));
    }

    private void row(String name, String text) {
        out.println("  %-10s %s".formatted(name, text));
    }
}
