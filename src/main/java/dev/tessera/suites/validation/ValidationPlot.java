package dev.tessera.suites.validation;

import dev.tessera.output.LinePlot;
import java.util.regex.Pattern;

/// Computed values beside their reference.
///
/// @param name of its file, without ending; lower case, digits and hyphens
public record ValidationPlot(String name, LinePlot plot) {
    private static final Pattern NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");

    public ValidationPlot {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "a plot is named \"%s\"; use lower case, digits and single hyphens".formatted(name));
        }
    }
}
