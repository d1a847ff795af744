package dev.tessera.casefile;

import dev.tessera.casefile.Yaml.Group;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.Addressing.Neighbours;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.ConnectivityMatrix;
import dev.tessera.layout.addressing.FluidIndex;
import dev.tessera.layout.addressing.GhostTiles;
import dev.tessera.layout.addressing.InTileLayout;
import dev.tessera.layout.addressing.NodeOrder;
import dev.tessera.layout.addressing.TileLayout;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.layout.addressing.TilingRule;
import dev.tessera.model.Collision;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.collision.Regularized;
import dev.tessera.model.collision.Trt;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.Case;
import dev.tessera.solver.OutputChoice;
import dev.tessera.solver.OutputChoice.Schedule;
import dev.tessera.solver.TimeChoice;
import dev.tessera.solver.TimeChoice.StepChoice;
import dev.tessera.solver.TuningChoice;
import dev.tessera.solver.Value;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.function.Function;

/// A case as YAML, also one that was built in Java. Reading the text gives the same case:
/// numbers to the last bit.
public final class CaseText {
    private CaseText() {}

    /// @throws IllegalArgumentException where the case holds something that the format has no word for: a
    ///        geometry, collision or addressing of the user's own
    public static String of(Case theCase) {
        Group whole = Yaml.group().with("tessera", Yaml.number(CaseFormat.VERSION));
        if (!theCase.title().equals(theCase.name())) {
            whole.with("title", theCase.title());
        }
        whole.with("name", theCase.name());
        GeometryText.add(theCase, whole);
        whole.with("fluid", fluid(theCase.fluid()));
        whole.with("model", model(theCase.model(), theCase.fluid()));
        Group boundaries = Yaml.group();
        theCase.boundaries().forEach((name, boundary) -> boundaries.with(name, BoundaryText.of(boundary)));
        withUnlessEmpty(whole, "boundaries", boundaries);
        if (!theCase.drive().isNone()) {
            YamlNode vector = ValueText.vector(theCase.drive().accelerationMPerS2(), QuantityKind.ACCELERATION);
            whole.with("drive", Yaml.group().with("acceleration", vector).node());
        }
        withUnlessEmpty(whole, "initial", initial(theCase.initial()));
        withUnlessEmpty(whole, "reference", reference(theCase.reference()));
        whole.with("time", time(theCase.time()));
        withUnlessEmpty(whole, "storage", storage(theCase.storage()));
        withUnlessEmpty(whole, "output", output(theCase.output()));
        return YamlWriter.text(whole.node(), node -> null);
    }

    private static void withUnlessEmpty(Group whole, String key, Group group) {
        if (!group.isEmpty()) {
            whole.with(key, group.node());
        }
    }

    private static YamlNode fluid(Case.Fluid fluid) {
        return Yaml.group()
                .with("density", QuantityText.exact(fluid.densityKgPerM3(), QuantityKind.DENSITY))
                .with("viscosity", QuantityText.exact(fluid.viscosityM2PerS(), QuantityKind.KINEMATIC_VISCOSITY))
                .node();
    }

    private static YamlNode model(Case.Model model, Case.Fluid fluid) {
        Group group = Yaml.group().with("lattice", model.lattice().name());
        collision(model.collision(), fluid, group);
        return group.with("equilibrium", model.equilibrium().key())
                .with("precision", model.precision().key())
                .node();
    }

    private static void collision(Collision collision, Case.Fluid fluid, Group group) {
        group.with("collision", collision.key());
        if (collision instanceof Trt trt) {
            group.with("magic", trt.magic().toString());
        }
        if (collision instanceof Mrt mrt && !mrt.fixedRates().isEmpty()) {
            Group rates = Yaml.group();
            mrt.fixedRates().forEach((name, rate) -> rates.with(name.replace('_', '-'), Yaml.number(rate)));
            group.with("rates", rates.node());
        }
        if (collision instanceof Regularized(Regularized.Bulk bulk)) {
            switch (bulk) {
                case Regularized.Bulk.Ratio(double ofShear) ->
                    group.with(
                            "bulk-viscosity",
                            QuantityText.exact(ofShear * fluid.viscosityM2PerS(), QuantityKind.KINEMATIC_VISCOSITY));
                case Regularized.Bulk.Rate(double rate) -> {
                    if (rate != 1) {
                        throw new IllegalArgumentException(
                                "a regularized collision with bulk rate %s has no text; give a bulk viscosity ratio"
                                        .formatted(rate));
                    }
                }
            }
        }
    }

    private static Group initial(Case.Initial initial) {
        Group group = Yaml.group();
        if (!initial.velocityMPerS().equals(Case.Initial.REST.velocityMPerS())) {
            group.with("velocity", ValueText.vector(initial.velocityMPerS(), QuantityKind.VELOCITY));
        }
        if (!initial.pressurePa().equals(Value.ZERO)) {
            group.with("pressure", ValueText.of(initial.pressurePa(), QuantityKind.PRESSURE));
        }
        return group;
    }

