package dev.tessera.emit.c;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Makes C identifiers of a kernel's names, each one once.
final class CNames {
    private static final List<String> TAKEN = List.of(
            ("auto break case char const continue default do double else enum extern float for goto if inline int long "
                            + "register restrict return short signed sizeof static struct switch typedef union unsigned void "
                            + "volatile while asm in out parameters count node value gamma y0 y1 yn j0 j1 jn")
                    .split(" "));

    private final Map<String, String> given = new LinkedHashMap<>();
    private final Map<String, String> owners = new LinkedHashMap<>();

    /// The identifier of a name; the same for the same name.
    String of(String name) {
        String known = given.get(name);
        if (known != null) {
            return known;
        }
        String wish = identifier(name);
        String identifier = wish;
        for (int number = 2; owners.containsKey(identifier); number++) {
            identifier = wish + "_" + number;
        }
        owners.put(identifier, name);
        given.put(name, identifier);
        return identifier;
    }

    static String identifier(String name) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean plain = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_';
            text.append(plain ? c : '_');
        }
        if (text.isEmpty() || Character.isDigit(text.charAt(0))) {
            text.insert(0, 'v');
        }
        return TAKEN.contains(text.toString()) ? text + "_" : text.toString();
    }
}
