package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlEntry;
import dev.tessera.casefile.YamlNode.YamlList;
import dev.tessera.casefile.YamlNode.YamlMap;
import dev.tessera.casefile.YamlNode.YamlText;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.util.ArrayList;
import java.util.List;

/// Builds trees to be written: groups, lists and texts without places.
final class Yaml {
    private Yaml() {}

    static YamlNode text(String text) {
        return new YamlText(Place.NOWHERE, text, true, null);
    }

    static YamlNode number(double value) {
        return text(QuantityText.exact(value, QuantityKind.NUMBER));
    }

    static YamlNode list(List<YamlNode> items) {
        return new YamlList(Place.NOWHERE, items, null);
    }

    static Group group() {
        return new Group();
    }

    /// A group under construction.
    static final class Group {
        private final List<YamlEntry> entries = new ArrayList<>();

        Group with(String key, YamlNode value) {
            entries.add(new YamlEntry(key, Place.NOWHERE, value));
            return this;
        }

        Group with(String key, String text) {
            return with(key, text(text));
        }

        boolean isEmpty() {
            return entries.isEmpty();
        }

        YamlMap node() {
            return new YamlMap(Place.NOWHERE, entries);
        }
    }
}
