package dev.tessera.output;

/// A perceptually uniform colour map: viridis (S. van der Walt, N. Smith, CC0), as the sixth-order polynomial
/// fit of M. Zucker (public domain); within 2 of 255 of the table.
final class ColourMap {
    private static final double[][] COEFFICIENTS = {
        {0.2777273272234177, 0.005407344544966578, 0.3340998053353061},
        {0.1050930431085774, 1.404613529898575, 1.384590162594685},
        {-0.3308618287255563, 0.214847559468213, 0.09509516302823659},
        {-4.634230498983486, -5.799100973351585, -19.33244095627987},
        {6.228269936347081, 14.17993336680509, 56.69055260068105},
        {4.776384997670288, -13.74514537774601, -65.35303263337234},
        {-5.435455855934631, 4.645852612178535, 26.3124352495832},
    };

    /// Steps of the scale: too small to be seen, and areas of one colour make files of pictures smaller.
    private static final int STEPS = 255;

    private ColourMap() {}

    /// The colour of a value between 0 and 1 (clamped), one of 256, as 0xRRGGBB.
    static int at(double value) {
        double t = Math.rint(STEPS * Math.clamp(value, 0, 1)) / STEPS;
        int rgb = 0;
        for (int channel = 0; channel < 3; channel++) {
            double level = 0;
            for (int k = COEFFICIENTS.length - 1; k >= 0; k--) {
                level = level * t + COEFFICIENTS[k][channel];
            }
            rgb = rgb << 8 | (int) Math.round(255 * Math.clamp(level, 0, 1));
        }
        return rgb;
    }
}
