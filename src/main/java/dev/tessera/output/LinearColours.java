package dev.tessera.output;

/// Colours as amounts of light, in which shading and means over parts of a pixel are computed.
final class LinearColours {
    /// Levels of the colour scale.
    static final int LEVELS = 4096;

    private static final double BRIGHTNESS = 1.25; // of colours, so that lit places have those of the scale
    private static final double GAMMA = 2.2;
    private static final byte[] ENCODED = new byte[LEVELS + 1]; // of linear levels
    private static final float[] DECODED = new float[256];

    static {
        for (int level = 0; level <= LEVELS; level++) {
            ENCODED[level] = (byte) Math.round(255 * Math.pow((double) level / LEVELS, 1 / GAMMA));
        }
        for (int level = 0; level < 256; level++) {
            DECODED[level] = (float) Math.pow(level / 255.0, GAMMA);
        }
    }

    private LinearColours() {}

    /// The colour scale, `[3 level + channel]`.
    static float[] scale() {
        float[] colours = new float[3 * (LEVELS + 1)];
        for (int level = 0; level <= LEVELS; level++) {
            int rgb = ColourMap.at((double) level / LEVELS);
            for (int channel = 0; channel < 3; channel++) {
                colours[3 * level + channel] = (float) BRIGHTNESS * DECODED[rgb >> 16 - 8 * channel & 255];
            }
        }
        return colours;
    }

    /// As a pixel; 1 and more is white.
    static int rgb(float red, float green, float blue) {
        return encoded(red) << 16 | encoded(green) << 8 | encoded(blue);
    }

    private static int encoded(float linear) {
        return ENCODED[(int) (Math.min(1, linear) * LEVELS + 0.5f)] & 255;
    }
}
