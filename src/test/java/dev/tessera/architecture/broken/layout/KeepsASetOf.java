package dev.tessera.architecture.broken.layout;

import java.util.Set;

final class KeepsASetOf {
    Set<String> make() {
        return Set.of("a", "b");
    }
}
