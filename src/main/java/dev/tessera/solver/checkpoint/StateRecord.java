package dev.tessera.solver.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// The state of one thing that a run carries from step to step besides the arrays of nodes: the history of the
/// steady-state test, the pressures of an outlet model, the position in a time series.
///
/// @param name of the owner; without spaces
/// @param values text by key, on one line each
/// @param arrays numbers by key; stored as floats where all of them are floats
public record StateRecord(String name, SequencedMap<String, String> values, SequencedMap<String, double[]> arrays) {
    private static final String VALUE = "value: ";
    private static final String ARRAY = "array: ";
    private static final String EQUALS = " = ";

    public StateRecord {
        values = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(values));
        arrays = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(arrays));
        if (name.isEmpty() || name.contains(" ") || values.toString().contains("\n")) {
            throw new IllegalArgumentException("state '%s' has values of several lines, or spaces".formatted(name));
        }
    }

    /// Lines of text ended by an empty line, then the numbers of the arrays in the order of their lines.
    ByteBuffer encoded() {
        List<String> lines = new ArrayList<>();
        values.forEach((key, value) -> lines.add(VALUE + key + EQUALS + value));
        long bytes = 0;
        for (var array : arrays.entrySet()) {
            NumberFormat format = formatOf(array.getValue());
            lines.add("%s%s %d %s".formatted(ARRAY, array.getKey(), array.getValue().length, format.key()));
            bytes += (long) array.getValue().length * format.bytes();
        }
        byte[] text = (String.join("\n", lines) + "\n\n").getBytes(StandardCharsets.UTF_8);
        ByteBuffer target =
                ByteBuffer.allocate(Math.toIntExact(text.length + bytes)).order(ByteOrder.LITTLE_ENDIAN);
        target.put(text);
        arrays.values().forEach(array -> formatOf(array).put(array, 0, array.length, new float[1], target));
        return target.flip();
    }

    private static NumberFormat formatOf(double[] array) {
        for (double value : array) {
            if (value != (float) value) {
                return NumberFormat.FP64; // NaN too
            }
        }
        return NumberFormat.FP32;
    }

    /// @throws IOException where the bytes are none of [#encoded]
    static StateRecord decoded(String name, ByteBuffer source) throws IOException {
        SequencedMap<String, String> values = new LinkedHashMap<>();
        SequencedMap<String, double[]> arrays = new LinkedHashMap<>();
        try {
            List<String> lines = lines(source);
            for (String line : lines) {
                if (line.startsWith(VALUE)) {
                    int equals = line.indexOf(EQUALS);
                    values.put(line.substring(VALUE.length(), equals), line.substring(equals + EQUALS.length()));
                } else if (line.startsWith(ARRAY)) {
                    String[] parts = line.substring(ARRAY.length()).split(" ", 3);
                    NumberFormat format = NumberFormat.byKey(parts[2]);
                    int count = Integer.parseInt(parts[1]);
                    if (count < 0 || (long) count * format.bytes() > source.remaining()) {
                        throw new IllegalArgumentException(line);
                    }
                    double[] array = new double[count];
                    format.get(source, array, count, new float[1]);
                    arrays.put(parts[0], array);
                } else {
                    throw new IllegalArgumentException(line);
                }
            }
        } catch (IllegalArgumentException | IndexOutOfBoundsException garbled) {
            throw new IOException("state %s: %s".formatted(name, garbled.getMessage()), garbled);
        }
        return new StateRecord(name, values, arrays);
    }

    private static List<String> lines(ByteBuffer source) {
        int start = source.position();
        for (int end = start + 1; end < source.limit(); end++) {
            if (source.get(end) == '\n' && source.get(end - 1) == '\n') {
                byte[] text = new byte[end - 1 - start];
                source.get(text);
                source.position(end + 1);
                return new String(text, StandardCharsets.UTF_8).lines().toList();
            }
        }
        throw new IllegalArgumentException("no empty line");
    }
}
