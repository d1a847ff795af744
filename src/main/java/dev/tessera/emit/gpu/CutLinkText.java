package dev.tessera.emit.gpu;

import dev.tessera.emit.Expressions;
import dev.tessera.expr.Expr;
import dev.tessera.expr.Form;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.Real;
import dev.tessera.kernel.gpu.CutBranches;
import dev.tessera.kernel.gpu.CutFields;
import dev.tessera.kernel.gpu.CutPairs;
import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.model.Given;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// Writes the loads of fields of cut links ([CutFields]), and selections by such a field as branches that open
/// links skip ([CutBranches]).
///
/// A sweep loads packed values before it needs them, sixteen at a time, since a value that is loaded in a branch is
/// waited for in each branch, and keeps them in shared memory.
final class CutLinkText {
    /// Words of 32 bits per record.
    private static final int WORDS = 4;

    private final Kernel kernel;
    private final CutFields fields;
    private final CutBranches branches;
    private final CutPairs pairs;
    private final boolean isSweep;
    private final Dialect dialect;
    private final Expressions expressions;
    private final Real computed;
    private final String real;
    private final int threads;
    private final List<Expr> kept; // symbols, in shared memory

    CutLinkText(GpuKernel gpu, CutFields fields, Dialect dialect, Expressions expressions) {
        this.kernel = gpu.kernel();
        this.fields = fields;
        this.branches = fields.branchesOf(kernel);
        this.pairs = new CutPairs(kernel, branches);
        this.isSweep = gpu.nodes() == GpuKernel.Nodes.SWEEP;
        this.dialect = dialect;
        this.expressions = expressions;
        this.computed = gpu.precision().computed();
        this.real = Dialect.real(computed);
        this.threads = gpu.tuning().threads();
        this.kept = kept();
    }

    /// Writes the mask of the node's cut links and the index of its first value. In a sweep, most nodes have
    /// none.
    void head(Lines lines) {
        lines.line("const pair_t cut_place = cut_places[p >> 5]; // nodes with cut links; the number of those before");
        lines.line("bits_t cut_links = 0; // one bit per direction");
        lines.line("bits_t first_value = 0;");
        if (isKept()) {
            lines.line("record_t parts, more_parts; // of the first cut links, 16 bits each");
        }
        lines.block("if ((cut_place.x >> (p & 31) & 1u) != 0)", () -> {
            String before = dialect.bitCount32("cut_place.x & ((1u << (p & 31)) - 1)");
            lines.line("const pair_t cut = cut_heads[(int) cut_place.y + %s];", before);
            lines.line("cut_links = cut.x;");
            lines.line("first_value = cut.y;");
            if (isKept()) {
                lines.line("parts = cut_values[first_value];");
                lines.line("more_parts = cut_values[first_value + 1];");
            }
        });
    }

    private boolean isKept() {
        return fields.isPacked() && isSweep;
    }

    /// Whether a statement is written in a branch.
    boolean isDeferred(Statement statement) {
        return branches.isDeferred(statement);
    }

    boolean isBranch(Statement statement) {
        return branches.isBranch(statement);
    }

    /// Writes a selection as a branch, with all that is computed for it alone.
    /// @param write writes a statement
    void branch(Lines lines, Statement.Let let, Consumer<Statement> write) {
        List<CutPairs.Pair> group = isKept() ? pairs.of(let) : List.of();
        if (!group.isEmpty() && areSideBySide(group)) {
            if (let.equals(group.getFirst().first())) { // which has all in it
                group(lines, group, write);
            }
            return;
        }
        forOpenLink(lines, let);
        lines.block("if (%s)".formatted(isCut(branches.directionOf(let))), () -> {
            int before = (1 << placeOf(let)) - 1;
            statements(lines, branches.within(let), "%du".formatted(before), write);
            lines.line("%s = %s;", expressions.value(let.symbol()), expressions.top(let.value()));
        });
    }

