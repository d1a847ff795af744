package dev.tessera.device.cpu;

import dev.tessera.kernel.lane.TileColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Values that a tile exchanges with ghost buffers, in order.
///
/// @param columns for each value, the buffer of the tile that it is in
/// @param inBuffer bytes from the start of the buffer
/// @param inRows bytes from the start of the rows
/// @param lineColumns for each cache line that holds such values, the buffer that it is in
/// @param lines bytes from the start of the buffer to the cache line
@SuppressWarnings("ArrayRecordComponent")
record BufferedValues(int[] columns, int[] inBuffer, int[] inRows, int[] lineColumns, int[] lines) {
    private static final int LINE_BYTES = 64;

    /// Reads one value of each cache line.
    /// @param starts as for [ValueCopy#fromBuffers]
    /// @return a number that depends on what was read
    long prefetch(int[] starts, int entry, long buffers, int bytes) {
        long sum = 0;
        for (int k = 0; k < lines.length; k++) {
            long start = starts[entry + lineColumns[k]];
            if (start >= 0) {
                sum += AllMemory.SEGMENT.get(AllMemory.SHORT, AllMemory.in(buffers + start * bytes + lines[k]));
            }
        }
        return sum;
    }

    static BufferedValues of(List<TileColumn> columns, int bytes, long rowBytes) {
        List<int[]> values = new ArrayList<>();
        for (int c = 0; c < columns.size(); c++) {
            TileColumn column = columns.get(c);
            for (int k = 0; k < column.nodes().length; k++) {
                values.add(new int[] {
                    c,
                    column.places()[k] * bytes,
                    Math.toIntExact(column.direction() * rowBytes + (long) column.nodes()[k] * bytes)
                });
            }
        }
        List<int[]> lines = new ArrayList<>();
        for (int c = 0; c < columns.size(); c++) {
            int column = c;
            Arrays.stream(columns.get(c).places())
                    .map(place -> place * bytes / LINE_BYTES * LINE_BYTES)
                    .distinct()
                    .forEach(line -> lines.add(new int[] {column, line}));
        }
        return new BufferedValues(part(values, 0), part(values, 1), part(values, 2), part(lines, 0), part(lines, 1));
    }

    private static int[] part(List<int[]> values, int which) {
        return values.stream().mapToInt(value -> value[which]).toArray();
    }
}
