package dev.tessera.emit.gpu;

import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.Link;
import dev.tessera.kernel.gpu.Locator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// In lines of fluid nodes a neighbour's position is the rank of its line's place, found in the mask and the
/// count of one segment of 32 nodes; neighbours along x lie beside it. Masks say what is fluid.
final class SegmentNeighbours implements NeighbourText {
    private final GpuKernel kernel;
    private final Locator.Segments segments;
    private final Locator.Dense box;
    private final Dialect dialect;

    SegmentNeighbours(GpuKernel kernel, Locator.Segments segments, Dialect dialect) {
        this.kernel = kernel;
        this.segments = segments;
        this.box = segments.box();
        this.dialect = dialect;
    }

    @Override
    public void node(Lines lines) {
        lines.line("const bits_t node = nodes[p]; // segment and place, bit 31: bulk");
        if (kernel.nodes() == GpuKernel.Nodes.SWEEP && kernel.choosy()) {
            lines.block("if (!(node >> 31))", () -> lines.line("return;"));
        }
    }

    @Override
    public void neighbours(Lines lines, List<Link> links) {
        lines.stage("the neighbours in lines of %d segments of 32 nodes; the last segment is empty"
                .formatted(segments.alongX()));
        lines.line("const int segment = (int) (node & 0x7fffffffu) >> 5;");
        lines.line("const int l = (int) (node & 31u);");
        lines.line("const int x = segment %% %d;", segments.alongX());
        lines.line("const int y = segment / %d %% %d;", segments.alongX(), box.ny());
        axis(lines, "y", box.ny(), box.periodicY(), segments.alongX());
        if (box.nz() > 1) {
            lines.line("const int z = segment / %d;", segments.alongX() * box.ny());
            axis(lines, "z", box.nz(), box.periodicZ(), segments.alongX() * box.ny());
        }
        lines.line("const bits_t below = (1u << l) - 1;");
        if (kernel.walls()) {
            lines.line("bits_t links = 0; // bit by neighbour");
        }
        Map<String, List<Link>> rows = new LinkedHashMap<>();
        for (Link link : links) {
            rows.computeIfAbsent(new Link(-1, 0, link.y(), link.z()).letters(), unknown -> new ArrayList<>())
                    .add(link);
        }
        rows.forEach((name, ofRow) -> row(lines, name, ofRow));
    }

    /// Writes how many segments further the lines on either side lie.
    private static void axis(Lines lines, String axis, int count, boolean isPeriodic, int stride) {
        if (isPeriodic) {
            lines.line("const int %1$s_m = %1$s == 0 ? %2$d : -%3$d;", axis, (count - 1) * stride, stride);
            lines.line(
                    "const int %1$s_p = %1$s == %2$d ? -%3$d : %4$d;", axis, count - 1, (count - 1) * stride, stride);
        } else {
            lines.line("const int %1$s_m = -%2$d;", axis, stride);
            lines.line("const int %1$s_p = %2$d;", axis, stride);
        }
    }

    private void row(Lines lines, String name, List<Link> links) {
        Link first = links.getFirst();
        boolean isOwn = first.y() == 0 && first.z() == 0;
        String there = "segment" + further("y", first.y()) + further("z", first.z());
        String inside = kernel.walls() ? inside(first) : "";
        if (!inside.isEmpty()) {
            lines.line("const bool is_in_%s = %s;", name, inside);
        }
        String isIn = inside.isEmpty() ? "" : "is_in_" + name;
        lines.line(
                "const int segment_%s = %s;",
                name, isIn.isEmpty() ? there : "%s ? %s : %d".formatted(isIn, there, segments.empty()));
        lines.line("const pair_t row_%1$s = segments[segment_%1$s];", name);
        String rank = isOwn ? "p" : "rank_" + name;
        if (!isOwn) {
            lines.line(
                    "const int %s = (int) row_%s.y + %s;",
                    rank, name, dialect.bitCount32("row_%s.x & below".formatted(name)));
        }
        for (Link link : links) {
            lines.line("const int %s = %s;", position(link), position(link, name, rank, isIn));
            if (kernel.walls()) {
                lines.line("links |= (%s & 1u) << %d;", bit(link, name, isIn), link.code());
            }
        }
    }

    private String position(Link link, String row, String rank, String isIn) {
        String and = isIn.isEmpty() ? "" : isIn + " && ";
        return switch (link.x()) {
            case -1 -> {
                String last = "segments[segment_%s + %d]".formatted(row, segments.alongX() - 1);
                String around = "(int) %1$s.y + %2$s - 1".formatted(last, dialect.bitCount32(last + ".x"));
                yield box.periodicX()
                        ? "(%sx == 0 && l == 0) ? %s : %s - 1".formatted(and, around, rank)
                        : rank + " - 1";
            }
            case 1 -> {
                String next = "%s + (int) (row_%s.x >> l & 1u)".formatted(rank, row);
                String around = "(int) segments[segment_%s - x].y".formatted(row);
                yield box.periodicX()
                        ? "(%sx == %d && l == %d) ? %s : %s"
                                .formatted(and, segments.alongX() - 1, lastPlace(), around, next)
                        : next;
            }
            default -> rank;
        };
    }

    /// Whether the node is fluid, in the lowest bit.
    private String bit(Link link, String row, String isIn) {
        String bit = switch (link.x()) {
            case -1 -> {
                String before = "segments[segment_%s - 1].x >> 31".formatted(row);
                String around = box.periodicX()
                        ? "segments[segment_%s + %d].x >> %d".formatted(row, segments.alongX() - 1, lastPlace())
                        : "0u";
                yield "(l > 0 ? row_%s.x >> (l - 1) : x == 0 ? %s : %s)".formatted(row, around, before);
            }
            case 1 -> {
                String after = "segments[segment_%s + 1].x".formatted(row);
                String around = box.periodicX() ? "segments[segment_%s - x].x".formatted(row) : "0u";
                String beyond = "x == %d ? %s : %s".formatted(segments.alongX() - 1, around, after);
                yield box.periodicX() && lastPlace() < 31
                        ? "(x == %1$d && l == %2$d ? %3$s : l < 31 ? row_%4$s.x >> (l + 1) : %5$s)"
                                .formatted(segments.alongX() - 1, lastPlace(), around, row, after)
                        : "(l < 31 ? row_%s.x >> (l + 1) : %s)".formatted(row, beyond);
            }
            default -> "(row_%s.x >> l)".formatted(row);
        };
        return link.x() == 0 || isIn.isEmpty() ? bit : "(%s ? %s : 0u)".formatted(isIn, bit);
    }

    /// The last node's place in a line's last segment.
    private int lastPlace() {
        return (box.nx() - 1) % 32;
    }

    private static String further(String axis, int c) {
        return c == 0 ? "" : " + " + axis + (c < 0 ? "_m" : "_p");
    }

    private String inside(Link link) {
        List<String> conditions = new ArrayList<>();
        inside(conditions, "y", link.y(), box.ny(), box.periodicY());
        inside(conditions, "z", link.z(), box.nz(), box.periodicZ());
        return String.join(" && ", conditions);
    }

    private static void inside(List<String> conditions, String axis, int c, int count, boolean isPeriodic) {
        if (c < 0 && !isPeriodic) {
            conditions.add("%s > 0".formatted(axis));
        } else if (c > 0 && !isPeriodic) {
            conditions.add("%s < %d".formatted(axis, count - 1));
        }
    }

    @Override
    public String open(Link link) {
        return LinkWords.open(link);
    }
}
