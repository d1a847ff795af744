package dev.tessera.solver.spectrum;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.ParallelLoop;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;

/// The kinetic energy of a flow in a periodic box by wave number. A shell has the wave vectors whose length, in
/// units of `2 pi / L` with L the longest side, rounds to its number; the last one has the corners of the space of wave
/// numbers.
///
/// @param spacingRadPerM distance of wave numbers, `2 pi / L`, rad/m
/// @param energyM2PerS2 of each shell from 0: `sum |u_k|² / 2`, u_k the Fourier coefficients of the velocity. The sum
///        over all shells is the mean of `u·u / 2` over the nodes (Parseval)
/// @param enstrophyPerS2 of each shell: `sum k·k |u_k|² / 2`, with the k of each coefficient. The sum over all shells
///        is the mean of `w·w / 2` with exact derivatives, where the velocity has no divergence
public record EnergySpectrum(double spacingRadPerM, double[] energyM2PerS2, double[] enstrophyPerS2) {
    /// The array of a complex number for each node.
    public static final int BYTES_PER_NODE = 2 * Double.BYTES;

    /// Why a flow on these nodes has no spectrum; empty: it has one.
    /// @param fluidNodes number of fluid nodes of the box
    public static Optional<String> refusal(Box box, long fluidNodes) {
        String[] axes = {"x", "y", "z"};
        for (int axis = 0; axis < (box.is2d() ? 2 : 3); axis++) {
            if (!box.isPeriodic(axis)) {
                return Optional.of(
                        "a spectrum is computed from waves that fit into the box, and the box is not periodic along %s"
                                .formatted(axes[axis]));
            }
        }
        return fluidNodes == box.size()
                ? Optional.empty()
                : Optional.of(
                        "a spectrum is computed from the velocity at all nodes of the box, and %d of its %d nodes are not fluid"
                                .formatted(box.size() - fluidNodes, box.size()));
    }

    /// @param velocityMPerS `[axis][box index]`, in 2D with two or three axes
    /// @param nodeSpacingM distance between nodes
    /// @throws IllegalArgumentException where [#refusal] has a reason
    public static EnergySpectrum of(Box box, double nodeSpacingM, double[][] velocityMPerS, ForkJoinPool workers) {
        refusal(box, velocityMPerS[0].length).ifPresent(reason -> {
            throw new IllegalArgumentException(reason);
        });
        int longest = Math.max(box.nx(), Math.max(box.ny(), box.nz()));
        double unit = 2 * Math.PI / (longest * nodeSpacingM);
        int shells = (int) Math.round(Math.sqrt(squareOfCorner(box, longest))) + 1;
        double[] energy = new double[shells];
        double[] enstrophy = new double[shells];
        PeriodicTransform transform = new PeriodicTransform(box, workers);
        double scale = 0.5 / ((double) box.size() * box.size());
        // Two real fields are one complex field: over k and -k, in the same shell, its squares are the sum of theirs.
        for (int axis = 0; axis < (box.is2d() ? 2 : 3); axis += 2) {
            double[] real = velocityMPerS[axis];
            double[] imaginary = axis == 0 ? velocityMPerS[1] : new double[0];
            transform.of(n -> real[(int) n], n -> imaginary.length == 0 ? 0 : imaginary[(int) n]);
            double[][][] ofLayers = new double[box.nz()][2][shells];
            ParallelLoop.over(workers, box.nz(), z -> addLayer(transform, box, z, longest, ofLayers[z]));
            for (double[][] ofLayer : ofLayers) { // in order, so that sums do not depend on threads
                for (int shell = 0; shell < shells; shell++) {
                    energy[shell] += scale * ofLayer[0][shell];
                    enstrophy[shell] += scale * unit * unit * ofLayer[1][shell];
                }
            }
        }
        return new EnergySpectrum(unit, energy, enstrophy);
    }

    private static void addLayer(PeriodicTransform transform, Box box, int z, int longest, double[][] sums) {
        double kz = wave(z, box.nz(), longest);
        for (int y = 0; y < box.ny(); y++) {
            double ky = wave(y, box.ny(), longest);
            for (int x = 0; x < box.nx(); x++) {
                double kx = wave(x, box.nx(), longest);
                double square = kx * kx + ky * ky + kz * kz;
                int shell = (int) Math.round(Math.sqrt(square));
                double found = transform.square(x, y, z);
                sums[0][shell] += found;
                sums[1][shell] += square * found;
            }
        }
    }

    private static double squareOfCorner(Box box, int longest) {
        double square = 0;
        for (int axis = 0; axis < 3; axis++) {
            double wave = wave(box.nodes(axis) / 2, box.nodes(axis), longest);
            square += wave * wave;
        }
        return square;
    }

    /// A wave number in units of `2 pi / L`.
    private static double wave(int index, int nodes, int longest) {
        int waves = index <= nodes / 2 ? index : index - nodes;
        return (double) waves * longest / nodes;
    }

    public int shells() {
        return energyM2PerS2.length;
    }

    /// The kinetic energy: the sum over all shells.
    public double energy() {
        return Arrays.stream(energyM2PerS2).sum();
    }

    /// The enstrophy: the sum over all shells.
    public double enstrophy() {
        return Arrays.stream(enstrophyPerS2).sum();
    }
}
