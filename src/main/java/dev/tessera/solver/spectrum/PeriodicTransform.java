package dev.tessera.solver.spectrum;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.ParallelLoop;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongToDoubleFunction;

/// Fourier coefficients of complex fields on all nodes of a box, `sum over nodes of value exp(-i k·x)`. The memory is
/// used again by the next field.
public final class PeriodicTransform {
    private final Box box;
    private final ForkJoinPool workers;
    private final double[][] re; // [z][x + nx y]
    private final double[][] im;

    public PeriodicTransform(Box box, ForkJoinPool workers) {
        this.box = box;
        this.workers = workers;
        this.re = new double[box.nz()][Math.multiplyExact(box.nx(), box.ny())];
        this.im = new double[box.nz()][box.nx() * box.ny()];
    }

    /// Computes those of the field `real + i imaginary`.
    /// @param real by box index; called by several threads
    public void of(LongToDoubleFunction real, LongToDoubleFunction imaginary) {
        FourierTransform alongX = FourierTransform.of(box.nx());
        FourierTransform alongY = FourierTransform.of(box.ny());
        ParallelLoop.over(workers, box.nz(), z -> {
            long first = (long) z * re[z].length;
            for (int n = 0; n < re[z].length; n++) {
                re[z][n] = real.applyAsDouble(first + n);
                im[z][n] = imaginary.applyAsDouble(first + n);
            }
            lines(alongX, z, box.ny(), box.nx(), 1);
            lines(alongY, z, box.nx(), 1, box.nx());
        });
        if (box.nz() > 1) {
            alongZ();
        }
    }

    /// Transforms the lines of one layer.
    private void lines(FourierTransform transform, int z, int lines, int betweenLines, int stride) {
        double[] lineRe = new double[re[z].length / lines];
        double[] lineIm = new double[lineRe.length];
        for (int line = 0; line < lines; line++) {
            int first = line * betweenLines;
            for (int k = 0; k < lineRe.length; k++) {
                lineRe[k] = re[z][first + k * stride];
                lineIm[k] = im[z][first + k * stride];
            }
            transform.transform(lineRe, lineIm);
            for (int k = 0; k < lineRe.length; k++) {
                re[z][first + k * stride] = lineRe[k];
                im[z][first + k * stride] = lineIm[k];
            }
        }
    }

    private void alongZ() {
        FourierTransform transform = FourierTransform.of(box.nz());
        ParallelLoop.over(workers, box.ny(), y -> {
            double[] lineRe = new double[box.nz()];
            double[] lineIm = new double[box.nz()];
            for (int n = y * box.nx(); n < (y + 1) * box.nx(); n++) {
                for (int z = 0; z < box.nz(); z++) {
                    lineRe[z] = re[z][n];
                    lineIm[z] = im[z][n];
                }
                transform.transform(lineRe, lineIm);
                for (int z = 0; z < box.nz(); z++) {
                    re[z][n] = lineRe[z];
                    im[z][n] = lineIm[z];
                }
            }
        });
    }

    /// The square of a coefficient's absolute value.
    /// @param x number of waves along x; numbers above half of the nodes are negative ones, plus that of the nodes
    public double square(int x, int y, int z) {
        int n = x + box.nx() * y;
        return re[z][n] * re[z][n] + im[z][n] * im[z][n];
    }
}
