package dev.tessera.suites.validation;

import dev.tessera.kernel.Intrinsics;
import dev.tessera.kernel.Precision;
import dev.tessera.model.collision.CarreauYasuda;
import dev.tessera.model.collision.PowerLaw;
import dev.tessera.model.collision.Trt;
import dev.tessera.solver.CaseBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// What `intrinsics: fast` changes in steady flows on a GPU, in FP32: velocities of channels whose viscosity
/// is a power of the shear rate (stored as deviations), and densities on both sides of the interface of a Shan–Chen
/// fluid at rest,
/// with exact and with fast functions. CPUs have exact functions only.
final class FastFunctionFlows implements ValidationSuite {
    private static final double DIFFERENCE = 1e-4;
    private static final double COUPLING = -4.5;
    private static final int LENGTH = 128;
    private static final int STEPS = 30_000;

    /// Exponents that are no halves: those are roots, which are always exact.
    private static final List<Rheology.Channel> CHANNELS = List.of(
            new Rheology.Channel("power law n = 0.7", new PowerLaw(1, 0.7, 0.1, 200), 2, 1e-2),
            new Rheology.Channel("Carreau", new CarreauYasuda(16.2, 1, 5, 0.3568, 2), 10, 5e-3),
            new Rheology.Channel("Carreau-Yasuda a = 0.64", new CarreauYasuda(16.2, 1, 5, 0.2128, 0.64), 10, 5e-3));

    @Override
    public String key() {
        return "intrinsics";
    }

    @Override
    public String title() {
        return "steady flows with fast and with exact exp, log and pow in FP32, on GPUs";
    }

    @Override
    public boolean onlyWhenAsked() {
        return true;
    }

    @Override
    public List<ValidationCase> cases(boolean full) {
        int nodes = full ? 64 : 32;
        List<ValidationCase> cases = new ArrayList<>();
        for (Rheology.Channel channel : CHANNELS) {
            String setup = "D2Q9 trt, %s, %d nodes".formatted(channel.name(), nodes);
            cases.add(new ValidationCase(setup, laboratory -> channel(laboratory, channel, nodes, setup)));
        }
        String setup = "D2Q9 bgk, Shan–Chen, G = %s".formatted(COUPLING);
        cases.add(new ValidationCase(setup, laboratory -> interfaceAtRest(laboratory, setup)));
        return cases;
    }

    private static List<Intrinsics> of(Laboratory laboratory) {
        return laboratory.device().isGpu() ? List.of(Intrinsics.EXACT, Intrinsics.FAST) : List.of(Intrinsics.EXACT);
    }

    private static UnaryOperator<CaseBuilder> settings(Precision precision, Intrinsics intrinsics) {
        return builder -> builder.precision(precision).intrinsics(intrinsics);
    }

    private List<ValidationRow> channel(Laboratory laboratory, Rheology.Channel channel, int nodes, String setup)
            throws IOException {
        List<ValidationRow> rows = new ArrayList<>();
        List<double[]> profiles = new ArrayList<>();
        for (Intrinsics functions : of(laboratory)) {
            var errors = Rheology.errors(
                    laboratory, channel, new Trt(), nodes, settings(Precision.FP32_DEVIATIONS, functions));
            profiles.add(errors.profile());
            String quantity = "relative L2 error of velocity, %s functions".formatted(functions.key());
            rows.add(ValidationRow.error(
                    key(), setup, quantity, errors.velocity(), "exact solution", channel.tolerance()));
        }
        addDifference(rows, setup, "velocity", profiles);
        return rows;
    }

    /// Of the densities amid both phases: rounding moves the interface itself.
    private List<ValidationRow> interfaceAtRest(Laboratory laboratory, String setup) {
        Coexistence phases = Coexistence.of(COUPLING);
        List<ValidationRow> rows = new ArrayList<>();
        List<double[]> densities = new ArrayList<>();
        for (Intrinsics functions : of(laboratory)) {
            double[] profile = ShanChenSuite.profile(
                    laboratory,
                    COUPLING,
                    LENGTH,
                    ShanChenSuite.layer(phases, LENGTH),
                    STEPS,
                    settings(Precision.FP32, functions));
            double liquid = profile[LENGTH / 2];
            double vapour = profile[0];
            densities.add(new double[] {liquid, vapour});
            rows.addAll(phases.rows(key(), setup, ", %s functions".formatted(functions.key()), liquid, vapour));
        }
        addDifference(rows, setup, "both densities", densities);
        return rows;
    }

    /// Of fast and exact functions, where both were computed.
    private void addDifference(List<ValidationRow> rows, String setup, String of, List<double[]> found) {
        if (found.size() == 2) {
            rows.add(ValidationRow.error(
                    key(),
                    setup,
                    "relative L2 difference of %s, fast and exact functions".formatted(of),
                    RelativeError.l2(found.getLast(), found.getFirst()),
                    "exact functions",
                    DIFFERENCE));
        }
    }
}
