package dev.tessera.architecture.broken.solver;

import java.util.concurrent.ConcurrentHashMap;

final class RemembersInAStaticMap {
    private static final ConcurrentHashMap<String, String> MEMORY = new ConcurrentHashMap<>();

    String remember(String key) {
        return MEMORY.computeIfAbsent(key, String::strip);
    }
}
