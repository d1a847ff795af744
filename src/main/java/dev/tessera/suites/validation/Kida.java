package dev.tessera.suites.validation;

import dev.tessera.expr.Rational;
import dev.tessera.kernel.Precision;
import dev.tessera.model.Collision;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.CentralMoments;
import dev.tessera.model.collision.Cumulant;
import dev.tessera.model.collision.Elbm;
import dev.tessera.model.collision.Kbc;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.collision.Regularized;
import dev.tessera.model.collision.RegularizedBgk;
import dev.tessera.model.collision.Smagorinsky;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Case;
import dev.tessera.solver.FlowMean;
import dev.tessera.solver.LinearFit;
import dev.tessera.solver.Observable;
import dev.tessera.solver.OutputChoice;
import dev.tessera.solver.Simulation;
import dev.tessera.solver.field.ShearRate;
import dev.tessera.solver.field.Velocity;
import dev.tessera.solver.spectrum.EnergySpectrum;
import dev.tessera.suites.generator.KidaVortex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;

/// Kida's vortex in a periodic cube of edge L, which becomes turbulent: the energy balance at a low Reynolds number,
/// and which collisions survive to `t* = 2 pi U t / L = 10` beyond their limits of stability. Reynolds numbers are
/// `U L / nu`. The flow starts with its own pressure ([KidaVortex]).
///
/// Source: Kida, J. Phys. Soc. Jpn. 54, 2132 (1985); as a test of collisions: Januszewski, Kostur, Comput. Phys.
/// Commun. 185, 2350 (2014), whose Reynolds numbers are lost in our copy: those here are our choice.
final class Kida implements ValidationSuite {
    static final double END = 10; // t*
    static final int SAMPLES = 50;
    static final double INTERVAL = END / SAMPLES / (2 * Math.PI); // between samples, L/U
    private static final double[] GRID_REYNOLDS = {1000.0 / 128, 4000.0 / 128, 40_000.0 / 128};
    static final double ENSTROPHY_UNIT = 4 * Math.PI * Math.PI;
    static final int FIRST_SHELL = 4; // of the slope
    static final int LAST_SHELL = 12;
    private static final String BALANCE = "dE/dt = - mean of stress : gradient";

    /// A collision and the lattice on which it is usual.
    private record Model(VelocitySet lattice, Collision collision, Precision precision, boolean hasToSurvive) {
        Model(VelocitySet lattice, Collision collision, boolean hasToSurvive) {
            this(lattice, collision, Precision.FP64, hasToSurvive);
        }

        Model in(Precision other) {
            return new Model(lattice, collision, other, hasToSurvive);
        }

        boolean isFp64() {
            return precision == Precision.FP64;
        }

        double startTolerance() {
            return isFp64() ? 1e-6 : 1e-5;
        }

        String words() {
            return lattice.name() + " " + collision.key() + (isFp64() ? "" : " " + precision.key());
        }
    }

    private static final List<Model> MODELS = List.of(
            new Model(Lattices.D3Q19, new Bgk(), false),
            new Model(Lattices.D3Q19, new Trt(), false),
            new Model(Lattices.D3Q19, new Mrt(), false),
            new Model(Lattices.D3Q19, new Regularized(), false),
            new Model(Lattices.D3Q19, new RegularizedBgk(), false),
            new Model(Lattices.D3Q27, new CentralMoments(), false),
            new Model(Lattices.D3Q27, new Cumulant(), false),
            new Model(Lattices.D3Q27, new Kbc(), false),
            new Model(Lattices.D3Q19, new Elbm(), true),
            new Model(Lattices.D3Q27, new Elbm(), true),
            new Model(Lattices.D3Q19, new Smagorinsky(new Bgk(), Rational.of(1, 10)), true));

    @Override
    public String key() {
        return "kida";
    }

    @Override
    public String title() {
        return "Kida's vortex: energy balance, and which collisions survive (Januszewski & Kostur 2014)";
    }

    @Override
    public boolean onlyWhenAsked() {
        return true;
    }

    @Override
    public List<ValidationCase> cases(boolean full) {
        int nodes = full ? 128 : 32;
        List<ValidationCase> cases = new ArrayList<>();
        for (double gridReynolds : GRID_REYNOLDS) {
            double viscosity = 1 / (gridReynolds * nodes);
            Stream<Model> single = full ? MODELS.stream().map(model -> model.in(Precision.FP32)) : Stream.empty();
            for (Model model : Stream.concat(MODELS.stream(), single).toList()) {
                boolean isLowest = gridReynolds == GRID_REYNOLDS[0];
                String setup = "%s, Re %.0f, %d³".formatted(model.words(), gridReynolds * nodes, nodes);
                cases.add(new ValidationCase(setup, laboratory -> {
                    Decay decay = decay(laboratory, model, nodes, viscosity);
                    KidaPlots.of(setup, decay, viscosity).forEach(laboratory.plots());
                    return rows(setup, decay, model, viscosity, isLowest, full);
                }));
            }
        }
        return cases;
    }

