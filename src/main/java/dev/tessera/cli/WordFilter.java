package dev.tessera.cli;

import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Options that choose by a regular expression.
final class WordFilter {
    private WordFilter() {}

    /// Whether words contain a match.
    /// @param option its name, for messages
    /// @throws CommandFailure if it is no regular expression
    static Predicate<String> of(String option, String expression) {
        try {
            return Pattern.compile(expression).asPredicate();
        } catch (PatternSyntaxException wrong) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    "%s %s is no regular expression: %s".formatted(option, expression, wrong.getDescription()));
        }
    }
}
