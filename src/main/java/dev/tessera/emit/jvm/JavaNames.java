package dev.tessera.emit.jvm;

import dev.tessera.expr.Rational;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Turns a kernel's names into unique Java identifiers.
final class JavaNames {
    /// Exact fractions longer than this are named by a counter.
    private static final int LONGEST = 24;

    /// Reserved words of Java.
    private static final List<String> RESERVED = List.of(
            ("_ abstract assert boolean break byte case catch char class const continue default do double else enum extends "
                            + "false final finally float for goto if implements import instanceof int interface long native new "
                            + "null package private protected public return short static strictfp super switch synchronized "
                            + "this throw throws transient true try void volatile while")
                    .split(" "));

    private final Map<String, Integer> taken = new LinkedHashMap<>();

    JavaNames() {
        for (String own : new String[] {"in", "out", "parameters", "count", "node", "at"}) {
            taken.put(own, 1);
        }
    }

    /// An unused name: the requested one, if necessary with a number.
    String unique(String wish) {
        String name = identifier(wish);
        if (!taken.containsKey(name)) {
            taken.put(name, 1);
            return name;
        }
        int number = taken.get(name);
        String numbered;
        do {
            number++;
            numbered = name + "_" + number;
        } while (taken.containsKey(numbered));
        taken.put(name, number);
        taken.put(numbered, 1);
        return numbered;
    }

    /// `c_1_36` for 1/36, `c_minus_3` for -3.
    static String ofConstant(Rational value) {
        String name = "c_" + value.toString().replace("-", "minus_").replace('/', '_');
        return name.length() <= LONGEST ? name : "c";
    }

    static String className(String kernel) {
        String name = identifier(kernel);
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }

    private static String identifier(String wish) {
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < wish.length(); i++) {
            char c = wish.charAt(i);
            boolean plain = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_';
            name.append(plain ? c : '_');
        }
        if (name.isEmpty() || Character.isDigit(name.charAt(0))) {
            name.insert(0, 'v');
        }
        return RESERVED.contains(name.toString()) ? name + "_" : name.toString();
    }
}
