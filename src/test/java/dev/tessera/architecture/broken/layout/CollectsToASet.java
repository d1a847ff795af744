package dev.tessera.architecture.broken.layout;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

final class CollectsToASet {
    Set<String> make(List<String> names) {
        return names.stream().collect(Collectors.toSet());
    }
}
