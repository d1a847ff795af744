package dev.tessera.solver;

import dev.tessera.geometry.GeometrySource;
import dev.tessera.kernel.Intrinsics;
import dev.tessera.kernel.Precision;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.model.collision.LocalViscosity;
import dev.tessera.model.collision.Smagorinsky;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.collision.ViscosityLaw;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.model.mixture.Mixture;
import dev.tessera.model.mixture.Potential;
import dev.tessera.model.mixture.ShanChen;
import dev.tessera.solver.TimeChoice.StepChoice;
import dev.tessera.units.Quantity;
import dev.tessera.units.QuantityKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// A case in Java, read from top to bottom like a case file. Physical numbers in SI. Defaults are those of a case
/// file: water, D3Q19 TRT incompressible FP64, resting walls, rest at the start, outputs only at the end.
///
/// ```java
/// Case.named("cavity")
///         .geometry(ShapeSource.in(cavity)).spacing("7.8125 mm")
///         .fluid("1 kg/m3", "1e-3 m2/s")
///         .lattice(Lattices.D2Q9)
///         .boundary("lid", Boundaries.movingWall("1 m/s", "0 m/s", "0 m/s"))
///         .latticeSpeed(0.1).steady(1e-6)
///         .build();
/// ```
public final class CaseBuilder {
    private final String name;
    private String title;
    private @Nullable GeometrySource geometry;
    private @Nullable PlainBox box;
    private double spacingM = Double.NaN;
    private Case.Fluid fluid = new Case.Fluid(1000, 1e-6);
    private VelocitySet lattice = Lattices.D3Q19;
    private Equilibrium equilibrium = new Incompressible();
    private Collision collision = new Trt();
    private Precision precision = Precision.FP64;
    private Intrinsics intrinsics = Intrinsics.EXACT;
    private WallScheme walls = WallScheme.HALF_WAY;
    private Optional<Mixture> mixture = Optional.empty();
    private final SequencedMap<String, Boundary> boundaries = new LinkedHashMap<>();
    private Case.Drive drive = Case.Drive.NONE;
    private Case.Initial initial = Case.Initial.REST;
    private StepChoice step = new StepChoice.RelaxationTime(1);
    private OptionalDouble steady = OptionalDouble.empty();
    private OptionalDouble atMostS = OptionalDouble.empty();
    private OptionalLong atMostSteps = OptionalLong.empty();
    private boolean beyondStability;
    private Case.Storage storage = Case.Storage.CHOSEN;
    private OutputChoice output = OutputChoice.standard();
    private OptionalDouble referenceVelocity = OptionalDouble.empty();
    private OptionalDouble referenceLength = OptionalDouble.empty();

    CaseBuilder(String name) {
        this.name = name;
        this.title = name;
    }

    CaseBuilder(Case from) {
        this.name = from.name();
        this.title = from.title();
        this.geometry = from.geometry();
        this.spacingM = from.spacingM();
        this.fluid = from.fluid();
        this.lattice = from.model().lattice();
        this.equilibrium = from.model().equilibrium();
        this.collision = from.model().collision();
        this.precision = from.model().precision();
        this.intrinsics = from.model().intrinsics();
        this.walls = from.model().walls();
        this.mixture = from.model().mixture();
        this.boundaries.putAll(from.boundaries());
        this.drive = from.drive();
        this.initial = from.initial();
        this.step = from.time().step();
        this.steady = from.time().steady();
        this.atMostS = from.time().atMostS();
        this.atMostSteps = from.time().atMostSteps();
        this.beyondStability = from.time().beyondStability();
        this.storage = from.storage();
        this.output = from.output();
        this.referenceVelocity = from.reference().velocityMPerS();
        this.referenceLength = from.reference().lengthM();
    }

    public CaseBuilder title(String text) {
        this.title = text;
        return this;
    }

    public CaseBuilder geometry(GeometrySource source) {
        this.geometry = source;
        this.box = null;
        return this;
    }

    /// A box full of fluid, from the origin. Its sides are surfaces with boundaries as in a case file: a
    /// side is called `wall`, or `x-min` … `z-max` where [#boundary] names that; openings are where the
    /// boundary is one, and nodes are placed as boundaries need them. Two edges are a 2D box, whose lattice
    /// is D2Q9 unless another is chosen.
    /// @param edges two or three, such as `4 mm`
    public CaseBuilder box(String... edges) {
        this.box = PlainBox.of(edges);
        this.geometry = null;
        if (box.is2d() && lattice.equals(Lattices.D3Q19)) {
            this.lattice = Lattices.D2Q9;
        }
        return this;
    }

