package dev.tessera.casefile;

import dev.tessera.casefile.QuantityType.Measured;
import dev.tessera.casefile.QuantityType.Range;
import dev.tessera.expr.Rational;
import dev.tessera.kernel.Intrinsics;
import dev.tessera.kernel.Precision;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.BulkCollision;
import dev.tessera.model.collision.BulkRelaxation;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.collision.LocalViscosity;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.collision.Smagorinsky;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.model.equilibrium.ShallowWater;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.model.mixture.Mixture;
import dev.tessera.solver.Case;
import dev.tessera.units.QuantityKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/// `model`: the lattice Boltzmann model.
final class ModelSection {
    private static final Key<VelocitySet> LATTICE = Key.of(
                    "lattice", ChoiceType.of("lattice", Lattices.all(), VelocitySet::name))
            .otherwise("D3Q19, in 2D D2Q9")
            .says("velocity set")
            .example("D3Q19");
    private static final Key<Collision> COLLISION = Key.of(
                    "collision", ChoiceType.<Collision>of("collision", Collisions.all(), Collision::key))
            .otherwise("trt; with equilibrium `shallow-water` or an expression bgk")
            .says("how populations relax: `bgk` (one rate), `trt` (two rates; the position of walls does not depend"
                    + " on viscosity), `mrt` (a rate per moment), `regularized-bgk` (one rate, moments above the"
                    + " stress set to zero), or for low viscosities `regularized` (recursive) and, on D2Q9 and D3Q27,"
                    + " `central-moments` and `cumulant` (higher central moments, or cumulants, set to those of"
                    + " equilibrium) and `kbc` (entropic: a rate of higher moments that each node chooses), or `elbm`"
                    + " (entropic: one rate, and so a viscosity, that each node chooses)")
            .example("mrt");
    private static final Key<Rational> MAGIC = Key.of("magic", NumberType.FRACTION)
            .otherwise("3/16")
            .says("magic parameter of `trt`: 3/16 puts walls half-way between nodes exactly, 1/4 is the most stable")
            .example("3/16");
    private static final Key<SequencedMap<String, Double>> RATES = Key.of(
                    "rates", new NamedType<>("relaxation rate", NumberType.between(0, 2)))
            .otherwise("those of d'Humières et al. (2002)")
            .says("relaxation rates of `mrt` by name; the shear rate follows from the viscosity")
            .example("{omega-bulk: 1.19}");
    private static final Key<Measured> BULK_VISCOSITY = Key.of(
                    "bulk-viscosity",
                    new QuantityType(
                            List.of(QuantityKind.DYNAMIC_VISCOSITY, QuantityKind.KINEMATIC_VISCOSITY),
                            Range.NOT_NEGATIVE))
            .otherwise("a relaxation rate of 1")
            .says("bulk viscosity of `regularized` and `cumulant`: higher values damp sound")
            .example("10 mPa.s");
    private static final Key<Rational> SMAGORINSKY = Key.of("smagorinsky", NumberType.FRACTION)
            .otherwise("no turbulence model")
            .says("constant C of a large-eddy simulation: the viscosity grows by (C × spacing)² times"
                    + " the local rate of shear (Smagorinsky); 0.1 near walls, 0.16 to 0.2 without walls, at most 1")
            .example("0.1");
    private static final Key<Equilibrium> EQUILIBRIUM = Key.of("equilibrium", EquilibriumType.TYPE)
            .or(new Incompressible(), "incompressible")
            .says(
                    "`incompressible` (He & Luo 1997); `quasi-compressible`, which mixtures and collision `elbm` need"
                            + " and have by default; or `shallow-water` (Zhou 2004), a 2D flow seen from above, with"
                            + " `initial.height` instead of a pressure (docs/guides/shallow-water.md); or an expression of your own")
            .example("incompressible");
    private static final Key<Double> GRAVITY = Key.of("gravity", QuantityType.positive(QuantityKind.ACCELERATION))
            .otherwise("9.80665 m/s2")
            .says("acceleration by gravity, of equilibrium `shallow-water`")
            .example("9.81 m/s2");
    private static final Key<Precision> PRECISION = Key.of(
                    "precision", ChoiceType.of("precision", List.of(Precision.values()), Precision::key))
            .or(Precision.FP64, "fp64")
            .says(
                    "computed/stored: the arithmetic of kernels, and the format of stored populations; one word where"
                            + " both are the same. `fp32/fp16` halves memory against `fp32`, for about three digits"
                            + " (docs/benchmarks/precision.md). `fp32-deviations` stores and computes `f_i - w_i`: the"
                            + " memory of `fp32`, with errors some hundred times smaller in slow flows; not for mixtures and not with `elbm`")
            .example("fp32");

