package dev.tessera.device;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// Reads lists of devices: keys separated by commas, where `cuda:0-3` stands for four devices and a number alone for
/// another device of the same kind: `cuda:0,2`, `cpu:jvm,opencl:0`.
public final class DeviceLists {
    private static final Pattern RANGE = Pattern.compile("(?:([a-z]+):)?(\\d{1,3})(?:-(\\d{1,3}))?");

    private DeviceLists() {}

    /// The keys in a list, in its order. Keys of other forms are returned as they are.
    /// @throws IllegalArgumentException if a range is empty, or the list begins with a number
    public static List<String> keys(String list) {
        List<String> keys = new ArrayList<>();
        String kind = null;
        for (String word : list.split(",", -1)) {
            String key = word.strip();
            Matcher range = RANGE.matcher(key);
            if (!range.matches()) {
                keys.add(key);
                continue;
            }
            kind = range.group(1) == null ? kind : range.group(1);
            if (kind == null) {
                throw new IllegalArgumentException(
                        "%s names no kind of device; write for example cuda:%s".formatted(key, key));
            }
            int first = Integer.parseInt(range.group(2));
            int last = range.group(3) == null ? first : Integer.parseInt(range.group(3));
            if (last < first) {
                throw new IllegalArgumentException("%s is no range; write %s:%d-%d".formatted(key, kind, last, first));
            }
            String prefix = kind;
            IntStream.rangeClosed(first, last).forEach(number -> keys.add(prefix + ":" + number));
        }
        return keys;
    }
}
