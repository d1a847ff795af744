package dev.tessera.casefile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// `sides`: the kinds or names of the six sides of the box.
final class SidesSection {
    static final String PERIODIC = "periodic";
    static final String WALL = "wall";
    static final String MIRROR = "mirror";
    static final List<String> NAMES = List.of("x-min", "x-max", "y-min", "y-max", "z-min", "z-max");

    private static final List<Key<String>> AXES = List.of(axis("x"), axis("y"), axis("z"));
    private static final List<Key<String>> SIDES =
            NAMES.stream().map(SidesSection::side).toList();
    private static final Key<Integer> BUFFER = Key.of("buffer", NumberType.whole(0, 10_000))
            .or(0, "0")
            .says("layers of nodes without solid before both openings of an image or a box of spheres; without"
                    + " openings, between periodic ends; the permeability is that of the part between the"
                    + " layers")
            .example("8");

    /// The word of each side that the case gives, by `x-min` … `z-max`.
    /// @param bufferNodes layers of nodes without solid; images only
    /// @param place of the section
    record Sides(SequencedMap<String, String> words, int bufferNodes, Place place) {
        static final Sides NONE = of(new LinkedHashMap<>(), 0);

        /// Of a geometry that no text describes.
        static Sides of(SequencedMap<String, String> words, int bufferNodes) {
            return new Sides(words, bufferNodes, Place.NOWHERE);
        }

        private Optional<String> word(int side) {
            return Optional.ofNullable(words.get(NAMES.get(side)));
        }

        private boolean isSameAtBothEnds(int low) {
            return word(low).equals(word(low + 1));
        }

        boolean isWritten() {
            return !equals(NONE);
        }
    }

    static final Section<Sides> SECTION = Section.of(
            "sides",
            "The sides of the box: `periodic`, `mirror` (images only: the image and its mirror image), or the name of a"
                    + " surface or opening, which boundaries may name. `x` means both x-min and x-max. Sides that are"
                    + " not named are called wall, or by their own name (x-min …) where boundaries name that. One word"
                    + " applies to all sides: sides: periodic.",
            table(),
            SidesSection::make);

    /// `sides: periodic`, or a word for each.
    static final ValueType<Sides> TYPE = new SidesType();

    private SidesSection() {}

    private static Key<String> axis(String axis) {
        return Key.of(axis, TextType.NAME)
                .says("both sides across %s: periodic, or a name".formatted(axis))
                .example(PERIODIC);
    }

    private static Key<String> side(String name) {
        return Key.of(name, TextType.NAME)
                .says("this side: the name of a surface or opening")
                .example(name.endsWith("-min") ? "inlet" : "outlet");
    }

    private static List<SectionKey<Sides, ?>> table() {
        List<SectionKey<Sides, ?>> table = new ArrayList<>();
        for (int axis = 0; axis < 3; axis++) {
            int low = 2 * axis;
            table.add(AXES.get(axis).ifPresent(sides -> sides.word(low).filter(word -> sides.isSameAtBothEnds(low))));
            for (int side = low; side < low + 2; side++) {
                int one = side;
                table.add(SIDES.get(one)
                        .ifPresent(sides -> sides.word(one).filter(word -> !sides.isSameAtBothEnds(low))));
            }
        }
        table.add(BUFFER.unlessDefault(Sides::bufferNodes));
        return table;
    }

    private static Sides make(Fields fields) {
        SequencedMap<String, String> words = new LinkedHashMap<>();
        for (int axis = 0; axis < 3; axis++) {
            Key<String> both = AXES.get(axis);
            for (int end = 0; end < 2; end++) {
                Key<String> one = SIDES.get(2 * axis + end);
                if (fields.has(both) && fields.has(one)) {
                    throw fields.refuse(one, "'%s' gives this side already; keep one of them".formatted(both.name()));
                }
                fields.find(fields.has(both) ? both : one).ifPresent(word -> words.put(one.name(), word));
            }
            checkPairs(fields, axis, words);
        }
        return new Sides(words, fields.get(BUFFER), fields.place());
    }

    private static void checkPairs(Fields fields, int axis, SequencedMap<String, String> words) {
        String low = words.getOrDefault(NAMES.get(2 * axis), "");
        String high = words.getOrDefault(NAMES.get(2 * axis + 1), "");
        for (String pair : List.of(PERIODIC, MIRROR)) {
            if (low.equals(pair) != high.equals(pair)) {
                throw fields.refuse(
                        SIDES.get(low.equals(pair) ? 2 * axis : 2 * axis + 1),
                        "sides are %s in pairs; write %s: %s".formatted(pair, "xyz".charAt(axis), pair));
            }
        }
    }

    private record SidesType() implements ValueType<Sides> {
        private static final ValueType<Sides> EITHER = EitherType.textOrGroup(
                new MappedType<>(
                        TextType.NAME,
                        word -> Sides.of(all(word), 0),
                        sides -> sides.words().firstEntry().getValue()),
                SECTION,
                SECTION::write);

        private static SequencedMap<String, String> all(String word) {
            SequencedMap<String, String> words = new LinkedHashMap<>();
            NAMES.forEach(name -> words.put(name, word));
            return words;
        }

        @Override
        public Sides read(YamlNode node, Reading reading) {
            Sides sides = EITHER.read(node, reading);
            return new Sides(sides.words(), sides.bufferNodes(), node.place());
        }

        @Override
        public YamlNode write(Sides sides) {
            return EITHER.write(sides);
        }

        @Override
        public String words() {
            return "one word for all sides, or a group with a word for each";
        }

        @Override
        public JsonNode schema() {
            return EITHER.schema();
        }

        @Override
        public List<Section<?>> sections() {
            return EITHER.sections();
        }
    }
}
