package dev.tessera.casefile;

import dev.tessera.geometry.Vec;
import dev.tessera.solver.FlowSection;
import dev.tessera.solver.OutputChoice.View;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// `output.sections`: planes, or parts of planes, whose means are observables, by name.
final class FlowSectionKeys {
    private static final Key<View.Slice> PLANE = Key.of("plane", new RegionSection.SliceType())
            .needed()
            .says("the plane of nodes: axis and place along it, as for pictures")
            .example("x 50%");
    private static final Key<Vec> FROM = Key.of("from", VectorTypes.lengths())
            .says("lowest corner of a box that limits the section; nodes on its sides belong to it")
            .example("[0 mm, 0 mm, 0 mm]");
    private static final Key<Vec> TO = Key.of("to", VectorTypes.lengths())
            .says("highest corner of the box")
            .example("[10 mm, 5 mm, 5 mm]");

    private static final Section<FlowSection> SECTION = Section.of(
            "output.sections",
            "One section. A plane alone may be written as text, `x 50%`; a box limits it to one vessel of several.",
            List.of(PLANE.from(FlowSection::plane), FROM.ifPresent(FlowSection::fromM), TO.ifPresent(FlowSection::toM)),
            fields -> new FlowSection("", fields.get(PLANE), fields.find(FROM), fields.find(TO)));

    private static final ValueType<FlowSection> PLANE_ALONE = new MappedType<>(
            new RegionSection.SliceType(),
            plane -> new FlowSection("", plane, Optional.empty(), Optional.empty()),
            FlowSection::plane);

    static final ValueType<List<FlowSection>> TYPE = new MappedType<>(
            new NamedType<>(
                    "section",
                    EitherType.textOrGroup(
                            PLANE_ALONE,
                            SECTION,
                            section ->
                                    section.fromM().isEmpty() ? PLANE_ALONE.write(section) : SECTION.write(section))),
            named -> named.entrySet().stream()
                    .map(entry -> entry.getValue().named(entry.getKey()))
                    .toList(),
            FlowSectionKeys::byName);

    private FlowSectionKeys() {}

    private static SequencedMap<String, FlowSection> byName(List<FlowSection> sections) {
        SequencedMap<String, FlowSection> named = new LinkedHashMap<>();
        sections.forEach(section -> named.put(section.name(), section));
        return named;
    }
}
