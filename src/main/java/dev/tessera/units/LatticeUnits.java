package dev.tessera.units;

/// Conversion between SI units and lattice units (nodes, steps, reference density). All factors follow from three
/// numbers; the square of the lattice speed of sound is 1/3 for every lattice.
///
/// @param spacingM distance between nodes, m
/// @param timeStepS one step, s
/// @param densityKgPerM3 density of the fluid at gauge pressure zero, lattice density 1
public record LatticeUnits(double spacingM, double timeStepS, double densityKgPerM3) {
    /// c_s² of every lattice here.
    public static final double SPEED_OF_SOUND_SQUARED = 1.0 / 3.0;

    public LatticeUnits {
        requirePositive("spacing", spacingM, "m");
        requirePositive("time step", timeStepS, "s");
        requirePositive("density", densityKgPerM3, "kg/m3");
    }

    /// The time step at which `speedMPerS` is `nodesPerStep`.
    public static LatticeUnits fromLatticeSpeed(
            double spacingM, double densityKgPerM3, double speedMPerS, double nodesPerStep) {
        requirePositive("characteristic speed", speedMPerS, "m/s");
        requirePositive("lattice speed", nodesPerStep, "nodes per step");
        return new LatticeUnits(spacingM, nodesPerStep * spacingM / speedMPerS, densityKgPerM3);
    }

    /// The time step at which the relaxation time of the shear moments is `relaxationTime` steps.
    /// @param relaxationTime above 1/2: `3 nu + 1/2`
    public static LatticeUnits fromRelaxationTime(
            double spacingM, double densityKgPerM3, double viscosityM2PerS, double relaxationTime) {
        requirePositive("kinematic viscosity", viscosityM2PerS, "m2/s");
        if (!(relaxationTime > 0.5) || !Double.isFinite(relaxationTime)) {
            throw new IllegalArgumentException(
                    "relaxation time %s is not above 1/2, so the viscosity would not be positive. Use 0.6 … 1.5."
                            .formatted(QuantityText.about(relaxationTime)));
        }
        double viscosityLattice = (relaxationTime - 0.5) * SPEED_OF_SOUND_SQUARED;
        return new LatticeUnits(spacingM, viscosityLattice * spacingM * spacingM / viscosityM2PerS, densityKgPerM3);
    }

    public static LatticeUnits fromTimeStep(double spacingM, double densityKgPerM3, double timeStepS) {
        return new LatticeUnits(spacingM, timeStepS, densityKgPerM3);
    }

    /// One node per step, in m/s.
    public double velocityUnitMPerS() {
        return spacingM / timeStepS;
    }

    public double velocityLattice(double mPerS) {
        return mPerS / velocityUnitMPerS();
    }

    public double velocityMPerS(double lattice) {
        return lattice * velocityUnitMPerS();
    }

    public double accelerationLattice(double mPerS2) {
        return mPerS2 * timeStepS * timeStepS / spacingM;
    }

    public double accelerationMPerS2(double lattice) {
        return lattice * spacingM / (timeStepS * timeStepS);
    }

    /// The density (around 1) at a gauge pressure.
    public double densityLattice(double gaugePressurePa) {
        return 1 + densityChangeLattice(gaugePressurePa);
    }

    /// The change of the density (around 1) by a gauge pressure.
    public double densityChangeLattice(double gaugePressurePa) {
        return gaugePressurePa / (stressUnitPa() * SPEED_OF_SOUND_SQUARED);
    }

    /// The gauge pressure of a lattice density: `c_s² (rho - 1)`.
    public double pressurePa(double densityLattice) {
        return (densityLattice - 1) * SPEED_OF_SOUND_SQUARED * stressUnitPa();
    }

    /// One lattice unit of pressure or stress: `rho0 (dx/dt)²`.
    public double stressUnitPa() {
        return densityKgPerM3 * velocityUnitMPerS() * velocityUnitMPerS();
    }

    public double stressPa(double lattice) {
        return lattice * stressUnitPa();
    }

    public double stressLattice(double pa) {
        return pa / stressUnitPa();
    }

    /// Force per volume.
    public double forceDensityLattice(double nPerM3) {
        return accelerationLattice(nPerM3 / densityKgPerM3);
    }

    public double forceDensityNPerM3(double lattice) {
        return accelerationMPerS2(lattice) * densityKgPerM3;
    }

    /// In three dimensions: `rho0 dx⁴/dt²`; in two, per metre of depth: `rho0 dx³/dt²`.
    public double forceN(double lattice, int dimensions) {
        double area = dimensions == 3 ? spacingM * spacingM : spacingM;
        return lattice * stressUnitPa() * area;
    }

    /// In three dimensions m³/s; in two, per metre of depth, m²/s.
    public double flowRateSi(double lattice, int dimensions) {
        return lattice * flowRateUnit(dimensions);
    }

    public double flowRateLattice(double si, int dimensions) {
        return si / flowRateUnit(dimensions);
    }

    private double flowRateUnit(int dimensions) {
        double area = dimensions == 3 ? spacingM * spacingM : spacingM;
        return velocityUnitMPerS() * area;
    }

    public double viscosityLattice(double m2PerS) {
        return m2PerS * timeStepS / (spacingM * spacingM);
    }

    public double viscosityM2PerS(double lattice) {
        return lattice * spacingM * spacingM / timeStepS;
    }

    public double timeS(double steps) {
        return steps * timeStepS;
    }

    public double steps(double timeS) {
        return timeS / timeStepS;
    }

    /// Relaxation time of the shear moments in steps, `3 nu + 1/2`.
    public double relaxationTime(double viscosityM2PerS) {
        return viscosityLattice(viscosityM2PerS) / SPEED_OF_SOUND_SQUARED + 0.5;
    }

    private static void requirePositive(String what, double value, String unit) {
        if (!(value > 0) || !Double.isFinite(value)) {
            throw new IllegalArgumentException("%s %s %s is not a positive number".formatted(what, value, unit));
        }
    }

    @Override
    public String toString() {
        return "%s, %s per step, %s"
                .formatted(
                        QuantityText.about(spacingM, QuantityKind.LENGTH),
                        QuantityText.about(timeStepS, QuantityKind.TIME),
                        QuantityText.about(densityKgPerM3, QuantityKind.DENSITY));
    }
}
