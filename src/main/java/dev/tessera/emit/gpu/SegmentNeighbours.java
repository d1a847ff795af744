package dev.tessera.emit.gpu;

import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.Link;
import dev.tessera.kernel.gpu.Locator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Segment storage: a neighbour's position is the rank of its place in its line, computed from the mask and the
/// count of one segment; neighbours along x have adjacent positions. A mask has the fluid nodes of its segment and
/// the nodes next to it. A thread of a group does this for several nodes, whose words are `group[j]` and whose
/// positions are `q[j]`.
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

    private boolean isGroup() {
        return kernel.nodesPerThread() > 1;
    }

    @Override
    public void node(Lines lines) {
        lines.line("const bits_t node = nodes[p]; // segment and place; bit 31: bulk");
        if (kernel.nodes() == GpuKernel.Nodes.SWEEP && kernel.selective()) {
            SweptClassText.leaveOrFind(lines, kernel, dialect, inBulk(), "!(node >> 31)");
        }
    }

    @Override
    public String inBulk() {
        return "node >> 31";
    }

    @Override
    public void neighbours(Lines lines, List<Link> links) {
        lines.comment("the neighbours in lines of %d segments of %d nodes; the last segment is empty"
                .formatted(segments.alongX(), Locator.Segments.NODES));
        Map<String, List<Link>> rows = new LinkedHashMap<>();
        for (Link link : links) {
            rows.computeIfAbsent(row(link).letters(), unknown -> new ArrayList<>())
                    .add(link);
        }
        if (isGroup()) {
            ofGroup(lines, links, rows);
        } else {
            lines.line("const int segment = (int) (node & 0x7fffffffu) >> 5;");
            rows(lines, rows);
            if (kernel.walls()) {
                lines.line("bits_t links = 0; // one bit per neighbour");
            }
            beside(lines, links, rows);
        }
    }

    /// Nodes of a group are consecutive in storage; nodes of one segment share the look-up of its lines.
    private void ofGroup(Lines lines, List<Link> links, Map<String, List<Link>> rows) {
        int nodes = kernel.nodesPerThread();
        lines.line("int segment = 0;");
        rows.forEach((name, ofRow) -> {
            lines.line("int segment_%s;", name);
            lines.line("pair_t row_%s;", name);
            if (!inside(ofRow).isEmpty()) {
                lines.line("bool is_in_%s;", name);
            }
        });
        links.forEach(link -> lines.line("int at_%s[%d];", link.letters(), nodes));
        if (kernel.walls()) {
            lines.line("bits_t links[%d]; // per node: one bit per neighbour", nodes);
        }
        lines.line("#pragma unroll");
        lines.block("for (int j = 0; j < %d; j++)".formatted(nodes), () -> {
            lines.line("const bits_t node = group[j];");
            lines.line("const int here = (int) (node & 0x7fffffffu) >> 5;");
            lines.block("if (j == 0 || here != segment)", () -> {
                lines.line("segment = here;");
                rows(lines, rows);
            });
            if (kernel.walls()) {
                lines.line("links[j] = 0;");
            }
            beside(lines, links, rows);
        });
    }

    /// Finds the segment's neighbours in the lines around.
    private void rows(Lines lines, Map<String, List<Link>> rows) {
        lines.line("const int y = segment / %d %% %d;", segments.alongX(), box.ny());
        axis(lines, "y", box.ny(), box.periodicY(), segments.alongX());
        if (box.nz() > 1) {
            lines.line("const int z = segment / %d;", segments.alongX() * box.ny());
            axis(lines, "z", box.nz(), box.periodicZ(), segments.alongX() * box.ny());
        }
        String declared = isGroup() ? "" : "const %s ";
        rows.forEach((name, links) -> {
            Link first = links.getFirst();
            String there = "segment" + further("y", first.y()) + further("z", first.z());
            String inside = inside(links);
            if (!inside.isEmpty()) {
                lines.line("%sis_in_%s = %s;", declared.formatted("bool"), name, inside);
            }
            lines.line(
                    "%ssegment_%s = %s;",
                    declared.formatted("int"),
                    name,
                    inside.isEmpty() ? there : "is_in_%s ? %s : %d".formatted(name, there, segments.empty()));
            lines.line("%srow_%s = segments[segment_%s];", declared.formatted("pair_t"), name, name);
        });
    }

    /// Finds a node's neighbours in the segments around.
    private void beside(Lines lines, List<Link> links, Map<String, List<Link>> rows) {
        lines.line("const int l = (int) (node & 31u);");
        lines.line("const bits_t below = (1u << l) - 1;");
        rows.forEach((name, ofRow) -> beside(lines, name, ofRow));
        if (links.stream().anyMatch(this::isAround)) {
            lines.line("const int x = segment %% %d;", segments.alongX());
            around(lines, "x == 0 && l == 1", links, -1);
            around(lines, "x == %d && l == %d".formatted(segments.alongX() - 1, segments.lastPlace()), links, 1);
        }
    }

    /// The neighbour in the link's line without x component.
    private static Link row(Link link) {
        return new Link(-1, 0, link.y(), link.z());
    }

    /// Writes the offsets to the lines on either side, in segments.
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

    private void beside(Lines lines, String name, List<Link> links) {
        Link first = links.getFirst();
        boolean isOwn = first.y() == 0 && first.z() == 0;
        lines.line(
                "const bits_t beside_%1$s = row_%1$s.x >> (l - 1); // the node there and its neighbours along x", name);
        String rank = !isOwn ? "rank_" + name : isGroup() ? "q[j]" : "p";
        if (!isOwn) {
            lines.line(
                    "const int %s = (int) row_%s.y + %s;",
                    rank, name, dialect.bitCount32("row_%s.x & below".formatted(name)));
        }
        for (Link link : links.stream().filter(this::isAccessed).toList()) {
            String declared = isGroup() ? "" : isAround(link) ? "int " : "const int ";
            lines.line("%s%s = %s;", declared, position(link), position(link, name, rank));
        }
        if (kernel.walls()) {
            boolean isStraight = links.stream().allMatch(link -> link.x() == 0);
            int code = new Link(-1, -1, first.y(), first.z()).code();
            lines.line(
                    "%s |= (beside_%s & %du) << %d;", isGroup() ? "links[j]" : "links", name, isStraight ? 2 : 7, code);
        }
    }

    @Override
    public String position(Link link) {
        return isGroup() ? "at_%s[j]".formatted(link.letters()) : "at_" + link.letters();
    }

    private static String position(Link link, String row, String rank) {
        return switch (link.x()) {
            case -1 -> rank + " - 1";
            case 1 -> "%s + (int) (beside_%s >> 1 & 1u)".formatted(rank, row);
            default -> rank;
        };
    }

    /// Whether the kernel accesses values of the neighbour; otherwise it only needs to know whether the link is
    /// open.
    private boolean isAccessed(Link link) {
        return isGroup()
                || kernel.reaches().stream().anyMatch(reach -> reach.link().equals(link) && reach.isNeighbours());
    }

    /// Whether the neighbour can be at the other end of a periodic line.
    private boolean isAround(Link link) {
        return link.x() != 0 && box.periodicX();
    }

    /// Corrects the positions of neighbours at the other ends of periodic lines.
    private void around(Lines lines, String isAtEnd, List<Link> links, int side) {
        List<Link> beyond = links.stream()
                .filter(link -> link.x() == side && isAccessed(link))
                .toList();
        if (beyond.isEmpty()) {
            return;
        }
        String further = (side < 0 ? " + " : " - ") + (segments.alongX() - 1);
        String mask = side < 0 ? "0x%xu".formatted((1L << segments.lastPlace() + 1) - 1) : "1u";
        lines.block("if (%s)".formatted(isAtEnd), () -> {
            for (Link link : beyond) {
                String row = row(link).letters();
                String isIn = inside(List.of(link)).isEmpty() ? "" : "is_in_" + row;
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

    /// The condition that a line is inside the box; empty if it always is, or if no link to it is cut.
    private String inside(List<Link> ofRow) {
        List<String> conditions = new ArrayList<>();
        if (kernel.walls()) {
            Link link = ofRow.getFirst();
            inside(conditions, "y", link.y(), box.ny(), box.periodicY());
            inside(conditions, "z", link.z(), box.nz(), box.periodicZ());
        }
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
        return isGroup() ? "(links[j] & 0x%xu) != 0".formatted(1 << link.code()) : LinkWords.open(link);
    }
}
