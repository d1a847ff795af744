package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlText;
import dev.tessera.geometry.OpeningSelector;
import dev.tessera.geometry.OpeningSpec;
import dev.tessera.geometry.OpeningSpec.Extension;
import dev.tessera.geometry.Vec;
import dev.tessera.units.Quantity;
import dev.tessera.units.QuantityException;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `openings.NAME`: the open end of a surface that gets this name, and its extension.
final class OpeningsSection {
    private static final Key<Vec> NEAR = Key.of("near", VectorTypes.lengths())
            .says("a point near its centre (within two of its radii); `tessera geometry CASE` lists the ends")
            .example("[12 mm, 3 mm, 40 mm]");
    private static final Key<Integer> NUMBER = Key.of("number", NumberType.whole(1, 1000))
            .says("its number in the list of `tessera geometry CASE`, 1 is the largest")
            .example("2");
    private static final Key<OpeningSelector> OUTERMOST = Key.of("outermost", outermost())
            .says("the lowest (x-min) or highest (x-max) end along an axis")
            .example("z-max");
    private static final Key<String> PART = Key.of("part", TextType.ANY)
            .says("the part of the STL file with this name (`solid NAME`)")
            .example("inflow");
    private static final Key<OpeningSelector.Cut> CUT = Key.of("cut", Cut.SECTION)
            .says("a plane that cuts off a rounded or closed end; only the vessel around the point is cut")
            .example("{point: [12 mm, 3 mm, 40 mm], normal: [0, 0, 1]}");
    private static final Key<Extension> EXTEND = Key.of("extend", new ExtensionType())
            .or(Extension.NONE, "0 diameters")
            .says("a straight tube that is added along its normal, so that the flow can develop")
            .example("3 diameters");
    private static final Key<Boolean> ROUND = Key.of("round", ChoiceType.flag())
            .or(false, "false")
            .says("whether the extension turns the cross-section into a circle of the same area")
            .example("true");

    static final Section<Draft> SECTION = Section.of(
                    "openings.NAME",
                    "The open end of an STL surface that gets this name. Without any names the ends are called"
                            + " opening-1 (the largest), opening-2 ….",
                    List.of(
                            NEAR.where(Draft::selector, OpeningSelector.Near.class, OpeningSelector.Near::pointM),
                            NUMBER.where(
                                    Draft::selector, OpeningSelector.Numbered.class, OpeningSelector.Numbered::number),
                            OUTERMOST.where(Draft::selector, OpeningSelector.Outermost.class),
                            PART.where(Draft::selector, OpeningSelector.Part.class, OpeningSelector.Part::name),
                            CUT.where(Draft::selector, OpeningSelector.Cut.class),
                            EXTEND.unlessDefault(Draft::extension),
                            ROUND.unlessDefault(draft -> draft.extension().rounded())),
                    OpeningsSection::make)
            .exactlyOne("each of them selects the end", NEAR, NUMBER, OUTERMOST, PART, CUT);

    /// All openings by name.
    static final ValueType<SequencedMap<String, Draft>> ALL = new NamedType<>("opening", SECTION);

    /// An opening without its name.
    record Draft(OpeningSelector selector, Extension extension) {
        OpeningSpec named(String name) {
            return new OpeningSpec(name, selector, extension);
        }
    }

    private OpeningsSection() {}

    /// By name, in the order of the geometry.
    static SequencedMap<String, Draft> of(List<OpeningSpec> openings) {
        SequencedMap<String, Draft> drafts = new LinkedHashMap<>();
        openings.forEach(opening -> drafts.put(opening.name(), new Draft(opening.selector(), opening.extension())));
        return drafts;
    }

    /// The plane's own keys.
    private static final class Cut {
        private static final Key<Vec> POINT = Key.of("point", VectorTypes.lengths())
                .needed()
                .says("a point on the plane, inside the vessel")
                .example("[12 mm, 3 mm, 40 mm]");
        private static final Key<Vec> NORMAL = Key.of("normal", VectorTypes.direction())
                .needed()
                .says("the plane's normal, pointing away from the part that is kept")
                .example("[0, 0, 1]");
        static final Section<OpeningSelector.Cut> SECTION = Section.of(
                "openings.NAME.cut",
                "A plane that cuts an end off.",
                List.of(POINT.from(OpeningSelector.Cut::pointM), NORMAL.from(OpeningSelector.Cut::normal)),
                fields -> new OpeningSelector.Cut(fields.get(POINT), fields.get(NORMAL)));
    }

