package dev.tessera.cli;

import dev.tessera.device.Devices;
import dev.tessera.device.gpu.Accelerators;
import dev.tessera.device.gpu.GpuPlatform;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The devices of a sweep: `--device cpu`, `cuda:0-3`, `cuda:0,2`, `cuda:0,opencl:1`.
final class SweepDevices {
    private static final Pattern RANGE = Pattern.compile("(?:([a-z]+):)?(\\d{1,4})-(\\d{1,4})");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,4}");

    private SweepDevices() {}

    /// The keys that a list names, ranges written out.
    /// @throws CommandFailure where a part of the list is no device
    static List<String> parse(String list) {
        List<String> keys = new ArrayList<>();
        String platform = "";
        for (String part : list.split(",", -1)) {
            String item = part.strip();
            Matcher range = RANGE.matcher(item);
            if (range.matches()) {
                platform = range.group(1) == null ? platform : range.group(1);
                addRange(list, platform, Integer.parseInt(range.group(2)), Integer.parseInt(range.group(3)), keys);
            } else if (NUMBER.matcher(item).matches() && !platform.isEmpty()) {
                keys.add(platform + ":" + item);
            } else {
                platform = item.contains(":") ? item.substring(0, item.indexOf(':')) : item;
                keys.add(item);
            }
        }
        return keys;
    }

    private static void addRange(String list, String platform, int first, int last, List<String> keys) {
        if (platform.isEmpty() || last < first) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    "--device %s: %d-%d is no range of devices. Write for example cuda:0-3 or cuda:0,2."
                            .formatted(list, first, last));
        }
        for (int k = first; k <= last; k++) {
            keys.add(platform + ":" + k);
        }
    }

    /// Refuses keys of devices that do not exist, before the first run.
    /// @throws CommandFailure where there is no such device
    /// @throws dev.tessera.device.DeviceException where this machine does not have it
    static void require(List<String> keys, String list, ComputeResources resources) {
        Accelerators accelerators = Devices.accelerators();
        for (String key : keys) {
            resources.requireKey(key, "--device " + list);
            if (accelerators.isKey(key)) {
                accelerators.offer(key);
            }
        }
    }

    /// The devices at hand: the GPUs of the platform that `auto` prefers, or the CPU.
    static List<String> atHand() {
        Accelerators accelerators = Devices.accelerators();
        return accelerators
                .fastest()
                .gpu()
                .map(fastest -> accelerators.offers().stream()
                        .filter(offer ->
                                offer.gpu() && offer.runs() && platform(offer).equals(platform(fastest)))
                        .map(GpuPlatform.Offer::key)
                        .toList())
                .orElse(List.of("cpu"));
    }

    private static String platform(GpuPlatform.Offer offer) {
        return offer.key().split(":", 2)[0];
    }
}