    private static final Key<Intrinsics> INTRINSICS = Key.of(
                    "intrinsics", ChoiceType.of("intrinsics", List.of(Intrinsics.values()), Intrinsics::key))
            .or(Intrinsics.EXACT, "exact")
            .says("how kernels compute exp, log and pow: `exact` gives the same bits on every device; `fast` uses the"
                    + " functions of a GPU's hardware, in FP32 only, with larger errors and other bits on other devices"
                    + " (docs/benchmarks/precision.md). On CPUs `fast` has no effect")
            .example("fast");

    private static final Key<WallScheme> WALLS = Key.of(
                    "walls", ChoiceType.of("wall scheme", List.of(WallScheme.values()), WallScheme::key))
            .or(WallScheme.HALF_WAY, "half-way")
            .says("where walls are, resting and moving ones: `half-way` along each link, or at the distance of the"
                    + " surface by `curved` (quadratic, from one node), `bouzidi` or `central-linear`"
                    + " (linear, from two nodes), `bouzidi-quadratic` (from three nodes, with stored fields and two"
                    + " stages more). Images have no distances")
            .example("curved");

    /// A model before fluid and number of dimensions are known.
    record Draft(
            Optional<VelocitySet> lattice,
            Equilibrium equilibrium,
            Collision collision,
            Optional<Measured> bulkViscosity,
            Optional<Rational> smagorinsky,
            Precision precision,
            WallScheme walls,
            Intrinsics intrinsics,
            Optional<MixtureKeys.Draft> mixture,
            Place latticePlace,
            Place ratesPlace,
            Place mixturePlace) {
        /// @throws IllegalArgumentException where a case has no text for the collision
        static Draft of(Case.Model model, Case.Fluid fluid) {
            Collision turbulent = LocalViscosity.molecular(model.collision());
            Collision base = LocalViscosity.innermost(turbulent);
            return new Draft(
                    Optional.of(model.lattice()),
                    model.equilibrium(),
                    base,
                    bulkViscosity(base, fluid),
                    turbulent instanceof Smagorinsky eddies ? Optional.of(eddies.constant()) : Optional.empty(),
                    model.precision(),
                    model.walls(),
                    model.intrinsics(),
                    model.mixture().map(MixtureKeys.Draft::of),
                    Place.NOWHERE,
                    Place.NOWHERE,
                    Place.NOWHERE);
        }

        private static Optional<Measured> bulkViscosity(Collision collision, Case.Fluid fluid) {
            if (!(collision instanceof BulkCollision bulk)) {
                return Optional.empty();
            }
            return switch (bulk.bulk()) {
                case BulkRelaxation.Ratio(double ofShear) ->
                    Optional.of(new Measured(QuantityKind.KINEMATIC_VISCOSITY, ofShear * fluid.viscosityM2PerS()));
                case BulkRelaxation.Rate(double rate) -> {
                    if (rate != 1) {
                        throw new IllegalArgumentException(
                                "collision %s with bulk rate %s has no text; give a bulk viscosity ratio"
                                        .formatted(collision.key(), rate));
                    }
                    yield Optional.empty();
                }
            };
        }

        private Optional<Double> gravity() {
            return equilibrium instanceof ShallowWater water ? Optional.of(water.gravityMPerS2()) : Optional.empty();
        }

        private Optional<Rational> magic() {
            return collision instanceof Trt trt ? Optional.of(trt.magic()) : Optional.empty();
        }

        private Optional<SequencedMap<String, Double>> rates() {
            if (!(collision instanceof Mrt mrt) || mrt.fixedRates().isEmpty()) {
                return Optional.empty();
            }
            SequencedMap<String, Double> rates = new LinkedHashMap<>();
            mrt.fixedRates().forEach((name, rate) -> rates.put(name.replace('_', '-'), rate));
            return Optional.of(rates);
        }

        Case.Model in(int dimensions, Case.Fluid fluid, Reading reading) {
            VelocitySet set = lattice.orElse(dimensions == 2 ? Lattices.D2Q9 : Lattices.D3Q19);
            if (set.dimensions() != dimensions) {
                String fit = Lattices.all().stream()
                        .filter(other -> other.dimensions() == dimensions)
                        .map(VelocitySet::name)
                        .collect(Collectors.joining(", "));
                throw reading.at("lattice")
                        .refuse(
                                latticePlace,
                                "%s is for %dD, but the geometry is %dD; use %s"
                                        .formatted(set.name(), set.dimensions(), dimensions, fit));
            }
            Collision base = bulkViscosity.isPresent() && collision instanceof BulkCollision bulk
                    ? withBulkViscosity(bulk, bulkViscosity.get(), fluid)
                    : collision;
            Collision complete = smagorinsky.isPresent() ? new Smagorinsky(base, smagorinsky.get()) : base;
            complete.unsupported(set).or(() -> equilibrium.unsupported(set)).ifPresent(reason -> {
                throw reading.at("lattice").refuse(latticePlace, reason);
            });
            try {
                complete.rates(set, 0.1);
            } catch (IllegalArgumentException e) {
                throw reading.at("rates").refuse(ratesPlace, e);
            }
            return new Case.Model(set, equilibrium, complete, precision, walls, mixture(fluid, reading), intrinsics);
        }

        private Optional<Mixture> mixture(Case.Fluid fluid, Reading reading) {
            if (mixture.isPresent() == fluid.components().isEmpty()) {
                throw reading.at("mixture")
                        .refuse(
                                mixturePlace,
                                mixture.isPresent()
                                        ? "a mixture needs components; give fluid.components"
                                        : "fluid.components needs a mixture; write mixture: shan-chen or free-energy");
            }
            List<String> names =
                    fluid.components().stream().map(Case.Component::name).toList();
            try {
                return mixture.map(keys -> keys.of(names));
            } catch (IllegalArgumentException e) {
                throw reading.at(mixture.map(keys -> keys.culprit(names)).orElse("mixture"))
                        .refuse(mixturePlace, e);
            }
        }

        private static Collision withBulkViscosity(BulkCollision collision, Measured bulk, Case.Fluid fluid) {
            boolean dynamic = bulk.kind() == QuantityKind.DYNAMIC_VISCOSITY;
            double kinematic = dynamic ? bulk.si() / fluid.densityKgPerM3() : bulk.si();
            return collision.withBulk(new BulkRelaxation.Ratio(kinematic / fluid.viscosityM2PerS()));
        }
    }

