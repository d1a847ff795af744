package dev.tessera.cli;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Opening;
import dev.tessera.geometry.SlabNodes;
import dev.tessera.geometry.Surface;
import dev.tessera.geometry.TileOrigins;
import dev.tessera.geometry.Tiling;
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
    /// Collective.
    /// @param of one slab of the geometry
    void write(Case theCase, SlabNodes of, FlowPaths paths) {
        NodeMap nodes = of.nodes();
        Box box = of.slab().whole();
        out.println("%s: %s".formatted(theCase.title(), theCase.geometry().description()));
        row("box", box(box, nodes.spacingM(), of.originM()));
        long count = of.count();
        row("fluid", "%d nodes, %s".formatted(count, porosity(theCase, box, count)));
        row("tiles", tiles(of));
        long[] links = linksBySurface(of);
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
    private static String box(Box box, double dx, double[] originM) {
        Vec size = new Vec(box.nx(), box.ny(), box.is2d() ? 0 : box.nz()).times(dx);
        String unit = size.lengthUnit();
        List<String> counts = new ArrayList<>();
        List<String> lengths = new ArrayList<>();
        List<String> corner = new ArrayList<>();
        for (int axis = 0; axis < (box.is2d() ? 2 : 3); axis++) {
            counts.add(Integer.toString(box.nodes(axis)));
            lengths.add(in(unit, box.nodes(axis) * dx));
            corner.add(in(unit, small(originM[axis] - dx / 2, dx))); // half a spacing before the first node
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
        return porosity(theCase, nodes.box(), nodes.fluid().count());
    }

    private static String porosity(Case theCase, Box box, long count) {
        int[] buffer = theCase.geometry().bufferNodes();
        String own = "porosity %s".formatted(Report.number(NodeMap.porosityWithout(box, count, buffer)));
        return Arrays.stream(buffer).allMatch(layers -> layers == 0)
                ? own
                : "%s; %s with the buffer layers".formatted(own, Report.number((double) count / box.size()));
    }

    /// A coordinate; 0 where only rounding makes it differ from 0.
    private static double small(double placeM, double spacingM) {
        return Math.abs(placeM) < 1e-9 * spacingM ? 0 : placeM;
    }

    private static String in(String unit, double metres) {
        return Report.number(metres / Quantity.unitToSi(unit, QuantityKind.LENGTH));
    }

    private static String tiles(SlabNodes nodes) {
        boolean is2d = nodes.slab().whole().is2d();
        return TileOrigins.of(is2d ? Tiling.of(16, 16, 1) : Tiling.of(4, 4, 4), nodes)
                .toString();
    }

    private static long[] linksBySurface(SlabNodes nodes) {
        long[] counts = new long[nodes.nodes().surfaces().size()];
        CutLinks links = nodes.nodes().links();
        for (int link = 0; link < links.links(); link++) {
            counts[links.surface(link)]++;
        }
        return nodes.slab().sums(counts);
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
