package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlEntry;
import dev.tessera.casefile.YamlNode.YamlList;
import dev.tessera.casefile.YamlNode.YamlMap;
import dev.tessera.casefile.YamlNode.YamlText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Checks a tree against a JSON schema, as an editor would: as much of the standard as our schemas use. Plain
/// texts count as numbers and flags where YAML 1.2 says so.
final class SchemaCheck {
    List<String> errors(JsonNode schema, YamlNode node) {
        List<String> errors = new ArrayList<>();
        check((JsonNode.Fields) schema, node, "", errors);
        return errors;
    }

    private boolean fits(JsonNode schema, YamlNode node) {
        return errors(schema, node).isEmpty();
    }

    private void check(JsonNode.Fields schema, YamlNode node, String at, List<String> errors) {
        for (Map.Entry<String, JsonNode> rule : schema.members().entrySet()) {
            if (!obeys(rule.getKey(), rule.getValue(), schema, node, at, errors)) {
                errors.add("%s: %s of %s".formatted(at, rule.getKey(), node.words()));
            }
        }
    }

    private boolean obeys(
            String rule, JsonNode value, JsonNode.Fields schema, YamlNode node, String at, List<String> errors) {
        return switch (rule) {
            case "description", "examples", "title" -> true;
            case "$ref" -> fits(ShapeSection.SECTION.schema(), node);
            case "type" -> isOf(((JsonNode.Text) value).value(), node);
            case "enum" -> node instanceof YamlText text && texts(value).contains(text.text());
            case "pattern" ->
                !(node instanceof YamlText text)
                        || Pattern.compile(((JsonNode.Text) value).value())
                                .matcher(text.text())
                                .find();
            case "required" ->
                !(node instanceof YamlMap map) || texts(value).stream().allMatch(key -> map.find(key) != null);
            case "properties" -> {
                if (node instanceof YamlMap map) {
                    ((JsonNode.Fields) value).members().forEach((key, inner) -> {
                        if (map.find(key) instanceof YamlEntry entry) {
                            check((JsonNode.Fields) inner, entry.value(), at + "." + key, errors);
                        }
                    });
                }
                yield true;
            }
            case "additionalProperties" -> others(value, schema, node, at, errors);
            case "propertyNames" ->
                !(node instanceof YamlMap map)
                        || map.entries().stream()
                                .allMatch(e -> fits(value, new YamlText(e.keyPlace(), e.key(), true, null)));
            case "items" -> {
                if (node instanceof YamlList list) {
                    list.items().forEach(item -> check((JsonNode.Fields) value, item, at + "[]", errors));
                }
                yield true;
            }
            case "minItems" -> !(node instanceof YamlList list) || list.items().size() >= number(value);
            case "maxItems" -> !(node instanceof YamlList list) || list.items().size() <= number(value);
            case "minimum" -> !isNumber(node) || number(node) >= number(value);
            case "maximum" -> !isNumber(node) || number(node) <= number(value);
            case "exclusiveMinimum" -> !isNumber(node) || number(node) > number(value);
            case "exclusiveMaximum" -> !isNumber(node) || number(node) < number(value);
            case "anyOf" -> ((JsonNode.Array) value).items().stream().anyMatch(one -> fits(one, node));
            case "allOf" -> ((JsonNode.Array) value).items().stream().allMatch(one -> fits(one, node));
            case "oneOf" ->
                ((JsonNode.Array) value)
                                .items().stream().filter(one -> fits(one, node)).count()
                        == 1;
            case "not" -> !fits(value, node);
            default -> throw new IllegalStateException("the schema uses %s, which is not checked".formatted(rule));
        };
    }

    private boolean others(JsonNode value, JsonNode.Fields schema, YamlNode node, String at, List<String> errors) {
        if (!(node instanceof YamlMap map)) {
            return true;
        }
        boolean good = true;
        for (YamlEntry entry : map.entries()) {
            boolean known = schema.members().get("properties") instanceof JsonNode.Fields properties
                    && properties.members().containsKey(entry.key());
            if (!known && value instanceof JsonNode.Fields inner) {
                check(inner, entry.value(), at + "." + entry.key(), errors);
            } else if (!known) {
                good = false;
            }
        }
        return good;
    }

    private static boolean isOf(String type, YamlNode node) {
        return switch (type) {
            case "object" -> node instanceof YamlMap;
            case "array" -> node instanceof YamlList;
            case "number" -> isNumber(node);
            case "integer" -> isNumber(node) && number(node) == Math.rint(number(node));
            case "boolean" ->
                node instanceof YamlText text && !text.quoted() && text.text().matches("true|false");
            case "string" ->
                node instanceof YamlText text
                        && (text.quoted() || (!isNumber(node) && !text.text().matches("true|false")));
            default -> throw new IllegalStateException("unknown type " + type);
        };
    }

    private static boolean isNumber(YamlNode node) {
        return node instanceof YamlText text
                && !text.quoted()
                && text.text().matches("[-+]?(\\.\\d+|\\d+(\\.\\d*)?)([eE][-+]?\\d+)?");
    }

    private static double number(YamlNode node) {
        return Double.parseDouble(((YamlText) node).text());
    }

    private static double number(JsonNode node) {
        return ((JsonNode.Numeric) node).value();
    }

    private static List<String> texts(JsonNode array) {
        return ((JsonNode.Array) array)
                .items().stream().map(item -> ((JsonNode.Text) item).value()).toList();
    }
}