    private static Group reference(Case.Reference reference) {
        Group group = Yaml.group();
        reference.velocityMPerS().ifPresent(v -> group.with("velocity", QuantityText.exact(v, QuantityKind.VELOCITY)));
        reference.lengthM().ifPresent(v -> group.with("length", QuantityText.exact(v, QuantityKind.LENGTH)));
        return group;
    }

    private static YamlNode time(TimeChoice time) {
        Group group = Yaml.group();
        switch (time.step()) {
            case StepChoice.LatticeSpeed(double speed) -> group.with("lattice-speed", Yaml.number(speed));
            case StepChoice.RelaxationTime(double steps) -> group.with("relaxation-time", Yaml.number(steps));
            case StepChoice.TimeStep(double seconds) ->
                group.with("time-step", QuantityText.exact(seconds, QuantityKind.TIME));
        }
        Group stop = Yaml.group();
        time.steady().ifPresent(tolerance -> stop.with("steady", Yaml.number(tolerance)));
        time.atMostS().ifPresent(seconds -> stop.with("at-most", QuantityText.exact(seconds, QuantityKind.TIME)));
        time.atMostSteps().ifPresent(steps -> stop.with("steps", Yaml.number((double) steps)));
        return group.with("stop", stop.node()).node();
    }

    private static Group storage(Case.Storage storage) {
        Group group = Yaml.group();
        storage.addressing().ifPresent(addressing -> {
            group.with("addressing", addressing.key());
            tiling(ruleOf(addressing), group);
            if (addressing instanceof Tiles(TilingRule rule, TileLayout layout)) {
                layout(layout, group);
            }
            if (addressing instanceof ConnectivityMatrix matrix && matrix.neighbours() == Neighbours.LISTED) {
                group.with("indices", "q");
            }
        });
        storage.lookup().ifPresent(lookup -> group.with("lookup", lookup.key()));
        storage.pattern().ifPresent(pattern -> group.with("pattern", pattern.key()));
        switch (storage.tuning()) {
            case TuningChoice.Measured measured -> {}
            case TuningChoice.Usual usual -> group.with("tuning", "usual");
            case TuningChoice.Fixed(Tuning launch) ->
                group.with(
                        "launch",
                        Yaml.list(List.of(
                                Yaml.number(launch.threads()),
                                Yaml.number(launch.blocks()),
                                Yaml.number(launch.nodesPerThread()))));
        }
        return group;
    }

    private static void layout(TileLayout layout, Group group) {
        switch (layout) {
            case TileLayout.Plain plain -> {}
            case TileLayout.Assigned(SequencedMap<String, InTileLayout> byDirection) -> {
                Group directions = Yaml.group();
                byDirection.forEach((direction, inTile) -> directions.with(direction, inTile.key()));
                group.with("layout", directions.node());
            }
            default -> group.with("layout", layout.key());
        }
    }

    private static TilingRule ruleOf(Addressing addressing) {
        return switch (addressing) {
            case Tiles tiles -> tiles.tiling();
            case CompactTiles compact -> compact.tiling();
            case GhostTiles ghost -> ghost.tiling();
            case ConnectivityMatrix matrix -> ruleOf(matrix.order());
            case FluidIndex index -> ruleOf(index.order());
            case Addressing other when Addressings.all().contains(other) -> TilingRule.usual();
            default ->
                throw new IllegalArgumentException(
                        "the addressing %s has no text; a case file says %s".formatted(addressing, addressing.key()));
        };
    }

    private static TilingRule ruleOf(NodeOrder order) {
        return switch (order) {
            case NodeOrder.OfBox box -> TilingRule.usual();
            case NodeOrder.ByTiles(TilingRule tiles) when !tiles.equals(TilingRule.usual()) -> tiles;
            case NodeOrder.ByTiles usual ->
                throw new IllegalArgumentException(
                        "the order of nodes %s has no text; give the size of its tiles".formatted(order));
        };
    }

    private static void tiling(TilingRule rule, Group group) {
        switch (rule) {
            case TilingRule.Usual usual -> {}
            case TilingRule.Blocks(int a, int b, int c, boolean best) -> {
                group.with("tile", Yaml.list(List.of(Yaml.number(a), Yaml.number(b), Yaml.number(c))));
                if (best) {
                    group.with("tile-origin", "best");
                }
            }
            case TilingRule.Lines lines -> throw noTiling(rule);
            case TilingRule.Exactly exactly -> throw noTiling(rule);
        }
    }

    private static IllegalArgumentException noTiling(TilingRule rule) {
        return new IllegalArgumentException(
                "the tiling %s has no text; leave the choice to the planner".formatted(rule));
    }

