package dev.tessera.solver;

import dev.tessera.model.LinkRule;
import dev.tessera.solver.Boundary.Flow;
import dev.tessera.solver.Boundary.Profile;
import dev.tessera.solver.Boundary.Rise;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.boundary.CharacteristicOutlet;
import dev.tessera.solver.boundary.CopyOutflow;
import dev.tessera.solver.boundary.DoNothingOutflow;
import dev.tessera.solver.boundary.FullWayWall;
import dev.tessera.solver.boundary.GradExtrapolatedOutflow;
import dev.tessera.solver.boundary.GradOutflow;
import dev.tessera.solver.boundary.MixedWall;
import dev.tessera.solver.boundary.MovingWall;
import dev.tessera.solver.boundary.NeumannOutflow;
import dev.tessera.solver.boundary.PressureOpening;
import dev.tessera.solver.boundary.RestingWall;
import dev.tessera.solver.boundary.SymmetrySide;
import dev.tessera.solver.boundary.TammMottSmithWall;
import dev.tessera.solver.boundary.VelocityOpening;
import dev.tessera.solver.boundary.YuOutflow;
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

    /// A wall by full-way bounce-back that moves in its own plane: half-way between the last nodes of the
    /// fluid and nodes in the wall. `model.walls` has to be half-way.
    /// @param x component of the velocity, such as `1 m/s`
    /// @param y the same along y
    /// @param z the same along z; in 2D `0 m/s`
    /// @throws IllegalArgumentException where a component is no velocity
    /// Source: Krüger et al., The Lattice Boltzmann Method (2017), 5.3.3; Ladd, J. Fluid Mech. 271, 285 (1994).
    public static FullWayWall fullWayWall(String x, String y, String z) {
        return new FullWayWall(List.of(speed(x), speed(y), speed(z)));
    }

    /// A resting wall whose populations come back in equilibrium, for turbulent flow at little viscosity. `model.walls`
    /// has to be half-way.
    /// Source: Chikatamarla & Karlin, Physica A 392, 1925 (2013).
    public static TammMottSmithWall tammMottSmithWall() {
        return new TammMottSmithWall();
    }

    /// The same, moving in its own plane.
    /// @param x component of the velocity, such as `1 m/s`
    /// @param y the same along y
    /// @param z the same along z; in 2D `0 m/s`
    /// @throws IllegalArgumentException where a component is no velocity
    public static TammMottSmithWall tammMottSmithWall(String x, String y, String z) {
        return new TammMottSmithWall(List.of(speed(x), speed(y), speed(z)));
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

    /// An outflow of given gauge pressure whose incoming populations are Grad's approximation with the moments of the
    /// node, in any orientation.
    /// @param pressure such as `0 Pa`
    /// @throws IllegalArgumentException where it is no pressure
    /// Source: Chikatamarla, Ansumali, Karlin, Europhys. Lett. 74, 215 (2006).
    public static GradOutflow gradOutflow(String pressure) {
        return gradOutflow(Value.of(Quantity.parse(pressure, QuantityKind.PRESSURE)));
    }

    /// The same with a gauge pressure in Pa.
    public static GradOutflow gradOutflow(Value pressurePa) {
        return new GradOutflow(pressurePa, new Rise.Over(0));
    }

    /// An outflow in an axis plane without any value: Grad's approximation with density, velocity and stress
    /// extrapolated from the two nodes behind.
    /// Source: Chikatamarla, Ansumali, Karlin, Europhys. Lett. 74, 215 (2006).
    public static GradExtrapolatedOutflow gradExtrapolatedOutflow() {
        return new GradExtrapolatedOutflow();
    }

    /// The same with a given gauge pressure instead of the extrapolated density.
    /// @param pressure such as `0 Pa`
    /// @throws IllegalArgumentException where it is no pressure
    public static GradExtrapolatedOutflow.AtPressure gradExtrapolatedOutflow(String pressure) {
        return gradExtrapolatedOutflow(Value.of(Quantity.parse(pressure, QuantityKind.PRESSURE)));
    }

    /// The same with a gauge pressure in Pa.
    public static GradExtrapolatedOutflow.AtPressure gradExtrapolatedOutflow(Value pressurePa) {
        return new GradExtrapolatedOutflow.AtPressure(pressurePa, new Rise.Over(0));
    }

    /// An outflow in an axis plane without any value: populations extrapolated from the two nodes behind.
    /// Source: Yu, Mei, Shyy, Prog. Comput. Fluid Dyn. 5, 3 (2005).
    public static YuOutflow yuOutflow() {
        return new YuOutflow();
    }

    /// An outflow in an axis plane whose velocity does not change along its normal; it imposes no pressure.
    /// Source: Junk & Yang, Prog. Comput. Fluid Dyn. 8, 38 (2008).
    public static NeumannOutflow neumannOutflow() {
        return new NeumannOutflow();
    }

    /// The same with a given change of the velocity per length along the normal out of the fluid.
    /// @param x change of the component along x, such as `20 1/s`
    /// @param y the same along y
    /// @param z the same along z; in 2D `0 1/s`
    /// @throws IllegalArgumentException where one is no velocity gradient
    public static NeumannOutflow neumannOutflow(String x, String y, String z) {
        return new NeumannOutflow(List.of(gradient(x), gradient(y), gradient(z)));
    }

    /// An outflow in an axis plane without any value: populations copied from the node behind. Only for flow that does
    /// not change along the normal.
    public static CopyOutflow copyOutflow() {
        return new CopyOutflow();
    }

    /// An outflow without any value, in any orientation: each incoming population is that of its node one step before.
    /// Only for flow that does not change along the normal.
    public static DoNothingOutflow doNothingOutflow() {
        return new DoNothingOutflow();
    }

    /// An outlet at a side of the box through which sound leaves, and whose mean gauge pressure returns slowly to a
    /// given one; how, is changed by [CharacteristicOutlet#recovering] and [CharacteristicOutlet#recoveringOver].
    /// @param pressure such as `0 Pa`
    /// @throws IllegalArgumentException where it is no pressure
    /// Source: Poinsot & Lele, J. Comput. Phys. 101, 104 (1992).
    public static CharacteristicOutlet characteristicOutlet(String pressure) {
        return characteristicOutlet(Value.of(Quantity.parse(pressure, QuantityKind.PRESSURE)));
    }

    /// The same with a gauge pressure in Pa.
    public static CharacteristicOutlet characteristicOutlet(Value pressurePa) {
        return new CharacteristicOutlet(pressurePa);
    }

    private static Value gradient(String change) {
        return Value.of(Quantity.parse(change, QuantityKind.VELOCITY_GRADIENT));
    }

    private static Value speed(String velocity) {
        return Value.of(Quantity.parse(velocity, QuantityKind.VELOCITY));
    }
}
