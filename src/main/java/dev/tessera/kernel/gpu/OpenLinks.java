package dev.tessera.kernel.gpu;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Form;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.NodeClass;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Compares the kernel of the bulk with that of a class beside walls: where none of a node's links is cut, both
/// should compute the same bits. Then one kernel can update the nodes of both.
final class OpenLinks {
    private final Map<List<Object>, Integer> numbers; // of values; equal values have one number
    private final Map<String, Object> definitions = new LinkedHashMap<>(); // an expression or a source, by name
    private final Map<String, Integer> known = new LinkedHashMap<>(); // by name
    private final Kernel kernel;
    private final Set<String> branches; // names of values selected by fields of cut links

    private OpenLinks(Kernel kernel, CutBranches cut, Map<List<Object>, Integer> numbers) {
        this.kernel = kernel;
        this.numbers = numbers;
        this.branches = kernel.nodeStatements().stream()
                .filter(cut::isBranch)
                .map(statement -> nameOf(statement.symbols().getFirst()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        for (Statement statement : kernel.statements()) {
            switch (statement) {
                case Statement.Let(Expr symbol, Expr value) -> definitions.put(nameOf(symbol), value);
                case Statement.Load(Expr symbol, Kernel.Source source) -> definitions.put(nameOf(symbol), source);
                case Statement.Iterate iterate ->
                    iterate.states().forEach(state -> definitions.put(nameOf(state), List.of(iterate, state)));
                case Statement.Store store -> {}
            }
        }
    }

    /// Whether a class stores what the bulk stores at nodes without cut links: where a branch by a field of cut
    /// links ([CutBranches]) is not taken, each stored value is the same expression of the same loads.
    static boolean areThoseOf(Kernel bulk, NodeClass walls) {
        Map<List<Object>, Integer> numbers = new LinkedHashMap<>();
        CutBranches cut = new CutBranches(walls.step(), walls.cutLinkFields());
        CutBranches none = new CutBranches(bulk, Collections.emptyMap());
        return new OpenLinks(bulk, none, numbers).stored().equals(new OpenLinks(walls.step(), cut, numbers).stored());
    }

    private Map<String, Integer> stored() {
        Map<String, Integer> stored = new TreeMap<>();
        for (Statement statement : kernel.nodeStatements()) {
            if (statement instanceof Statement.Store(Kernel.Sink sink, Expr value)) {
                stored.put(sink.toString(), number(value));
            }
        }
        return stored;
    }

    private int number(Expr value) {
        Form form = value.form();
        if (form instanceof Form.Symbol(String name)) {
            Integer number = known.get(name);
            if (number == null) {
                number = defined(name);
                known.put(name, number);
            }
            return number;
        }
        List<Object> key = new ArrayList<>();
        key.add(form instanceof Form.Constant ? form : form.getClass());
        switch (form) {
            case Form.Compare(Form.Comparison comparison, Expr left, Expr right) -> key.add(comparison);
            case Form.Digits(Form.DigitFunction function, Expr operand) -> key.add(function);
            case Form.Call(var function, List<Expr> arguments) -> key.add(function);
            case Form.Iterate(var iteration, int state, List<Expr> operands) -> key.add(List.of(iteration, state));
            default -> {}
        }
        form.operands().forEach(operand -> key.add(number(operand)));
        return numbered(key);
    }

    private int defined(String name) {
        return definitions.get(name) instanceof Expr value
                ? number(
                        branches.contains(name) && value.form() instanceof Form.Select select
                                ? select.whenFalse()
                                : value)
                : numbered(List.of(String.valueOf(definitions.get(name))));
    }

    private int numbered(List<Object> key) {
        return numbers.computeIfAbsent(key, unknown -> numbers.size());
    }

    private static String nameOf(Expr symbol) {
        return ((Form.Symbol) symbol.form()).name();
    }
}
