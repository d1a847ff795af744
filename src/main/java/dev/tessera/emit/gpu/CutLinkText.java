package dev.tessera.emit.gpu;

import dev.tessera.emit.Expressions;
import dev.tessera.expr.Form;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.Real;
import dev.tessera.kernel.gpu.CutBranches;
import dev.tessera.kernel.gpu.CutFields;
import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.model.Given;
import java.util.Objects;
import java.util.function.Consumer;

/// Writes the loads of fields of cut links ([CutFields]), and selections by such a field as branches that open
/// links skip ([CutBranches]).
///
/// A sweep loads packed values eight at a time, before it needs them: a value that is loaded in a branch is waited
/// for in each branch.
final class CutLinkText {
    private final Kernel kernel;
    private final CutFields fields;
    private final CutBranches branches;
    private final boolean isSweep;
    private final Dialect dialect;
    private final Expressions expressions;
    private final Real computed;
    private final String real;

    CutLinkText(GpuKernel gpu, CutFields fields, Dialect dialect, Expressions expressions) {
        this.kernel = gpu.kernel();
        this.fields = fields;
        this.branches = fields.branchesOf(kernel);
        this.isSweep = gpu.nodes() == GpuKernel.Nodes.SWEEP;
        this.dialect = dialect;
        this.expressions = expressions;
        this.computed = gpu.precision().computed();
        this.real = Dialect.real(computed);
    }

    /// Writes the mask of the node's cut links and the index of its first value. In a sweep, most nodes have
    /// none.
    void head(Lines lines) {
        lines.line("const pair_t cut_place = cut_places[p >> 5]; // nodes with cut links; the number of those before");
        lines.line("bits_t cut_links = 0; // one bit per direction");
        lines.line("bits_t first_value = 0;");
        if (isQueued()) {
            lines.line("record_t parts; // of the next cut links, 16 bits each");
        }
        lines.block("if ((cut_place.x >> (p & 31) & 1u) != 0)", () -> {
            String before = dialect.bitCount32("cut_place.x & ((1u << (p & 31)) - 1)");
            lines.line("const pair_t cut = cut_heads[(int) cut_place.y + %s];", before);
            lines.line("cut_links = cut.x;");
            lines.line("first_value = cut.y;");
            if (isQueued()) {
                lines.line("parts = cut_values[first_value];");
            }
        });
    }

    private boolean isQueued() {
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
        Form.Select select = (Form.Select) let.value().form();
        lines.line("%s %s = %s;", real, expressions.value(let.symbol()), expressions.top(select.whenFalse()));
        lines.block("if (%s)".formatted(isCut(branches.directionOf(let))), () -> {
            for (Statement statement : branches.within(let)) {
                if (statement instanceof Statement.Load load) {
                    load(lines, load);
                } else {
                    write.accept(statement);
                }
            }
            lines.line("%s = %s;", expressions.value(let.symbol()), expressions.top(let.value()));
        });
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

    /// Writes a load in a branch.
    private void load(Lines lines, Statement.Load load) {
        String field = Objects.requireNonNull(branches.fieldOf(load));
        if (!isQueued()) {
            value(lines, load, at(field));
            return;
        }
        value(lines, load, part("parts.x & 0xffffu"));
        String rank = rank(field);
        lines.line("parts.x = parts.x >> %1$d | parts.y << %2$d;", Given.PartOfLink.BITS, 64 - Given.PartOfLink.BITS);
        lines.line("parts.y >>= %d;", Given.PartOfLink.BITS);
        lines.line("const int used = %s + 1;", rank);
        lines.line("if (used %% %1$d == 0) parts = cut_values[first_value + used / %1$d];", CutFields.PARTS);
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
