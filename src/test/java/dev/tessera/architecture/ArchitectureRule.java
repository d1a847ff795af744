package dev.tessera.architecture;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;

/// A rule of the architecture and the classes, in the fixture packages below `broken`, that break it on purpose.
///
/// @param name the rule as a sentence
/// @param rule what ArchUnit checks
/// @param culprits simple names, below the fixtures' root, of everything that the rule has to complain about
record ArchitectureRule(String name, ArchRule rule, List<String> culprits) {
    @Override
    public String toString() {
        return name;
    }
}
