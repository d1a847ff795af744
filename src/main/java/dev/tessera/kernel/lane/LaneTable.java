package dev.tessera.kernel.lane;

/// The locations of the values of some nodes in one phase, as consecutive segments.
///
/// A segment is a number of lanes with *streams* ([SlotStreams]). A stream is *direct* if its lanes are in
/// consecutive slots. The others use scratch rows, one per stream, [#pitch] slots long, and *moves*: each copies a
/// few consecutive slots from or to a place in the rows. Moves of all streams are flat lists, with moves of maximum
/// length separate from shorter ones, because mispredicted branches cost more than the copies.
///
/// Words of a segment: a header; [#directWords] words with a bit for each stream that is direct; the first slots of
/// the direct streams; the moves in, short ones first; the moves out (none if all streams are both incoming and
/// outgoing: they are the reversed moves in). Short moves are ordered by place.
///
/// Segments with moves have at most [#GATHERED_LANES] lanes, others at most [#MAX_LANES].
public final class LaneTable {
    public static final int GATHERED_LANES = 64;
    public static final int MAX_LANES = 0xffff;

    private static final int LANE_BITS = 16;
    private static final int COUNT_BITS = 12;
    private static final int COUNT_MASK = (1 << COUNT_BITS) - 1;
    private static final int SLOT_SHIFT = 24;
    private static final int PLACE_SHIFT = 8;
    private static final int PLACE_MASK = 0xffff;
    private static final int LANES_MASK = 0xff;

    private LaneTable() {}

    /// Slots from one scratch row to the next. A move may write up to the maximum length.
    /// @param moveLanes maximum length of a move
    /// @param width maximum number of slots of a value
    public static int pitch(int moveLanes, int width) {
        return GATHERED_LANES * width + moveLanes;
    }

    /// Words of a segment that tell which streams are direct.
    public static int directWords(int streams) {
        return Math.ceilDiv(streams, Long.SIZE);
    }

    /// The maximum number of lanes of a segment with moves: the number of moves is limited.
    /// @param streams incoming or outgoing ones
    static int gatheredLanes(int streams) {
        return Math.min(GATHERED_LANES, COUNT_MASK / Math.max(1, streams));
    }

    static long header(int lanes, int shortIn, int fullIn, int shortOut, int fullOut) {
        if ((shortIn | fullIn | shortOut | fullOut) > COUNT_MASK) {
            throw new IllegalArgumentException("a segment of %d lanes has too many moves".formatted(lanes));
        }
        long counts = (((long) fullOut << COUNT_BITS | shortOut) << COUNT_BITS | fullIn) << COUNT_BITS | shortIn;
        return counts << LANE_BITS | lanes;
    }

    public static int lanes(long header) {
        return (int) header & MAX_LANES;
    }

    public static int shortMovesIn(long header) {
        return count(header, 0);
    }

    public static int fullMovesIn(long header) {
        return count(header, 1);
    }

    public static int shortMovesOut(long header) {
        return count(header, 2);
    }

    public static int fullMovesOut(long header) {
        return count(header, 3);
    }

    public static int movesIn(long header) {
        return shortMovesIn(header) + fullMovesIn(header);
    }

    public static int movesOut(long header) {
        return shortMovesOut(header) + fullMovesOut(header);
    }

    private static int count(long header, int which) {
        return (int) (header >>> LANE_BITS + which * COUNT_BITS) & COUNT_MASK;
    }

    static long move(long slot, int place, int lanes) {
        if (place > PLACE_MASK) {
            throw new IllegalArgumentException(
                    "a kernel has too many streams: %d slots of scratch rows".formatted(place));
        }
        return slot << SLOT_SHIFT | (long) place << PLACE_SHIFT | lanes;
    }

    /// The first slot of a move.
    public static long slot(long move) {
        return move >>> SLOT_SHIFT;
    }

    /// The place of a move's first lane in the scratch rows: `stream * pitch` and the slots before it in the
    /// row.
    public static int place(long move) {
        return (int) (move >>> PLACE_SHIFT) & PLACE_MASK;
    }

    /// The slots of a move.
    public static int length(long move) {
        return (int) move & LANES_MASK;
    }
}
