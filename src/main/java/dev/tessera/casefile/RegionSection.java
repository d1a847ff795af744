package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlText;
import dev.tessera.geometry.Vec;
import dev.tessera.solver.OutputChoice.View;
import dev.tessera.solver.OutputRegion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// `output.regions`: regions of which files of fields are written, by name.
final class RegionSection {
    private static final Key<Vec> FROM = Key.of("from", VectorTypes.lengths())
            .says("lowest corner of a box, in the coordinates of the files; nodes on its sides belong to it")
            .example("[0 mm, 0 mm, 0 mm]");
    private static final Key<Vec> TO = Key.of("to", VectorTypes.lengths())
            .says("highest corner of the box")
            .example("[10 mm, 5 mm, 5 mm]");
    private static final Key<View.Slice> SLICE = Key.of("slice", new SliceType())
            .says("one plane of nodes: axis and place along it, as for pictures")
            .example("x 50%");
    private static final Key<Integer> STRIDE = Key.of("stride", NumberType.whole(1, 1000))
            .or(1, "1, all nodes")
            .says("every k-th node along each axis; cells are k spacings wide and have the values of their nodes")
            .example("4");

    private static final Section<OutputRegion> SECTION = Section.of(
            "output.regions",
            "One region. Keys can be combined: every fourth node of a slice, or the part of a slice in a box. `{}` is"
                    + " the whole.",
            List.of(
                    FROM.ifPresent(OutputRegion::fromM),
                    TO.ifPresent(OutputRegion::toM),
                    SLICE.ifPresent(OutputRegion::slice),
                    STRIDE.unlessDefault(OutputRegion::stride)),
            fields -> new OutputRegion("", fields.find(FROM), fields.find(TO), fields.find(SLICE), fields.get(STRIDE)));

    static final ValueType<List<OutputRegion>> TYPE = new MappedType<>(
            new NamedType<>("region", SECTION),
            named -> named.entrySet().stream()
                    .map(entry -> entry.getValue().named(entry.getKey()))
                    .toList(),
            RegionSection::byName);

    private RegionSection() {}

    private static SequencedMap<String, OutputRegion> byName(List<OutputRegion> regions) {
        SequencedMap<String, OutputRegion> named = new LinkedHashMap<>();
        regions.forEach(region -> named.put(region.name(), region));
        return named;
    }

    /// `x 50%`.
    record SliceType() implements ValueType<View.Slice> {
        @Override
        public View.Slice read(YamlNode node, Reading reading) {
            String[] parts = node instanceof YamlText text ? text.text().strip().split("\\s+") : new String[0];
            int axis = parts.length == 2 ? PictureType.axis(parts[0]) : -1;
            if (axis < 0 || !(node instanceof YamlText text)) {
                throw reading.refuse(node.place(), "%s is no %s".formatted(node.words(), words()));
            }
            return new View.Slice(axis, PictureType.place(parts[1], text, reading));
        }

        @Override
        public YamlNode write(View.Slice slice) {
            return Yaml.text(PictureType.across(slice.axis(), slice.position()));
        }

        @Override
        public String words() {
            return "plane of nodes, such as x 50%";
        }

        @Override
        public JsonNode schema() {
            return JsonNode.type("string").with("pattern", "^\\s*[xyz]\\s+[0-9.]+%\\s*$");
        }
    }
}
