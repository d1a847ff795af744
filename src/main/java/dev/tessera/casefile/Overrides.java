package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlEntry;
import dev.tessera.casefile.YamlNode.YamlList;
import dev.tessera.casefile.YamlNode.YamlMap;
import dev.tessera.casefile.YamlNode.YamlText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Applies `path.to.key=value` to a case's tree. List items are named by their index from 0; an empty value
/// removes the key; missing groups are created.
final class Overrides {
    private final Problems problems;

    Overrides(Problems problems) {
        this.problems = problems;
    }

    YamlNode apply(YamlNode root, List<Setting> settings) {
        YamlNode changed = root;
        for (Setting setting : settings) {
            List<String> path = List.of(setting.path().split("\\.", -1));
            changed = set(changed, path, 0, setting.value().orElse(null), setting.place());
        }
        return changed;
    }

    /// The settings that `--set` takes as text; problems are noted.
    List<Setting> parse(List<String> assignments) {
        return assignments.stream().map(this::parse).flatMap(Optional::stream).toList();
    }

    private Optional<Setting> parse(String assignment) {
        int equals = assignment.indexOf('=');
        if (equals <= 0) {
            problems.add(
                    Place.ofOverride(YamlNode.shortened(assignment)),
                    "this is no assignment; write --set path.to.key=value, such as --set time.lattice-speed=0.05");
            return Optional.empty();
        }
        String path = assignment.substring(0, equals).strip();
        Place place = Place.ofOverride(path);
        YamlNode value = YamlReader.readOverride(place, assignment.substring(equals + 1), problems);
        return Optional.of(new Setting(path, place, valueOf(value)));
    }

    /// Nothing, where nothing is written: the key is removed.
    static Optional<YamlNode> valueOf(YamlNode written) {
        return written instanceof YamlText text && text.isEmpty() ? Optional.empty() : Optional.of(written);
    }

    private YamlNode set(YamlNode node, List<String> path, int depth, @Nullable YamlNode value, Place place) {
        String step = path.get(depth);
        String walked = depth == 0 ? "the case" : "'" + String.join(".", path.subList(0, depth)) + "'";
        if (step.isEmpty()) {
            problems.add(place, "the path has an empty step; write names with one point between them");
            return node;
        }
        return switch (node) {
            case YamlMap map -> inMap(map, path, depth, value, place);
            case YamlList list -> inList(list, path, depth, value, place);
            case YamlText text
            when text.isEmpty() -> inMap(new YamlMap(text.place(), List.of()), path, depth, value, place);
            case YamlText text -> {
                problems.add(
                        place,
                        "%s is the value %s in the case, so it has no key '%s'".formatted(walked, text.words(), step));
                yield node;
            }
        };
    }

    private YamlNode inMap(YamlMap map, List<String> path, int depth, @Nullable YamlNode value, Place place) {
        String step = path.get(depth);
        if (depth == path.size() - 1) {
            return map.with(step, place, value);
        }
        YamlEntry entry = map.find(step);
        YamlNode inner = entry == null ? new YamlMap(place, List.of()) : entry.value();
        if (entry == null && value == null) {
            return map;
        }
        return map.with(step, place, set(inner, path, depth + 1, value, place));
    }

    private YamlNode inList(YamlList list, List<String> path, int depth, @Nullable YamlNode value, Place place) {
        String step = path.get(depth);
        int index = step.matches("\\d{1,6}") ? Integer.parseInt(step) : -1;
        int size = list.items().size();
        if (index < 0 || index > size || (index == size && value == null)) {
            problems.add(
                    place,
                    "'%s' is a list of %d; name an item by its index from 0 (to %d; %d adds one), not '%s'"
                            .formatted(String.join(".", path.subList(0, depth)), size, size - 1, size, step));
            return list;
        }
        List<YamlNode> items = new ArrayList<>(list.items());
        if (depth < path.size() - 1) {
            YamlNode inner = index == size ? new YamlMap(place, List.of()) : items.get(index);
            put(items, index, set(inner, path, depth + 1, value, place));
        } else if (value == null) {
            items.remove(index);
        } else {
            put(items, index, value);
        }
        return new YamlList(list.place(), items, list.splitNumbers());
    }

    private static void put(List<YamlNode> items, int index, YamlNode value) {
        if (index == items.size()) {
            items.add(value);
        } else {
            items.set(index, value);
        }
    }
}
