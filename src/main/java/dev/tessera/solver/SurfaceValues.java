package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.model.Given;
import dev.tessera.units.LatticeUnits;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/// What surfaces impose at points, in lattice units. Thread-safe.
final class SurfaceValues {
    private final NodeMap nodes;
    private final LatticeUnits units;
    private final RunExtent extent;
    private final BoundaryPlan plan;
    private final OpeningFlow[] flows;
    private final Map<Value, PlaceAndTime> given = Collections.synchronizedMap(new IdentityHashMap<>());
    private final @Nullable TimeFunction[] densities; // by surface; null where they depend on place
    private final OpeningFlow.@Nullable Velocity[] velocities; // the same, velocities or their changes per spacing

    /// @param flows by surface; null where no velocity is imposed
    SurfaceValues(NodeMap nodes, LatticeUnits units, BoundaryPlan plan, OpeningFlow[] flows) {
        this.nodes = nodes;
        this.units = units;
        this.extent = RunExtent.of(nodes);
        this.plan = plan;
        this.flows = flows;
        this.densities = new TimeFunction[flows.length];
        this.velocities = new OpeningFlow.Velocity[flows.length];
        double[] anywhere = new double[3];
        for (int surface = 0; surface < flows.length; surface++) {
            if (!dependOnPlace(plan.boundary(surface))) {
                densities[surface] = TimeFunction.Multiple.of(density(plan.boundary(surface), surface, anywhere));
                velocities[surface] = velocity(plan.boundary(surface), anywhere);
            }
        }
    }

    private boolean dependOnPlace(Boundary boundary) {
        return switch (boundary) {
            case Boundary.PressureImposed p -> given(p.pressurePa()).hasPlace();
            case Boundary.Moving wall -> dependOnPlace(wall.velocityMPerS());
            case Boundary.GradientImposed opening -> dependOnPlace(opening.gradientPerS());
            default -> false;
        };
    }

    private boolean dependOnPlace(List<Value> values) {
        return values.stream().map(this::given).anyMatch(PlaceAndTime::hasPlace);
    }

    /// Writes what a surface imposes at a point; nothing for fields that belong to links or to the rule itself.
    void set(NodeValues to, int surface, String name, int node, Given given, double[] point) {
        switch (given) {
            case Given.Velocity(int axis) ->
                to.set(name, node, velocity(surface, point).components().get(axis));
            case Given.Density density -> to.set(name, node, density(surface, point));
            case Given.Recovery recovery -> to.set(name, node, recovery(surface));
            case Given.Normal(int axis) -> to.set(name, node, plan.site(surface).normal()[axis]);
            case Given.Stress stress -> {} // of RegularizedEdge, which cases do not use
            case Given.Motion m -> {}
            case Given.OfLink link -> {}
            case Given.PartOfLink part -> {}
            case Given.Cut cut -> {}
            case Given.OfRule rule -> {}
            case Given.Remembered remembered -> {}
            case Given.Rate rate -> {}
        }
    }

    /// The value of a field at a node where planes meet. Each of several velocities gives its component across its own
    /// plane; a component along all their planes, and a density, is the mean of those given.
    /// @param surfaces of the planes
    TimeFunction atEdge(List<Integer> surfaces, Given given, double[] point) {
        return switch (given) {
            case Given.Velocity(int axis) -> {
                List<Integer> all =
                        surfaces.stream().filter(plan::givesVelocity).toList();
                List<Integer> across =
                        all.stream().filter(at -> plan.site(at).axis() == axis).toList();
                yield mean((across.isEmpty() ? all : across)
                        .stream()
                                .map(at -> velocity(at, point).components().get(axis))
                                .toList());
            }
            case Given.Density density ->
                mean(surfaces.stream()
                        .filter(plan::givesDensity)
                        .map(at -> density(at, point))
                        .toList());
            case Given other -> throw new IllegalArgumentException("planes that meet do not give " + other);
        };
    }

    private static TimeFunction mean(List<TimeFunction> all) {
        TimeFunction sum = all.getFirst();
        for (TimeFunction next : all.subList(1, all.size())) {
            sum = sum.plus(next);
        }
        return all.size() == 1 ? sum : sum.times(1.0 / all.size());
    }

    /// Of a surface, per spacing; 0 where its boundary has none.
    private double recovery(int surface) {
        return plan.boundary(surface) instanceof Boundary.Recovering outlet
                ? nodes.spacingM()
                        * outlet.recoveryPerM(extentM(plan.site(surface).axis()))
                : 0;
    }

    private double extentM(int axis) {
        return nodes.spacingM() * Math.max(1, nodes.box().nodes(axis) - 1);
    }

    private PlaceAndTime given(Value value) {
        return given.computeIfAbsent(value, unknown -> PlaceAndTime.of(value, extent));
    }

    /// The velocity of a surface, or its change per spacing along the normal out of the fluid where that is given.
    OpeningFlow.Velocity velocity(int surface, double[] point) {
        OpeningFlow.Velocity known = velocities[surface];
        if (known != null) {
            return known;
        }
        OpeningFlow.Velocity own = velocity(plan.boundary(surface), point);
        if (own != null) {
            return own;
        }
        OpeningFlow flow = flows[surface];
        return flow == null ? OpeningFlow.Velocity.NONE : flow.at(point);
    }

    private OpeningFlow.@Nullable Velocity velocity(Boundary boundary, double[] point) {
        return switch (boundary) {
            case Boundary.Moving wall -> velocity(wall.velocityMPerS(), point, units::velocityLattice);
            case Boundary.GradientImposed opening ->
                velocity(opening.gradientPerS(), point, perS -> units.velocityLattice(perS * nodes.spacingM()));
            default -> null;
        };
    }

    private OpeningFlow.Velocity velocity(List<Value> components, double[] point, DoubleUnaryOperator toLattice) {
        return new OpeningFlow.Velocity(components.stream()
                .map(component -> given(component).at(point).linear(toLattice))
                .toList());
    }

    private TimeFunction density(int surface, double[] point) {
        TimeFunction known = densities[surface];
        return known == null ? density(plan.boundary(surface), surface, point) : known;
    }

    /// The density of a surface; 1 where it imposes none.
    private TimeFunction density(Boundary boundary, int surface, double[] point) {
        if (boundary instanceof Boundary.PressureImposed p) {
            return given(p.pressurePa())
                    .at(point)
                    .ramped(p.rampS())
                    .linear(units::densityChangeLattice)
                    .plus(1);
        }
        if (boundary instanceof Boundary.Coupled) {
            return TimeFunction.following(new TimeSeries.FromFlow(surface)).plus(1);
        }
        return TimeFunction.constant(1);
    }
}
