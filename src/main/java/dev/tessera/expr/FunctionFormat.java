package dev.tessera.expr;

import java.util.Arrays;
import java.util.List;

/// The constants of elementary functions in one floating-point format. Polynomials were fitted in 70 digits for the
/// smallest largest error relative to the function, coefficient by coefficient after rounding; the error in
/// brackets is relative to the function's value.
///
/// @param largest finite number
/// @param smallestNormal smallest number with all digits
/// @param digits of the significand, the first one included
/// @param exponentials limits outside which `exp` is 0 or infinite, rounded outwards
/// @param tanhIsOne from here on tanh is 1
/// @param tiny below it, `sin x`, `tanh x` and `x` are the same number
/// @param largestPower beyond it, every power of a base other than 1 is 0 or infinite
/// @param log2e 1 / ln 2
/// @param ln2 in two parts of all digits
/// @param shortLn2 in two parts; products of the first one with an exponent are exact
/// @param twoOverPi 2 / pi
/// @param halfPi in three parts of all digits
/// @param twoThirds in two parts
/// @param exp of `(e^r - 1 - r) / r^2` in r, |r| ≤ ln 2 / 2
/// @param log of `(2 atanh(s) / s - 2) / z` in z = s², s ≤ (√2 - 1) / (√2 + 1)
/// @param logTail of `((2 atanh(s) / s - 2) / z - 2/3) / z`
/// @param sin of `(sin(r) - r) / r^3` in z = r², |r| ≤ pi / 4
/// @param cos of `(cos(r) - 1 + z / 2) / z^2`
record FunctionFormat(
        Rational largest,
        Rational smallestNormal,
        int digits,
        List<Rational> exponentials,
        Rational tanhIsOne,
        Rational tiny,
        Rational largestPower,
        Rational log2e,
        List<Rational> ln2,
        List<Rational> shortLn2,
        Rational twoOverPi,
        List<Rational> halfPi,
        List<Rational> twoThirds,
        List<Rational> exp,
        List<Rational> log,
        List<Rational> logTail,
        List<Rational> sin,
        List<Rational> cos) {

    static final FunctionFormat FP64 = new FunctionFormat(
            Rational.exactly(Double.MAX_VALUE),
            Rational.exactly(Double.MIN_NORMAL),
            53,
            exactly(-746, 710),
            Rational.of(22),
            Rational.exactly(0x1p-28),
            Rational.exactly(0x1p65),
            Rational.exactly(0x1.71547652b82fep0),
            exactly(0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56),
            exactly(0x1.62e42fefa3800p-1, 0x1.ef35793c76730p-45),
            Rational.exactly(0x1.45f306dc9c883p-1),
            exactly(0x1.921fb54442d18p0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110),
            exactly(0x1.5555555555555p-1, 0x1.5555555555555p-55),
            exactly( // 2^-63
                    0x1p-1,
                    0x1.555555555555cp-3,
                    0x1.5555555555541p-5,
                    0x1.111111110ea06p-7,
                    0x1.6c16c16c1fa96p-10,
                    0x1.a01a01b43e050p-13,
                    0x1.a01a0176ecc50p-16,
                    0x1.71ddee86b1af0p-19,
                    0x1.27e540bab0d59p-22,
                    0x1.af6e5a95ada37p-26,
                    0x1.1ed9963f2d110p-29),
            exactly( // 2^-59
                    0x1.5555555555592p-1,
                    0x1.999999997ff07p-2,
                    0x1.24924941e2fd6p-2,
                    0x1.c71c521282b90p-3,
                    0x1.74663d61df4ebp-3,
                    0x1.39a1db16f4880p-3,
                    0x1.2f04560941219p-3),
            exactly( // 2^-73
                    0x1.999999999999ap-2,
                    0x1.2492492492363p-2,
                    0x1.c71c71c747eb2p-3,
                    0x1.745d172bc722cp-3,
                    0x1.3b13ba5b8185cp-3,
                    0x1.110f1be821cfcp-3,
                    0x1.e2659d53c3be6p-4,
                    0x1.a505c0673778ep-4,
                    0x1.ecc336bf0158bp-4),
            exactly( // 2^-57
                    -0x1.5555555555548p-3,
                    0x1.111111110f730p-7,
                    -0x1.a01a019be91adp-13,
                    0x1.71de35551f6e2p-19,
                    -0x1.ae5e4b9944959p-26,
                    0x1.5d8b6fad967dep-33),
            exactly( // 2^-63
                    0x1.555555555554bp-5,
                    -0x1.6c16c16c15015p-10,
                    0x1.a01a019c8f23ep-16,
                    -0x1.27e4f7f18ed57p-22,
                    0x1.1ee9dbcc0a101p-29,
                    -0x1.8fa68236bf17cp-37));

    static final FunctionFormat FP32 = new FunctionFormat(
            Rational.exactly(Float.MAX_VALUE),
            Rational.exactly(Float.MIN_NORMAL),
            24,
            exactly(-104, 89),
            Rational.of(10),
            Rational.exactly(0x1p-13),
            Rational.exactly(0x1p33),
            Rational.exactly(0x1.715476p0),
            exactly(0x1.62e430p-1, -0x1.05c610p-29),
            exactly(0x1.62e4p-1, 0x1.7f7d1cp-20),
            Rational.exactly(0x1.45f306p-1),
            exactly(0x1.921fb6p0, -0x1.777a5cp-25, -0x1.ee59dap-50),
            exactly(0x1.555556p-1, -0x1.555556p-26),
            exactly( // 2^-32
                    0x1p-1, 0x1.555552p-3, 0x1.5554e6p-5, 0x1.1115c8p-7, 0x1.6d4f00p-10, 0x1.9a6ae6p-13),
            exactly( // 2^-35
                    0x1.555554p-1, 0x1.999c26p-2, 0x1.23d3e0p-2, 0x1.f13c62p-3),
            exactly( // 2^-43
                    0x1.999998p-2, 0x1.2493b6p-2, 0x1.c63daap-3, 0x1.908390p-3),
            exactly( // 2^-32
                    -0x1.555556p-3, 0x1.111168p-7, -0x1.a049d0p-13, 0x1.779980p-19),
            exactly( // 2^-32
                    0x1.555546p-5, -0x1.6c09c0p-10, 0x1.993bcep-16));

    private static List<Rational> exactly(double... values) {
        return Arrays.stream(values).mapToObj(Rational::exactly).toList();
    }
}
