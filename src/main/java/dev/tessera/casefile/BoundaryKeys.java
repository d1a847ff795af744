package dev.tessera.casefile;

import dev.tessera.casefile.QuantityType.Measured;
import dev.tessera.casefile.QuantityType.Range;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.BoundaryKey;
import dev.tessera.solver.BoundaryKey.Type;
import dev.tessera.solver.Value;
import dev.tessera.units.QuantityKind;
import java.util.List;

/// How the keys of boundaries are read and written, from their descriptions in the catalogue.
final class BoundaryKeys {
    private BoundaryKeys() {}

    /// The key of the section.
    static <T> Key<T> key(BoundaryKey<T> described) {
        Key<T> key = Key.of(described.name(), type(described.name(), described.type()))
                .says(described.says())
                .example(described.example());
        T fallback = described.fallback();
        return fallback == null ? key : key.or(fallback, described.fallbackText());
    }

    @SuppressWarnings("unchecked") // each form states the type of its values
    private static <T> ValueType<T> type(String name, Type<T> type) {
        return (ValueType<T>)
                switch (type) {
                    case Type.Varying(QuantityKind kind) -> VaryingType.of(kind);
                    case Type.VaryingVector(QuantityKind kind) -> VectorTypes.varying(kind);
                    case Type.FlowRate rate -> new FlowRateType();
                    case Type.FromTo(double least, double most) -> NumberType.from(least, most);
                    case Type.Measured(QuantityKind kind) -> QuantityType.of(kind);
                    case Type.PerFlow(QuantityKind kind, QuantityKind in2d) -> new PerFlowType(kind, in2d);
                    case Type.OneOf<?> choice -> ChoiceType.of(name, choice.values(), ChoiceType::key);
                    case Type.Flag flag -> ChoiceType.flag();
                    case Type.Ramp ramp -> new RampType();
                    case Type.SpongeLayer layer -> Sponge.SECTION;
                };
    }

    /// The sponge's own keys.
    private static final class Sponge {
        private static final Key<Double> LENGTH = Key.of("length", QuantityType.positive(QuantityKind.LENGTH))
                .needed()
                .says("thickness of the layer, measured from the opening")
                .example("5 mm");
        private static final Key<Double> FACTOR = Key.of("factor", NumberType.between(1, 1e6))
                .or(10.0, "10")
                .says("factor of the viscosity at the opening; it rises smoothly from 1")
                .example("10");
        static final Section<Boundary.Sponge> SECTION = Section.of(
                "boundaries.NAME.sponge",
                "A layer of raised viscosity before a pressure opening.",
                List.of(LENGTH.from(Boundary.Sponge::lengthM), FACTOR.from(Boundary.Sponge::factor)),
                fields -> new Boundary.Sponge(fields.get(LENGTH), fields.get(FACTOR)));
    }

    /// A time, or the word `auto`.
    private record RampType() implements ValueType<Boundary.Rise> {
        private static final String AUTO = "auto";
        private static final ValueType<Double> TIME = QuantityType.of(QuantityKind.TIME, Range.NOT_NEGATIVE);

        @Override
        public Boundary.Rise read(YamlNode node, Reading reading) {
            if (node instanceof YamlNode.YamlText text && text.text().equals(AUTO)) {
                return new Boundary.Rise.Auto();
            }
            if (node instanceof YamlNode.YamlText text && Character.isLetter((text.text() + " ").charAt(0))) {
                throw reading.refuse(
                        text.place(), "%s is neither a time, such as 0.1 s, nor auto".formatted(text.words()));
            }
            return new Boundary.Rise.Over(TIME.read(node, reading));
        }

        @Override
        public YamlNode write(Boundary.Rise rise) {
            return switch (rise) {
                case Boundary.Rise.Auto auto -> Yaml.text(AUTO);
                case Boundary.Rise.Over(double seconds) -> TIME.write(seconds);
            };
        }

        @Override
        public String words() {
            return TIME.words() + " or " + AUTO;
        }

        @Override
        public JsonNode schema() {
            return JsonNode.anyOf(
                    List.of(TIME.schema(), JsonNode.fields().with("enum", JsonNode.texts(List.of(AUTO)))));
        }
    }

    /// A number whose unit in 2D is per metre of depth.
    private record PerFlowType(QuantityKind kind, QuantityKind in2d) implements ValueType<Double> {
        private QuantityType number() {
            return new QuantityType(List.of(kind, in2d), Range.POSITIVE);
        }

        @Override
        public Double read(YamlNode node, Reading reading) {
            Measured measured = number().read(node, reading);
            if (measured.kind() == in2d) {
                reading.noteRatePerDepth(node.place());
            }
            return measured.si();
        }

        /// Also that of a plane flow: its number is the same.
        @Override
        public YamlNode write(Double si) {
            return number().write(new Measured(kind, si));
        }

        @Override
        public String words() {
            return number().words();
        }

        @Override
        public JsonNode schema() {
            return number().schema();
        }
    }

    private record FlowRateType() implements ValueType<Value> {
        private static final String PER_DEPTH = "\\s*(m|cm|mm|um)\\^?2\\s*/.*";
        private static final QuantityType NUMBER =
                new QuantityType(List.of(QuantityKind.FLOW_RATE, QuantityKind.FLOW_RATE_2D), Range.ANY);

        private static ValueType<Value> either(QuantityKind kind) {
            ValueType<Value.Constant> constant = new MappedType<>(
                    NUMBER, measured -> new Value.Constant(measured.si()), value -> new Measured(kind, value.si()));
            VaryingType varying = new VaryingType(kind);
            return EitherType.textOrGroup(constant, varying, varying::write);
        }

        @Override
        public Value read(YamlNode node, Reading reading) {
            boolean perDepth = isPerDepth(node, reading)
                    || node instanceof YamlNode.YamlText
                            && NUMBER.read(node, reading).kind() == QuantityKind.FLOW_RATE_2D;
            if (perDepth) {
                reading.noteRatePerDepth(node.place());
            }
            return either(perDepth ? QuantityKind.FLOW_RATE_2D : QuantityKind.FLOW_RATE)
                    .read(node, reading);
        }

        /// Also that of a plane flow, m2/s: its number is the same.
        @Override
        public YamlNode write(Value value) {
            return either(QuantityKind.FLOW_RATE).write(value);
        }

        /// Whether the unit of an expression or a series is an area per second.
        private static boolean isPerDepth(YamlNode node, Reading reading) {
            if (node instanceof YamlNode.YamlMap map && SeriesType.isSeries(map)) {
                return SeriesType.unitOf(map, reading).matches(PER_DEPTH);
            }
            return node instanceof YamlNode.YamlMap map
                    && map.find("unit") instanceof YamlNode.YamlEntry entry
                    && entry.value() instanceof YamlNode.YamlText text
                    && text.text().matches(PER_DEPTH);
        }

        @Override
        public String words() {
            return either(QuantityKind.FLOW_RATE).words();
        }

        @Override
        public JsonNode schema() {
            return either(QuantityKind.FLOW_RATE).schema();
        }

        @Override
        public List<Section<?>> sections() {
            return either(QuantityKind.FLOW_RATE).sections();
        }
    }
}
