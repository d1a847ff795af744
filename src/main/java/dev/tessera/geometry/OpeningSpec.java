package dev.tessera.geometry;

/// An opening as defined by a case: its name, the selected end, and its extension.
public record OpeningSpec(String name, OpeningSelector selector, Extension extension) {
    public static OpeningSpec of(String name, OpeningSelector selector) {
        return new OpeningSpec(name, selector, Extension.NONE);
    }

    /// A straight tube that is added to an opening, along its normal.
    ///
    /// @param diameters its length in diameters of the opening
    /// @param lengthM or in metres; both add up
    /// @param rounded whether the cross-section becomes a circle of the same area along the first diameter
    public record Extension(double diameters, double lengthM, boolean rounded) {
        public static final Extension NONE = new Extension(0, 0, false);

        public Extension {
            if (!(diameters >= 0 && lengthM >= 0) || Double.isInfinite(diameters + lengthM)) {
                throw new IllegalArgumentException(
                        "an extension by %s diameters and %s m: neither may be negative".formatted(diameters, lengthM));
            }
        }

        public static Extension diameters(double diameters) {
            return new Extension(diameters, 0, false);
        }

        public static Extension metres(double lengthM) {
            return new Extension(0, lengthM, false);
        }

        public Extension toCircle() {
            return new Extension(diameters, lengthM, true);
        }

        /// @param radiusM of the opening
        public double lengthOf(double radiusM) {
            return 2 * radiusM * diameters + lengthM;
        }
    }
}