    /// Joins both sides of the box across axes.
    /// @param axes such as `x`, `xy`
    /// @throws IllegalStateException where there is no [#box]
    public CaseBuilder periodic(String axes) {
        if (box == null) {
            throw new IllegalStateException(
                    "case %s has no box whose sides could be joined; call box before periodic, in the same builder"
                            .formatted(name));
        }
        this.box = box.periodic(axes);
        return this;
    }

    public CaseBuilder spacingM(double metres) {
        this.spacingM = metres;
        return this;
    }

    /// @param length such as `0.1 mm`
    public CaseBuilder spacing(String length) {
        return spacingM(Quantity.parse(length, QuantityKind.LENGTH));
    }

    /// @param density such as `1050 kg/m3`
    /// @param viscosity dynamic (`3.5 mPa.s`) or kinematic (`3.3e-6 m2/s`), recognised by its unit
    public CaseBuilder fluid(String density, String viscosity) {
        double kgPerM3 = Quantity.parse(density, QuantityKind.DENSITY);
        Quantity given = Quantity.parse(viscosity);
        boolean dynamic = given.dimension().equals(QuantityKind.DYNAMIC_VISCOSITY.dimension());
        return fluid(kgPerM3, dynamic ? given.si() / kgPerM3 : given.si(QuantityKind.KINEMATIC_VISCOSITY));
    }

    /// @param viscosityM2PerS kinematic
    public CaseBuilder fluid(double densityKgPerM3, double viscosityM2PerS) {
        this.fluid = new Case.Fluid(densityKgPerM3, viscosityM2PerS);
        return this;
    }

    /// A fluid whose viscosity depends on the shear rate.
    /// @param law in SI units, of the kinematic viscosity
    public CaseBuilder fluid(double densityKgPerM3, ViscosityLaw law) {
        this.fluid = new Case.Fluid(densityKgPerM3, law);
        return this;
    }

    /// A fluid whose viscosity depends on place.
    /// @param lowestM2PerS the lowest kinematic viscosity of all nodes: that of the time step and Reynolds number
    /// @param viscosityM2PerS kinematic
    public CaseBuilder fluid(double densityKgPerM3, double lowestM2PerS, Value viscosityM2PerS) {
        this.fluid =
                new Case.Fluid(densityKgPerM3, lowestM2PerS, new FluidViscosity.OfPlace(viscosityM2PerS), List.of());
        return this;
    }

    /// A fluid whose viscosity is a field of numbers, such as measured ones: `(x, y, z) -> y < 1e-3 ? 1e-6 : 5e-6`.
    /// @param lowestM2PerS the lowest kinematic viscosity of all nodes: that of the time step and Reynolds number
    /// @param name of the field, for checkpoints
    public CaseBuilder fluid(
            double densityKgPerM3, double lowestM2PerS, FluidViscosity.Field viscosityM2PerS, String name) {
        var field = new FluidViscosity.OfField(viscosityM2PerS, name);
        this.fluid = new Case.Fluid(densityKgPerM3, lowestM2PerS, field, List.of());
        return this;
    }

    /// Makes the fluid a mixture; set the fluid first. Its equilibrium becomes quasi-compressible.
    /// @param components in the order of the mixture's
    public CaseBuilder mixture(Mixture choice, List<Case.Component> components) {
        this.fluid = new Case.Fluid(fluid.densityKgPerM3(), fluid.viscosityM2PerS(), components);
        this.mixture = Optional.of(choice);
        this.equilibrium = new QuasiCompressible();
        return this;
    }

    /// Another pseudopotential of one component; set the mixture first.
    /// @throws IllegalStateException where the case has no Shan–Chen mixture
    /// @throws IllegalArgumentException where there is no such component, or kernels cannot compute the
    ///        potential
    public CaseBuilder potential(String component, Potential choice) {
        if (!(mixture.orElse(null) instanceof ShanChen shanChen)) {
            throw new IllegalStateException(
                    "case %s has no Shan–Chen mixture, so that %s has no pseudopotential".formatted(name, component));
        }
        this.mixture = Optional.of(shanChen.with(component, choice));
        return this;
    }

    public CaseBuilder lattice(VelocitySet velocitySet) {
        this.lattice = velocitySet;
        return this;
    }

    /// Where the fields of results are the usual ones, they become those of the equilibrium.
    public CaseBuilder equilibrium(Equilibrium choice) {
        if (output.fields().equals(OutputChoice.usualFields(equilibrium))) {
            output = output.withFields(OutputChoice.usualFields(choice));
        }
        this.equilibrium = choice;
        return this;
    }

    /// A turbulence model of the case stays, around the new collision; `new Smagorinsky(choice, Rational.ZERO)` has
    /// none.
    public CaseBuilder collision(Collision choice) {
        this.collision = collision instanceof Smagorinsky eddies && !(choice instanceof LocalViscosity)
                ? new Smagorinsky(choice, eddies.constant())
                : choice;
        return this;
    }

