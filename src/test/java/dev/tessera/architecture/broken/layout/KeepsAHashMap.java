package dev.tessera.architecture.broken.layout;

import java.util.HashMap;
import java.util.Map;

final class KeepsAHashMap {
    Map<String, String> make() {
        return new HashMap<>();
    }
}
