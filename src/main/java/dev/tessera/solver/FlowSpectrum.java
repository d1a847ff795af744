package dev.tessera.solver;

/// A spectrum of the flow in a periodic box that a case can ask for: a file whenever fields are written.
public enum FlowSpectrum {
    /// Kinetic energy and enstrophy by wave number: [dev.tessera.solver.spectrum.EnergySpectrum].
    KINETIC_ENERGY("kinetic-energy");

    private final String key;

    FlowSpectrum(String key) {
        this.key = key;
    }

    public String key() {
        return key;
    }
}
