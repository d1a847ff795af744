package dev.tessera.suites.validation;

import java.util.List;

/// Vapour and liquid of a Shan–Chen fluid with the potential `psi = 1 - exp(-rho)` on both sides of a flat interface at
/// rest: their pressure `p = rho/3 + G psi²/6` is the same p0, and `integral of (p0 - p) psi'/psi` from one density to
/// the
/// other vanishes.
///
/// Source: Shan, Phys. Rev. E 77, 066702 (2008), eq. 27 with epsilon = 0, its value for forces between nearest
/// neighbours.
///
/// @param vapour density, @param liquid density, lattice units
record Coexistence(double vapour, double liquid) {
    private static final double CRITICAL = Math.log(2); // density
    private static final int HALVINGS = 200;
    private static final int INTERVALS = 4000;

    /// @param coupling G, below -4
    /// @throws IllegalArgumentException where there is one phase only
    static Coexistence of(double coupling) {
        if (!(coupling < -4)) {
            throw new IllegalArgumentException(
                    "with coupling %s there is one phase; two need a coupling below -4".formatted(coupling));
        }
        // The pressure falls between two densities; both phases have a pressure between those at these.
        double first = turn(coupling, 0, CRITICAL);
        double second = turn(coupling, CRITICAL, 50);
        double low = Math.max(pressure(coupling, second), 1e-12);
        double high = pressure(coupling, first);
        for (int k = 0; k < HALVINGS; k++) {
            double middle = 0.5 * (low + high);
            if (work(coupling, middle, first, second) > 0) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return at(coupling, high, first, second);
    }

    /// Computed densities beside these.
    /// @param by what they were computed, at the end of the quantities' names
    List<ValidationRow> rows(String suite, String setup, String by, double computedLiquid, double computedVapour) {
        String source = "mechanical equilibrium, Shan 2008";
        return List.of(
                ValidationRow.relative(
                        suite, setup, "density of the liquid" + by, computedLiquid, liquid, source, 0.01),
                ValidationRow.relative(
                        suite, setup, "density of the vapour" + by, computedVapour, vapour, source, 0.03));
    }

    static double pressure(double coupling, double density) {
        double potential = -Math.expm1(-density);
        return density / 3 + coupling * potential * potential / 6;
    }

    /// Where the slope of the pressure changes its sign.
    private static double turn(double coupling, double from, double to) {
        double positive = from < CRITICAL ? from : to;
        double negative = CRITICAL;
        for (int k = 0; k < HALVINGS; k++) {
            double middle = 0.5 * (positive + negative);
            double decay = Math.exp(-middle);
            if (1 + coupling * (1 - decay) * decay > 0) {
                positive = middle;
            } else {
                negative = middle;
            }
        }
        return 0.5 * (positive + negative);
    }

    /// The densities of a pressure outside of the falling part.
    private static Coexistence at(double coupling, double pressure, double first, double second) {
        double below = 0;
        double above = first;
        double under = second;
        double over = 50;
        for (int k = 0; k < HALVINGS; k++) {
            double vapour = 0.5 * (below + above);
            double liquid = 0.5 * (under + over);
            if (pressure(coupling, vapour) < pressure) {
                below = vapour;
            } else {
                above = vapour;
            }
            if (pressure(coupling, liquid) < pressure) {
                under = liquid;
            } else {
                over = liquid;
            }
        }
        return new Coexistence(0.5 * (below + above), 0.5 * (under + over));
    }

    /// The integral over the logarithm of the potential, by Simpson's rule; it grows with the pressure.
    private static double work(double coupling, double pressure, double first, double second) {
        Coexistence phases = at(coupling, pressure, first, second);
        double from = Math.log(-Math.expm1(-phases.vapour));
        double to = Math.log(-Math.expm1(-phases.liquid));
        double sum = 0;
        for (int k = 0; k <= INTERVALS; k++) {
            double density = -Math.log1p(-Math.exp(from + (to - from) * k / INTERVALS));
            double value = pressure - pressure(coupling, density);
            sum += (k == 0 || k == INTERVALS ? 1 : k % 2 == 0 ? 2 : 4) * value;
        }
        return sum * (to - from) / (3 * INTERVALS);
    }
}
