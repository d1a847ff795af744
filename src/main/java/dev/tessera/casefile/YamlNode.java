package dev.tessera.casefile;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A case's text as a tree: maps, lists and texts, each with its place. Nothing is interpreted yet: `0.1 mm`
/// and `true` are texts.
sealed interface YamlNode {
    Place place();

    /// What it is, for messages.
    String words();

    /// @param entries in the order of the file, keys unique
    record YamlMap(Place place, List<YamlEntry> entries) implements YamlNode {
        public YamlMap {
            entries = List.copyOf(entries);
        }

        @Nullable
        YamlEntry find(String key) {
            for (YamlEntry entry : entries) {
                if (entry.key().equals(key)) {
                    return entry;
                }
            }
            return null;
        }

        /// A map with one entry replaced or added at the end; a null value removes it.
        YamlMap with(String key, Place keyPlace, @Nullable YamlNode value) {
            List<YamlEntry> changed = new ArrayList<>();
            boolean found = false;
            for (YamlEntry entry : entries) {
                if (!entry.key().equals(key)) {
                    changed.add(entry);
                } else if (value != null) {
                    changed.add(new YamlEntry(key, entry.keyPlace(), value));
                    found = true;
                }
            }
            if (!found && value != null) {
                changed.add(new YamlEntry(key, keyPlace, value));
            }
            return new YamlMap(place, changed);
        }

        @Override
        public String words() {
            return "a group of keys";
        }
    }

    record YamlEntry(String key, Place keyPlace, YamlNode value) {}

    /// @param splitNumbers where a comma between two digits, without a space, has split the items (`0,5 mm`)
    record YamlList(
            Place place, List<YamlNode> items, @Nullable Place splitNumbers) implements YamlNode {
        public YamlList {
            items = List.copyOf(items);
        }

        @Override
        public String words() {
            return "a list";
        }
    }

    /// @param quoted whether it was quoted
    /// @param textPlace the place of the first character of the text, or null where the text has
    ///        escapes or several lines
    record YamlText(
            Place place,
            String text,
            boolean quoted,
            @Nullable Place textPlace) implements YamlNode {
        boolean isEmpty() {
            return text.isEmpty() && !quoted;
        }

        /// The place of a character of the text, as near as it is known.
        Place at(int offset) {
            return textPlace == null ? place : textPlace.right(offset);
        }

        @Override
        public String words() {
            return isEmpty() ? "nothing" : "'" + shortened(text) + "'";
        }
    }

    static String shortened(String text) {
        String line = text.replace('\n', ' ');
        return line.length() <= 60 ? line : line.substring(0, 57) + "…";
    }
}