    private static Group output(OutputChoice output) {
        OutputChoice standard = OutputChoice.standard();
        Group group = Yaml.group();
        schedule(group, "every", output.every());
        several(group, "fields", output.fields(), standard.fields(), field -> Yaml.text(field.key()));
        several(group, "formats", output.formats(), standard.formats(), format -> Yaml.text(format.key()));
        several(group, "pictures", output.pictures(), standard.pictures(), PictureSection::written);
        several(group, "plots", output.plots(), standard.plots(), plot -> Yaml.text(plot.quantity()));
        if (!output.probes().isEmpty()) {
            Group probes = Yaml.group();
            output.probes().forEach(probe -> probes.with(probe.name(), ShapeText.lengths(probe.placeM())));
            group.with("probes", probes.node());
        }
        schedule(group, "log-every", output.logEvery());
        if (!output.checkpoints().equals(standard.checkpoints())) {
            Group checkpoints = Yaml.group();
            schedule(checkpoints, "every", output.checkpoints().every());
            group.with(
                    "checkpoints",
                    checkpoints
                            .with("keep", Yaml.number(output.checkpoints().keep()))
                            .node());
        }
        if (!output.exclude().equals(standard.exclude())) {
            group.with(
                    "wall-shear-stress",
                    Yaml.group().with("exclude", exclusion(output.exclude())).node());
        }
        return group;
    }

    private static String exclusion(OutputChoice.Exclusion exclude) {
        if (exclude.diameters() > 0 && exclude.lengthM() > 0) {
            throw new IllegalArgumentException("an exclusion in diameters and metres has no text; give one of them");
        }
        return exclude.diameters() > 0
                ? QuantityText.exact(exclude.diameters(), QuantityKind.NUMBER) + " diameters"
                : QuantityText.exact(exclude.lengthM(), QuantityKind.LENGTH);
    }

    private static void schedule(Group group, String key, Schedule schedule) {
        schedule.seconds().ifPresent(seconds -> group.with(key, QuantityText.exact(seconds, QuantityKind.TIME)));
        schedule.steps().ifPresent(steps -> group.with(key, steps + " steps"));
    }

    private static <T> void several(
            Group group, String key, List<T> values, List<T> standard, Function<? super T, YamlNode> written) {
        if (values.isEmpty() && !standard.isEmpty()) {
            group.with(key, SeveralType.NONE);
        } else if (!values.equals(standard)) {
            group.with(key, Yaml.list(values.stream().map(written).toList()));
        }
    }

    /// An enum constant as a case writes it.
    static String key(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// Boundaries as a case writes them.
    private static final class BoundaryText {
        static YamlNode of(Boundary boundary) {
            Group group = Yaml.group();
            switch (boundary) {
                case Boundary.Wall wall -> group.with("scheme", "bounce-back");
                case Boundary.MixedWall wall -> group.with("scheme", "mixed");
                case Boundary.MovingWall(List<Value> velocity) ->
                    group.with("scheme", "moving").with("velocity", ValueText.vector(velocity, QuantityKind.VELOCITY));
                case Boundary.VelocityOpening opening -> velocity(opening, group);
                case Boundary.PressureOpening opening -> pressure(opening, group);
            }
            return group.node();
        }

        private static void velocity(Boundary.VelocityOpening opening, Group group) {
            switch (opening.flow()) {
                case Boundary.Flow.MeanVelocity(Value v) ->
                    group.with("mean-velocity", ValueText.of(v, QuantityKind.VELOCITY));
                case Boundary.Flow.PeakVelocity(Value v) ->
                    group.with("peak-velocity", ValueText.of(v, QuantityKind.VELOCITY));
                case Boundary.Flow.FlowRate(Value v) ->
                    group.with("flow-rate", ValueText.of(v, QuantityKind.FLOW_RATE));
                case Boundary.Flow.VelocityField(List<Value> v) ->
                    group.with("velocity", ValueText.vector(v, QuantityKind.VELOCITY));
            }
            if (!(opening.flow() instanceof Boundary.Flow.VelocityField)) {
                group.with("profile", key(opening.profile()));
            }
            scheme(opening.scheme(), opening.rise(), group);
        }

        private static void pressure(Boundary.PressureOpening opening, Group group) {
            group.with("pressure", ValueText.of(opening.pressurePa(), QuantityKind.PRESSURE));
            scheme(opening.scheme(), opening.rise(), group);
            if (opening.sponge() instanceof Boundary.Sponge(double length, double factor)) {
                group.with(
                        "sponge",
                        Yaml.group()
                                .with("length", QuantityText.exact(length, QuantityKind.LENGTH))
                                .with("factor", Yaml.number(factor))
                                .node());
            }
            if (opening.backflowGuard()) {
                group.with("backflow-guard", "true");
            }
        }

        private static void scheme(Boundary.Scheme scheme, Boundary.Rise rise, Group group) {
            if (scheme != Boundary.Scheme.AUTO) {
                group.with("scheme", key(scheme));
            }
            switch (rise) {
                case Boundary.Rise.Over(double seconds)
                when seconds > 0 -> group.with("ramp", QuantityText.exact(seconds, QuantityKind.TIME));
                case Boundary.Rise.Over atOnce -> {}
                case Boundary.Rise.Auto auto -> group.with("ramp", "auto");
            }
        }
    }
}
