package dev.tessera.solver;

import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.BoxSide;
import dev.tessera.solver.Boundary.Flow;
import dev.tessera.solver.Boundary.VelocityImposed;
import dev.tessera.solver.boundary.MixedWall;
import dev.tessera.units.LatticeUnits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The velocity that a velocity opening imposes, in lattice units: a fixed shape times a magnitude in time, or a
/// field. Shapes of mean velocities and flow rates are scaled so that the discrete flow through the nodes is the
/// flow requested.
final class OpeningFlow {
    private static final int MOST_EVALUATED = 64;

    private final VelocityImposed boundary;
    private final LatticeUnits units;
    private final Profiles shape;
    private final double[] inwardNormal;
    private final double scale; // lattice velocity per SI magnitude and unit shape
    private final @Nullable PlaceAndTime magnitude; // null where there is a field
    private final @Nullable TimeFunction everywhere; // the magnitude with its ramp where it has no place
    private final PlaceAndTime @Nullable [] field; // null: magnitude times shape

    private OpeningFlow(
            VelocityImposed boundary,
            LatticeUnits units,
            Profiles shape,
            double[] inwardNormal,
            double scale,
            @Nullable PlaceAndTime magnitude,
            PlaceAndTime @Nullable [] field) {
        this.boundary = boundary;
        this.units = units;
        this.shape = shape;
        this.inwardNormal = inwardNormal;
        this.scale = scale;
        this.magnitude = magnitude;
        this.everywhere = magnitude == null || magnitude.hasPlace()
                ? null
                : TimeFunction.Multiple.of(magnitude.at(new double[3]).ramped(boundary.rampS()));
        this.field = field;
    }

    /// @param wetNodes whether velocities are imposed on the nodes (Zou–He) or along links
    static OpeningFlow of(
            VelocityImposed boundary, OpeningNodes nodes, Case theCase, LatticeUnits units, boolean wetNodes) {
        VelocitySet lattice = theCase.model().lattice();
        IntPredicate mixed = surface -> {
            Boundary met = theCase.boundaries()
                    .get(nodes.nodes().surfaces().get(surface).name());
            return met instanceof MixedWall;
        };
        SymmetrySides symmetry = SymmetrySides.of(nodes.nodes());
        symmetry.requireAcross(nodes);
        double[] outward = nodes.opening().normal();
        double[] inward = {-outward[0], -outward[1], -outward[2]};
        if (nodes.isBoxSide()) {
            inward = new double[3];
            inward[nodes.axis()] = nodes.inward();
        }
        RunExtent extent = RunExtent.of(nodes.nodes());
        if (boundary.flow() instanceof Flow.VelocityField(var components)) {
            PlaceAndTime[] field = components.stream()
                    .map(component -> PlaceAndTime.of(component, extent))
                    .toArray(PlaceAndTime[]::new);
            return new OpeningFlow(boundary, units, point -> 1, inward, 0, null, field);
        }
        Profiles shape = Profiles.of(boundary.profile(), nodes);
        double counted = counted(shape, inward, nodes, lattice, wetNodes, mixed, symmetry);
        double velocity = units.velocityLattice(1);
        return switch (boundary.flow()) {
            case Flow.PeakVelocity(Value v) ->
                new OpeningFlow(boundary, units, shape, inward, velocity, PlaceAndTime.of(v, extent), null);
            case Flow.MeanVelocity(Value v) -> {
                double area = areaInNodes(nodes, lattice, mixed, symmetry);
                yield new OpeningFlow(
                        boundary, units, shape, inward, velocity * area / counted, PlaceAndTime.of(v, extent), null);
            }
            case Flow.FlowRate(Value v) -> {
                double flow = units.flowRateLattice(1, lattice.dimensions());
                yield new OpeningFlow(boundary, units, shape, inward, flow / counted, PlaceAndTime.of(v, extent), null);
            }
            case Flow.VelocityField f -> throw new AssertionError("handled above");
        };
    }

    /// The same flow without a ramp.
    OpeningFlow atOnce() {
        return new OpeningFlow(boundary.atOnce(), units, shape, inwardNormal, scale, magnitude, field);
    }