    /// How walls are interpolated that cut links at a known distance; half-way by default.
    public CaseBuilder walls(WallScheme choice) {
        this.walls = choice;
        return this;
    }

    public CaseBuilder precision(Precision choice) {
        this.precision = choice;
        return this;
    }

    /// How kernels of GPUs compute exp and log; exact by default. Kernels of CPUs are always exact.
    public CaseBuilder intrinsics(Intrinsics choice) {
        this.intrinsics = choice;
        return this;
    }

    public CaseBuilder boundary(String surface, Boundary boundary) {
        boundaries.put(surface, boundary);
        return this;
    }

    /// A uniform body force, as an acceleration.
    public CaseBuilder accelerationMPerS2(double x, double y, double z) {
        return drive(new Case.Drive(List.of(Value.of(x), Value.of(y), Value.of(z))));
    }

    /// The body force of a pressure gradient; set the fluid first.
    /// @param x positive for flow along +x; such as `1 kPa/m`
    public CaseBuilder pressureGradient(String x, String y, String z) {
        double density = fluid.densityKgPerM3();
        return accelerationMPerS2(
                Quantity.parse(x, QuantityKind.PRESSURE_GRADIENT) / density,
                Quantity.parse(y, QuantityKind.PRESSURE_GRADIENT) / density,
                Quantity.parse(z, QuantityKind.PRESSURE_GRADIENT) / density);
    }

    public CaseBuilder drive(Case.Drive choice) {
        this.drive = choice;
        return this;
    }

    public CaseBuilder initial(Case.Initial state) {
        this.initial = state;
        return this;
    }

    /// The characteristic velocity in nodes per step.
    public CaseBuilder latticeSpeed(double nodesPerStep) {
        this.step = new StepChoice.LatticeSpeed(nodesPerStep);
        return this;
    }

    public CaseBuilder relaxationTime(double steps) {
        this.step = new StepChoice.RelaxationTime(steps);
        return this;
    }

    public CaseBuilder timeStepS(double seconds) {
        this.step = new StepChoice.TimeStep(seconds);
        return this;
    }

    public CaseBuilder time(StepChoice choice) {
        this.step = choice;
        return this;
    }

    public CaseBuilder steady(double tolerance) {
        this.steady = OptionalDouble.of(tolerance);
        return this;
    }

    public CaseBuilder atMostS(double seconds) {
        this.atMostS = OptionalDouble.of(seconds);
        return this;
    }

    /// @param time such as `2 s`
    public CaseBuilder atMost(String time) {
        return atMostS(Quantity.parse(time, QuantityKind.TIME));
    }

    public CaseBuilder atMostSteps(long steps) {
        this.atMostSteps = OptionalLong.of(steps);
        return this;
    }

    /// Tells limits of stability instead of refusing the case.
    public CaseBuilder beyondStability() {
        this.beyondStability = true;
        return this;
    }

    public CaseBuilder storage(StreamingPattern pattern, Addressing addressing) {
        this.storage = new Case.Storage(Optional.of(addressing), Optional.of(pattern));
        return this;
    }

    public CaseBuilder storage(Case.Storage choice) {
        this.storage = choice;
        return this;
    }

    public CaseBuilder output(OutputChoice choice) {
        this.output = choice;
        return this;
    }

    /// @param velocity such as `0.2 m/s`
    /// @param length such as `4 mm`
    public CaseBuilder reference(String velocity, String length) {
        return referenceVelocityMPerS(Quantity.parse(velocity, QuantityKind.VELOCITY))
                .referenceLengthM(Quantity.parse(length, QuantityKind.LENGTH));
    }

    public CaseBuilder referenceVelocityMPerS(double velocity) {
        this.referenceVelocity = OptionalDouble.of(velocity);
        return this;
    }

    public CaseBuilder referenceLengthM(double length) {
        this.referenceLength = OptionalDouble.of(length);
        return this;
    }

    /// @throws IllegalStateException where geometry or spacing are missing
    public Case build() {
        GeometrySource source = box == null ? geometry : box.between(boundaries);
        if (source == null || Double.isNaN(spacingM)) {
            throw new IllegalStateException(
                    "case %s has no %s".formatted(name, source == null ? "geometry" : "spacing"));
        }
        return new Case(
                name,
                title,
                source,
                spacingM,
                fluid,
                new Case.Model(lattice, equilibrium, collision, precision, walls, mixture, intrinsics),
                boundaries,
                drive,
                initial,
                new TimeChoice(step, steady, atMostS, atMostSteps, beyondStability),
                storage,
                output,
                new Case.Reference(referenceVelocity, referenceLength));
    }
}