    private List<ValidationRow> rows(
            String setup, Decay decay, Model model, double viscosity, boolean isLowest, boolean isFine) {
        List<ValidationRow> rows = new ArrayList<>();
        double[] energy = decay.energy();
        rows.add(ValidationRow.relative(
                key(), setup, "energy at the start / U²", energy[0], 0.375, "3/8", model.startTolerance()));
        rows.add(ValidationRow.error(
                key(),
                setup,
                "sum of the spectrum / energy - 1",
                decay.largestDefect(),
                "Parseval",
                model.isFp64() ? 1e-10 : 1e-6));
        enstrophies(rows, setup, decay, model.startTolerance(), isLowest, isFine);
        String reached = "t* reached";
        rows.add(
                isLowest || model.hasToSurvive()
                        ? ValidationRow.atLeast(key(), setup, reached, decay.reached(), END, "survives")
                        : ValidationRow.reported(key(), setup, reached, decay.reached(), END, "survives or not"));
        if (decay.reached() >= END) {
            double largest = 0;
            for (double dissipated : decay.dissipated()) {
                largest = Math.max(largest, dissipated);
            }
            rows.add(ValidationRow.reported(
                    key(), setup, "largest dissipation L / U³", largest, largest, "of the resolved flow"));
        }
        if (isLowest) {
            String balance = "energy balance from t* = 1 to 9";
            rows.add(ValidationRow.error(key(), setup, balance, decay.imbalance(), BALANCE, isFine ? 0.02 : 0.15));
            boolean hasOneViscosity = !(model.collision() instanceof Smagorinsky);
            rows.add(ValidationRow.error(
                    key(),
                    setup,
                    "largest |dE/dt + 2 nu w| / largest 2 nu w, w from the spectrum",
                    decay.largestImbalance(viscosity),
                    "dE/dt = -2 nu w",
                    !hasOneViscosity ? Double.POSITIVE_INFINITY : isFine ? 0.02 : 0.15));
        }
        return rows;
    }

    /// Enstrophies from the spectrum, from the stress of the populations and from differences between neighbours. At
    /// the start populations are equilibria, without stress, so that the second one is compared later.
    private void enstrophies(
            List<ValidationRow> rows,
            String setup,
            Decay decay,
            double startTolerance,
            boolean isLowest,
            boolean isFine) {
        Enstrophies ofAll = decay.enstrophies();
        String start = "enstrophy at the start, from the spectrum / (2π U / L)²";
        rows.add(ValidationRow.relative(key(), setup, start, ofAll.ofSpectrum()[0], 4.125, "33/8", startTolerance));
        double ofDifferences = ofAll.ofDifferences()[0];
        rows.add(ValidationRow.reported(
                key(), setup, "the same from differences of second order", ofDifferences, 4.125, "33/8"));
        if (decay.reached() >= END) {
            int peak = ofAll.peak();
            double reference = ofAll.ofSpectrum()[peak];
            String spectrum = "the spectrum";
            rows.add(ValidationRow.reported(
                    key(),
                    setup,
                    "largest enstrophy from t* = 1 on, from the spectrum",
                    reference,
                    reference,
                    spectrum));
            double ofStress = ofAll.ofStress()[peak];
            String fromStress = "at that time from the stress";
            rows.add(
                    isLowest
                            ? ValidationRow.relative(
                                    key(), setup, fromStress, ofStress, reference, spectrum, isFine ? 0.05 : 0.25)
                            : ValidationRow.reported(key(), setup, fromStress, ofStress, reference, spectrum));
            rows.add(ValidationRow.reported(
                    key(), setup, "at that time from differences", ofAll.ofDifferences()[peak], reference, spectrum));
            rows.add(ValidationRow.reported(
                    key(),
                    setup,
                    "slope of the spectrum at that time, shells 4 to 12",
                    decay.slope(),
                    -5.0 / 3,
                    "-5/3"));
        }
    }

    /// The enstrophy in three ways, in units of `(2 pi U / L)²`, at the times of the samples.
    ///
    /// @param ofStress the mean of `S:S` of the strain rate S: that of `w·w / 2` where a periodic flow has no
    ///        divergence
    record Enstrophies(double[] ofSpectrum, double[] ofStress, double[] ofDifferences) {
        static Enstrophies ofSamples() {
            return new Enstrophies(new double[SAMPLES + 1], new double[SAMPLES + 1], new double[SAMPLES + 1]);
        }

        /// The sample with the largest one from t* = 1 on, when the stress has developed.
        int peak() {
            int peak = SAMPLES / 10;
            for (int sample = peak; sample <= SAMPLES; sample++) {
                peak = ofSpectrum[sample] > ofSpectrum[peak] ? sample : peak;
            }
            return peak;
        }
    }

