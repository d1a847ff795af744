package dev.tessera.cli.log;

import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// Makes the loggers. The one instance belongs to SLF4J; `configure` changes what it shows.
public final class StderrLoggers implements ILoggerFactory {
    private final ConcurrentHashMap<String, Logger> loggers = new ConcurrentHashMap<>();
    private volatile LogSettings settings = new LogSettings(Level.WARN, line -> System.err.println(line));

    @Override
    public Logger getLogger(String name) {
        return loggers.computeIfAbsent(name, key -> new StderrLogger(key, this));
    }

    LogSettings settings() {
        return settings;
    }

    /// Sets what the loggers of this process show; does nothing where the application uses another back end.
    public static void configure(LogSettings settings) {
        if (LoggerFactory.getILoggerFactory() instanceof StderrLoggers ours) {
            ours.settings = settings;
        }
    }
}
