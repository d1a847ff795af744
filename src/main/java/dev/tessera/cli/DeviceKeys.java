package dev.tessera.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The devices that `--device` names: one, or several separated by commas, where `cuda:0-3` stands for four.
final class DeviceKeys {
    private static final Pattern RANGE = Pattern.compile("([a-z]+):(\\d{1,4})-(\\d{1,4})");

    private DeviceKeys() {}

    /// Each of them.
    static List<String> of(String text) {
        List<String> keys = new ArrayList<>();
        for (String piece : text.split(",", -1)) {
            Matcher range = RANGE.matcher(piece.strip());
            if (range.matches()) {
                for (int k = Integer.parseInt(range.group(2)); k <= Integer.parseInt(range.group(3)); k++) {
                    keys.add(range.group(1) + ":" + k);
                }
            } else {
                keys.add(piece.strip());
            }
        }
        return keys;
    }

    /// The device of a rank: the ranks of a computer use the named devices in turn.
    /// @param asked the text and where it was written, for messages
    /// @throws CommandFailure where a device would remain without rank
    static String ofRank(String text, RankPlacement placement, String asked) {
        List<String> keys = of(text);
        if (keys.size() > placement.localRanks()) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    ("%s: these are %d devices, and %d of the ranks run on %s. Start one rank for each device, or name"
                                    + " fewer.")
                            .formatted(asked, keys.size(), placement.localRanks(), placement.host()));
        }
        return keys.get(placement.localRank() % keys.size());
    }
}