    /// The decay of the energy, in units of U and L.
    ///
    /// @param reached t* of the last sample with finite values
    /// @param energy at equal intervals of t*, `[0 … SAMPLES]`
    /// @param dissipated by the stress, at the same times
    /// @param spectra energies by shell, at the same times
    record Decay(double reached, double[] energy, double[] dissipated, Enstrophies enstrophies, double[][] spectra) {
        /// Observes the flow.
        void sample(int sample, Simulation flow, ForkJoinPool workers) {
            List<Observable> now = flow.observables(false);
            energy[sample] = Observable.value(now, FlowMean.KINETIC_ENERGY.observable());
            dissipated[sample] = Observable.value(now, FlowMean.DISSIPATION.observable());
            enstrophies.ofDifferences[sample] = Observable.value(now, FlowMean.ENSTROPHY.observable()) / ENSTROPHY_UNIT;
            var rate = new ShearRate();
            var snapshot = flow.snapshot(List.of(new Velocity(), rate));
            EnergySpectrum spectrum =
                    EnergySpectrum.of(flow.nodes().box(), flow.nodes().spacingM(), snapshot.velocityMPerS(), workers);
            spectra[sample] = spectrum.energyM2PerS2();
            enstrophies.ofSpectrum[sample] = spectrum.enstrophy() / ENSTROPHY_UNIT;
            double square = 0;
            double[] rates = snapshot.field(rate).values()[0];
            for (double shearRate : rates) {
                square += shearRate * shearRate;
            }
            enstrophies.ofStress[sample] = square / (2 * rates.length * ENSTROPHY_UNIT);
        }

        /// The largest `|dE/dt + 2 nu w|`, w the enstrophy of the spectrum, over the largest `2 nu w`, of all intervals
        /// from t* = 1 to 9.
        /// @param viscosity in units of U and L
        double largestImbalance(double viscosity) {
            double largest = 0;
            double scale = 0;
            for (int sample = SAMPLES / 10; sample < 9 * SAMPLES / 10; sample++) {
                double mean = (enstrophies.ofSpectrum[sample] + enstrophies.ofSpectrum[sample + 1]) / 2;
                double dissipation = 2 * viscosity * ENSTROPHY_UNIT * mean;
                scale = Math.max(scale, dissipation);
                largest = Math.max(largest, Math.abs((energy[sample + 1] - energy[sample]) / INTERVAL + dissipation));
            }
            return largest / scale;
        }

        Decay until(double lastFinite) {
            return new Decay(lastFinite, energy, dissipated, enstrophies, spectra);
        }

        /// The energy lost from t* = 1 to 9, and what was dissipated meanwhile: their relative difference.
        double imbalance() {
            int from = SAMPLES / 10;
            int to = 9 * SAMPLES / 10;
            double integral = 0;
            for (int sample = from; sample < to; sample++) {
                integral += INTERVAL * (dissipated[sample] + dissipated[sample + 1]) / 2;
            }
            return Math.abs((energy[from] - energy[to]) / integral - 1);
        }

        /// Of all samples up to the last with finite values: the spectrum's sum differs from the energy by so much.
        double largestDefect() {
            double largest = 0;
            for (int sample = 0; sample <= Math.round(reached * SAMPLES / END); sample++) {
                double sum = Arrays.stream(spectra[sample]).sum();
                largest = Math.max(largest, Math.abs(sum / energy[sample] - 1));
            }
            return largest;
        }

        /// The exponent of the spectrum at the largest enstrophy, by least squares of logarithms.
        double slope() {
            double[] spectrum = spectra[enstrophies.peak()];
            int count = LAST_SHELL - FIRST_SHELL + 1;
            double[][] lines = new double[count][];
            double[] logarithms = new double[count];
            for (int k = 0; k < count; k++) {
                lines[k] = new double[] {1, Math.log(FIRST_SHELL + k)};
                logarithms[k] = Math.log(spectrum[FIRST_SHELL + k]);
            }
            return LinearFit.coefficients(lines, logarithms)[1];
        }
    }

    private static Decay decay(Laboratory laboratory, Model model, int nodes, double viscosity) {
        Case theCase = KidaVortex.inCube(nodes)
                .fluid(1, viscosity)
                .lattice(model.lattice())
                .collision(model.collision())
                .precision(model.precision())
                .output(OutputChoice.of(FlowMean.values()))
                .build();
        var decay = new Decay(
                END,
                new double[SAMPLES + 1],
                new double[SAMPLES + 1],
                Enstrophies.ofSamples(),
                new double[SAMPLES + 1][]);
        try (Simulation flow = Simulation.open(theCase, laboratory.device(), laboratory.workers())) {
            double steps = END / (2 * Math.PI) / flow.units().timeStepS();
            for (int sample = 0; sample <= SAMPLES; sample++) {
                flow.step(Math.round(steps * sample / SAMPLES) - flow.steps());
                decay.sample(sample, flow, laboratory.workers());
                if (!(decay.energy[sample] < 1)) {
                    return decay.until(END * Math.max(0, sample - 1) / SAMPLES);
                }
            }
        }
        return decay;
    }
}
