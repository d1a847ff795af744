package dev.tessera.emit.latex;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Form;
import dev.tessera.expr.Iteration;
import dev.tessera.expr.Reachable;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The equations of kernels as a LaTeX document that needs `amsmath` only: for each kernel what it reads, the names
/// of its values, and what it stores. The index of a population is its direction: `f_{10\bar{1}}` moves by
/// (1, 0, -1). A star marks values after the collision.
public final class LatexEquations {
    private final Kernel kernel;
    private final LatexText text = new LatexText();
    private final List<String> lines = new ArrayList<>();
    private final Map<Expr, Integer> uses = new IdentityHashMap<>();
    private final Set<Iteration> described = new LinkedHashSet<>();
    private int named;
    private int iterations;

    private LatexEquations(Kernel kernel) {
        this.kernel = kernel;
        count(kernel.statements().stream().flatMap(s -> s.values().stream()).toList());
    }

    private void count(List<Expr> roots) {
        for (Expr node : Reachable.from(roots)) {
            for (Expr operand : node.form().operands()) {
                uses.merge(operand, 1, Integer::sum);
            }
        }
        roots.forEach(root -> uses.merge(root, 1, Integer::sum));
    }

    /// A document about some kernels that have not been lowered.
    /// @param title of the document, without mathematics
    public static String of(String title, List<Kernel> kernels) {
        StringBuilder document = new StringBuilder("""
                \\documentclass{article}
                \\usepackage{amsmath}
                \\allowdisplaybreaks
                \\begin{document}
                \\section*{%s}
                The index of a population is the direction in which it moves, $\\bar{1}$ stands for $-1$, and a star marks
                values after the collision, which move to the neighbours.
                """.formatted(words(title)));
        Set<String> printed = new LinkedHashSet<>(); // boundaries of one kind have the same
        for (Kernel kernel : kernels) {
            String section = kernel.isEmpty() ? "" : new LatexEquations(kernel).section();
            if (printed.add(section)) {
                document.append(section);
            }
        }
        return document.append("\\end{document}\n").toString();
    }

    private String section() {
        List<String> given = new ArrayList<>();
        for (Statement statement : kernel.statements()) {
            switch (statement) {
                case Statement.Load(Expr symbol, Source source) -> given(symbol, source, given);
                case Statement.Let(Expr symbol, Expr value) -> {
                    shared(value);
                    String name = LatexNames.of(((Form.Symbol) symbol.form()).name());
                    equation(name, value);
                    text.name(value, name);
                }
                case Statement.Iterate iterate ->
                    throw new IllegalArgumentException("kernel %s has been lowered".formatted(kernel.name()));
                case Statement.Store(Sink sink, Expr value) -> {
                    shared(value);
                    equation(nameOf(sink), value);
                }
            }
        }
        String reads = given.isEmpty() ? "" : "Given: $" + String.join("$, $", given) + "$.\n";
        return "\\subsection*{%s}\n%s\\begin{align*}\n%s\n\\end{align*}\n"
                .formatted(words(kernel.name()), reads, String.join(" \\\\\n", lines));
    }

    /// Values other than populations, and those at neighbours by their place.
    private void given(Expr symbol, Source source, List<String> given) {
        switch (source) {
            case Source.PopulationIn in ->
                text.name(symbol, LatexNames.of(kernel.populationName(in.array(), in.direction())));
            case Source.FieldAt at -> text.name(symbol, at(LatexNames.of(at.field()), at.field(), at.direction()));
            case Source.MomentAt at -> text.name(symbol, at(LatexNames.of(at.moment()), at.array(), at.direction()));
            case Source.FieldIn in -> {
                text.name(symbol, LatexNames.of(in.field()));
                given.add(LatexNames.of(in.field()));
            }
            case Source.Parameter in -> {
                text.name(symbol, LatexNames.of(in.name()));
                given.add(LatexNames.of(in.name()));
            }
            case Source.Series in -> {
                text.name(symbol, LatexNames.of(in.name()) + "(t)");
                given.add(LatexNames.of(in.name()) + "(t)");
            }
        }
    }

    private String at(String name, String array, int direction) {
        return direction == 0
                ? name
                : "%s(x + c_{%s})".formatted(name, LatexNames.direction(kernel.populationName(array, direction)));
    }

    /// Names what is used more than once, and what is long, operands first.
    private void shared(Expr value) {
        for (Expr node : Reachable.from(List.of(value), text::isNamed)) {
            if (node.form() instanceof Form.Iterate(Iteration iteration, int state, List<Expr> operands)) {
                describe(iteration);
            }
            boolean isShared = uses.getOrDefault(node, 0) > 1 && isWorthAName(node.form());
            if (node != value && (isShared || text.isLong(node))) {
                String name = "a_{" + ++named + "}";
                equation(name, node);
                text.name(node, name);
            }
        }
    }

    private static boolean isWorthAName(Form form) {
        return !(form instanceof Form.Constant
                || form instanceof Form.Symbol
                || form instanceof Form.Compare
                || form instanceof Form.Negate
                || form instanceof Form.Multiply(Expr a, Expr b) && a == b && a.form() instanceof Form.Symbol);
    }

    /// An iteration as functions `I_k` of its initial states and its inputs, `s_1 …` and `p_1 …` in their order.
    private void describe(Iteration iteration) {
        String name = "I^{(%d)}".formatted(iterations + 1);
        if (!described.add(iteration)) {
            return;
        }
        iterations++;
        text.name(iteration, name);
        number(iteration.states(), "s");
        number(iteration.inputs(), "p");
        List<Expr> roots = new ArrayList<>(iteration.step().next());
        roots.add(iteration.step().continues());
        count(roots);
        roots.forEach(this::shared);
        for (int state = 0; state < iteration.states().size(); state++) {
            lines.add(
                    "%1$s_{%2$d}\\colon\\quad s_{%2$d} &\\leftarrow %3$s \\quad \\text{at most %4$d times, while } %5$s"
                            .formatted(
                                    name,
                                    state + 1,
                                    text.value(iteration.step().next().get(state)),
                                    iteration.limit(),
                                    text.value(iteration.step().continues())));
        }
    }

    private void number(List<Expr> symbols, String letter) {
        for (int k = 0; k < symbols.size(); k++) {
            text.name(symbols.get(k), "%s_{%d}".formatted(letter, k + 1));
        }
    }

    private void equation(String left, Expr value) {
        lines.add(left + " &= " + text.value(value));
    }

    private String nameOf(Sink sink) {
        return switch (sink) {
            case Sink.PopulationOut out -> {
                String name = LatexNames.of(kernel.populationName(out.array(), out.direction()));
                yield name.contains("^{") ? name.replace("^{", "^{*,") : name.replace("f_", "f^*_");
            }
            case Sink.MomentOut out -> LatexNames.of(out.moment()) + "^*";
            case Sink.FieldOut out -> LatexNames.of(out.field()) + "^*";
        };
    }

    private static String words(String plain) {
        return plain.replace("_", "\\_").replace("%", "\\%").replace("&", "\\&").replace("#", "\\#");
    }
}
