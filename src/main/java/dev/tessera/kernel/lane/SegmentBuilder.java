package dev.tessera.kernel.lane;

import java.util.Arrays;
import java.util.List;

/// Divides a sequence of lanes into segments: long stretches in which all streams have consecutive slots become
/// direct segments, the rest is gathered.
final class SegmentBuilder {
    /// Stretches with fewer lanes are gathered: a kernel call costs about as much as copying them.
    private static final int SHORTEST_STRETCH = 16;

    private static final int LONGEST_STRETCH = LaneTable.MAX_LANES / 64 * 64;

    private final int streams;
    private final int[] widths; // [stream] slots of a value
    private final boolean[] isIn; // [stream]
    private final boolean[] isOut;
    private final boolean inPlace;
    private final int moveLanes;
    private final int pitch;
    private final int gatheredLanes;
    private final boolean inOrder;
    private final StreamSequences[] sequences; // [stream]
    private long[] breaks = new long[4]; // lanes at which any stream begins a sequence, as bits
    private int lanes;

    private long[] words = new long[256];
    private int size;
    private char[] order = new char[256]; // [lane of the table] which of the added lanes it is
    private int ordered;

    // the current gathered segment
    private final int[] intervalFirst = new int[LaneTable.GATHERED_LANES]; // lanes of it, in order
    private final int[] intervalEnd = new int[LaneTable.GATHERED_LANES];
    private int intervals;
    private int gathered;
    private final long[] pieceSlots = new long[LaneTable.GATHERED_LANES]; // [piece] of one stream
    private final int[] pieceLanes = new int[LaneTable.GATHERED_LANES];
    private final Moves shortIn = new Moves();
    private final Moves fullIn = new Moves();
    private final Moves shortOut = new Moves();
    private final Moves fullOut = new Moves();

    /// @param of the streams of a segment
    /// @param moveLanes maximum length of a move
    /// @param inOrder whether lanes have to keep their order, because fields are stored in it
    SegmentBuilder(List<SlotStream> of, int moveLanes, boolean inOrder) {
        this.streams = of.size();
        this.widths = of.stream().mapToInt(SlotStream::width).toArray();
        this.isIn = new boolean[streams];
        this.isOut = new boolean[streams];
        boolean areBoth = true;
        for (int s = 0; s < streams; s++) {
            isIn[s] = of.get(s).isIn();
            isOut[s] = of.get(s).isOut();
            areBoth &= isIn[s] && isOut[s];
        }
        this.inPlace = areBoth;
        this.moveLanes = moveLanes;
        this.pitch = LaneTable.pitch(moveLanes, Arrays.stream(widths).max().orElse(1));
        this.gatheredLanes = LaneTable.gatheredLanes(streams);
        this.inOrder = inOrder;
        this.sequences = new StreamSequences[streams];
        for (int s = 0; s < streams; s++) {
            sequences[s] = new StreamSequences(widths[s]);
        }
    }

    /// Adds lanes.
    /// @param slots `[stream][lane]` the slot of the first lane of each sequence of consecutive values
    /// @param starts `[stream]` the first lanes of the sequences, as bits; lane 0 is one
    /// @param count at most 64
    void add(long[][] slots, long[] starts, int count) {
        long broken = 0;
        for (int s = 0; s < streams; s++) {
            broken |= sequences[s].add(lanes, slots[s], starts[s]);
        }
        fitBreaks(lanes);
        int word = lanes >>> 6;
        breaks[word] |= broken << lanes;
        if ((lanes & 63) != 0) {
            breaks[word + 1] |= broken >>> -lanes;
        }
        lanes += count;
    }

    /// Adds lanes of which every stream has consecutive values.
    /// @param slots `[stream]` of the first lane
    void addSequence(long[] slots, int count) {
        boolean broken = false;
        for (int s = 0; s < streams; s++) {
            broken |= sequences[s].add(lanes, slots[s]);
        }
        fitBreaks(lanes + count);
        if (broken) {
            breaks[lanes >>> 6] |= 1L << lanes;
        }
        lanes += count;
    }

    private void fitBreaks(int lane) {
        int word = lane >>> 6;
        if (word + 2 > breaks.length) {
            breaks = Arrays.copyOf(breaks, Math.max(2 * breaks.length, word + 2));
        }
    }

    /// Begins a new table.
    void restart() {
        for (StreamSequences stream : sequences) {
            stream.clear();
        }
        Arrays.fill(breaks, 0, Math.min(breaks.length, (lanes >>> 6) + 2), 0);
        lanes = 0;
        size = 0;
        ordered = 0;
    }

    /// The finished table.
    long[] finish() {
        for (int lane = 0; lane < lanes; ) {
            int end = Math.min(endOfStretch(lane), lane + LONGEST_STRETCH);
            addStretch(lane, end);
            lane = end;
        }
        endGathered();
        return Arrays.copyOf(words, size);
    }

    /// The lanes of the finished table, by their order of addition; empty if it is this order.
    char[] order() {
        for (int lane = 0; lane < ordered; lane++) {
            if (order[lane] != lane) {
                return Arrays.copyOf(order, ordered);
            }
        }
        return new char[0];
    }

