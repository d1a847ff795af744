package dev.tessera.solver;

import java.util.Arrays;

/// A mean over all fluid nodes, computed on the host whenever a row is added to the log.
public enum FlowMean implements FlowQuantity {
    /// `u·u / 2`, m2/s2: energy per mass.
    KINETIC_ENERGY("kinetic-energy", "m2/s2"),
    /// `tau_ab d_b u_a / rho`, m2/s3: the energy per mass and time that the viscous stress takes from the flow. The
    /// stress is that of the populations, the gradient comes from differences between neighbours. Only single
    /// fluids that fill the space have it.
    DISSIPATION("dissipation", "m2/s3"),
    /// `w·w / 2` of the vorticity w, 1/s2, from differences between neighbours.
    ENSTROPHY("enstrophy", "1/s2");

    private final String key;
    private final String unit;

    FlowMean(String key, String unit) {
        this.key = key;
        this.unit = unit;
    }

    /// Whether a column of log.csv is a mean.
    static boolean has(String observable) {
        return Arrays.stream(values()).anyMatch(mean -> mean.observable().equals(observable));
    }

    @Override
    public String key() {
        return key;
    }

    /// The name of the column in log.csv.
    public String observable() {
        return key.replace('-', '_');
    }

    public String unit() {
        return unit;
    }
}
