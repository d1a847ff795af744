package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlList;
import dev.tessera.casefile.YamlNode.YamlMap;
import dev.tessera.casefile.YamlNode.YamlText;
import java.util.ArrayList;
import java.util.List;

/// A list of values of one type.
record ListType<T>(ValueType<T> items, int least, int most) implements ValueType<List<T>> {
    private static final int MANY = 10_000;

    static <T> ListType<T> of(ValueType<T> items) {
        return atLeast(1, items);
    }

    static <T> ListType<T> atLeast(int least, ValueType<T> items) {
        return new ListType<>(items, least, MANY);
    }

    /// Two components (2D) or three.
    static <T> ListType<T> vector(ValueType<T> components) {
        return new ListType<>(components, 2, 3);
    }

    @Override
    public List<T> read(YamlNode node, Reading reading) {
        return switch (node) {
            case YamlList list -> readList(list, reading);
            case YamlText text -> throw reading.refuse(text.place(), wrong(text));
            case YamlMap map -> throw reading.refuse(map.place(), wrong(map));
        };
    }

    @Override
    public YamlNode write(List<T> values) {
        return Yaml.list(values.stream().map(items::write).toList());
    }

    private String wrong(YamlNode node) {
        return "this is %s, but a %s in brackets is expected, such as [a, b, c]".formatted(node.words(), words());
    }

    private List<T> readList(YamlList list, Reading reading) {
        int size = list.items().size();
        if (size < least || size > most) {
            String hint = list.splitNumbers() == null
                    ? ""
                    : ". A comma separates items: a decimal number takes a point, 0.5 and not 0,5";
            throw reading.refuse(
                    list.splitNumbers() == null ? list.place() : list.splitNumbers(),
                    "%d item%s, but this is a %s%s".formatted(size, size == 1 ? "" : "s", words(), hint));
        }
        List<T> values = new ArrayList<>();
        boolean good = true;
        for (int i = 0; i < size; i++) {
            try {
                values.add(items.read(list.items().get(i), reading.at(Integer.toString(i))));
            } catch (Unreadable noted) {
                good = false;
            }
        }
        if (!good) {
            throw new Unreadable();
        }
        return values;
    }

    @Override
    public String words() {
        String of = " of %s".formatted(items.words());
        if (least == most) {
            return "list" + of + ", %d items".formatted(least);
        }
        if (most == MANY) {
            return least <= 1 ? "list" + of : "list" + of + ", %d items or more".formatted(least);
        }
        return "list" + of + ", %d or %d items".formatted(least, most);
    }

    @Override
    public JsonNode schema() {
        JsonNode.Fields schema = JsonNode.type("array").with("items", items.schema());
        schema = least > 0 ? schema.with("minItems", new JsonNode.Numeric(least)) : schema;
        return most < MANY ? schema.with("maxItems", new JsonNode.Numeric(most)) : schema;
    }

    @Override
    public List<Section<?>> sections() {
        return items.sections();
    }
}
