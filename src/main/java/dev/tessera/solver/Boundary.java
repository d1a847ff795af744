package dev.tessera.solver;

import dev.tessera.units.Quantity;
import dev.tessera.units.QuantityKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The boundary condition at a surface of the geometry: a wall, or an opening with given velocity or pressure.
public sealed interface Boundary {
    /// A resting wall, half-way bounce-back.
    record Wall() implements Boundary {}

    /// A wall that moves in its own plane, half-way bounce-back.
    /// @param velocityMPerS three components
    record MovingWall(List<Value> velocityMPerS) implements Boundary {
        public MovingWall {
            velocityMPerS = List.copyOf(velocityMPerS);
        }
    }

    /// A wall of wet nodes with zero velocity and bounce-back, as Tomczak & Szafran (2019) use.
    record MixedWall() implements Boundary {}

    /// An opening whose velocity is given, along its inward normal or as a vector.
    /// @param rise how the values rise from zero at the start
    record VelocityOpening(Flow flow, Profile profile, Scheme scheme, Rise rise) implements Boundary {
        /// @param rampS seconds over which the values rise smoothly from zero; 0: at once
        public VelocityOpening(Flow flow, Profile profile, Scheme scheme, double rampS) {
            this(flow, profile, scheme, new Rise.Over(rampS));
        }

        /// Seconds over which the values rise; 0 while the program has not yet chosen an automatic ramp.
        public double rampS() {
            return rise.seconds();
        }

        /// The same velocity everywhere in the opening.
        public VelocityOpening plug() {
            return new VelocityOpening(flow, Profile.PLUG, scheme, rise);
        }

        public VelocityOpening parabolic() {
            return new VelocityOpening(flow, Profile.PARABOLIC, scheme, rise);
        }

        public VelocityOpening by(Scheme choice) {
            return new VelocityOpening(flow, profile, choice, rise);
        }

        /// Without a ramp.
        VelocityOpening atOnce() {
            return new VelocityOpening(flow, profile, scheme, 0);
        }

        /// @param time such as `0.1 s`
        public VelocityOpening rampedOver(String time) {
            return rising(new Rise.Over(Quantity.parse(time, QuantityKind.TIME)));
        }

        /// With an automatic duration that avoids sound oscillations.
        public VelocityOpening ramped() {
            return rising(new Rise.Auto());
        }

        VelocityOpening rising(Rise choice) {
            return new VelocityOpening(flow, profile, scheme, choice);
        }
    }

    /// An opening whose pressure is given (gauge).
    /// @param backflowGuard whether inflow through it is damped
    /// @param sponge a layer of raised viscosity before it, or null
    record PressureOpening(
            Value pressurePa,
            Scheme scheme,
            Rise rise,
            boolean backflowGuard,
            @Nullable Sponge sponge) implements Boundary {
        /// @param rampS seconds over which the pressure rises smoothly from zero; 0: at once
        public PressureOpening(
                Value pressurePa, Scheme scheme, double rampS, boolean backflowGuard, @Nullable Sponge sponge) {
            this(pressurePa, scheme, new Rise.Over(rampS), backflowGuard, sponge);
        }

        /// Seconds over which the pressure rises; 0 while the program has not yet chosen an automatic ramp.
        public double rampS() {
            return rise.seconds();
        }

        public PressureOpening by(Scheme choice) {
            return new PressureOpening(pressurePa, choice, rise, backflowGuard, sponge);
        }

        /// @param time such as `0.1 s`
        public PressureOpening rampedOver(String time) {
            return rising(new Rise.Over(Quantity.parse(time, QuantityKind.TIME)));
        }

        /// With an automatic duration that avoids sound oscillations.
        public PressureOpening ramped() {
            return rising(new Rise.Auto());
        }

        PressureOpening rising(Rise choice) {
            return new PressureOpening(pressurePa, scheme, choice, backflowGuard, sponge);
        }

        /// @param length such as `5 mm`
        /// @param factor by which the viscosity rises
        public PressureOpening withSponge(String length, double factor) {
            Sponge layer = new Sponge(Quantity.parse(length, QuantityKind.LENGTH), factor);
            return new PressureOpening(pressurePa, scheme, rise, backflowGuard, layer);
        }

        public PressureOpening guardedAgainstBackflow() {
            return new PressureOpening(pressurePa, scheme, rise, true, sponge);
        }
    }

    /// How the values of an opening rise from zero at the start.
    sealed interface Rise {
        /// Smoothly, over a given time; 0: at once.
        record Over(double seconds) implements Rise {}

        /// Smoothly, over a time chosen before the run from the period of sound between the openings.
        record Auto() implements Rise {
            @Override
            public double seconds() {
                return 0;
            }
        }

        double seconds();
    }

    /// @param lengthM thickness of the layer, measured from the opening
    /// @param factor by which the viscosity rises at the opening (smoothly from 1)
    record Sponge(double lengthM, double factor) {}

    enum Scheme {
        /// Zou–He where the opening is a side of the box, link-wise for all others (open ends of a surface
        /// mesh among them).
        AUTO,
        ZOU_HE,
        LINK_WISE
    }

    enum Profile {
        /// The same velocity everywhere.
        PLUG,
        /// 1 - (r/R)² in a circle, the product of parabolas in a rectangle, a parabola in 2D.
        PARABOLIC,
        /// The fully developed profile of the opening's own cross-section, solved on its nodes.
        DEVELOPED
    }

    sealed interface Flow {
        /// Mean of the normal velocity over the opening, positive into the fluid.
        record MeanVelocity(Value mPerS) implements Flow {}

        /// Maximum of the normal velocity over the opening, positive into the fluid.
        record PeakVelocity(Value mPerS) implements Flow {}

        /// Volume per second, positive into the fluid; in 2D m²/s (m³/s per metre of depth).
        record FlowRate(Value m3PerS) implements Flow {}

        /// The velocity at each point; the profile is not used.
        record VelocityField(List<Value> mPerS) implements Flow {
            public VelocityField {
                mPerS = List.copyOf(mPerS);
            }
        }
    }
}
