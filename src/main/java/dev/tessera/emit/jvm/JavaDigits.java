package dev.tessera.emit.jvm;

import dev.tessera.expr.Form.DigitFunction;

/// Java source of operations on the digits of numbers, as [VectorDigits] and [ScalarCode] compute them.
///
/// @param wide whether numbers are doubles
record JavaDigits(boolean wide) {
    String lanes(DigitFunction function, String x) {
        return switch (function) {
            case ROUND -> round(x);
            case POWER_OF_TWO ->
                "%s.add(%s)%s.lanewise(VectorOperators.LSHL, %d)%s"
                        .formatted(x, whole(), toBits(), shift(), toNumbers());
            case EXPONENT ->
                ("%s%s.lanewise(VectorOperators.LSHR, %d).lanewise(VectorOperators.AND, %s)"
                                + ".lanewise(VectorOperators.OR, %s)%s.sub(%s)")
                        .formatted(
                                x,
                                toBits(),
                                shift(),
                                wide ? "0x7FF" : "0xFF",
                                wide ? "0x4330_0000_0000_0000L" : "0x4B00_0000",
                                toNumbers(),
                                wide ? "0x1p52 + 1023" : "0x1p23f + 127");
            case SIGNIFICAND -> ofBits(x, significand());
            case SIGN -> ofBits(x, sign());
        };
    }

    private String round(String x) {
        String size = "%1$s.abs().blend(%1$s.abs().add(%2$s).sub(%2$s), %1$s.abs().compare(VectorOperators.LT, %2$s))";
        String sign = "%1$s%3$s.lanewise(VectorOperators.AND, %4$s)";
        return (size + "%3$s.lanewise(VectorOperators.OR, " + sign + ")%5$s")
                .formatted(x, wide ? "0x1p52" : "0x1p23f", toBits(), sign(), toNumbers());
    }

    private String ofBits(String x, String mask) {
        return "%s%s.lanewise(VectorOperators.AND, %s).lanewise(VectorOperators.OR, %s)%s"
                .formatted(x, toBits(), mask, bitsOfOne(), toNumbers());
    }

    String scalar(DigitFunction function, String x) {
        String toBits = wide ? "Double.doubleToRawLongBits" : "Float.floatToRawIntBits";
        String toNumber = wide ? "Double.longBitsToDouble" : "Float.intBitsToFloat";
        return switch (function) {
            case ROUND -> "%sMath.rint(%s)".formatted(wide ? "" : "(float) ", x);
            case POWER_OF_TWO -> "%s(%s(%s + (%s)) << %d)".formatted(toNumber, toBits, x, whole(), shift());
            case EXPONENT -> "Math.getExponent(%s)".formatted(x);
            case SIGNIFICAND -> "%s(%s(%s) & %s | %s)".formatted(toNumber, toBits, x, significand(), bitsOfOne());
            case SIGN -> "%s(%s(%s) & %s | %s)".formatted(toNumber, toBits, x, sign(), bitsOfOne());
        };
    }

    private String whole() {
        return wide ? "0x1.8p52 + 1023" : "0x1.8p23f + 127";
    }

    private int shift() {
        return wide ? 52 : 23;
    }

    private String significand() {
        return wide ? "0x000F_FFFF_FFFF_FFFFL" : "0x007F_FFFF";
    }

    private String sign() {
        return wide ? "Long.MIN_VALUE" : "Integer.MIN_VALUE";
    }

    private String bitsOfOne() {
        return wide ? "0x3FF0_0000_0000_0000L" : "0x3F80_0000";
    }

    private String toBits() {
        return wide ? ".reinterpretAsLongs()" : ".reinterpretAsInts()";
    }

    private String toNumbers() {
        return wide ? ".reinterpretAsDoubles()" : ".reinterpretAsFloats()";
    }
}
