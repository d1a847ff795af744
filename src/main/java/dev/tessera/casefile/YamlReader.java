package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlEntry;
import dev.tessera.casefile.YamlNode.YamlList;
import dev.tessera.casefile.YamlNode.YamlMap;
import dev.tessera.casefile.YamlNode.YamlText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/// Turns YAML text into a tree with places; finds problems that YAML itself accepts: duplicate keys, values that a
/// plain comma has split, aliases.
final class YamlReader {
    private static final int LONGEST_CASE = 1 << 20;
    private static final int MOST_NODES = 200_000;

    private final String source;
    private final @Nullable Place override;
    private final Problems problems;
    private int nodes;

    private YamlReader(String source, @Nullable Place override, Problems problems) {
        this.source = source;
        this.override = override;
        this.problems = problems;
    }

    /// @param source the file's name for messages
    /// @throws CaseFileException where the text is no YAML at all
    static YamlNode read(String source, String text, Problems problems) {
        return new YamlReader(source, null, problems).read(text);
    }

    /// Reads the value of an override; every place in it is the override's.
    static YamlNode readOverride(Place override, String text, Problems problems) {
        return new YamlReader(override.source(), override, problems).read(text);
    }

    private YamlNode read(String text) {
        Place start = override == null ? new Place(source, 1, 1) : override;
        if (text.length() > LONGEST_CASE) {
            throw new CaseFileException(start, "%d characters are too many for a case".formatted(text.length()));
        }
        LoadSettings settings = LoadSettings.builder()
                .setLabel(source)
                .setAllowDuplicateKeys(true)
                .setUseMarks(true)
                .build();
        try {
            Optional<Node> root = new Compose(settings).composeString(text);
            return root.isPresent() ? convert(root.get()) : new YamlText(start, "", false, start);
        } catch (MarkedYamlEngineException e) {
            Place place = e.getProblemMark().map(this::place).orElse(start);
            throw new CaseFileException(place, explained(e));
        } catch (YamlEngineException e) {
            throw new CaseFileException(start, "this is no YAML text: " + oneLine(e.getMessage()));
        } catch (StackOverflowError e) {
            throw new CaseFileException(start, "lists or groups are nested too deeply");
        }
    }

    private static String explained(MarkedYamlEngineException e) {
        String problem = oneLine(e.getProblem());
        if (problem.contains("'\\t")) {
            return "a tab is not allowed here; replace it by spaces";
        }
        if (problem.contains("mapping values are not allowed here")) {
            return "this line contains a second ': ', or the line before is not finished; put a text that contains ': '"
                    + " in quotes, and indent the keys of a group alike";
        }
        if (problem.contains("expected ',' or '}'") || problem.contains("expected ',' or ']'")) {
            return "a comma or a closing bracket is missing here (%s)".formatted(problem);
        }
        if (problem.contains("expected <block end>")) {
            return "this line is not indented as the ones of its group (%s)".formatted(problem);
        }
        if (problem.contains("found undefined alias") || problem.contains("while scanning an alias")) {
            return "'*' begins an alias in YAML, which cases do not use; put the text in quotes";
        }
        if (problem.contains("expected a single document")) {
            return "a second document begins here ('---'); a case is one document";
        }
        return "this is no YAML text: " + problem;
    }

    private static String oneLine(@Nullable String text) {
        return text == null ? "" : text.strip().replaceAll("\\s+", " ");
    }

    private Place place(Mark mark) {
        return override != null ? override : new Place(source, mark.getLine() + 1, mark.getColumn() + 1);
    }

    private Place place(Node node) {
        return node.getStartMark().map(this::place).orElse(new Place(source, 1, 1));
    }

    private YamlNode convert(Node node) {
        if (node.isRecursive() || node.getAnchor().isPresent() || ++nodes > MOST_NODES) {
            throw new CaseFileException(
                    place(node),
                    "cases do not use YAML's anchors and aliases (& and *); write the value again, or give it a name in"
                            + " constants");
        }
        return switch (node) {
            case ScalarNode scalar -> text(scalar);
            case SequenceNode sequence -> list(sequence);
            case MappingNode mapping -> map(mapping);
            // Node is an open class of the library; these three are all that composing makes.
            default -> throw new IllegalStateException("unknown YAML node " + node.getNodeType());
        };
    }

    private YamlText text(ScalarNode scalar) {
        Place place = place(scalar);
        boolean plain = scalar.getScalarStyle() == ScalarStyle.PLAIN;
        requirePrintable(scalar.getValue(), place);
        return new YamlText(place, scalar.getValue(), !plain, textPlace(scalar, place, plain));
    }

    /// Texts of a case are written to terminals, pictures and files: a control character there is a mistake, or an
    /// attack.
    private static void requirePrintable(String text, Place place) {
        text.codePoints()
                .filter(c -> Character.isISOControl(c) && c != '\n' && c != '\t' && c != '\r')
                .findFirst()
                .ifPresent(c -> {
                    throw new CaseFileException(
                            place,
                            ("this text has a control character (U+%04X) in it; remove it, since terminals obey such"
                                    + " characters")
                                    .formatted(c));
                });
    }

