package dev.tessera.coupling;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Settings as `key=value`, separated by spaces or line ends.
///
/// @param of what they belong to, for messages
record SettingsText(String of, Map<String, String> values) {
    /// @param known the keys that may occur
    /// @throws CouplingException if a word is no setting, or its key is unknown or repeated; lists the known ones
    static SettingsText parse(String of, String text, List<String> known) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String word : text.strip().split("\\s+", -1)) {
            if (word.isEmpty()) {
                continue;
            }
            int equals = word.indexOf('=');
            String key = equals < 0 ? word : word.substring(0, equals);
            if (equals < 0 || !known.contains(key)) {
                throw CouplingException.badArgument(
                        "%s: '%s' is not a setting; write KEY=VALUE, separated by spaces, with the keys %s"
                                .formatted(of, word, String.join(", ", known)));
            }
            if (values.put(key, word.substring(equals + 1)) != null) {
                throw CouplingException.badArgument("%s: %s is set twice".formatted(of, key));
            }
        }
        return new SettingsText(of, values);
    }

    Optional<String> text(String key) {
        return Optional.ofNullable(values.get(key));
    }

    /// @throws CouplingException if it is no finite number
    double number(String key, double otherwise) {
        String text = values.get(key);
        if (text == null) {
            return otherwise;
        }
        try {
            double value = Double.parseDouble(text);
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException _) {
            // refused below
        }
        throw CouplingException.badArgument("%s: %s=%s is not a number".formatted(of, key, text));
    }

    /// @throws CouplingException if it is no whole number within the bounds
    int count(String key, int otherwise, int least, int most) {
        double value = number(key, otherwise);
        if (value != Math.rint(value) || value < least || value > most) {
            throw CouplingException.badArgument(
                    "%s: %s=%s is not a whole number from %d to %d".formatted(of, key, values.get(key), least, most));
        }
        return (int) value;
    }
}