    /// The time after which values are constant, s: infinite where an expression depends on time.
    double settledS() {
        boolean changes = field == null
                ? Objects.requireNonNull(magnitude).changes()
                : Arrays.stream(field).anyMatch(PlaceAndTime::changes);
        return changes ? Double.POSITIVE_INFINITY : boundary.rampS();
    }

    /// A velocity as a function of time, in lattice units. @param components `[3]`
    record Velocity(List<TimeFunction> components) {
        static final Velocity NONE =
                new Velocity(List.of(TimeFunction.constant(0), TimeFunction.constant(0), TimeFunction.constant(0)));

        Velocity {
            components = List.copyOf(components);
        }

        double[] at(double timeS) {
            return components.stream().mapToDouble(u -> u.at(timeS)).toArray();
        }

        /// Its product with a vector of integers.
        TimeFunction along(int x, int y, int z) {
            return components
                    .get(0)
                    .times(x)
                    .plus(components.get(1).times(y))
                    .plus(components.get(2).times(z));
        }
    }

    /// Lattice velocity in time at one point, `[3]`; parts that do not depend on time are computed now.
    Velocity at(double[] pointM) {
        if (field == null) {
            double factor = scale * shape.at(pointM);
            TimeFunction normal = everywhere == null
                    ? Objects.requireNonNull(magnitude).at(pointM).times(factor).ramped(boundary.rampS())
                    : everywhere.times(factor);
            return new Velocity(List.of(
                    normal.times(inwardNormal[0]), normal.times(inwardNormal[1]), normal.times(inwardNormal[2])));
        }
        return new Velocity(Arrays.stream(field)
                .map(component -> component.at(pointM).ramped(boundary.rampS()).linear(units::velocityLattice))
                .toList());
    }

