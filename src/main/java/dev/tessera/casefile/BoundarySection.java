package dev.tessera.casefile;

import dev.tessera.casefile.QuantityType.Measured;
import dev.tessera.casefile.QuantityType.Range;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.Boundary.Flow;
import dev.tessera.solver.Boundary.MovingWall;
import dev.tessera.solver.Boundary.PressureOpening;
import dev.tessera.solver.Boundary.Profile;
import dev.tessera.solver.Boundary.VelocityOpening;
import dev.tessera.solver.Value;
import dev.tessera.units.QuantityKind;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// `boundaries.NAME`: the boundary condition of one surface or opening.
final class BoundarySection {
    /// Schemes of walls and of openings share one key.
    private enum Scheme {
        BOUNCE_BACK,
        MIXED,
        MOVING,
        AUTO,
        ZOU_HE,
        LINK_WISE;

        boolean isWall() {
            return this == BOUNCE_BACK || this == MIXED || this == MOVING;
        }
    }

    private static final Boundary.Rise AT_ONCE = new Boundary.Rise.Over(0);

    private static final Key<List<Value>> VELOCITY = Key.of("velocity", VectorTypes.varying(QuantityKind.VELOCITY))
            .says("the velocity itself, component by component, at every place of the opening; with `scheme: moving`"
                    + " the velocity of the wall")
            .example("[{expression: \"0.3*4*y*(0.41 - y)/0.41^2\", unit: m/s}, 0 m/s]");
    private static final Key<Value> MEAN_VELOCITY = Key.of("mean-velocity", VaryingType.of(QuantityKind.VELOCITY))
            .says("mean of the velocity normal to the opening, positive into the fluid")
            .example("0.2 m/s");
    private static final Key<Value> PEAK_VELOCITY = Key.of("peak-velocity", VaryingType.of(QuantityKind.VELOCITY))
            .says("largest velocity normal to the opening, positive into the fluid")
            .example("{expression: \"0.3*max(0, sin(2*pi*t))\", unit: m/s}");
    private static final Key<Value> FLOW_RATE = Key.of("flow-rate", new FlowRateType())
            .says("volume per second into the fluid; in 2D per metre of depth (m2/s)")
            .example("250 mL/min");
    private static final Key<Profile> PROFILE = Key.of(
                    "profile", ChoiceType.of("profile", List.of(Profile.values()), ChoiceType::key))
            .or(Profile.DEVELOPED, "developed")
            .says("velocity profile across the opening: `plug` is the same everywhere, `parabolic` is 1 - (r/R)² in a"
                    + " circle (in a rectangle the product of two parabolas), `developed` is the fully"
                    + " developed flow of the opening's own cross-section")
            .example("parabolic");
    private static final Key<Value> PRESSURE = Key.of("pressure", VaryingType.of(QuantityKind.PRESSURE))
            .says("gauge pressure at the opening")
            .example("0 mmHg");
    private static final Key<Scheme> SCHEME = Key.of(
                    "scheme", ChoiceType.of("scheme", List.of(Scheme.values()), ChoiceType::key))
            .otherwise("auto where velocity or pressure is given, else bounce-back")
            .says("walls: `bounce-back` (half-way), `mixed` (nodes on the wall, zero velocity and bounce-back) or"
                    + " `moving` (with `velocity`). Openings: `zou-he` (axis planes), `link-wise` (any"
                    + " orientation) or `auto`, which selects Zou–He on axis planes of the box and link-wise"
                    + " elsewhere")
            .example("bounce-back");
    private static final Key<Boundary.Rise> RAMP = Key.of("ramp", new RampType())
            .or(AT_ONCE, "0 s")
            .says("time over which the value rises smoothly from zero; `auto` is 1.5 times the period of sound"
                    + " between the openings, which is printed before the run, so that pressure and forces do"
                    + " not oscillate")
            .example("0.1 s");
    private static final Key<Boundary.Sponge> SPONGE = Key.of("sponge", Sponge.SECTION)
            .says("a layer of raised viscosity before a pressure opening, which damps sound waves")
            .example("{length: 5 mm, factor: 10}");
    private static final Key<Boolean> BACKFLOW_GUARD = Key.of("backflow-guard", ChoiceType.flag())
            .or(false, "false")
            .says("damps inflow through a pressure opening")
            .example("true");

