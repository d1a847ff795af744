package dev.tessera.device.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class JvmCompilerRulesTest {
    /// The JVM keeps 50 directives; a program may open more devices than that.
    @Test
    void rules_can_be_applied_any_number_of_times() {
        for (int time = 0; time < 60; time++) {
            assertThat(JvmCompilerRules.apply()).as("time %d", time).isEmpty();
        }
    }
}
