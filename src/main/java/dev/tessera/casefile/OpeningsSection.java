package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlText;
import dev.tessera.geometry.OpeningSelector;
import dev.tessera.geometry.OpeningSpec;
import dev.tessera.geometry.OpeningSpec.Extension;
import dev.tessera.geometry.Vec;
import dev.tessera.units.Quantity;
import dev.tessera.units.QuantityException;
import dev.tessera.units.QuantityKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `openings.NAME`: the open end of a surface that gets this name, and its extension.
final class OpeningsSection {
    private static final Key<double[]> NEAR = Key.of("near", VectorTypes.lengths())
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
                    List.of(NEAR, NUMBER, OUTERMOST, PART, CUT, EXTEND, ROUND),
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

    /// The plane's own keys.
    private static final class Cut {
        private static final Key<double[]> POINT = Key.of("point", VectorTypes.lengths())
                .needed()
                .says("a point on the plane, inside the vessel")
                .example("[12 mm, 3 mm, 40 mm]");
        private static final Key<double[]> NORMAL = Key.of("normal", VectorTypes.direction())
                .needed()
                .says("the plane's normal, pointing away from the part that is kept")
                .example("[0, 0, 1]");
        static final Section<OpeningSelector.Cut> SECTION = Section.of(
                "openings.NAME.cut",
                "A plane that cuts an end off.",
                List.of(POINT, NORMAL),
                fields -> new OpeningSelector.Cut(Vec.of(fields.get(POINT)), Vec.of(fields.get(NORMAL))));
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
            return new OpeningSelector.Near(Vec.of(fields.get(NEAR)));
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
