package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlText;
import dev.tessera.solver.FlowMean;
import dev.tessera.solver.FlowQuantity;
import dev.tessera.solver.FlowQuantity.ComponentMasses;
import dev.tessera.solver.FlowQuantity.ContactAngleAt;
import dev.tessera.solver.FlowQuantity.InterfacePositions;
import dev.tessera.solver.FlowQuantity.PhaseVolumes;
import dev.tessera.solver.OutputChoice.View;
import dev.tessera.units.Spelling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A quantity of the whole flow: one word, `contact-angle floor`, or `interface y at x 25%`; the last two may end with
/// `of COMPONENT`.
record FlowQuantityType() implements ValueType<FlowQuantity> {
    private static final String NAME = "[A-Za-z][A-Za-z0-9_-]{0,63}";

    private static List<String> words(List<FlowMean> means) {
        return Stream.concat(means.stream().map(FlowMean::key), Stream.of(ComponentMasses.KEY, PhaseVolumes.KEY))
                .toList();
    }

    @Override
    public FlowQuantity read(YamlNode node, Reading reading) {
        if (!(node instanceof YamlText text)) {
            throw reading.refuse(node.place(), "this is %s, but a %s is expected".formatted(node.words(), words()));
        }
        List<String> parts = new ArrayList<>(Arrays.asList(text.text().strip().split("\\s+")));
        String kind = parts.removeFirst();
        for (FlowMean mean : FlowMean.values()) {
            if (mean.key().equals(kind) && parts.isEmpty()) {
                return mean;
            }
        }
        if (kind.equals(ComponentMasses.KEY) && parts.isEmpty()) {
            return new ComponentMasses();
        }
        if (kind.equals(PhaseVolumes.KEY) && parts.isEmpty()) {
            return new PhaseVolumes();
        }
        Optional<String> component = component(parts, text, reading);
        return switch (kind) {
            case ContactAngleAt.KEY -> angle(parts, component, text, reading);
            case InterfacePositions.KEY -> line(parts, component, text, reading);
            default -> throw unknown(kind, text, reading);
        };
    }

    /// Removes `of COMPONENT` from the end.
    private static Optional<String> component(List<String> parts, YamlText text, Reading reading) {
        int of = parts.indexOf("of");
        if (of < 0) {
            return Optional.empty();
        }
        if (of != parts.size() - 2) {
            throw reading.refuse(
                    text.place(), "%s: `of` is followed by the name of one component".formatted(text.words()));
        }
        String component = parts.removeLast();
        parts.removeLast();
        return Optional.of(component);
    }

    private static FlowQuantity angle(List<String> parts, Optional<String> component, YamlText text, Reading reading) {
        if (parts.size() != 1 || !parts.getFirst().matches(NAME)) {
            throw reading.refuse(
                    text.place(),
                    "%s: a contact angle is that at one wall; write its name, such as contact-angle floor"
                            .formatted(text.words()));
        }
        return new ContactAngleAt(parts.getFirst(), component);
    }

    private static FlowQuantity line(List<String> parts, Optional<String> component, YamlText text, Reading reading) {
        int axis = parts.isEmpty() ? -1 : PictureType.axis(parts.getFirst());
        boolean isPlaced = parts.size() > 2 && parts.get(1).equals("at") && parts.size() % 2 == 0;
        if (axis < 0 || parts.size() != 1 && !isPlaced) {
            throw wrongLine(text, reading);
        }
        List<View.Slice> through = new ArrayList<>();
        for (int k = 2; k < parts.size(); k += 2) {
            int across = PictureType.axis(parts.get(k));
            if (across < 0) {
                throw wrongLine(text, reading);
            }
            through.add(new View.Slice(across, PictureType.place(parts.get(k + 1), text, reading)));
        }
        try {
            return new InterfacePositions(axis, through, component);
        } catch (IllegalArgumentException noLine) {
            throw reading.refuse(text.place(), "%s: %s".formatted(text.words(), noLine.getMessage()));
        }
    }

    private static Unreadable wrongLine(YamlText text, Reading reading) {
        return reading.refuse(
                text.place(),
                "%s: interfaces are found on a line along an axis; write for example interface y, or interface y at x 25%% z 50%%"
                        .formatted(text.words()));
    }

    private static Unreadable unknown(String kind, YamlText text, Reading reading) {
        List<String> known = new ArrayList<>(words(List.of(FlowMean.values())));
        known.addAll(List.of(InterfacePositions.KEY + " AXIS", ContactAngleAt.KEY + " WALL"));
        List<String> sorted = Spelling.nearestFirst(kind, known);
        String guess = Spelling.isNear(kind, sorted.getFirst().split(" ", 2)[0])
                ? "; did you mean %s?".formatted(sorted.getFirst())
                : ";";
        return reading.refuse(
                text.place(),
                "unknown quantity %s%s known: %s".formatted(text.words(), guess, String.join(", ", sorted)));
    }

    @Override
    public YamlNode write(FlowQuantity quantity) {
        return Yaml.text(quantity.key());
    }

    @Override
    public String words() {
        return "quantity, such as enstrophy, or interface y at x 25%";
    }

    @Override
    public JsonNode schema() {
        String words = words(List.of(FlowMean.values())).stream().collect(Collectors.joining("|"));
        String place = "[xyz]\\s+[0-9.]+%";
        return JsonNode.type("string")
                .with(
                        "pattern",
                        "^\\s*(%s|(contact-angle\\s+%s|interface\\s+[xyz](\\s+at\\s+%s(\\s+%s)?)?)(\\s+of\\s+[A-Za-z][A-Za-z0-9]*)?)\\s*$"
                                .formatted(words, NAME, place, place));
    }
}