    /// The next lane at which a stream begins a sequence, or the end.
    private int endOfStretch(int lane) {
        int from = lane + 1;
        for (int word = from >>> 6; word << 6 < lanes; word++) {
            long bits = word == from >>> 6 ? breaks[word] & -1L << from : breaks[word];
            if (bits != 0) {
                return (word << 6) + Long.numberOfTrailingZeros(bits);
            }
        }
        return lanes;
    }

    private void addStretch(int from, int end) {
        int alone = aloneOf(end - from);
        if (alone > 0) {
            if (inOrder) {
                endGathered();
            }
            write(LaneTable.header(alone, 0, 0, 0, 0));
            for (int s = 0; s < streams; s += Long.SIZE) {
                write(streams - s >= Long.SIZE ? -1 : (1L << streams - s) - 1);
            }
            for (StreamSequences stream : sequences) {
                write(stream.slotAhead(from));
            }
            append(from, from + alone);
        }
        for (int lane = from + alone; lane < end; ) {
            int length = Math.min(end - lane, gatheredLanes - gathered);
            gather(lane, lane + length);
            lane += length;
            if (gathered == gatheredLanes) {
                endGathered();
            }
        }
    }

    /// The number of lanes of a stretch that form a direct segment. A rest that does not fill a vector is
    /// gathered with the rests of other stretches: separately it would cost more than a whole vector.
    private int aloneOf(int lanes) {
        if (lanes < SHORTEST_STRETCH) {
            return 0;
        }
        return inOrder ? lanes : lanes - lanes % moveLanes;
    }

    private void gather(int from, int end) {
        gathered += end - from;
        if (intervals > 0 && intervalEnd[intervals - 1] == from) {
            intervalEnd[intervals - 1] = end;
        } else {
            intervalFirst[intervals] = from;
            intervalEnd[intervals++] = end;
        }
    }

    /// Divides the gathered lanes of a stream into pieces with consecutive slots.
    /// @return their number
    private int findPieces(int s) {
        StreamSequences stream = sequences[s];
        int width = widths[s];
        int last = -1;
        long next = -1; // the slot after the last piece
        for (int k = 0; k < intervals; k++) {
            int end = intervalEnd[k];
            for (int lane = intervalFirst[k]; lane < end; ) {
                long slot = stream.slot(lane);
                int length = Math.min(end, stream.end()) - lane;
                if (slot == next) {
                    pieceLanes[last] += length;
                } else {
                    last++;
                    pieceSlots[last] = slot;
                    pieceLanes[last] = length;
                }
                next = slot + (long) length * width;
                lane += length;
            }
        }
        return last + 1;
    }

    private void endGathered() {
        if (gathered == 0) {
            return;
        }
        int header = size;
        write(0);
        for (int s = 0; s < streams; s += Long.SIZE) {
            write(0);
        }
        for (int s = 0; s < streams; s++) {
            int pieces = findPieces(s);
            if (pieces == 1) {
                words[header + 1 + s / Long.SIZE] |= 1L << s;
                write(pieceSlots[0]);
            } else if (isIn[s]) {
                findMoves(s, pieces, shortIn, fullIn);
            }
            if (pieces > 1 && isOut[s] && !inPlace) {
                findMoves(s, pieces, shortOut, fullOut);
            }
        }
        words[header] = LaneTable.header(gathered, shortIn.count, fullIn.count, shortOut.count, fullOut.count);
        writeMoves(shortIn);
        writeMoves(fullIn);
        writeMoves(shortOut);
        writeMoves(fullOut);
        for (int k = 0; k < intervals; k++) {
            append(intervalFirst[k], intervalEnd[k]);
        }
        intervals = 0;
        gathered = 0;
    }

    /// Moves of a gathered segment.
    private static final class Moves {
        private long[] words = new long[64];
        private int count;

        void add(long move) {
            if (count == words.length) {
                words = Arrays.copyOf(words, 2 * count);
            }
            words[count++] = move;
        }
    }

    /// Divides the pieces of a stream into moves of the maximum length and shorter ones.
    private void findMoves(int s, int pieces, Moves shorter, Moves full) {
        int place = s * pitch;
        for (int p = 0; p < pieces; p++) {
            long slot = pieceSlots[p];
            int left = pieceLanes[p] * widths[s];
            for (; left >= moveLanes; left -= moveLanes) {
                full.add(LaneTable.move(slot, place, moveLanes));
                slot += moveLanes;
                place += moveLanes;
            }
            if (left > 0) {
                shorter.add(LaneTable.move(slot, place, left));
                place += left;
            }
        }
    }

    private void writeMoves(Moves moves) {
        if (size + moves.count > words.length) {
            words = Arrays.copyOf(words, Math.max(2 * words.length, size + moves.count));
        }
        System.arraycopy(moves.words, 0, words, size, moves.count);
        size += moves.count;
        moves.count = 0;
    }

    private void append(int from, int end) {
        if (ordered + end - from > order.length) {
            order = Arrays.copyOf(order, Math.max(2 * order.length, ordered + end - from));
        }
        for (int lane = from; lane < end; lane++) {
            order[ordered++] = (char) lane;
        }
    }

    private void write(long word) {
        if (size == words.length) {
            words = Arrays.copyOf(words, 2 * size);
        }
        words[size++] = word;
    }
}
