package dev.tessera.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

final class StderrLoggersTest {
    private final List<String> lines = new ArrayList<>();

    @AfterEach
    void back_to_warnings() {
        StderrLoggers.configure(new LogSettings(Level.WARN, System.err::println));
    }

    @Test
    void slf4j_finds_this_back_end() {
        assertThat(LoggerFactory.getILoggerFactory()).isInstanceOf(StderrLoggers.class);
    }

    @Test
    void our_messages_show_from_the_level_on_and_those_of_libraries_from_warnings_on() {
        StderrLoggers.configure(new LogSettings(Level.INFO, lines::add));
        LoggerFactory.getLogger("dev.tessera.solver.Simulation").info("{} nodes, {} tiles", 64, 1);
        LoggerFactory.getLogger("dev.tessera.solver.Simulation").debug("hidden");
        LoggerFactory.getLogger("org.library").info("hidden");
        LoggerFactory.getLogger("org.library").warn("shown");
        assertThat(lines).containsExactly("tessera: 64 nodes, 1 tiles", "tessera: warning: shown");
    }

    @Test
    void a_throwable_is_logged_with_its_trace() {
        StderrLoggers.configure(new LogSettings(Level.WARN, lines::add));
        LoggerFactory.getLogger("dev.tessera").error("lost", new IllegalStateException("why"));
        assertThat(lines)
                .singleElement()
                .asString()
                .startsWith("tessera: error: lost")
                .contains("why", "at dev.tessera");
    }

    @Test
    void quiet_hides_everything_below_a_warning() {
        StderrLoggers.configure(new LogSettings(Level.WARN, lines::add));
        LoggerFactory.getLogger("dev.tessera").info("hidden");
        assertThat(lines).isEmpty();
    }
}
