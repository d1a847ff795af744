package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.model.Given;
import dev.tessera.units.LatticeUnits;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;

/// What surfaces impose at points, in lattice units. Thread-safe.
final class SurfaceValues {
    private final NodeMap nodes;
    private final LatticeUnits units;
    private final RunExtent extent;
    private final BoundaryPlan plan;
    private final OpeningFlow[] flows;
    private final Map<Value, PlaceAndTime> given = Collections.synchronizedMap(new IdentityHashMap<>());

    /// @param flows by surface; null where no velocity is imposed
    SurfaceValues(NodeMap nodes, LatticeUnits units, BoundaryPlan plan, OpeningFlow[] flows) {
        this.nodes = nodes;
        this.units = units;
        this.extent = RunExtent.of(nodes);
        this.plan = plan;
        this.flows = flows;
    }

    /// Writes what a surface imposes at a point; nothing for fields that belong to links or to the rule itself.
    void set(NodeValues to, int surface, String name, int node, Given given, double[] point) {
        switch (given) {
            case Given.Velocity(int axis) ->
                to.set(name, node, velocity(surface, point).components().get(axis));
            case Given.Density density -> to.set(name, node, density(surface, point));
            case Given.Recovery recovery -> to.set(name, node, recovery(surface));
            case Given.Normal(int axis) -> to.set(name, node, plan.site(surface).normal()[axis]);
            case Given.Motion m -> {}
            case Given.OfLink link -> {}
            case Given.PartOfLink part -> {}
            case Given.Cut cut -> {}
            case Given.OfRule rule -> {}
            case Given.Remembered remembered -> {}
            case Given.Rate rate -> {}
        }
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

    /// The velocity of a surface.
    OpeningFlow.Velocity velocity(int surface, double[] point) {
        if (plan.boundary(surface) instanceof Boundary.Moving wall) {
            return new OpeningFlow.Velocity(wall.velocityMPerS().stream()
                    .map(component -> given(component).at(point).linear(units::velocityLattice))
                    .toList());
        }
        OpeningFlow flow = flows[surface];
        return flow == null ? OpeningFlow.Velocity.NONE : flow.at(point);
    }

    /// The density of a surface; 1 where it imposes none.
    private TimeFunction density(int surface, double[] point) {
        if (plan.boundary(surface) instanceof Boundary.PressureImposed p) {
            return given(p.pressurePa())
                    .at(point)
                    .ramped(p.rampS())
                    .linear(units::densityChangeLattice)
                    .plus(1);
        }
        if (plan.boundary(surface) instanceof Boundary.Coupled) {
            return TimeFunction.following(new TimeSeries.FromFlow(surface)).plus(1);
        }
        return TimeFunction.constant(1);
    }
}
