package dev.tessera.cluster;

import dev.tessera.device.ArraySlots;
import java.util.List;

/// All values that one part sends to another, or to itself, after a stage of every step.
///
/// @param number of the exchange, equal in all processes: of a part's messages to another each has its own
/// @param from the sending part
/// @param to the receiving part
/// @param fromSlots of the sender, as they are in its storage; without slots where another process holds the part,
///        and so are those of the receiver
/// @param toSlots of the receiver: value k of an array goes from slot k to slot k
public record HaloMessage(int number, int from, int to, List<ArraySlots> fromSlots, List<ArraySlots> toSlots) {
    public HaloMessage {
        fromSlots = List.copyOf(fromSlots);
        toSlots = List.copyOf(toSlots);
    }
}
