package dev.tessera.emit.gpu;

import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.Link;
import dev.tessera.kernel.gpu.Locator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// In lines of fluid nodes a neighbour's position is the rank of its line's place, found in the mask and the
/// count of one segment; neighbours along x lie beside it. Masks say what is fluid, beside the segment too.
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
        lines.stage("the neighbours in lines of %d segments of %d nodes; the last segment is empty"
                .formatted(segments.alongX(), Locator.Segments.NODES));
        lines.line("const int segment = (int) (node & 0x7fffffffu) >> 5;");
        lines.line("const int l = (int) (node & 31u);");
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
            rows.computeIfAbsent(row(link).letters(), unknown -> new ArrayList<>())
                    .add(link);
        }
        rows.forEach((name, ofRow) -> row(lines, name, ofRow));
        if (links.stream().anyMatch(this::isAround)) {
            lines.line("const int x = segment %% %d;", segments.alongX());
            around(lines, "x == 0 && l == 1", links, -1);
            around(lines, "x == %d && l == %d".formatted(segments.alongX() - 1, segments.lastPlace()), links, 1);
        }
    }

    /// The neighbour straight ahead in the link's line.
    private static Link row(Link link) {
        return new Link(-1, 0, link.y(), link.z());
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
        lines.line(
                "const bits_t beside_%1$s = row_%1$s.x >> (l - 1); // the node there, and those on either side", name);
        String rank = isOwn ? "p" : "rank_" + name;
        if (!isOwn) {
            lines.line(
                    "const int %s = (int) row_%s.y + %s;",
                    rank, name, dialect.bitCount32("row_%s.x & below".formatted(name)));
        }
        for (Link link : links) {
            lines.line("%sint %s = %s;", isAround(link) ? "" : "const ", position(link), position(link, name, rank));
        }
        if (kernel.walls()) {
            boolean isStraight = links.stream().allMatch(link -> link.x() == 0);
            int code = new Link(-1, -1, first.y(), first.z()).code();
            lines.line("links |= (beside_%s & %du) << %d;", name, isStraight ? 2 : 7, code);
        }
    }

    private static String position(Link link, String row, String rank) {
        return switch (link.x()) {
            case -1 -> rank + " - 1";
            case 1 -> "%s + (int) (beside_%s >> 1 & 1u)".formatted(rank, row);
            default -> rank;
        };
    }

    /// Whether the neighbour can lie at a line's other end.
    private boolean isAround(Link link) {
        return link.x() != 0 && box.periodicX();
    }

    /// Corrects the positions of neighbours at the other ends of lines.
    private void around(Lines lines, String isAtEnd, List<Link> links, int side) {
        List<Link> beyond = links.stream().filter(link -> link.x() == side).toList();
        if (beyond.isEmpty()) {
            return;
        }
        String further = (side < 0 ? " + " : " - ") + (segments.alongX() - 1);
        String mask = side < 0 ? "0x%xu".formatted((1L << segments.lastPlace() + 1) - 1) : "1u";
        lines.block("if (%s)".formatted(isAtEnd), () -> {
            for (Link link : beyond) {
                String row = row(link).letters();
                String isIn = kernel.walls() && !inside(link).isEmpty() ? "is_in_" + row : "";
                String end = "segment_" + row + further;
                lines.line(
                        "const pair_t end_%s = segments[%s];",
                        row, isIn.isEmpty() ? end : "%s ? %s : %d".formatted(isIn, end, segments.empty()));
                String before = dialect.bitCount32("end_%s.x & %s".formatted(row, mask));
                lines.line("%s = (int) end_%s.y + %s%s;", position(link), row, before, side < 0 ? " - 1" : "");
            }
        });
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
