package dev.tessera.suites.validation;

import dev.tessera.output.LinePlot.Axis;
import dev.tessera.output.LinePlot.Scale;
import dev.tessera.suites.validation.Kida.Decay;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Energy, dissipation and spectrum of Kida's vortex: what the stress of the populations dissipates beside the fall of
/// the energy and beside the dissipation of the spectrum, and the spectrum beside the slope -5/3.
final class KidaPlots {
    private static final int FROM = Kida.SAMPLES / 10; // t* = 1: at the start populations have no stress
    private static final double LEAST_OF_SPECTRUM = 1e-12; // over the largest: shells of rounding are not drawn

    private KidaPlots() {}

    /// @param viscosity in units of U and L
    static List<ValidationPlot> of(String setup, Decay decay, double viscosity) {
        List<ValidationPlot> plots = new ArrayList<>();
        int count = 1 + (int) Math.round(decay.reached() * Kida.SAMPLES / Kida.END);
        if (count > FROM + 1) {
            plots.add(energy(setup, decay, count));
            plots.add(dissipation(setup, decay, count, viscosity));
        }
        if (decay.reached() >= Kida.END) {
            plots.add(spectrum(setup, decay));
        }
        return plots;
    }

    private static double[] times(int count) {
        return Curves.upTo(Kida.END * (count - 1) / Kida.SAMPLES, count);
    }

    private static Axis time() {
        return new Axis("t* = 2π U t / L", "");
    }

    private static ValidationPlot energy(String setup, Decay decay, int count) {
        double[] dissipated = decay.dissipated();
        double[] left = new double[count];
        Arrays.fill(left, 0, FROM, Double.NaN);
        left[FROM] = decay.energy()[FROM];
        for (int sample = FROM + 1; sample < count; sample++) {
            left[sample] = left[sample - 1] - Kida.INTERVAL * (dissipated[sample - 1] + dissipated[sample]) / 2;
        }
        return new Curves("Kida's vortex: kinetic energy", setup, time(), new Axis("energy / U²", ""))
                .computed("computed", times(count), Arrays.copyOf(decay.energy(), count))
                .reference("energy at t* = 1 less what the stress dissipates", times(count), left)
                .named("kida energy " + setup);
    }

    private static ValidationPlot dissipation(String setup, Decay decay, int count, double viscosity) {
        double[] times = times(count);
        double[] between = new double[count - 1];
        double[] fall = new double[count - 1];
        double[] ofSpectrum = new double[count];
        for (int sample = 0; sample < count; sample++) {
            ofSpectrum[sample] =
                    2 * viscosity * Kida.ENSTROPHY_UNIT * decay.enstrophies().ofSpectrum()[sample];
            if (sample > 0) {
                between[sample - 1] = (times[sample - 1] + times[sample]) / 2;
                fall[sample - 1] = (decay.energy()[sample - 1] - decay.energy()[sample]) / Kida.INTERVAL;
            }
        }
        return new Curves("Kida's vortex: dissipation", setup, time(), new Axis("dissipation L / U³", ""))
                .computed("stress : gradient, computed", times, Arrays.copyOf(decay.dissipated(), count))
                .reference("-dE/dt", between, fall)
                .reference("2 ν times the enstrophy of the spectrum", times, ofSpectrum)
                .named("kida dissipation " + setup);
    }

    private static ValidationPlot spectrum(String setup, Decay decay) {
        int peak = decay.enstrophies().peak();
        double[] spectrum = decay.spectra()[peak];
        double[] shells = Curves.upTo(spectrum.length - 1.0, spectrum.length);
        double least = LEAST_OF_SPECTRUM * Arrays.stream(spectrum).max().orElseThrow();
        int last = spectrum.length - 1;
        double[] visible = Arrays.stream(spectrum, 1, last + 1)
                .map(energy -> energy > least ? energy : Double.NaN)
                .toArray();
        double[] line = {Kida.FIRST_SHELL / 2.0, Kida.LAST_SHELL};
        double anchor = spectrum[Kida.FIRST_SHELL] * Math.pow(Kida.FIRST_SHELL, 5.0 / 3);
        return new Curves(
                        "Kida's vortex: spectrum of the energy at the largest enstrophy, t* = %.1f"
                                .formatted(Kida.END * peak / Kida.SAMPLES),
                        setup,
                        new Axis("shell, wave number L / 2π", "", Scale.DECADES),
                        new Axis("energy of the shell / U²", "", Scale.DECADES))
                .computed("computed", Arrays.copyOfRange(shells, 1, last + 1), visible)
                .reference(
                        "slope -5/3",
                        line,
                        Arrays.stream(line)
                                .map(shell -> anchor * Math.pow(shell, -5.0 / 3))
                                .toArray())
                .named("kida spectrum " + setup);
    }
}
