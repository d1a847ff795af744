package dev.tessera.cli.log;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/// One logger: a line `tessera: message`, with the level of warnings, errors and debug messages.
final class StderrLogger extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1;

    private final transient StderrLoggers owner;

    StderrLogger(String name, StderrLoggers owner) {
        this.name = name;
        this.owner = owner;
    }

    @Override
    public boolean isTraceEnabled() {
        return isEnabled(Level.TRACE);
    }

    @Override
    public boolean isDebugEnabled() {
        return isEnabled(Level.DEBUG);
    }

    @Override
    public boolean isInfoEnabled() {
        return isEnabled(Level.INFO);
    }

    @Override
    public boolean isWarnEnabled() {
        return isEnabled(Level.WARN);
    }

    @Override
    public boolean isErrorEnabled() {
        return isEnabled(Level.ERROR);
    }

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
        return null;
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level,
            @Nullable Marker marker,
            String pattern,
            Object @Nullable [] arguments,
            @Nullable Throwable throwable) {
        String message = MessageFormatter.basicArrayFormat(pattern, arguments);
        String prefix = switch (level) {
            case ERROR -> "tessera: error: ";
            case WARN -> "tessera: warning: ";
            case INFO -> "tessera: ";
            case DEBUG, TRACE -> "tessera: [%s] ".formatted(name);
        };
        var text = new StringWriter().append(prefix).append(PlainText.of(message));
        if (throwable != null) {
            text.append(System.lineSeparator());
            throwable.printStackTrace(new PrintWriter(text, true));
        }
        owner.settings().sink().accept(text.toString().stripTrailing());
    }

    private boolean isEnabled(Level level) {
        return owner.settings().shows(name, level);
    }
}
