package dev.tessera.solver;

import dev.tessera.model.BoundaryRule;
import dev.tessera.model.LinkRule;
import dev.tessera.model.boundary.WallScheme;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/// The boundary condition at a surface of the geometry. A boundary brings its equations, its keys in a case, and
/// the values that it imposes; `boundary.BoundaryKinds` is the catalogue of all kinds. What other parts of the
/// solver need to know of a boundary are the interfaces below: whether it is an [Opening], what it imposes there,
/// and whether a wall moves.
public interface Boundary {
    /// The equations at one surface.
    /// @throws CaseException where the boundary cannot be there; names the surface and a remedy
    Closure closure(Site site);

    /// The keys that a case writes for it.
    BoundaryKey.Written written();

    /// One line for checkpoints: boundaries with equal lines compute the same values.
    String text(Site site);

    /// Whether the nodes next to a side of the box are on the side if it has this boundary, not half a spacing
    /// before it.
    boolean holdsOnNodes();

    /// A boundary through which fluid may pass. All others are walls.
    interface Opening extends Boundary {
        /// How the imposed values rise.
        default Rise rise() {
            return new Rise.Over(0);
        }

        /// The same opening with another rise.
        default Opening rising(Rise choice) {
            return this;
        }

        /// Seconds over which the values rise; 0 while the program has not yet chosen an automatic ramp.
        default double rampS() {
            return rise().seconds();
        }

        default Optional<Sponge> spongeLayer() {
            return Optional.empty();
        }

        /// Whether backflow is damped.
        default boolean backflowGuard() {
            return false;
        }
    }

    /// An opening with a given velocity.
    interface VelocityImposed extends Opening {
        Flow flow();

        Profile profile();

        /// Without a ramp.
        VelocityImposed atOnce();
    }

    /// An opening with a given pressure (gauge).
    interface PressureImposed extends Opening {
        Value pressurePa();
    }

    /// An opening whose velocity changes by given amounts along its normal.
    interface GradientImposed extends Opening {
        /// Three components: the change of the velocity per length along the normal out of the fluid.
        List<Value> gradientPerS();
    }

    /// An opening through which sound leaves, and whose pressure returns slowly to the given one.
    interface Recovering extends PressureImposed {
        /// The part of a deviation of pressure that returns while sound travels a metre.
        /// @param extentM of the fluid along the normal of the opening
        double recoveryPerM(double extentM);
    }

    /// An opening whose pressure follows from the flow through it.
    interface Coupled extends Opening {
        Circuit circuit();
    }

    /// What is behind an opening, as an electric circuit (docs/decisions/0042). A given flow `Q*` and the flow
    /// `Q` out of the fluid enter a place with a compliance `C`, from which a resistance `R` leads to a distal
    /// pressure: `C dp_c/dt = Q* + Q - (p_c - p_d)/R`, and the pressure of the opening is `p_c + R1 Q`. In 2D
    /// all flows are per metre of depth.
    ///
    /// @param flowM3PerS `Q*`
    /// @param resistance `R`, Pa s/m3; infinite: no flow leaves there
    /// @param proximal `R1`, Pa s/m3; empty: that of sound in the fluid, which is then absorbed
    /// @param compliance `C`, m3/Pa; empty: that of the fluid itself, which is slightly compressible
    /// @param distalPa `p_d`, gauge
    /// @param initialPa `p_c` at the start, gauge; empty: that of the fluid
    record Circuit(
            Value flowM3PerS,
            double resistance,
            OptionalDouble proximal,
            OptionalDouble compliance,
            Value distalPa,
            OptionalDouble initialPa) {}

    /// A wall that may move in its own plane.
    interface Moving extends Boundary {
        /// Three components.
        List<Value> velocityMPerS();

        /// Whether a velocity is given that is not zero.
        default boolean moves() {
            return !velocityMPerS().stream().allMatch(Value.ZERO::equals);
        }
    }

    /// The equations of a boundary at one surface.
    sealed interface Closure {
        /// Resting half-way bounce-back: links keep what their nodes sent.
        record BounceBack() implements Closure {}

        /// Each cut link for itself; at one node links of several boundaries may meet.
        record Links(LinkRule rule) implements Closure {}

        /// The flow is mirrored in the side of the box.
        record Mirror() implements Closure {}

        /// All links of a node at once.
        /// @param meeting what happens where the node touches other boundaries; half-way walls are bounced
        ///        back first in any case
        record Nodes(BoundaryRule rule, Meeting meeting) implements Closure {}
    }

    /// What a rule of nodes does where its node touches other boundaries.
    enum Meeting {
        /// It yields to other rules of nodes, and replaces rules of links.
        YIELDS,
        /// It prevails over rules that yield. Rules of links complete these first. Where several planes of nodes meet,
        /// one rule holds for all of them (`model.boundary.WetEdge`).
        PREVAILS
    }

    /// A surface of the geometry.
    interface Site {
        String name();

        /// Whether all links through the opening leave the box through one of its sides.
        boolean isBoxSide();

        /// Whether the opening's normal is along an axis.
        boolean isAxisAligned();

        /// Of the box side (0, 1, 2); -1 for other openings.
        int axis();

        /// +1 where the inward normal points along +axis, else -1; 0 for other openings.
        int inward();

        /// Unit normal out of the fluid; zero for walls.
        double[] normal();

        /// How walls are interpolated: half-way where the geometry does not know their distances.
        WallScheme walls();
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

    /// Where the values of an opening are imposed, and on which populations.
    enum Scheme {
        /// Zou–He where the opening is a side of the box, link-wise for all others (open ends of a surface
        /// mesh among them).
        AUTO,
        /// On the nodes of a side: populations that come over it, after Zou and He.
        ZOU_HE,
        /// On the nodes of a side: all populations, with the stress that arrives.
        REGULARIZED,
        /// On the nodes of a side: all populations, without stress.
        EQUILIBRIUM,
        /// On the nodes of a side: all populations, with what is out of equilibrium at the nodes behind them.
        GUO,
        LINK_WISE;

        /// The word of a case.
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /// Whether the nodes of a side of the box are on it.
        public boolean isOnNodes() {
            return this != LINK_WISE;
        }

        /// The scheme at a surface: another one than [#AUTO].
        /// @throws CaseException where a scheme that acts on nodes is impossible
        public Scheme at(Site site) {
            if (this == AUTO) {
                return site.isBoxSide() && site.isAxisAligned() ? ZOU_HE : LINK_WISE;
            }
            if (isOnNodes() && !site.isBoxSide()) {
                throw new CaseException(
                        "boundaries.%s.scheme: %s needs an opening in an axis plane at a side of the box; this one's normal is (%.3f, %.3f, %.3f). Use scheme: link-wise (or auto)."
                                .formatted(site.name(), word(), site.normal()[0], site.normal()[1], site.normal()[2]));
            }
            return this;
        }
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
        /// One, or one per axis.
        default List<Value> values() {
            return switch (this) {
                case MeanVelocity(Value v) -> List.of(v);
                case PeakVelocity(Value v) -> List.of(v);
                case FlowRate(Value v) -> List.of(v);
                case VelocityField(List<Value> v) -> v;
            };
        }

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
