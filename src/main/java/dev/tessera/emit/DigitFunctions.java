package dev.tessera.emit;

import dev.tessera.expr.Form;
import dev.tessera.expr.Form.DigitFunction;
import dev.tessera.expr.Reachable;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Real;
import java.util.List;

/// Functions of C and similar languages for [DigitFunction]s other than rounding, in integer operations that
/// compilers can vectorise.
public final class DigitFunctions {
    /// The functions' names.
    public static final List<String> NAMES =
            List.of("power_of_two", "exponent_of", "significand_of", "sign_of", "digits_of", "number_of");

    private DigitFunctions() {}

    /// Whether a kernel calls one of them.
    public static boolean areUsedIn(Kernel kernel) {
        return kernel.statements().stream()
                .flatMap(statement -> Reachable.from(statement.values()).stream())
                .anyMatch(
                        node -> node.form() instanceof Form.Digits digits && digits.function() != DigitFunction.ROUND);
    }

    /// @param qualifiers of a function
    /// @param word unsigned integer type as wide as the number
    /// @param conversions two functions: `digits_of` a number as a word, and the `number_of` a word
    public static String text(Real real, String qualifiers, String word, String conversions) {
        String functions = switch (real) {
            case FP64 -> """
                {Q}double power_of_two(double n) { return number_of(digits_of(n + 6755399441056767.0) << 52); }
                {Q}double exponent_of(double x) {
                    return number_of((digits_of(x) >> 52 & 0x7ff) | 0x4330000000000000) - 4503599627371519.0;
                }
                {Q}double significand_of(double x) {
                    return number_of((digits_of(x) & 0x000fffffffffffff) | 0x3ff0000000000000);
                }
                {Q}double sign_of(double x) { return number_of((digits_of(x) >> 63 << 63) | 0x3ff0000000000000); }
                """;
            case FP32 -> """
                {Q}float power_of_two(float n) { return number_of(digits_of(n + 12583039.0f) << 23); }
                {Q}float exponent_of(float x) {
                    return number_of((digits_of(x) >> 23 & 0xff) | 0x4b000000) - 8388735.0f;
                }
                {Q}float significand_of(float x) { return number_of((digits_of(x) & 0x007fffff) | 0x3f800000); }
                {Q}float sign_of(float x) { return number_of((digits_of(x) >> 31 << 31) | 0x3f800000); }
                """;
        };
        return "// The digits of an IEEE 754 number; 1.5 2^%s + bias moves a whole number to its last digits.%n"
                        .formatted(real == Real.FP64 ? "52" : "23")
                + (conversions + functions)
                        .replace("{Q}", qualifiers)
                        .replace("{W}", word)
                        .replace("{R}", real == Real.FP64 ? "double" : "float");
    }
}
