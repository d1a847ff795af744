package dev.tessera.architecture.broken.kernel;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

final class InnocentOrder {
    Map<String, Integer> order(List<String> names) {
        var positions = new LinkedHashMap<String, Integer>();
        names.forEach(name -> positions.put(name, positions.size()));
        return positions;
    }
}