    /// Known where the text in the file equals the value: one line, no escapes.
    private static @Nullable Place textPlace(ScalarNode scalar, Place place, boolean plain) {
        Mark start = scalar.getStartMark().orElse(null);
        Mark end = scalar.getEndMark().orElse(null);
        if (start == null || end == null || start.getLine() != end.getLine()) {
            return null;
        }
        int length = scalar.getValue().codePointCount(0, scalar.getValue().length());
        int marks = end.getColumn() - start.getColumn() - length;
        if (plain) {
            return marks >= 0 ? place : null;
        }
        return marks == 2 ? place.right(1) : null;
    }

    private YamlList list(SequenceNode sequence) {
        List<YamlNode> items = new ArrayList<>();
        Place split = null;
        Node before = null;
        for (Node item : sequence.getValue()) {
            if (split == null && before != null && sequence.getFlowStyle() == FlowStyle.FLOW && splits(before, item)) {
                split = place(before);
            }
            items.add(convert(item));
            before = item;
        }
        return new YamlList(place(sequence), items, split);
    }

    /// Whether `0` and `5 mm` may be the two halves of `0,5 mm`.
    private static boolean splits(Node before, Node after) {
        return before instanceof ScalarNode left
                && after instanceof ScalarNode right
                && left.isPlain()
                && right.isPlain()
                && endsWithDigit(left.getValue())
                && startsWithDigit(right.getValue())
                && left.getEndMark().isPresent()
                && right.getStartMark().isPresent()
                && left.getEndMark().get().getIndex() + 1
                        == right.getStartMark().get().getIndex();
    }

    private static boolean endsWithDigit(String text) {
        return !text.isEmpty() && Character.isDigit(text.charAt(text.length() - 1));
    }

    private static boolean startsWithDigit(String text) {
        return !text.isEmpty() && Character.isDigit(text.charAt(0));
    }

    private YamlMap map(MappingNode mapping) {
        Map<String, YamlEntry> entries = new LinkedHashMap<>();
        boolean flow = mapping.getFlowStyle() == FlowStyle.FLOW;
        YamlEntry before = null;
        List<String> cutOff = new ArrayList<>();
        for (NodeTuple tuple : mapping.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode keyNode)) {
                problems.add(place(tuple.getKeyNode()), "a key must be a word, not a list or a group");
                continue;
            }
            String key = keyNode.getValue();
            requirePrintable(key, place(keyNode));
            YamlNode value = convert(tuple.getValueNode());
            if (flow && keyNode.isPlain() && before != null && isPartOf(before, value, key)) {
                before = joined(before, key);
                cutOff.add(key);
                entries.put(before.key(), before);
                continue;
            }
            splitValue(before, cutOff);
            YamlEntry entry = new YamlEntry(key, place(keyNode), value);
            YamlEntry first = entries.putIfAbsent(key, entry);
            if (first != null) {
                problems.add(
                        entry.keyPlace(),
                        "key '%s' is written twice; first at %s. Keep one of them"
                                .formatted(key, first.keyPlace()));
            }
            before = entry;
        }
        splitValue(before, cutOff);
        return new YamlMap(place(mapping), List.copyOf(entries.values()));
    }

    /// Whether a key without a value, inside `{…}`, is the rest of the value before it, split by a comma.
    private static boolean isPartOf(YamlEntry before, YamlNode value, String key) {
        if (!(value instanceof YamlText empty) || !empty.isEmpty() || !(before.value() instanceof YamlText left)) {
            return false;
        }
        if (left.quoted() || left.isEmpty()) {
            return false;
        }
        boolean open = left.text().chars().filter(c -> c == '(').count()
                > left.text().chars().filter(c -> c == ')').count();
        return open || isNumber(left.text(), key);
    }

    private static boolean isNumber(String left, String right) {
        return endsWithDigit(left) && startsWithDigit(right);
    }

    private static YamlEntry joined(YamlEntry before, String rest) {
        YamlText left = (YamlText) before.value();
        boolean number = isNumber(left.text(), rest) && left.text().indexOf('(') < 0;
        String whole = number ? left.text() + "." + rest : left.text() + ", " + rest;
        return new YamlEntry(before.key(), before.keyPlace(), new YamlText(left.place(), whole, false, null));
    }

    /// Notes that a value was split, once for all its pieces.
    private void splitValue(@Nullable YamlEntry entry, List<String> cutOff) {
        if (entry == null || cutOff.isEmpty()) {
            return;
        }
        String whole = ((YamlText) entry.value()).text();
        String remedy =
                whole.indexOf('(') < 0 ? "write " + whole : "put the whole value in quotes: \"%s\"".formatted(whole);
        problems.add(
                entry.value().place(),
                "the comma splits the value of '%s': inside {…} a comma separates keys, so '%s' became a key; %s"
                        .formatted(entry.key(), String.join("' and '", cutOff), remedy));
        cutOff.clear();
    }
}
