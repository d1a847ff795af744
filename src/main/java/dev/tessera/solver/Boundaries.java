package dev.tessera.solver;

import dev.tessera.model.LinkRule;
import dev.tessera.solver.Boundary.Flow;
import dev.tessera.solver.Boundary.Profile;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.boundary.FullWayWall;
import dev.tessera.solver.boundary.MixedWall;
import dev.tessera.solver.boundary.MovingWall;
import dev.tessera.solver.boundary.PressureOpening;
import dev.tessera.solver.boundary.RestingWall;
import dev.tessera.solver.boundary.SymmetrySide;
import dev.tessera.solver.boundary.VelocityOpening;
import dev.tessera.units.Quantity;
import dev.tessera.units.QuantityKind;
import java.util.List;

/// Boundaries for cases in Java, with quantities as a case file writes them. Values that vary with place and
/// time are made by [Value#varying].
///
/// ```java
/// .boundary("inlet", Boundaries.flowRate("250 mL/min").parabolic().rampedOver("0.1 s"))
/// .boundary("outlet", Boundaries.pressure("0 mmHg").guardedAgainstBackflow())
/// ```
public final class Boundaries {
    private Boundaries() {}

    /// A resting wall, half-way bounce-back.
    public static Boundary wall() {
        return new RestingWall();
    }

    /// A resting wall whose nodes are on the wall.
    public static Boundary mixedWall() {
        return new MixedWall();
    }

    /// A resting wall by full-way bounce-back.
    public static Boundary fullWayWall() {
        return new FullWayWall();
    }

    /// A wall with equations of the user's own, for links at half a spacing from their nodes. It has no
    /// text in a case.
    /// @param rule its text ([Object#toString], of a record its constants) is in checkpoints
    public static Boundary wall(LinkRule rule) {
        return new OwnWall(rule);
    }

    private record OwnWall(LinkRule rule) implements Boundary {
        @Override
        public Closure closure(Site site) {
            return new Closure.Links(rule);
        }

        @Override
        public BoundaryKey.Written written() {
            return BoundaryKey.Written.nothing();
        }

        @Override
        public String text(Site site) {
            return rule.key() + " " + rule;
        }

        @Override
        public boolean holdsOnNodes() {
            return false;
        }
    }

    /// A side of the box in which the flow is mirrored: free slip.
    public static Boundary symmetry() {
        return new SymmetrySide();
    }

    public static MovingWall movingWall(String x, String y, String z) {
        return new MovingWall(List.of(speed(x), speed(y), speed(z)));
    }

    /// Mean of the velocity into the fluid, developed profile.
    public static VelocityOpening meanVelocity(String velocity) {
        return opening(new Flow.MeanVelocity(speed(velocity)));
    }

    /// Largest velocity into the fluid, developed profile.
    public static VelocityOpening peakVelocity(String velocity) {
        return opening(new Flow.PeakVelocity(speed(velocity)));
    }

    /// Volume per second into the fluid, developed profile; in 2D per metre of depth.
    /// @param rate such as `250 mL/min`; in 2D such as `20 mm2/s`
    public static VelocityOpening flowRate(String rate) {
        Quantity given = Quantity.parse(rate);
        boolean perDepth = given.dimension().equals(QuantityKind.FLOW_RATE_2D.dimension());
        return opening(
                new Flow.FlowRate(Value.of(given.si(perDepth ? QuantityKind.FLOW_RATE_2D : QuantityKind.FLOW_RATE))));
    }

    /// The same velocity at every point of the opening; by Zou and He at sides of the box.
    /// @param components two (2D) or three, such as `1 m/s`
    /// @throws IllegalArgumentException for another number of components
    public static VelocityOpening velocity(String... components) {
        if (components.length != 2 && components.length != 3) {
            throw new IllegalArgumentException(
                    "a velocity has two or three components, not %d".formatted(components.length));
        }
        return velocity(
                speed(components[0]), speed(components[1]), components.length == 2 ? Value.ZERO : speed(components[2]));
    }

    /// The velocity at every point of the opening, in m/s.
    public static VelocityOpening velocity(Value x, Value y, Value z) {
        return opening(new Flow.VelocityField(List.of(x, y, z)));
    }

    /// A flow that varies in space or time: a [Value] in one of the records of [Flow].
    public static VelocityOpening opening(Flow flow) {
        return new VelocityOpening(flow, Profile.DEVELOPED, Scheme.AUTO, 0);
    }

    /// Gauge pressure.
    public static PressureOpening pressure(String pressure) {
        return pressure(Value.of(Quantity.parse(pressure, QuantityKind.PRESSURE)));
    }

    /// Gauge pressure in Pa.
    public static PressureOpening pressure(Value pressurePa) {
        return new PressureOpening(pressurePa, Scheme.AUTO, 0, false, null);
    }

    private static Value speed(String velocity) {
        return Value.of(Quantity.parse(velocity, QuantityKind.VELOCITY));
    }
}
