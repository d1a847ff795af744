package dev.tessera.kernel.pass;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Form;
import dev.tessera.expr.Reachable;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Statement;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/// Names values after the values that they are used for. Names are unique within the kernel and the same in every
/// run.
final class ValueNames {
    private static final String SHARED = "shared";
    private static final Pattern NUMBER = Pattern.compile("(?<!_over|_times)_\\d+$");
    private static final Pattern POST_COLLISION = Pattern.compile("g_[mzp]{3}");

    private final Map<Expr, String> served = new IdentityHashMap<>();
    private final Map<String, Integer> taken = new LinkedHashMap<>();

    private ValueNames() {}

    static ValueNames of(Equations equations) {
        ValueNames names = new ValueNames();
        Kernel kernel = equations.kernel();
        for (Statement statement : kernel.statements()) {
            if (statement instanceof Statement.Load(Expr symbol, Kernel.Source source)) {
                names.taken.put(Equations.nameOf(symbol), 0);
            }
        }
        equations.names().values().forEach(name -> names.taken.put(name, 0));
        equations.stores().forEach(store -> names.taken.put(storeName(kernel, store.sink()), 0));
        Map<Expr, Boolean> uniform = equations.uniform();
        for (Statement.Store store : equations.stores()) {
            names.serve(store.value(), storeName(kernel, store.sink()));
        }
        List<Expr> needed = Reachable.from(equations.roots());
        for (Expr node : needed.reversed()) {
            String own = equations.names().get(node);
            String base = own != null ? own : names.served.getOrDefault(node, SHARED);
            for (Expr operand : node.form().operands()) {
                if (uniform.getOrDefault(operand, false) && !uniform.getOrDefault(node, false)) {
                    names.served.put(operand, firstSymbol(operand));
                } else {
                    names.serve(operand, base);
                }
            }
        }
        return names;
    }

    /// `g_pzm` for the outgoing population of a direction, `new_` and the name of a field, `kept_` and that of
    /// a moment.
    static String storeName(Kernel kernel, Sink sink) {
        return switch (sink) {
            case Sink.PopulationOut(String array, int direction) -> kernel.outgoingName(array, direction);
            case Sink.MomentOut(String array, String moment) -> identifier("kept-" + moment);
            case Sink.FieldOut(String field) -> identifier("new-" + field);
        };
    }

    static String identifier(String text) {
        return text.replace('-', '_').replace('.', '_');
    }

    /// A name for a node without one: its descriptive name, otherwise that of the value it is used for, with a
    /// number.
    /// @param names of values so far
    String nameFor(Expr node, Map<Expr, String> names) {
        String meaning = new DescriptiveName(names).of(node);
        if (meaning.isEmpty()) {
            return numbered(served.getOrDefault(node, SHARED));
        }
        if (taken.putIfAbsent(meaning, 0) == null) {
            return meaning;
        }
        return numbered(meaning);
    }

    private String numbered(String wish) {
        String base = NUMBER.matcher(wish).replaceFirst("");
        int number = taken.getOrDefault(base, 0);
        String name;
        do {
            number++;
            name = base + "_" + number;
        } while (taken.containsKey(name));
        taken.put(base, number);
        taken.put(name, 0);
        return name;
    }

    private void serve(Expr node, String name) {
        String before = served.get(node);
        if (before == null) {
            served.put(node, name);
        } else if (!before.equals(name)) {
            served.put(node, commonName(before, name));
        }
    }

    /// The name of a value used for two others: their pair of opposite directions, or `shared`.
    private static String commonName(String a, String b) {
        String pair = pairOf(a);
        return !pair.isEmpty() && Objects.equals(pair, pairOf(b)) ? pair : SHARED;
    }

    private static String pairOf(String name) {
        if (name.startsWith("pair_")) {
            return name;
        }
        if (!POST_COLLISION.matcher(name).matches() || name.equals("g_zzz")) {
            return "";
        }
        String letters = name.substring(2);
        int first = letters.replace('z', ' ').strip().charAt(0);
        String positive = first == 'p'
                ? letters
                : letters.replace('m', '#').replace('p', 'm').replace('#', 'p');
        return "pair_" + positive;
    }

    private static String firstSymbol(Expr node) {
        return Reachable.from(List.of(node)).stream()
                .filter(leaf -> leaf.form() instanceof Form.Symbol)
                .map(Equations::nameOf)
                .findFirst()
                .orElse(SHARED);
    }
}
