package dev.tessera.units;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/// The dimensionless numbers of a choice of spacing, time step and viscosity, and checks whether it is stable and
/// accurate.
///
/// @param units spacing, time step and density
/// @param viscosityM2PerS kinematic viscosity
/// @param speedMPerS characteristic (largest expected) speed; 0 where it is not known before the run
/// @param lengthM characteristic length of the Reynolds number; 0 where there is none
/// @param largestMach speeds above are refused: [#LARGEST_MACH], or 1 where waves are part of the flow, as in
///        shallow water
public record FlowNumbers(
        LatticeUnits units, double viscosityM2PerS, double speedMPerS, double lengthM, double largestMach) {
    /// Above this the compressibility error (of order Mach²) is significant.
    public static final double LARGEST_MACH = 0.3;

    /// Up to here the mean velocity of a cavity by a collision that is stable beyond is right within 0.4 % (D2Q9) and
    /// 5 % (D3Q19), the force of its lid within 10 % and 52 %: docs/decisions/0063.
    private static final double ACCURATE_GRID_REYNOLDS = 10;
    /// Of collisions with a limit: below this nearly every one is unstable, or inaccurate by rounding.
    public static final double SMALLEST_RELAXATION_TIME = 0.5005;
    /// Above this half-way walls are displaced by a considerable part of a spacing.
    public static final double LARGEST_RELAXATION_TIME = 5;
    /// From this on a choice is refused: it results from a wrong unit.
    public static final double REFUSED_RELAXATION_TIME = 100;

    private static final double ROUNDING = 1e-12; // nodes per step

    /// Of a flow in which compressibility is an error.
    public FlowNumbers(LatticeUnits units, double viscosityM2PerS, double speedMPerS, double lengthM) {
        this(units, viscosityM2PerS, speedMPerS, lengthM, LARGEST_MACH);
    }

    /// At another speed.
    public FlowNumbers at(double otherMPerS) {
        return new FlowNumbers(units, viscosityM2PerS, otherMPerS, lengthM, largestMach);
    }

    /// Nodes per step.
    public double latticeSpeed() {
        return units.velocityLattice(speedMPerS);
    }

    /// Whether the characteristic speed is known, and more than the rounding of a value that should be zero.
    public boolean hasSpeed() {
        return latticeSpeed() > ROUNDING;
    }

    public double mach() {
        return latticeSpeed() / Math.sqrt(LatticeUnits.SPEED_OF_SOUND_SQUARED);
    }

    public double reynolds() {
        return speedMPerS * lengthM / viscosityM2PerS;
    }

    public double gridReynolds() {
        return speedMPerS * units.spacingM() / viscosityM2PerS;
    }

    public double viscosityLattice() {
        return units.viscosityLattice(viscosityM2PerS);
    }

    public double relaxationTime() {
        return units.relaxationTime(viscosityM2PerS);
    }

    /// Reasons why this choice is refused, each with a remedy; empty where it is accepted.
    /// @param collision key of the collision
    /// @param lattice name of the lattice
    /// @param equilibrium key of the equilibrium
    public List<String> problems(StableGridReynolds table, String collision, String lattice, String equilibrium) {
        List<String> problems = new ArrayList<>(inaccuracies());
        problems.addAll(instabilities(table, collision, lattice, equilibrium));
        return problems;
    }

    /// Those reasons of [#problems] that have nothing to do with stability.
    public List<String> inaccuracies() {
        List<String> problems = new ArrayList<>();
        if (mach() > largestMach) {
            problems.add(tooFast());
        }
        if (!(relaxationTime() < REFUSED_RELAXATION_TIME)) {
            problems.add(tooMuchRelaxation());
        }
        return problems;
    }

    /// The limits of stability that this choice exceeds, each with a remedy; parameters as for [#problems].
    public List<String> instabilities(StableGridReynolds table, String collision, String lattice, String equilibrium) {
        List<String> problems = new ArrayList<>();
        if (isTooCoarse(table, collision, lattice, equilibrium)) {
            problems.add(tooCoarse(table, collision, lattice, equilibrium));
        }
        if (relaxationTime() < smallestRelaxationTime(table, collision, lattice, equilibrium)) {
            problems.add(tooLittleRelaxation(table, collision, lattice, equilibrium));
        }
        return problems;
    }

    /// Smaller ones are refused; parameters as for [#problems].
    public static double smallestRelaxationTime(
            StableGridReynolds table, String collision, String lattice, String equilibrium) {
        return table.isUnlimited(collision, lattice, equilibrium) ? Math.nextUp(0.5) : SMALLEST_RELAXATION_TIME;
    }

    /// Warnings about reduced accuracy; sentences.
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (relaxationTime() > LARGEST_RELAXATION_TIME) {
            warnings.add(("relaxation time %s is long: walls are displaced. Use a relaxation time around 1"
                            + " (a time step of about %s).")
                    .formatted(
                            QuantityText.about(relaxationTime()),
                            QuantityText.about(units.timeStepS() * 0.5 / (relaxationTime() - 0.5), QuantityKind.TIME)));
        }
        if (largestMach <= LARGEST_MACH && mach() > LARGEST_MACH / 2 && mach() <= LARGEST_MACH) {
            warnings.add("Mach number %s: the compressibility error is of the order of %s %%."
                    .formatted(QuantityText.about(mach()), QuantityText.about(100 * mach() * mach())));
        }
        return warnings;
    }

    /// A warning where a collision without a limit of the grid Reynolds number is beyond what it was accurate at.
    /// @param collision as for [#problems]
    /// @return at most one sentence, with a remedy
    public List<String> warnings(StableGridReynolds table, String collision, String lattice, String equilibrium) {
        if (!table.isUnlimited(collision, lattice, equilibrium) || gridReynolds() <= ACCURATE_GRID_REYNOLDS) {
            return List.of();
        }
        double spacing = ACCURATE_GRID_REYNOLDS * viscosityM2PerS / speedMPerS;
        return List.of(
                ("grid Reynolds number %s: collision %s stays stable, but is accurate up to about %s only; above, what is not"
                                + " resolved makes the fluid too viscous, and a cavity moved by 2 (2D) to 16 %% (3D) too fast at 16 to 20,"
                                + " by 16 to 34 %% at 50. Use a spacing below %s%s.")
                        .formatted(
                                QuantityText.about(gridReynolds()),
                                StableGridReynolds.words(collision),
                                QuantityText.about(ACCURATE_GRID_REYNOLDS),
                                QuantityText.about(spacing, QuantityKind.LENGTH),
                                orOneOf(limited(table, collision, lattice, equilibrium))));
    }

    /// Warnings for a speed above the characteristic speed, for which the choice is checked.
    /// @param fastestMPerS such as that in an outlet
    /// @param where it is reached, as text
    /// @return at most one sentence, with a remedy
    public List<String> warningsAt(
            double fastestMPerS,
            String where,
            StableGridReynolds table,
            String collision,
            String lattice,
            String equilibrium) {
        String intro = "the flow may reach about %s %s and diverge: "
                .formatted(QuantityText.about(fastestMPerS, QuantityKind.VELOCITY), where);
        List<String> excesses = excesses(fastestMPerS, table, collision, lattice, equilibrium);
        return excesses.isEmpty() ? List.of() : List.of(intro + String.join(" Also: ", excesses));
    }

    /// The limits that a speed exceeds, each with a remedy; may be empty.
    public List<String> excesses(
            double fastestMPerS, StableGridReynolds table, String collision, String lattice, String equilibrium) {
        FlowNumbers there = at(fastestMPerS);
        List<String> excesses = new ArrayList<>();
        if (there.isTooCoarse(table, collision, lattice, equilibrium)) {
            excesses.add(there.tooCoarse(table, collision, lattice, equilibrium)
                    + " %s often also helps.".formatted(halfTheTimeStep())); // docs/decisions/0019 has the runs
        }
        if (there.mach() > largestMach) {
            double ratio = there.mach() / largestMach;
            double smallest = smallestRelaxationTime(table, collision, lattice, equilibrium);
            excesses.add("Mach %s exceeds %s. %s"
                    .formatted(
                            QuantityText.about(there.mach()),
                            QuantityText.about(largestMach),
                            slower(ratio, smallest)));
        }
        return excesses;
    }

    /// The remedy that makes a flow `ratio` times slower in nodes per step.
    private String slower(double ratio, double smallestRelaxationTime) {
        if (0.5 + (relaxationTime() - 0.5) / ratio < smallestRelaxationTime) {
            // At a fixed relaxation time the lattice speed is proportional to the spacing.
            return ("No time step is stable at that speed and spacing: check the values and their units, or use a"
                            + " spacing below %s.")
                    .formatted(QuantityText.about(units.spacingM() / ratio, QuantityKind.LENGTH));
        }
        return "Use a time step below %s%s."
                .formatted(
                        QuantityText.about(units.timeStepS() / ratio, QuantityKind.TIME),
                        hasSpeed()
                                ? " (a lattice speed below %s)".formatted(QuantityText.about(latticeSpeed() / ratio))
                                : "");
    }

    private String halfTheTimeStep() {
        return hasSpeed()
                ? "Half the lattice speed (%s)".formatted(QuantityText.about(latticeSpeed() / 2))
                : "Half the time step (%s)".formatted(QuantityText.about(units.timeStepS() / 2, QuantityKind.TIME));
    }

    private boolean isTooCoarse(StableGridReynolds table, String collision, String lattice, String equilibrium) {
        OptionalDouble limit = table.maximum(collision, lattice, equilibrium);
        return limit.isPresent() && gridReynolds() > limit.getAsDouble();
    }

    private String tooFast() {
        double speedLimit = largestMach * Math.sqrt(LatticeUnits.SPEED_OF_SOUND_SQUARED);
        double ratio = latticeSpeed() / speedLimit;
        // At a fixed relaxation time the lattice speed is proportional to the spacing.
        return ("speed %s is %s nodes per step, which is too fast: Mach %s exceeds %s. Use a lattice speed below %s, a"
                        + " time step below %s, or (at relaxation time %s) a spacing below %s.")
                .formatted(
                        QuantityText.about(speedMPerS, QuantityKind.VELOCITY),
                        QuantityText.about(latticeSpeed()),
                        QuantityText.about(mach()),
                        QuantityText.about(largestMach),
                        down(speedLimit),
                        QuantityText.about(units.timeStepS() / ratio, QuantityKind.TIME),
                        QuantityText.about(relaxationTime()),
                        QuantityText.about(units.spacingM() / ratio, QuantityKind.LENGTH));
    }

    private String tooCoarse(StableGridReynolds table, String collision, String lattice, String equilibrium) {
        double limit = table.maximum(collision, lattice, equilibrium).orElseThrow();
        double spacing = limit * viscosityM2PerS / speedMPerS;
        List<String> others = new ArrayList<>(limited(table, collision, lattice, equilibrium));
        table.unlimited(collision, lattice, equilibrium)
                .forEach(key -> others.add("collision %s (no limit, but accurate up to about %s only)"
                        .formatted(key, QuantityText.about(ACCURATE_GRID_REYNOLDS))));
        return "grid Reynolds number %s is above %s, up to which %s on %s is known to be stable. Use a spacing below %s%s."
                .formatted(
                        QuantityText.about(gridReynolds()),
                        QuantityText.about(limit),
                        StableGridReynolds.words(collision),
                        lattice,
                        QuantityText.about(spacing, QuantityKind.LENGTH),
                        others.isEmpty() ? "; no other collision or lattice is known to be stable" : orOneOf(others));
    }

    /// `collision mrt (up to 75)`, …: collisions and lattices with a limit that this choice does not exceed.
    private List<String> limited(StableGridReynolds table, String collision, String lattice, String equilibrium) {
        List<String> others = new ArrayList<>();
        table.stableCollisions(gridReynolds(), collision, lattice, equilibrium).forEach((key, most) -> {
            if (!Double.isInfinite(most)) {
                others.add("collision " + upTo(key, most));
            }
        });
        table.stableLattices(gridReynolds(), collision, lattice, equilibrium).forEach((name, most) -> {
            if (!Double.isInfinite(most)) {
                others.add("lattice " + upTo(name, most));
            }
        });
        return others;
    }

    /// `, or A or B`; empty where there are none.
    private static String orOneOf(List<String> others) {
        return others.isEmpty() ? "" : ", or " + String.join(" or ", others);
    }

    private static String upTo(String key, double most) {
        return "%s (up to %s)".formatted(key, QuantityText.about(most));
    }

    private String tooLittleRelaxation(StableGridReynolds table, String collision, String lattice, String equilibrium) {
        double factor = 0.01 / Math.max(relaxationTime() - 0.5, Double.MIN_NORMAL);
        List<String> unlimited = table.unlimited(collision, lattice, equilibrium);
        boolean isOneOfThem = table.isUnlimited(collision, lattice, equilibrium);
        return ("relaxation time %s is too close to 1/2 (at least %s). Use a longer time step, a higher lattice speed or a"
                        + " finer spacing: relaxation time 0.51 needs a time step of %s here%s.")
                .formatted(
                        Double.toString(relaxationTime()),
                        smallestRelaxationTime(table, collision, lattice, equilibrium),
                        QuantityText.about(units.timeStepS() * factor, QuantityKind.TIME),
                        unlimited.isEmpty() || isOneOfThem
                                ? ""
                                : "; or use collision %s, which has no such limit"
                                        .formatted(String.join(" or ", unlimited)));
    }

    private String tooMuchRelaxation() {
        double factor = 0.5 / (relaxationTime() - 0.5);
        return ("relaxation time %s is too long (below %s). Check the viscosity, the density and their units, or use a"
                        + " shorter time step%s: relaxation time 1 needs a time step of %s here.")
                .formatted(
                        QuantityText.about(relaxationTime()),
                        QuantityText.about(REFUSED_RELAXATION_TIME),
                        hasSpeed() ? " or a lower lattice speed" : "",
                        QuantityText.about(units.timeStepS() * factor, QuantityKind.TIME));
    }

    private static String down(double value) {
        return QuantityText.about(Math.floor(value * 100) / 100);
    }

    @Override
    public String toString() {
        return "relaxation time %s, lattice speed %s, Mach %s, Reynolds %s, grid Reynolds %s"
                .formatted(
                        QuantityText.about(relaxationTime()),
                        QuantityText.about(latticeSpeed()),
                        QuantityText.about(mach()),
                        QuantityText.about(reynolds()),
                        QuantityText.about(gridReynolds()));
    }
}