    private boolean areSideBySide(List<CutPairs.Pair> group) {
        List<Integer> places = group.stream()
                .flatMap(CutPairs.Pair::branches)
                .map(this::placeOf)
                .toList();
        return IntStream.range(0, places.size()).allMatch(k -> places.get(k) == places.getFirst() + k);
    }

    /// Writes the branches of some pairs as a loop: over the first cut links of all of them, then over the second
    /// ones, which hardly a node has.
    private void group(Lines lines, List<CutPairs.Pair> group, Consumer<Statement> write) {
        group.stream().flatMap(CutPairs.Pair::branches).forEach(branch -> forOpenLink(lines, branch));
        int all = (1 << 2 * group.size()) - 1;
        String head = "for (bits_t cut = cut_links >> %d & %du; cut != 0; cut &= cut << 1 & %du)"
                .formatted(placeOf(group.getFirst().first()), all, 0xaaaaaaaa & all);
        lines.block(head, () -> {
            for (int k = 0; k < group.size(); k++) {
                int pair = k;
                lines.block("", () -> pair(lines, group.get(pair), 2 * pair, write));
            }
        });
    }

    private void pair(Lines lines, CutPairs.Pair pair, int bit, Consumer<Statement> write) {
        lines.line("const bool is_first = (cut >> %d & 1u) != 0;", bit);
        for (CutPairs.Exchanged value : pair.exchanged()) {
            lines.line(
                    "const %s %s = %s;", real, expressions.value(value.name()), ofLink(value.first(), value.second()));
        }
        int place = placeOf(pair.first());
        String before = "(is_first ? %du : %du)".formatted((1 << place) - 1, (2 << place) - 1);
        statements(lines, pair.statements(), before, write);
        lines.line("const %s result = %s;", real, expressions.top(pair.result()));
        lines.line("if (is_first) %s = result;", expressions.value(pair.first().symbol()));
        lines.line(
                "else if ((cut >> %d & 1u) != 0) %s = result;",
                bit + 1, expressions.value(pair.second().symbol()));
    }

    private String ofLink(Expr first, Expr second) {
        return kept.contains(first) && kept.contains(second)
                ? "kept[(is_first ? %d : %d) + lane]".formatted(keptAt(first), keptAt(second))
                : "is_first ? %s : %s".formatted(expressions.value(first), expressions.value(second));
    }

    private int keptAt(Expr population) {
        return kept.indexOf(population) * threads;
    }

    private int placeOf(Statement.Let branch) {
        return fields.place(branches.directionOf(branch));
    }

    private void forOpenLink(Lines lines, Statement.Let branch) {
        Form.Select select = (Form.Select) branch.value().form();
        lines.line("%s %s = %s;", real, expressions.value(branch.symbol()), expressions.top(select.whenFalse()));
    }

    /// @param before mask of the links whose values come before that of this branch
    private void statements(Lines lines, List<Statement> statements, String before, Consumer<Statement> write) {
        for (Statement statement : statements) {
            if (statement instanceof Statement.Load load && isKept()) {
                keptPart(lines, load, before);
            } else if (statement instanceof Statement.Load load) {
                value(lines, load, at(Objects.requireNonNull(branches.fieldOf(load))));
            } else {
                write.accept(statement);
            }
        }
    }

    /// Writes what the branches of a sweep read to shared memory, where it needs no registers until then: incoming
    /// populations of nodes with cut links, and the packed values.
    void keep(Lines lines) {
        if (!isKept()) {
            return;
        }
        lines.comment("beside walls");
        lines.line("const int lane = %s;", dialect.lane());
        if (!kept.isEmpty()) {
            lines.line("%s %s kept[%d];", dialect.sharedQualifier(), real, kept.size() * threads);
        }
        lines.line("%s bits_t kept_parts[%d];", dialect.sharedQualifier(), records() * WORDS * threads);
        lines.block("if (cut_links != 0)", () -> {
            kept.forEach(population ->
                    lines.line("kept[%d + lane] = %s;", keptAt(population), expressions.value(population)));
            record(lines, 0, "parts");
            record(lines, 1, "more_parts");
        });
        if (records() > 2) {
            lines.block("if (%s > %d)".formatted(dialect.bitCount32("cut_links"), 2 * CutFields.PARTS), () -> {
                for (int record = 2; record < records(); record++) {
                    lines.line("parts = cut_values[first_value + %d];", record);
                    record(lines, record, "parts");
                }
            });
        }
    }

