package dev.tessera.suites.validation;

import java.util.LinkedHashMap;
import java.util.Map;

/// One number and its reference.
///
/// @param suite key of the suite, @param setup short description, such as `Re 100, 128 x 128`
/// @param error relative or absolute, according to the quantity's name
/// @param tolerance the error must not be larger; infinite if the number is only reported
public record ValidationRow(
        String suite,
        String setup,
        String quantity,
        double value,
        double reference,
        String source,
        double error,
        double tolerance) {

    /// Compares relatively: `|value - reference| / |reference|`.
    static ValidationRow relative(
            String suite,
            String setup,
            String quantity,
            double value,
            double reference,
            String source,
            double tolerance) {
        double error = Math.abs(value - reference) / Math.abs(reference);
        return new ValidationRow(suite, setup, quantity, value, reference, source, error, tolerance);
    }

    /// The value is an error itself, its reference 0.
    static ValidationRow error(
            String suite, String setup, String quantity, double error, String source, double tolerance) {
        return new ValidationRow(suite, setup, quantity, error, 0, source, error, tolerance);
    }

    /// The value must be at least the reference; the error is the relative deficit.
    static ValidationRow atLeast(
            String suite, String setup, String quantity, double value, double least, String source) {
        return new ValidationRow(
                suite, setup, quantity, value, least, source, Math.max(0, (least - value) / Math.abs(least)), 0);
    }

    /// A number that is reported without being judged.
    static ValidationRow reported(
            String suite, String setup, String quantity, double value, double reference, String source) {
        return new ValidationRow(
                suite,
                setup,
                quantity,
                value,
                reference,
                source,
                Math.abs(value - reference) / Math.abs(reference),
                Double.POSITIVE_INFINITY);
    }

    /// A failed row, for a computation that failed before it gave a number.
    static ValidationRow notComputed(String suite, String setup, Throwable failure) {
        String why = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        return new ValidationRow(
                suite,
                setup,
                "not computed: " + why.lines().findFirst().orElse(""),
                Double.NaN,
                Double.NaN,
                "",
                Double.NaN,
                0);
    }

    public boolean pass() {
        return error <= tolerance;
    }

    /// The row for `validate --json`.
    public Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("suite", suite);
        json.put("case", setup);
        json.put("quantity", quantity);
        json.put("value", value);
        json.put("reference", reference);
        json.put("source", source);
        json.put("error", error);
        json.put("tolerance", tolerance);
        json.put("pass", pass());
        return json;
    }
}