    static final Section<Boundary> SECTION = Section.of(
                    "boundaries.NAME",
                    "The boundary condition of a surface, an opening or a side, by its name. Surfaces that are not"
                            + " named are resting walls (bounce-back).",
                    List.of(
                            VELOCITY.ifPresent(BoundarySection::velocity),
                            MEAN_VELOCITY.where(
                                    BoundarySection::flow, Flow.MeanVelocity.class, Flow.MeanVelocity::mPerS),
                            PEAK_VELOCITY.where(
                                    BoundarySection::flow, Flow.PeakVelocity.class, Flow.PeakVelocity::mPerS),
                            FLOW_RATE.where(BoundarySection::flow, Flow.FlowRate.class, Flow.FlowRate::m3PerS),
                            PROFILE.ifPresent(BoundarySection::profile),
                            PRESSURE.where(PressureOpening.class, PressureOpening::pressurePa),
                            SCHEME.ifPresent(BoundarySection::scheme),
                            RAMP.unlessDefault(BoundarySection::rise),
                            SPONGE.ifPresent(BoundarySection::sponge),
                            BACKFLOW_GUARD.unlessDefault(boundary ->
                                    boundary instanceof PressureOpening opening && opening.backflowGuard())),
                    BoundarySection::make)
            .atMostOne("an opening has one of them", VELOCITY, MEAN_VELOCITY, PEAK_VELOCITY, FLOW_RATE, PRESSURE);

    /// All boundaries by name.
    static final ValueType<SequencedMap<String, Boundary>> ALL = new NamedType<>("boundary", SECTION);

    private BoundarySection() {}

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

    private record FlowRateType() implements ValueType<Value> {
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
            boolean perDepth = isPerDepth(node)
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

        /// Whether an expression's unit is an area per second.
        private static boolean isPerDepth(YamlNode node) {
            return node instanceof YamlNode.YamlMap map
                    && map.find("unit") instanceof YamlNode.YamlEntry entry
                    && entry.value() instanceof YamlNode.YamlText text
                    && text.text().matches("\\s*(m|cm|mm|um)\\^?2\\s*/.*");
        }

        @Override
        public String words() {
            return either(QuantityKind.FLOW_RATE).words();
        }

        @Override
        public JsonNode schema() {
            return either(QuantityKind.FLOW_RATE).schema();
        }
    }

    /// Null where the boundary gives no velocity.
    private static @Nullable Flow flow(Boundary boundary) {
        return boundary instanceof VelocityOpening opening ? opening.flow() : null;
    }

    /// Of an opening, or of a moving wall.
    private static Optional<List<Value>> velocity(Boundary boundary) {
        if (boundary instanceof MovingWall(List<Value> velocity)) {
            return Optional.of(velocity);
        }
        return flow(boundary) instanceof Flow.VelocityField(List<Value> velocity)
                ? Optional.of(velocity)
                : Optional.empty();
    }

    /// A velocity field has none: it is given at every place.
    private static Optional<Profile> profile(Boundary boundary) {
        return boundary instanceof VelocityOpening opening && !(opening.flow() instanceof Flow.VelocityField)
                ? Optional.of(opening.profile())
                : Optional.empty();
    }

    private static Optional<Scheme> scheme(Boundary boundary) {
        return switch (boundary) {
            case Boundary.Wall wall -> Optional.of(Scheme.BOUNCE_BACK);
            case Boundary.MixedWall wall -> Optional.of(Scheme.MIXED);
            case MovingWall wall -> Optional.of(Scheme.MOVING);
            case VelocityOpening opening -> scheme(opening.scheme());
            case PressureOpening opening -> scheme(opening.scheme());
        };
    }

    private static Optional<Scheme> scheme(Boundary.Scheme scheme) {
        return scheme == Boundary.Scheme.AUTO ? Optional.empty() : Optional.of(Scheme.valueOf(scheme.name()));
    }

    private static Boundary.Rise rise(Boundary boundary) {
        return switch (boundary) {
            case Boundary.Wall wall -> AT_ONCE;
            case Boundary.MixedWall wall -> AT_ONCE;
            case MovingWall wall -> AT_ONCE;
            case VelocityOpening opening -> opening.rise();
            case PressureOpening opening -> opening.rise();
        };
    }

