package dev.tessera.device.cpu;

import dev.tessera.kernel.Real;
import dev.tessera.kernel.SlotFormat;

/// Copies the moves of a [dev.tessera.kernel.lane.LaneTable] between memory and scratch rows.
///
/// Moves in may read and write up to a vector from their first lane on, whatever their length: memory and
/// scratch are padded by [#PADDING_BYTES], and the moves of a row come in the order of their lanes. Moves out
/// write exactly their lanes.
interface MoveCopy {
    int PADDING_BYTES = 64;

    /// Maximum length of a move.
    int lanes();

    /// @param table its words from … shortEnd-1 are moves of any length, those from shortEnd … end-1 of the
    ///       maximum length
    /// @param memory address of slot 0
    /// @param rows address of place 0
    void in(long[] table, int from, int shortEnd, int end, long memory, long rows);

    void out(long[] table, int from, int shortEnd, int end, long memory, long rows);

    /// The fastest implementation for this JVM.
    static MoveCopy of(SlotFormat format) {
        if (JvmVectors.preferredBits().isPresent()) {
            return switch (format) {
                case SlotFormat.Plain(Real in) ->
                    switch (in) {
                        case FP64 -> new VectorCopy64();
                        case FP32 -> new VectorCopy32();
                    };
                case SlotFormat.HalfDeviations halves -> new VectorCopy16();
            };
        }
        return new ScalarCopy(format.bytes());
    }
}
