package dev.tessera.solver.spectrum;

/// The discrete Fourier transform `X_k = sum x_n exp(-2 pi i k n / count)` of complex numbers. Immutable; threads can
/// share it.
///
/// Powers of two are transformed by Cooley and Tukey's algorithm, Math. Comput. 19, 297 (1965), other counts as a
/// convolution by Bluestein's, IEEE Trans. Audio Electroacoust. 18, 451 (1970). Both take `O(count log count)`
/// operations.
public final class FourierTransform {
    private final int count;
    private final int padded; // a power of two; the count itself where that is one
    private final double[] cosine; // cos(2 pi k / padded), [padded / 2]
    private final double[] sine;
    private final double[] chirpRe; // exp(-pi i n^2 / count), [count]; empty for powers of two
    private final double[] chirpIm;
    private final double[] kernelRe; // transform of the conjugate chirp, [padded]; empty for powers of two
    private final double[] kernelIm;

    private FourierTransform(int count) {
        this.count = count;
        boolean isPower = Integer.bitCount(count) == 1;
        this.padded = isPower ? count : Integer.highestOneBit(2 * count - 1) << 1;
        this.cosine = new double[padded / 2];
        this.sine = new double[padded / 2];
        for (int k = 0; k < padded / 2; k++) {
            cosine[k] = Math.cos(2 * Math.PI * k / padded);
            sine[k] = Math.sin(2 * Math.PI * k / padded);
        }
        int chirps = isPower ? 0 : count;
        this.chirpRe = new double[chirps];
        this.chirpIm = new double[chirps];
        this.kernelRe = new double[isPower ? 0 : padded];
        this.kernelIm = new double[isPower ? 0 : padded];
        for (int n = 0; n < chirps; n++) {
            double angle = Math.PI * ((long) n * n % (2L * count)) / count; // small angles are accurate
            chirpRe[n] = Math.cos(angle);
            chirpIm[n] = -Math.sin(angle);
            int mirrored = n == 0 ? 0 : padded - n;
            kernelRe[n] = kernelRe[mirrored] = chirpRe[n];
            kernelIm[n] = kernelIm[mirrored] = -chirpIm[n];
        }
        if (!isPower) {
            ofPowerOfTwo(kernelRe, kernelIm);
        }
    }

    /// @param count of numbers, 1 to 2^28
    /// @throws IllegalArgumentException for other counts
    public static FourierTransform of(int count) {
        if (count < 1 || count > 1 << 28) {
            throw new IllegalArgumentException(
                    "a Fourier transform has 1 to %d numbers, not %d".formatted(1 << 28, count));
        }
        return new FourierTransform(count);
    }

    /// In place.
    /// @param re real parts, `[count]`
    /// @param im imaginary parts, `[count]`
    public void transform(double[] re, double[] im) {
        if (re.length != count || im.length != count) {
            throw new IllegalArgumentException(
                    "%d real and %d imaginary parts of %d numbers".formatted(re.length, im.length, count));
        }
        if (padded == count) {
            ofPowerOfTwo(re, im);
        } else {
            byConvolution(re, im);
        }
    }

    private void byConvolution(double[] re, double[] im) {
        double[] longRe = new double[padded];
        double[] longIm = new double[padded];
        for (int n = 0; n < count; n++) {
            longRe[n] = re[n] * chirpRe[n] - im[n] * chirpIm[n];
            longIm[n] = re[n] * chirpIm[n] + im[n] * chirpRe[n];
        }
        ofPowerOfTwo(longRe, longIm);
        for (int k = 0; k < padded; k++) { // conjugated, so that the same transform is the inverse one
            double product = longRe[k] * kernelRe[k] - longIm[k] * kernelIm[k];
            longIm[k] = -(longRe[k] * kernelIm[k] + longIm[k] * kernelRe[k]);
            longRe[k] = product;
        }
        ofPowerOfTwo(longRe, longIm);
        for (int k = 0; k < count; k++) {
            double x = longRe[k] / padded;
            double y = -longIm[k] / padded;
            re[k] = x * chirpRe[k] - y * chirpIm[k];
            im[k] = x * chirpIm[k] + y * chirpRe[k];
        }
    }

    /// @param re `[padded]`
    private void ofPowerOfTwo(double[] re, double[] im) {
        sortByReversedBits(re, im);
        for (int length = 2; length <= padded; length <<= 1) {
            int half = length / 2;
            int stride = padded / length;
            for (int begin = 0; begin < padded; begin += length) {
                for (int k = 0; k < half; k++) {
                    int a = begin + k;
                    int b = a + half;
                    double c = cosine[k * stride];
                    double s = -sine[k * stride];
                    double x = re[b] * c - im[b] * s;
                    double y = re[b] * s + im[b] * c;
                    re[b] = re[a] - x;
                    im[b] = im[a] - y;
                    re[a] += x;
                    im[a] += y;
                }
            }
        }
    }

    private void sortByReversedBits(double[] re, double[] im) {
        for (int i = 1, j = 0; i < padded; i++) {
            int bit = padded >> 1;
            for (; (j & bit) != 0; bit >>= 1) {
                j ^= bit;
            }
            j ^= bit;
            if (i < j) {
                swap(re, i, j);
                swap(im, i, j);
            }
        }
    }

    private static void swap(double[] values, int a, int b) {
        double kept = values[a];
        values[a] = values[b];
        values[b] = kept;
    }
}