    private static Optional<Boundary.Sponge> sponge(Boundary boundary) {
        return boundary instanceof PressureOpening opening ? Optional.ofNullable(opening.sponge()) : Optional.empty();
    }

    private static Boundary make(Fields fields) {
        Optional<Scheme> scheme = fields.find(SCHEME);
        boolean flows = fields.has(VELOCITY)
                || fields.has(MEAN_VELOCITY)
                || fields.has(PEAK_VELOCITY)
                || fields.has(FLOW_RATE)
                || fields.has(PRESSURE);
        boolean wall = scheme.map(Scheme::isWall).orElse(!flows);
        return wall ? wall(fields, scheme.orElse(Scheme.BOUNCE_BACK)) : opening(fields, scheme.orElse(Scheme.AUTO));
    }

    private static Boundary wall(Fields fields, Scheme scheme) {
        for (Key<?> key :
                List.of(MEAN_VELOCITY, PEAK_VELOCITY, FLOW_RATE, PROFILE, PRESSURE, RAMP, SPONGE, BACKFLOW_GUARD)) {
            if (fields.has(key)) {
                String remedy = fields.has(SCHEME)
                        ? "remove it, or choose scheme auto, zou-he or link-wise"
                        : "add velocity, mean-velocity, peak-velocity, flow-rate or pressure, or remove it";
                throw fields.refuse(key, "this belongs to an opening, but here is a wall; " + remedy);
            }
        }
        if (scheme != Scheme.MOVING && fields.has(VELOCITY)) {
            throw fields.refuse(
                    VELOCITY,
                    "a wall with scheme %s rests; write scheme: moving, or for an opening scheme: auto"
                            .formatted(ChoiceType.key(scheme)));
        }
        return switch (scheme) {
            case MOVING ->
                new MovingWall(fields.find(VELOCITY)
                        .orElseThrow(() -> fields.refuse(
                                SCHEME, "a moving wall needs its velocity; write velocity: [1 m/s, 0 m/s, 0 m/s]")));
            case MIXED -> new Boundary.MixedWall();
            case BOUNCE_BACK, AUTO, ZOU_HE, LINK_WISE -> new Boundary.Wall();
        };
    }

    private static Boundary opening(Fields fields, Scheme scheme) {
        Boundary.Scheme chosen = Boundary.Scheme.valueOf(scheme.name());
        Boundary.Rise ramp = fields.get(RAMP);
        if (fields.has(PRESSURE)) {
            refuse(fields, "a profile belongs to a velocity, not to a pressure; remove it", PROFILE);
            return new PressureOpening(
                    fields.get(PRESSURE),
                    chosen,
                    ramp,
                    fields.get(BACKFLOW_GUARD),
                    fields.find(SPONGE).orElse(null));
        }
        refuse(
                fields,
                "this belongs to an opening with pressure, not with velocity; remove it",
                SPONGE,
                BACKFLOW_GUARD);
        if (fields.has(VELOCITY)) {
            refuse(
                    fields,
                    "velocity is given at every place already; remove the profile, or give mean-velocity",
                    PROFILE);
        }
        return new VelocityOpening(flow(fields), fields.get(PROFILE), chosen, ramp);
    }

    private static Flow flow(Fields fields) {
        if (fields.has(VELOCITY)) {
            return new Flow.VelocityField(fields.get(VELOCITY));
        }
        if (fields.has(MEAN_VELOCITY)) {
            return new Flow.MeanVelocity(fields.get(MEAN_VELOCITY));
        }
        if (fields.has(PEAK_VELOCITY)) {
            return new Flow.PeakVelocity(fields.get(PEAK_VELOCITY));
        }
        return new Flow.FlowRate(fields.find(FLOW_RATE)
                .orElseThrow(() -> fields.refuse(
                        SCHEME,
                        "an opening needs one of velocity, mean-velocity, peak-velocity, flow-rate, pressure")));
    }

    private static void refuse(Fields fields, String message, Key<?>... keys) {
        for (Key<?> key : keys) {
            if (fields.has(key)) {
                throw fields.refuse(key, message);
            }
        }
    }
}