    private static ValueType<OpeningSelector> outermost() {
        SequencedMap<String, OpeningSelector> ends = new LinkedHashMap<>();
        for (int side = 0; side < 6; side++) {
            ends.put(SidesSection.NAMES.get(side), new OpeningSelector.Outermost(side / 2, side % 2 == 1));
        }
        return new ChoiceType<>("side", ends);
    }

    private static Draft make(Fields fields) {
        if (fields.has(ROUND) && !fields.has(EXTEND)) {
            throw fields.refuse(ROUND, "this belongs to an extension; write extend: 3 diameters, or remove it");
        }
        Extension extension = fields.get(EXTEND);
        return new Draft(selector(fields), fields.get(ROUND) ? extension.toCircle() : extension);
    }

    private static OpeningSelector selector(Fields fields) {
        if (fields.has(NEAR)) {
            return new OpeningSelector.Near(fields.get(NEAR));
        }
        if (fields.has(NUMBER)) {
            return new OpeningSelector.Numbered(fields.get(NUMBER));
        }
        if (fields.has(CUT)) {
            return fields.get(CUT);
        }
        return fields.has(PART) ? new OpeningSelector.Part(fields.get(PART)) : fields.get(OUTERMOST);
    }

    /// A length, or a number of diameters of the opening.
    record ExtensionType() implements ValueType<Extension> {
        private static final Pattern DIAMETERS = Pattern.compile("\\s*([+-]?[\\d.][\\d.eE+-]*)\\s*diameters?\\s*");
        private static final double LONGEST = 1000; // diameters

        @Override
        public Extension read(YamlNode node, Reading reading) {
            if (!(node instanceof YamlText text)) {
                throw reading.refuse(node.place(), "this is %s, but a %s is expected".formatted(node.words(), words()));
            }
            Matcher matcher = DIAMETERS.matcher(text.text());
            if (matcher.matches()) {
                return Extension.diameters(diameters(matcher.group(1), text, reading));
            }
            try {
                double length = Quantity.parse(text.text(), QuantityKind.LENGTH);
                if (length < 0) {
                    throw reading.refuse(text.place(), "%s must not be negative".formatted(text.words()));
                }
                return Extension.metres(length);
            } catch (QuantityException e) {
                throw reading.refuse(text.at(e.offset()), e.getMessage() + ", or 3 diameters");
            }
        }

        @Override
        public YamlNode write(Extension extension) {
            if (extension.diameters() > 0 && extension.lengthM() > 0) {
                throw new IllegalArgumentException(
                        "a length of %s diameters and %s m has no text in a case; give one of them"
                                .formatted(extension.diameters(), extension.lengthM()));
            }
            return Yaml.text(
                    extension.diameters() > 0
                            ? QuantityText.exact(extension.diameters(), QuantityKind.NUMBER) + " diameters"
                            : QuantityText.exact(extension.lengthM(), QuantityKind.LENGTH));
        }

        private static double diameters(String number, YamlText text, Reading reading) {
            double diameters = Double.NaN;
            try {
                diameters = Double.parseDouble(number);
            } catch (NumberFormatException noNumber) {
                // refused below
            }
            if (!(diameters >= 0 && diameters <= LONGEST)) {
                throw reading.refuse(
                        text.place(),
                        "%s is not a length of an extension: give 0 to %.0f diameters, such as 3 diameters"
                                .formatted(text.words(), LONGEST));
            }
            return diameters;
        }

        @Override
        public String words() {
            return "length or number of diameters";
        }

        @Override
        public JsonNode schema() {
            return JsonNode.type("string").with("examples", JsonNode.texts(List.of("3 diameters", "10 mm")));
        }
    }
}
