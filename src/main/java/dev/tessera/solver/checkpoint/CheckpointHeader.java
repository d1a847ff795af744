package dev.tessera.solver.checkpoint;

import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeSet;

/// What a checkpoint contains, and what it belongs to: lines of text, ended by an empty line.
///
/// @param format 3; 2 or 1 of earlier versions, of which 1 does not say what decides its results
/// @param step at which it was written
/// @param nodes fluid nodes of the whole case
/// @param nodesHash over the box and its fluid nodes
/// @param decides everything that decides results, as text by key. Storage, device and parts of the run are not in
///        it: a checkpoint of the same state has the same bytes wherever one part writes it
/// @param arrays in the order of their numbers in the directory
/// @param states names of the states, whose numbers follow those of the arrays
public record CheckpointHeader(
        int format,
        long step,
        long nodes,
        long nodesHash,
        SequencedMap<String, String> decides,
        List<ArrayInfo> arrays,
        List<String> states) {
    public static final int FORMAT = 3;
    static final String MAGIC = "tessera-checkpoint";
    private static final String CASE = "case";
    private static final String LATTICE = "lattice";
    private static final String ARRAY = "array";
    private static final String STATE = "state";
    private static final String EQUALS = " = ";

    public CheckpointHeader {
        decides = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(decides));
        arrays = List.copyOf(arrays);
        states = List.copyOf(states);
        if (step < 0 || nodes < 1) {
            throw new IllegalArgumentException("step %d of %d fluid nodes".formatted(step, nodes));
        }
        if (arrays.stream().map(ArrayInfo::name).distinct().count() < arrays.size()
                || states.stream().distinct().count() < states.size()) {
            throw new IllegalArgumentException("a name occurs twice in %s, %s".formatted(arrays, states));
        }
    }

    /// @throws IllegalArgumentException where there is none of this name; the message lists the names
    public ArrayInfo array(String name) {
        return arrays.get(indexOf(name));
    }

    int indexOf(String array) {
        List<String> names = arrays.stream().map(ArrayInfo::name).toList();
        if (!names.contains(array)) {
            throw new IllegalArgumentException("there is no array %s, but %s".formatted(array, names));
        }
        return names.indexOf(array);
    }

    /// Bytes of the arrays that have values for every node.
    public long nodeBytes() {
        return arrays.stream()
                .filter(array -> array.keys() == ArrayInfo.Keys.NODES)
                .mapToLong(array -> nodes * array.components() * array.format().bytes())
                .sum();
    }

    byte[] text() {
        List<String> lines = new ArrayList<>(
                List.of(MAGIC + ": " + FORMAT, "step: " + step, "nodes: " + nodes, "nodes-hash: " + nodesHash));
        decides.forEach((key, value) -> lines.add("%s: %s%s%s".formatted(CASE, key, EQUALS, value)));
        for (String name : new TreeSet<>(
                arrays.stream().flatMap(array -> array.lattice().stream()).toList())) {
            lines.add("%s: %s".formatted(LATTICE, directions(Lattices.byKey(name))));
        }
        arrays.forEach(array -> lines.add("%s: %s".formatted(ARRAY, array.line())));
        states.forEach(state -> lines.add("%s: %s".formatted(STATE, state)));
        return (String.join("\n", lines) + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    /// Name, and velocity and weight of every direction, in order: a file can be read without knowing our
    /// order.
    private static String directions(VelocitySet lattice) {
        StringBuilder text = new StringBuilder(lattice.name());
        for (int i = 0; i < lattice.size(); i++) {
            var c = lattice.velocity(i);
            text.append(" %d,%d,%d:%s".formatted(c.x(), c.y(), c.z(), lattice.weight(i)));
        }
        return text.toString();
    }

    /// @throws IllegalArgumentException where the text is none of [#text]
    static CheckpointHeader of(String text) {
        SequencedMap<String, String> keys = new LinkedHashMap<>();
        SequencedMap<String, String> decides = new LinkedHashMap<>();
        List<ArrayInfo> arrays = new ArrayList<>();
        List<String> states = new ArrayList<>();
        for (String line : text.lines().toList()) {
            String[] parts = line.split(": ", 2);
            if (parts.length < 2) {
                throw new IllegalArgumentException(line);
            }
            switch (parts[0]) {
                case CASE -> putPair(decides, parts[1]);
                case LATTICE -> checkDirections(parts[1]);
                case ARRAY -> arrays.add(ArrayInfo.ofLine(parts[1]));
                case STATE -> states.add(parts[1]);
                default -> keys.put(parts[0], parts[1]);
            }
        }
        return new CheckpointHeader(
                (int) number(keys, MAGIC),
                number(keys, "step"),
                number(keys, "nodes"),
                number(keys, "nodes-hash"),
                decides,
                arrays,
                states);
    }

    private static void putPair(SequencedMap<String, String> map, String text) {
        String[] pair = text.split(EQUALS, 2);
        if (pair.length < 2) {
            throw new IllegalArgumentException(text);
        }
        map.put(pair[0], pair[1]);
    }

    private static void checkDirections(String text) {
        if (!text.equals(directions(Lattices.byKey(text.split(" ", 2)[0])))) {
            throw new IllegalArgumentException("other directions or weights of " + text);
        }
    }

    private static long number(SequencedMap<String, String> keys, String key) {
        String text = Optional.ofNullable(keys.get(key)).orElse("");
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException garbled) {
            throw new IllegalArgumentException("%s is '%s'".formatted(key, text), garbled);
        }
    }
}
