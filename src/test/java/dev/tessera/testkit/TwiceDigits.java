package dev.tessera.testkit;

/// A number of about 106 digits, as the unevaluated sum of two doubles, with elementary functions: references for
/// functions in double precision. Sums and products follow Dekker, Numer. Math. 18, 224 (1971); functions are
/// Taylor series.
///
/// @param low at most half a unit in the last place of `high`
public record TwiceDigits(double high, double low) {
    private static final double[] HALF_PI = {
        0x1.921fb54442d18p0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110, 0x1.4cf98e804177dp-164
    };
    private static final double[] LN2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56, 0x1.7b57a079a1934p-111};
    private static final int TERMS = 28;

    public static TwiceDigits of(double value) {
        return new TwiceDigits(value, 0);
    }

    private static TwiceDigits sum(double a, double b) {
        double high = a + b;
        double part = high - a;
        return new TwiceDigits(high, (a - (high - part)) + (b - part));
    }

    private static TwiceDigits normal(double large, double small) {
        double high = large + small;
        return new TwiceDigits(high, small - (high - large));
    }

    public static TwiceDigits product(double a, double b) {
        double high = a * b;
        return new TwiceDigits(high, Math.fma(a, b, -high));
    }

    public TwiceDigits plus(TwiceDigits other) {
        TwiceDigits highs = sum(high, other.high);
        TwiceDigits lows = sum(low, other.low);
        TwiceDigits first = normal(highs.high, highs.low + lows.high);
        return normal(first.high, first.low + lows.low);
    }

    public TwiceDigits minus(TwiceDigits other) {
        return plus(new TwiceDigits(-other.high, -other.low));
    }

    public TwiceDigits times(TwiceDigits other) {
        TwiceDigits product = product(high, other.high);
        return normal(product.high, product.low + (high * other.low + low * other.high));
    }

    public TwiceDigits over(TwiceDigits other) {
        double first = high / other.high;
        TwiceDigits rest = minus(other.times(of(first)));
        double second = rest.high / other.high;
        TwiceDigits last = rest.minus(other.times(of(second)));
        return normal(first, second).plus(of(last.high / other.high));
    }

    /// @param exponent such that the result is normal
    public TwiceDigits scaled(int exponent) {
        return new TwiceDigits(Math.scalb(high, exponent), Math.scalb(low, exponent));
    }

    /// The exponential as a number between 1/2 and 2 and a power of two.
    public record Exponential(TwiceDigits significand, int exponent) {
        /// The distance of a double from this number, in units in the last place of this number.
        public double ulps(double value) {
            double unit = Math.max(Math.ulp(significand.high), Math.scalb(1.0, Math.max(-1074 - exponent, -1000)));
            return Math.abs((scaled(value) - significand.high) - significand.low) / unit;
        }

        /// In two factors, since `2^-exponent` may be infinite.
        private double scaled(double value) {
            return Math.scalb(Math.scalb(value, -exponent / 2), -exponent + exponent / 2);
        }
    }

    public Exponential exp() {
        int n = (int) Math.rint(high / LN2[0]);
        TwiceDigits r = this;
        for (double part : LN2) {
            r = r.minus(product(n, part));
        }
        TwiceDigits small = r.scaled(-8);
        TwiceDigits sum = of(1);
        for (int k = 12; k >= 1; k--) {
            sum = sum.times(small).over(of(k)).plus(of(1));
        }
        for (int k = 0; k < 8; k++) {
            sum = sum.times(sum);
        }
        return new Exponential(sum, n);
    }

    /// The logarithm of a positive normal number.
    public static TwiceDigits log(double x) {
        if (Math.abs(x - 1) < 0x1p-6) {
            TwiceDigits s = of(x - 1).over(sum(x, 1));
            TwiceDigits z = s.times(s);
            TwiceDigits sum = of(0);
            for (int k = 17; k >= 1; k -= 2) {
                sum = sum.times(z).plus(of(1).over(of(k)));
            }
            return sum.times(s).scaled(1);
        }
        double guess = StrictMath.log(x);
        Exponential inverse = of(-guess).exp();
        int exponent = Math.getExponent(x);
        TwiceDigits near =
                inverse.significand.times(of(Math.scalb(x, -exponent))).scaled(inverse.exponent + exponent);
        TwiceDigits t = near.minus(of(1));
        return of(guess).plus(t.minus(t.times(t).scaled(-1)));
    }

    /// @param sine whether the sine, else the cosine
    public static TwiceDigits wave(double x, boolean sine) {
        double n = Math.rint(x / HALF_PI[0]);
        TwiceDigits r = of(x);
        for (double part : HALF_PI) {
            r = r.minus(product(n, part));
        }
        int quarter = Math.floorMod((long) n + (sine ? 0 : 1), 4);
        TwiceDigits series = r.series(quarter % 2 == 0);
        return quarter < 2 ? series : new TwiceDigits(-series.high, -series.low);
    }

    private TwiceDigits series(boolean sine) {
        TwiceDigits z = times(this);
        TwiceDigits sum = of(1);
        for (int k = sine ? TERMS + 1 : TERMS; k > 1; k -= 2) {
            sum = of(1).minus(sum.times(z).over(of((double) k * (k - 1))));
        }
        return sine ? sum.times(this) : sum;
    }

    public static TwiceDigits tanh(double x) {
        if (Math.abs(x) < 0x1p-16) {
            TwiceDigits z = product(x, x);
            TwiceDigits fifth = z.times(z).times(of(2).over(of(15)));
            return of(x).times(of(1).minus(z.over(of(3))).plus(fifth));
        }
        Exponential twice = of(2 * x).exp();
        TwiceDigits power = twice.significand.scaled(twice.exponent);
        return power.minus(of(1)).over(power.plus(of(1)));
    }

    /// @param x positive and normal
    public static Exponential pow(double x, double y) {
        return log(x).times(of(y)).exp();
    }

    /// The distance of a double from this number, in units in the last place of this number.
    public double ulps(double value) {
        return Math.abs((value - high) - low) / Math.ulp(high);
    }
}
