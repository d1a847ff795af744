package dev.tessera.emit;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Turns a kernel's names into unique identifiers of C and similar languages.
public final class Names {
    private static final List<String> OF_C = List.of(
            ("auto break case char const continue default do double else enum extern float for goto if inline int long "
                            + "register restrict return short signed sizeof static struct switch typedef union unsigned void "
                            + "volatile while asm gamma y0 y1 yn j0 j1 jn")
                    .split(" "));

    private final Set<String> taken;
    private final Map<String, String> given = new LinkedHashMap<>();
    private final Map<String, String> owners = new LinkedHashMap<>();

    /// @param taken words that the text uses itself, in addition to those of C
    public Names(List<String> taken) {
        this.taken = new LinkedHashSet<>(OF_C);
        this.taken.addAll(taken);
    }

    /// The identifier of a name; the same for the same name.
    public String of(String name) {
        String known = given.get(name);
        if (known != null) {
            return known;
        }
        String wish = taken.contains(plain(name)) ? plain(name) + "_" : plain(name);
        String identifier = wish;
        for (int number = 2; owners.containsKey(identifier) || taken.contains(identifier); number++) {
            identifier = wish + "_" + number;
        }
        owners.put(identifier, name);
        given.put(name, identifier);
        return identifier;
    }

    /// Gives a name this identifier, which the caller keeps unique.
    public void give(String name, String identifier) {
        owners.put(identifier, name);
        given.put(name, identifier);
    }

    /// The name with an underscore for every character that is not allowed in identifiers.
    public static String plain(String name) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean plain = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_';
            text.append(plain ? c : '_');
        }
        if (text.isEmpty() || Character.isDigit(text.charAt(0))) {
            text.insert(0, 'v');
        }
        return text.toString();
    }
}
