package dev.tessera.suites.validation;

import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.kernel.Precision;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Case;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Errors of each precision: the same flows, against exact solutions and a published table. Every device computes
/// the same bits, so that tolerances can be close to the measured errors.
final class PrecisionLoss implements ValidationSuite {
    private static final int COARSE_CHANNEL = 16;
    private static final int FINE_CHANNEL = 32;
    private static final double USUAL_PEAK = 0.1; // lattice speed
    private static final double SLOW_PEAK = 1e-3;
    private static final int VORTEX_NODES = 64;
    private static final int CAVITY_NODES = 64;
    private static final int REYNOLDS = 100;
    private static final String ERROR = "relative L2 error of velocity";

    @Override
    public String key() {
        return "precision";
    }

    @Override
    public String title() {
        return "errors in every precision: Poiseuille, Taylor–Green, cavity";
    }

    @Override
    public boolean onlyWhenAsked() {
        return true;
    }

    @Override
    public List<ValidationCase> cases(boolean full) {
        List<ValidationCase> cases = new ArrayList<>();
        for (Precision precision : Precision.values()) {
            cases.add(new ValidationCase(precision.key(), laboratory -> rows(laboratory, precision)));
        }
        return cases;
    }

    /// @param coarse largest relative error of velocity in the coarse channel
    /// @param fine the same in the fine channel, where changes below half of the last bit are lost
    /// @param slow the same in the coarse channel, at a hundredth of the lattice speed
    /// @param vortices largest relative error of velocity
    /// @param cavity largest RMS of the difference, over the lid's speed
    private record Tolerance(double coarse, double fine, double slow, double vortices, double cavity) {
        static Tolerance of(Precision precision) {
            return switch (precision) {
                case FP64 -> new Tolerance(1e-8, 1e-8, 1e-11, 1.5e-3, 5e-3);
                case FP32 -> new Tolerance(2e-5, 5e-5, 3e-3, 1.5e-3, 5e-3);
                case FP32_FP16 -> new Tolerance(0.04, 0.13, 0.04, 3.5e-3, 5e-3);
                case FP64_DEVIATIONS -> new Tolerance(1e-8, 1e-8, 1e-13, 1.5e-3, 5e-3);
                case FP32_DEVIATIONS -> new Tolerance(8e-6, 2e-5, 5e-6, 1.5e-3, 5e-3);
            };
        }
    }

    private List<ValidationRow> rows(Laboratory laboratory, Precision precision) throws IOException {
        Tolerance tolerance = Tolerance.of(precision);
        double coarse = channelError(laboratory, precision, COARSE_CHANNEL, USUAL_PEAK, 2);
        double fine = channelError(laboratory, precision, FINE_CHANNEL, USUAL_PEAK, 2);
        double slow = channelError(laboratory, precision, COARSE_CHANNEL, SLOW_PEAK, 4);
        double vortices = TaylorGreen.error(laboratory, VORTEX_NODES, precision);
        Case square = Cavity2d.square(REYNOLDS, CAVITY_NODES)
                .precision(precision)
                .atMostS(40)
                .build();
        double[] rms = laboratory.solve(square, solution ->
                new double[] {Cavity2d.rms(solution, 0, 1, CAVITY_NODES), Cavity2d.rms(solution, 1, 1, CAVITY_NODES)});
        String of = precision.key() + ", ";
        return List.of(
                ValidationRow.error(
                        key(),
                        of + "Poiseuille, trt 3/16, 16 nodes",
                        ERROR,
                        coarse,
                        Poiseuille.EXACT,
                        tolerance.coarse),
                ValidationRow.error(
                        key(), of + "Poiseuille, trt 3/16, 32 nodes", ERROR, fine, Poiseuille.EXACT, tolerance.fine),
                ValidationRow.error(
                        key(),
                        of + "Poiseuille, trt 3/16, 16 nodes, lattice speed 0.001",
                        ERROR,
                        slow,
                        Poiseuille.EXACT,
                        tolerance.slow),
                ValidationRow.error(
                        key(),
                        of + "Taylor–Green, bgk, 64 x 64",
                        ERROR,
                        vortices,
                        TaylorGreen.EXACT,
                        tolerance.vortices),
                ValidationRow.error(
                        key(),
                        of + "cavity Re 100, mrt, 64 x 64",
                        "RMS of u on the vertical centreline / U",
                        rms[0],
                        Cavity2d.SOURCE,
                        tolerance.cavity),
                ValidationRow.error(
                        key(),
                        of + "cavity Re 100, mrt, 64 x 64",
                        "RMS of v on the horizontal centreline / U",
                        rms[1],
                        Cavity2d.SOURCE,
                        tolerance.cavity));
    }

    /// A channel of 1 m with a peak of 1 m/s at relaxation time 0.8, where TRT at 3/16 is exact: the error is
    /// rounding only.
    ///
    /// @param peak on the lattice
    /// @param times of diffusion across the channel: what remains of the start is exp(-π² times)
    private static double channelError(Laboratory laboratory, Precision precision, int nodes, double peak, double times)
            throws IOException {
        double dx = 1.0 / nodes;
        double viscosity = dx * USUAL_PEAK / peak;
        Domain channel = Domain.of2d(4 * dx, 1, Side.periodic(), Side.periodic(), Side.wall("wall"), Side.wall("wall"));
        Case theCase = Case.named("poiseuille")
                .geometry(ShapeSource.in(channel))
                .spacingM(dx)
                .fluid(1, viscosity)
                .lattice(Lattices.D2Q9)
                .collision(new Trt())
                .precision(precision)
                .accelerationMPerS2(8 * viscosity, 0, 0)
                .relaxationTime(0.8)
                .atMostS(times / viscosity)
                .build();
        return laboratory.solve(theCase, solution -> Poiseuille.error(solution, nodes));
    }
}
