package dev.tessera.casefile;

import dev.tessera.casefile.QuantityType.Measured;
import dev.tessera.casefile.YamlNode.YamlEntry;
import dev.tessera.casefile.YamlNode.YamlMap;
import dev.tessera.casefile.YamlNode.YamlText;
import dev.tessera.solver.Value;
import dev.tessera.units.Quantity;
import dev.tessera.units.QuantityException;
import dev.tessera.units.QuantityKind;
import java.util.List;

/// A viscosity: a number, an expression of place, or a law of the shear rate.
final class ViscosityType {
    /// A viscosity before the density is known.
    sealed interface Draft {
        record OneNumber(Measured viscosity) implements Draft {}

        /// @param kind of the values in SI
        record OfPlace(Value value, QuantityKind kind) implements Draft {}

        record OfShear(LawSection.Draft law) implements Draft {}
    }

    static final ValueType<Draft> TYPE = EitherType.textOrGroup(
            new MappedType<>(LawSection.VISCOSITIES, Draft.OneNumber::new, Draft.OneNumber::viscosity),
            new Group(),
            ViscosityType::write);

    private ViscosityType() {}

    private static YamlNode write(Draft draft) {
        return switch (draft) {
            case Draft.OneNumber(Measured viscosity) -> LawSection.VISCOSITIES.write(viscosity);
            case Draft.OfPlace place -> new Group().write(place);
            case Draft.OfShear law -> new Group().write(law);
        };
    }

    /// An expression or a law, distinguished by its keys.
    private record Group() implements ValueType<Draft> {
        @Override
        public Draft read(YamlNode node, Reading reading) {
            if (node instanceof YamlMap map && (map.find("expression") != null || map.find("unit") != null)) {
                QuantityKind kind = kind(map);
                return new Draft.OfPlace(new VaryingType(kind).read(map, reading), kind);
            }
            return new Draft.OfShear(LawSection.SECTION.read(node, reading));
        }

        /// By the unit; dynamic where it is neither.
        private static QuantityKind kind(YamlMap map) {
            YamlEntry unit = map.find("unit");
            if (unit == null || !(unit.value() instanceof YamlText text)) {
                return QuantityKind.DYNAMIC_VISCOSITY;
            }
            try {
                Quantity.unitToSi(text.text(), QuantityKind.KINEMATIC_VISCOSITY);
                return QuantityKind.KINEMATIC_VISCOSITY;
            } catch (QuantityException other) {
                return QuantityKind.DYNAMIC_VISCOSITY;
            }
        }

        @Override
        public YamlNode write(Draft draft) {
            return switch (draft) {
                case Draft.OneNumber(Measured viscosity) -> LawSection.VISCOSITIES.write(viscosity);
                case Draft.OfPlace(Value value, QuantityKind kind) -> new VaryingType(kind).write(value);
                case Draft.OfShear(LawSection.Draft law) -> LawSection.SECTION.write(law);
            };
        }

        @Override
        public String words() {
            return "expression of x, y, z or law of the shear rate";
        }

        @Override
        public JsonNode schema() {
            return JsonNode.anyOf(List.of(
                    new VaryingType(QuantityKind.DYNAMIC_VISCOSITY).expressionSchema(), LawSection.SECTION.schema()));
        }

        @Override
        public List<Section<?>> sections() {
            return List.of(LawSection.SECTION);
        }
    }
}
