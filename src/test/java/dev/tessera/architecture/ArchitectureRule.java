package dev.tessera.architecture;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;

/// A rule of the architecture, and classes in the fixture packages below `broken` that violate it on purpose.
///
/// @param name the rule as a sentence
/// @param rule what ArchUnit checks
/// @param culprits names, relative to the fixtures' root, of all classes that violate the rule
record ArchitectureRule(String name, ArchRule rule, List<String> culprits) {
    @Override
    public String toString() {
        return name;
    }
}