    static final Section<Draft> SECTION = Section.of(
            "model",
            "The lattice Boltzmann model.",
            List.of(
                    LATTICE.ifPresent(Draft::lattice),
                    COLLISION.from(Draft::collision),
                    MAGIC.ifPresent(Draft::magic),
                    RATES.ifPresent(Draft::rates),
                    BULK_VISCOSITY.ifPresent(Draft::bulkViscosity),
                    SMAGORINSKY.ifPresent(Draft::smagorinsky),
                    EQUILIBRIUM.from(Draft::equilibrium),
                    GRAVITY.ifPresent(Draft::gravity),
                    MixtureKeys.MIXTURE.ifPresent(draft -> draft.mixture().map(MixtureKeys.Draft::key)),
                    MixtureKeys.COUPLING.ifPresent(draft -> draft.mixture().flatMap(MixtureKeys.Draft::coupling)),
                    MixtureKeys.POTENTIAL.ifPresent(draft -> draft.mixture().flatMap(MixtureKeys.Draft::potential)),
                    MixtureKeys.ADHESION.ifPresent(draft -> draft.mixture().flatMap(MixtureKeys.Draft::adhesion)),
                    MixtureKeys.SURFACE_TENSION.ifPresent(
                            draft -> draft.mixture().flatMap(MixtureKeys.Draft::surfaceTension)),
                    MixtureKeys.INTERFACE_WIDTH.ifPresent(
                            draft -> draft.mixture().flatMap(MixtureKeys.Draft::interfaceWidth)),
                    MixtureKeys.DIFFUSIVITY.ifPresent(draft -> draft.mixture().flatMap(MixtureKeys.Draft::diffusivity)),
                    MixtureKeys.CONTACT_ANGLE.ifPresent(
                            draft -> draft.mixture().flatMap(MixtureKeys.Draft::contactAngle)),
                    PRECISION.from(Draft::precision),
                    INTRINSICS.unlessDefault(Draft::intrinsics),
                    WALLS.unlessDefault(Draft::walls)),
            ModelSection::make);