    /// The largest speed in the opening as a function of time, m/s, for Mach and Reynolds numbers.
    DoubleUnaryOperator largestMPerS(OpeningNodes nodes) {
        List<Velocity> evaluated = isShaped() ? List.of(at(peak(nodes))) : evaluated(nodes);
        return timeS -> {
            double largest = 0;
            for (Velocity velocity : evaluated) {
                double[] u = velocity.at(timeS);
                largest = Math.max(largest, Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]));
            }
            return units.velocityMPerS(largest);
        };
    }

    /// The velocity into the fluid at one of the opening's nodes as a function of time, m/s.
    /// @param k its number among `nodes.boundaryNodes()`
    DoubleUnaryOperator inwardMPerS(OpeningNodes nodes, int k) {
        Velocity velocity = at(nodes.positionM(nodes.boundaryNodes()[k]));
        return timeS -> {
            double[] u = velocity.at(timeS);
            return units.velocityMPerS(u[0] * inwardNormal[0] + u[1] * inwardNormal[1] + u[2] * inwardNormal[2]);
        };
    }

    /// Mean over the opening's nodes of the velocity into the fluid as a function of time, m/s.
    DoubleUnaryOperator inwardMPerS(OpeningNodes nodes) {
        List<Velocity> evaluated = isShaped() ? List.of(at(peak(nodes))) : evaluated(nodes);
        double part = 1;
        if (isShaped()) {
            double sum = 0;
            for (int b : nodes.boundaryNodes()) {
                sum += shape.at(nodes.positionM(b));
            }
            part = sum / nodes.boundaryNodes().length / shape.at(peak(nodes));
        }
        double scaled = units.velocityMPerS(part / evaluated.size());
        return timeS -> {
            double sum = 0;
            for (Velocity velocity : evaluated) {
                double[] u = velocity.at(timeS);
                sum += u[0] * inwardNormal[0] + u[1] * inwardNormal[1] + u[2] * inwardNormal[2];
            }
            return sum * scaled;
        };
    }

    /// Whether the velocity is a shape times a magnitude in time.
    private boolean isShaped() {
        return magnitude != null && !magnitude.hasPlace();
    }

    /// The node where the shape is largest, the first of several.
    private double[] peak(OpeningNodes nodes) {
        int[] all = nodes.boundaryNodes();
        int first = all[0];
        double largest = shape.at(nodes.positionM(first));
        for (int b : all) {
            double here = shape.at(nodes.positionM(b));
            if (here > largest) {
                largest = here;
                first = b;
            }
        }
        return nodes.positionM(first);
    }

    /// All nodes; for a velocity that depends on time and place at most [#MOST_EVALUATED], evenly spaced.
    private List<Velocity> evaluated(OpeningNodes nodes) {
        int[] all = nodes.boundaryNodes();
        int stride = Double.isInfinite(settledS()) ? Math.ceilDiv(all.length, MOST_EVALUATED) : 1;
        List<Velocity> evaluated = new ArrayList<>();
        for (int k = 0; k < all.length; k += stride) {
            evaluated.add(at(nodes.positionM(all[k])));
        }
        return evaluated;
    }

    /// The discrete flow of the unit shape. Nodes on a mixed wall contribute only the velocity imposed on the
    /// nodes themselves; links that end at such a node follow the wall rule.
    private static double counted(
            Profiles shape,
            double[] inward,
            OpeningNodes nodes,
            VelocitySet lattice,
            boolean wetNodes,
            IntPredicate mixed,
            SymmetrySides symmetry) {
        double sum = 0;
        double motionFactor = lattice.motionFactor();
        DirectionCodes directions = DirectionCodes.of(lattice);
        double[] weights = IntStream.range(0, lattice.size())
                .mapToDouble(i -> lattice.weight(i).toDouble())
                .toArray();
        var links = nodes.nodes().links();
        for (int b : nodes.boundaryNodes()) {
            long index = nodes.boxIndex(b);
            if (wetNodes) {
                sum += symmetry.share(index) * shape.at(nodes.positionM(b));
                continue;
            }
            if (touches(nodes, b, directions, mixed)) {
                continue;
            }
            for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                int direction = directions.incoming(links.code(link));
                if (links.surface(link) == nodes.opening().surface() && direction >= 0) {
                    var c = lattice.velocity(direction);
                    double share = symmetry.isEmpty()
                            ? 1
                            : BoxSide.share(symmetry.at(index), c).toDouble();
                    double along = c.x() * inward[0] + c.y() * inward[1] + c.z() * inward[2];
                    sum += share * motionFactor * weights[direction] * along * shape.at(nodes.hitM(b, link));
                }
            }
        }
        if (!(sum > 0)) {
            throw new CaseException("boundaries.%s: the opening has no node at this spacing; refine the spacing"
                    .formatted(nodes.opening().name()));
        }
        return sum;
    }

    /// In squares of the spacing, in 2D in spacings. Of a node on a mixed wall only the inner half counts.
    private static double areaInNodes(
            OpeningNodes nodes, VelocitySet lattice, IntPredicate mixed, SymmetrySides symmetry) {
        if (nodes.isBoxSide()) {
            double area = 0;
            for (int b : nodes.boundaryNodes()) {
                area += symmetry.share(nodes.boxIndex(b)) * shareInside(nodes, b, mixed);
            }
            return area;
        }
        double dx = nodes.nodes().spacingM();
        return lattice.dimensions() == 3
                ? nodes.opening().areaM2() / (dx * dx)
                : 2 * nodes.opening().radiusM() / dx;
    }

    private static double shareInside(OpeningNodes nodes, int b, IntPredicate mixed) {
        var links = nodes.nodes().links();
        double[] width = {1, 1, 1};
        for (int link = links.firstLink(b); link < links.endLink(b); link++) {
            int axis = DirectionCodes.axis(links.code(link));
            if (axis >= 0 && mixed.test(links.surface(link))) {
                width[axis] -= 0.5;
            }
        }
        return width[0] * width[1] * width[2];
    }

    private static boolean touches(OpeningNodes nodes, int b, DirectionCodes directions, IntPredicate mixed) {
        var links = nodes.nodes().links();
        for (int link = links.firstLink(b); link < links.endLink(b); link++) {
            if (mixed.test(links.surface(link)) && directions.outgoing(links.code(link)) >= 0) {
                return true;
            }
        }
        return false;
    }
}