    private void record(Lines lines, int record, String value) {
        for (int word = 0; word < WORDS; word++) {
            lines.line(
                    "kept_parts[%d + lane] = (bits_t) (%s.%s);",
                    (record * WORDS + word) * threads,
                    value,
                    List.of("x", "x >> 32", "y", "y >> 32").get(word));
        }
    }

    /// Records of a node whose links are all cut.
    private int records() {
        return 2 * Math.ceilDiv(fields.directions(), 2 * CutFields.PARTS);
    }

    /// The populations that pairs of branches read.
    private List<Expr> kept() {
        if (!isKept()) {
            return List.of();
        }
        Set<Expr> read = new LinkedHashSet<>();
        for (Statement statement : kernel.nodeStatements()) {
            for (CutPairs.Pair pair : pairs.of(statement)) {
                pair.exchanged().forEach(value -> read.addAll(List.of(value.first(), value.second())));
            }
        }
        return kernel.nodeStatements().stream()
                .filter(statement -> statement instanceof Statement.Load load
                        && load.source() instanceof Source.PopulationIn
                        && read.contains(load.symbol()))
                .map(statement -> ((Statement.Load) statement).symbol())
                .toList();
    }

    /// Writes the loads that are not in a branch.
    void loads(Lines lines) {
        for (Statement statement : kernel.nodeStatements()) {
            String field = branches.fieldOf(statement);
            if (field != null && !branches.isDeferred(statement)) {
                value(
                        lines,
                        (Statement.Load) statement,
                        "%s ? %s : 0".formatted(isCut(fields.direction(field)), at(field)));
            }
        }
    }

    private String isCut(int direction) {
        return "(cut_links >> %d & 1u) != 0".formatted(fields.place(direction));
    }

    /// Writes a load of a packed value from shared memory.
    private void keptPart(Lines lines, Statement.Load load, String before) {
        lines.line("const int rank = %s;", dialect.bitCount32("cut_links & " + before));
        String word = "kept_parts[rank / 2 * %d + lane]".formatted(threads);
        value(lines, load, part("%s >> rank %% 2 * %d & 0xffffu".formatted(word, Given.PartOfLink.BITS)));
    }

    private void value(Lines lines, Statement.Load load, String value) {
        lines.line("const %s %s = %s;", real, expressions.value(load.symbol()), value);
    }

    private String at(String field) {
        String rank = rank(field);
        if (fields.isPacked()) {
            return part("cut_values[%d * first_value + %s]".formatted(CutFields.PARTS, rank));
        }
        int coefficient = fields.coefficient(field);
        String before = coefficient == 0 ? "" : " + %d * %s".formatted(coefficient, dialect.bitCount32("cut_links"));
        return "cut_values[first_value + %s%s]".formatted(rank, before);
    }

    /// The number of a field's link among the cut links of its node.
    private String rank(String field) {
        return dialect.bitCount32("cut_links & %du".formatted((1 << fields.place(fields.direction(field))) - 1));
    }

    /// A value that is stored in 16 bits: they follow the point of 1 plus the value. (A conversion of integers
    /// takes GPUs four times as long as an addition.)
    private String part(String stored) {
        return switch (computed) {
            case FP64 ->
                dialect.withBits(
                                computed,
                                "0x3ff0000000000000 | (mask_t) (%s) << %d"
                                        .formatted(stored, 52 - Given.PartOfLink.BITS))
                        + " - 1.0";
            case FP32 ->
                dialect.withBits(
                                computed,
                                "0x3f800000u | (bits_t) (%s) << %d".formatted(stored, 23 - Given.PartOfLink.BITS))
                        + " - 1.0f";
        };
    }
}
