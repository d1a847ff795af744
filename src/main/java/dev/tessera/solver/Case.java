package dev.tessera.solver;

import dev.tessera.geometry.GeometrySource;
import dev.tessera.kernel.FreeEnergyKernels;
import dev.tessera.kernel.Intrinsics;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.MixtureKernels;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StoredArray;
import dev.tessera.kernel.gpu.TileLookup;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.Forcing;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.model.collision.ViscosityLaw;
import dev.tessera.model.equilibrium.ShallowWater;
import dev.tessera.model.mixture.FreeEnergy;
import dev.tessera.model.mixture.Mixture;
import dev.tessera.model.mixture.ShanChen;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.function.UnaryOperator;

/// Everything that defines a simulation: geometry, fluid, model, boundaries, drive, time, output. Immutable;
/// physical numbers in SI. Made from a case file or in Java.
///
/// @param name short, without spaces: the name of the output folder
/// @param spacingM distance between nodes
/// @param boundaries by the surface's or opening's name; other surfaces are resting walls
/// @param reference velocity and length for Reynolds and Mach numbers, where the case gives them
public record Case(
        String name,
        String title,
        GeometrySource geometry,
        double spacingM,
        Fluid fluid,
        Model model,
        SequencedMap<String, Boundary> boundaries,
        Drive drive,
        Initial initial,
        TimeChoice time,
        Storage storage,
        OutputChoice output,
        Reference reference) {
    public Case {
        boundaries = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(boundaries));
        requirePlain(title);
        if (!(spacingM > 0)) {
            throw new IllegalArgumentException(
                    "spacing %s is not positive".formatted(QuantityText.about(spacingM, QuantityKind.LENGTH)));
        }
        model = FluidViscosity.in(model, fluid, spacingM);
        List<String> components =
                fluid.components().stream().map(Component::name).toList();
        List<String> mixed = model.components();
        if (!components.equals(mixed)) {
            throw new IllegalArgumentException(
                    "the fluid has the components %s, the model a mixture of %s".formatted(components, mixed));
        }
    }

    /// The maximum number of characters of a title.
    public static final int LONGEST_TITLE = 200;

    /// A title is one line of text: terminals, pictures and files show it unchanged.
    /// @throws IllegalArgumentException where it is longer, or holds characters that control a terminal
    public static void requirePlain(String title) {
        if (title.length() > LONGEST_TITLE) {
            throw new IllegalArgumentException("the title has %,d characters; at most %d are allowed, in one line"
                    .formatted(title.length(), LONGEST_TITLE));
        }
        for (int i = 0; i < title.length(); i++) {
            char c = title.charAt(i);
            boolean turnsText = c >= 0x202a && c <= 0x202e || c >= 0x2066 && c <= 0x2069;
            if (Character.isISOControl(c) || turnsText) {
                throw new IllegalArgumentException(
                        "the title contains the control character U+%04X as its character %d; remove it"
                                .formatted((int) c, i + 1));
            }
        }
    }

    /// The same case with other boundaries under the same names.
    Case withBoundaries(UnaryOperator<Boundary> change) {
        SequencedMap<String, Boundary> changed = new LinkedHashMap<>();
        boundaries.forEach((surface, boundary) -> changed.put(surface, change.apply(boundary)));
        return new Case(
                name, title, geometry, spacingM, fluid, model, changed, drive, initial, time, storage, output,
                reference);
    }

    /// Begins a case that is this one but for what is changed.
    public CaseBuilder toBuilder() {
        return new CaseBuilder(this);
    }

    /// Begins a case in Java. @param name short, without spaces
    public static CaseBuilder named(String name) {
        return new CaseBuilder(name);
    }

    /// @param densityKgPerM3 at gauge pressure zero; of a mixture: the density that is 1 in lattice units
    /// @param viscosityM2PerS kinematic; of a mixture, or where it differs from node to node: that of the Reynolds
    ///        number, the time step and the limits of stability
    /// @param viscosity how it differs from node to node
    /// @param components of a mixture; empty: a single fluid
    public record Fluid(
            double densityKgPerM3, double viscosityM2PerS, FluidViscosity viscosity, List<Component> components) {
        /// A single fluid.
        public Fluid(double densityKgPerM3, double viscosityM2PerS) {
            this(densityKgPerM3, viscosityM2PerS, List.of());
        }

        /// A mixture.
        public Fluid(double densityKgPerM3, double viscosityM2PerS, List<Component> components) {
            this(densityKgPerM3, viscosityM2PerS, FluidViscosity.UNIFORM, components);
        }

        /// A fluid whose viscosity depends on the shear rate.
        /// @param law in SI units, of the kinematic viscosity
        public Fluid(double densityKgPerM3, ViscosityLaw law) {
            this(densityKgPerM3, law.lowest(), new FluidViscosity.OfShear(law), List.of());
        }

        public Fluid {
            components = List.copyOf(components);
            if (!(densityKgPerM3 > 0) || !(viscosityM2PerS > 0)) {
                throw new IllegalArgumentException("density %s kg/m3 and kinematic viscosity %s m2/s must be positive"
                        .formatted(densityKgPerM3, viscosityM2PerS));
            }
        }
    }

    /// A component of a mixture.
    ///
    /// @param viscosityM2PerS kinematic
    /// @param densityKgPerM3 at the start
    /// @param accelerationMPerS2 by a body force on this component alone, beside the drive; three components, which
    ///        may depend on the flow of the mixture ([FlowSymbols])
    public record Component(String name, double viscosityM2PerS, Value densityKgPerM3, List<Value> accelerationMPerS2) {
        /// Under no force of its own.
        public Component(String name, double viscosityM2PerS, Value densityKgPerM3) {
            this(name, viscosityM2PerS, densityKgPerM3, Drive.NONE.accelerationMPerS2);
        }

        public Component {
            accelerationMPerS2 = List.copyOf(accelerationMPerS2);
            if (!(viscosityM2PerS > 0)) {
                throw new IllegalArgumentException(
                        "kinematic viscosity %s m2/s of %s must be positive".formatted(viscosityM2PerS, name));
            }
        }

        /// Whether a force acts on this component alone.
        public boolean isDriven() {
            return !accelerationMPerS2.stream().allMatch(Value.ZERO::equals);
        }
    }

    /// @param walls how walls are interpolated that cut links at a known distance
    /// @param mixture how the fluid's components act on each other, if there are any
    /// @param intrinsics how kernels of GPUs compute exp and log; those of CPUs are exact
    public record Model(
            VelocitySet lattice,
            Equilibrium equilibrium,
            Collision collision,
            Precision precision,
            WallScheme walls,
            Optional<Mixture> mixture,
            Intrinsics intrinsics) {
        /// With the same bits on every device.
        public Model(
                VelocitySet lattice,
                Equilibrium equilibrium,
                Collision collision,
                Precision precision,
                WallScheme walls,
                Optional<Mixture> mixture) {
            this(lattice, equilibrium, collision, precision, walls, mixture, Intrinsics.EXACT);
        }

        Model withCollision(Collision other) {
            return new Model(lattice, equilibrium, other, precision, walls, mixture, intrinsics);
        }

        /// The equilibrium of shallow water; empty where the fluid fills the space.
        public Optional<ShallowWater> shallowWater() {
            return equilibrium instanceof ShallowWater water ? Optional.of(water) : Optional.empty();
        }

        /// The names of the components of a mixture; none of a single fluid.
        public List<String> components() {
            return mixture.map(Mixture::components).orElse(List.of());
        }

        /// The names of the populations that are stored: one of a single fluid, else those of the mixture.
        public List<String> populations() {
            return mixture.map(Mixture::populations).orElse(List.of(Kernel.FLUID));
        }

        /// The stored arrays of populations.
        /// @param storage of all populations
        public List<StoredArray> arrays(StorageLayout storage) {
            return mixture.map(mixed -> switch (mixed) {
                        case ShanChen components -> MixtureKernels.arrays(components, storage);
                        case FreeEnergy of -> FreeEnergyKernels.arrays(storage);
                    })
                    .orElse(List.of(new StoredArray.Populations(Kernel.FLUID, storage)));
        }
    }

    /// A body force, as an acceleration with three components (a pressure gradient G acts like the acceleration
    /// G / density). Components may depend on the flow at their node: [FlowSymbols].
    ///
    /// @param forcing how it enters the collision; empty: as the collision does by itself
    public record Drive(List<Value> accelerationMPerS2, Optional<Forcing> forcing) {
        public static final Drive NONE = new Drive(List.of(Value.ZERO, Value.ZERO, Value.ZERO));

        public Drive(List<Value> accelerationMPerS2) {
            this(accelerationMPerS2, Optional.empty());
        }

        public Drive {
            accelerationMPerS2 = List.copyOf(accelerationMPerS2);
        }

        public boolean isNone() {
            return accelerationMPerS2.stream().allMatch(Value.ZERO::equals);
        }

        /// Whether the force depends on the flow at its node ([FlowSymbols]).
        public boolean isOfFlow() {
            return accelerationMPerS2.stream().anyMatch(FlowSymbols::isOfFlow);
        }

        /// The force on a fluid at rest, as a function of place and time.
        Drive atRest(double densityKgPerM3) {
            return new Drive(
                    accelerationMPerS2.stream()
                            .map(value -> FlowSymbols.atRest(value, densityKgPerM3))
                            .toList(),
                    forcing);
        }

        public boolean isUniform() {
            return accelerationMPerS2.stream().allMatch(v -> v instanceof Value.Constant);
        }
    }

    /// The state at the start.
    /// @param velocityMPerS three components
    /// @param pressurePa gauge
    /// @param heightM of shallow water
    /// @param density how the density is found
    public record Initial(
            List<Value> velocityMPerS, Value pressurePa, Optional<Value> heightM, InitialDensity density) {
        public static final Initial REST = new Initial(List.of(Value.ZERO, Value.ZERO, Value.ZERO), Value.ZERO);

        public Initial {
            velocityMPerS = List.copyOf(velocityMPerS);
        }

        /// With the density of the pressure, or of the height.
        public Initial(List<Value> velocityMPerS, Value pressurePa, Optional<Value> heightM) {
            this(velocityMPerS, pressurePa, heightM, InitialDensity.GIVEN);
        }

        /// Of any fluid but shallow water.
        public Initial(List<Value> velocityMPerS, Value pressurePa) {
            this(velocityMPerS, pressurePa, Optional.empty());
        }

        /// Shallow water at rest.
        public static Initial ofHeight(Value heightM) {
            return new Initial(REST.velocityMPerS, Value.ZERO, Optional.of(heightM));
        }
    }

    /// How the density at the start is found.
    public enum InitialDensity {
        /// From the pressure of the case.
        GIVEN,
        /// From the velocity, which is held until the density is steady; its mean is that of the pressure.
        CONSISTENT;

        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// The storage that the case requests; empty: the planner chooses.
    ///
    /// @param state what is stored of the fluid; moments have no streaming pattern
    /// @param tuning how launches on a GPU are chosen
    /// @param lookup how blocks of threads on a GPU find the tiles around theirs, with addressing [Tiles];
    ///        empty: as `tuning` chooses
    public record Storage(
            StateChoice state,
            Optional<Addressing> addressing,
            Optional<StreamingPattern> pattern,
            TuningChoice tuning,
            Optional<TileLookup> lookup) {
        public static final Storage CHOSEN = new Storage(Optional.empty(), Optional.empty());

        public Storage {
            if (state == StateChoice.MOMENTS && pattern.isPresent()) {
                throw new IllegalArgumentException(
                        "moments have no streaming pattern, but the storage has pattern %s; remove it"
                                .formatted(pattern.get().key()));
            }
            if (lookup.isPresent() && !(addressing.orElse(null) instanceof Tiles)) {
                throw new IllegalArgumentException("lookup %s belongs to addressing tiles, not to %s"
                        .formatted(
                                lookup.get().key(),
                                addressing.map(Addressing::key).orElse("one that the planner chooses")));
            }
        }

        /// Of populations.
        public Storage(
                Optional<Addressing> addressing,
                Optional<StreamingPattern> pattern,
                TuningChoice tuning,
                Optional<TileLookup> lookup) {
            this(StateChoice.POPULATIONS, addressing, pattern, tuning, lookup);
        }

        /// With the look-up left to the tuning.
        public Storage(Optional<Addressing> addressing, Optional<StreamingPattern> pattern, TuningChoice tuning) {
            this(addressing, pattern, tuning, Optional.empty());
        }

        /// With measured launches.
        public Storage(Optional<Addressing> addressing, Optional<StreamingPattern> pattern) {
            this(addressing, pattern, new TuningChoice.Measured());
        }

        /// Of moments, in an addressing that the planner chooses.
        public static Storage ofMoments() {
            return new Storage(
                    StateChoice.MOMENTS,
                    Optional.empty(),
                    Optional.empty(),
                    new TuningChoice.Measured(),
                    Optional.empty());
        }
    }

    public record Reference(OptionalDouble velocityMPerS, OptionalDouble lengthM) {
        public static final Reference NONE = new Reference(OptionalDouble.empty(), OptionalDouble.empty());
    }
}
