package dev.tessera.cli.log;

import java.util.function.Consumer;
import org.slf4j.event.Level;

/// Which messages are shown and where they go.
///
/// @param level the least important level that is shown of Tessera's own messages; libraries show warnings only
/// @param sink receives one message, which may contain the line breaks of a stack trace
public record LogSettings(Level level, Consumer<String> sink) {
    private static final String OURS = "dev.tessera";

    boolean shows(String logger, Level asked) {
        Level least = logger.startsWith(OURS) || level.toInt() > Level.WARN.toInt() ? level : Level.WARN;
        return asked.toInt() >= least.toInt();
    }
}