    private ModelSection() {}

    static Draft standard() {
        return new Draft(
                Optional.empty(),
                new Incompressible(),
                new Trt(),
                Optional.empty(),
                Optional.empty(),
                Precision.FP64,
                WallScheme.HALF_WAY,
                Intrinsics.EXACT,
                Optional.empty(),
                Place.NOWHERE,
                Place.NOWHERE,
                Place.NOWHERE);
    }

    private static Draft make(Fields fields) {
        Collision collision = fields.find(COLLISION).orElseGet(() -> usualCollision(fields));
        belongsTo(fields, MAGIC, collision, "trt");
        belongsTo(fields, RATES, collision, "mrt");
        if (fields.has(BULK_VISCOSITY) && !(collision instanceof BulkCollision)) {
            throw fields.refuse(
                    BULK_VISCOSITY,
                    "this belongs to collision: regularized or cumulant, but the collision is " + collision.key());
        }
        if (fields.has(MAGIC)) {
            collision = new Trt(fields.get(MAGIC));
        }
        if (fields.has(RATES)) {
            SequencedMap<String, Double> rates = new LinkedHashMap<>();
            fields.get(RATES).forEach((name, rate) -> rates.put(name.replace('-', '_'), rate));
            collision = new Mrt(rates);
        }
        if (fields.has(SMAGORINSKY) && fields.get(SMAGORINSKY).compareTo(Rational.ONE) > 0) {
            throw fields.refuse(
                    SMAGORINSKY,
                    "the Smagorinsky constant is %s, which is above 1; 0.1 to 0.2 are usual"
                            .formatted(fields.get(SMAGORINSKY)));
        }
        Optional<MixtureKeys.Draft> mixture = MixtureKeys.read(fields);
        Equilibrium equilibrium = equilibrium(fields, collision, mixture.isPresent());
        collision.unsupported(equilibrium).ifPresent(reason -> {
            throw fields.refuse(EQUILIBRIUM, reason);
        });
        if (fields.has(SMAGORINSKY)) {
            new Smagorinsky(collision, fields.get(SMAGORINSKY))
                    .unsupported(equilibrium)
                    .ifPresent(reason -> {
                        throw fields.refuse(SMAGORINSKY, reason);
                    });
        }
        fields.get(PRECISION)
                .unsupported(collision)
                .or(() -> fields.get(PRECISION).unsupported(equilibrium))
                .ifPresent(reason -> {
                    throw fields.refuse(PRECISION, reason);
                });
        fields.get(INTRINSICS).unsupported(fields.get(PRECISION)).ifPresent(reason -> {
            throw fields.refuse(INTRINSICS, reason);
        });
        return new Draft(
                fields.find(LATTICE),
                equilibrium,
                collision,
                fields.find(BULK_VISCOSITY),
                fields.find(SMAGORINSKY),
                fields.get(PRECISION),
                fields.get(WALLS),
                fields.get(INTRINSICS),
                mixture,
                fields.place(LATTICE),
                fields.place(RATES),
                fields.place(MixtureKeys.MIXTURE));
    }

    private static Collision usualCollision(Fields fields) {
        Collision usual = standard().collision();
        boolean isRefused = fields.find(EQUILIBRIUM).flatMap(usual::unsupported).isPresent();
        return isRefused ? new Bgk() : usual;
    }

    private static Equilibrium equilibrium(Fields fields, Collision collision, boolean isMixture) {
        Equilibrium given = fields.get(EQUILIBRIUM);
        if (fields.has(GRAVITY)) {
            if (!(given instanceof ShallowWater)) {
                throw fields.refuse(
                        GRAVITY,
                        "this belongs to equilibrium: shallow-water, but the equilibrium is %s; a drive with an acceleration acts like gravity on other fluids"
                                .formatted(given.key()));
            }
            return new ShallowWater(fields.get(GRAVITY));
        }
        if (fields.has(EQUILIBRIUM)) {
            return given;
        }
        return isMixture ? new QuasiCompressible() : Equilibria.usual(collision);
    }

    private static void belongsTo(Fields fields, Key<?> key, Collision collision, String owner) {
        if (fields.has(key) && !collision.key().equals(owner)) {
            throw fields.refuse(
                    key, "this belongs to collision: %s, but the collision is %s".formatted(owner, collision.key()));
        }
    }
}
