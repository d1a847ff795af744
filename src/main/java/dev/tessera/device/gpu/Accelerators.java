package dev.tessera.device.gpu;

import dev.tessera.device.DeviceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The catalogue of GPUs, by the keys of `--device`: `cuda:0`, `cuda:1`, `opencl:0` ….
public final class Accelerators {
    private static final Pattern KEY = Pattern.compile("[a-z]+:\\d+");

    private final List<GpuPlatform> platforms;
    private final BinaryCache cache;

    /// @param platforms in the order in which `auto` prefers them
    public Accelerators(List<GpuPlatform> platforms, BinaryCache cache) {
        this.platforms = List.copyOf(platforms);
        this.cache = cache;
    }

    /// In the order in which `auto` prefers them.
    public List<GpuPlatform> platforms() {
        return platforms;
    }

    /// Queries every platform; opens nothing.
    public List<GpuPlatform.Offer> offers() {
        return platforms.stream()
                .flatMap(platform -> platform.list().offers().stream())
                .toList();
    }

    /// Whether a key names a GPU, available or not: `cuda`, `opencl:3`.
    public boolean isKey(String key) {
        String[] words = key.split(":", 2);
        return names().anyMatch(words[0]::equals)
                && (words.length == 1 || KEY.matcher(key).matches());
    }

    /// The choice for `auto`.
    ///
    /// @param gpu empty if there is none
    /// @param passedOver for each skipped GPU the reason: its driver fails, or it lacks something
    public record Choice(Optional<GpuPlatform.Offer> gpu, List<String> passedOver) {
        public Choice {
            passedOver = List.copyOf(passedOver);
        }
    }

    /// The first GPU that can run kernels, CUDA before OpenCL. CPUs that OpenCL offers are not selected.
    public Choice fastest() {
        List<String> passedOver = new ArrayList<>();
        for (GpuPlatform platform : platforms) {
            GpuPlatform.Listing listing = platform.list();
            if (listing.isFailing()) {
                passedOver.add("%s is not used: %s".formatted(platform.name(), listing.missing()));
            }
            for (GpuPlatform.Offer offer : listing.offers()) {
                if (offer.gpu() && offer.runs()) {
                    return new Choice(Optional.of(offer), passedOver);
                }
                if (offer.gpu()) {
                    passedOver.add("%s (%s) is not used: %s"
                            .formatted(offer.key(), offer.facts().name(), offer.lacks()));
                }
            }
        }
        return new Choice(Optional.empty(), passedOver);
    }

    /// All GPUs that can run kernels, of the platform of [#fastest].
    public List<GpuPlatform.Offer> usable() {
        return platforms.stream()
                .map(platform -> platform.list().offers().stream()
                        .filter(offer -> offer.gpu() && offer.runs())
                        .toList())
                .filter(offers -> !offers.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    /// @param key such as `cuda:0`; `cuda` means the first
    /// @throws DeviceException if the device is not available; states what is available, what is missing and a
    ///        remedy
    public Accelerator open(String key) {
        return offer(key).open(cache);
    }

    /// What [#open] would open.
    /// @throws DeviceException as [#open]
    public GpuPlatform.Offer offer(String key) {
        GpuPlatform platform = platforms.stream()
                .filter(candidate -> isKey(key) && key.split(":", 2)[0].equals(candidate.name()))
                .findFirst()
                .orElseThrow(() -> new DeviceException("unknown device %s; GPUs are named %s"
                        .formatted(key, names().map(name -> name + ":0").collect(Collectors.joining(" or ")))));
        String wanted = key.equals(platform.name()) ? key + ":0" : key;
        GpuPlatform.Listing listing = platform.list();
        return listing.offers().stream()
                .filter(offer -> offer.key().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new DeviceException(
                        listing.offers().isEmpty()
                                ? "device %s is not available: %s".formatted(wanted, listing.missing())
                                : "device %s is not available; available: %s"
                                        .formatted(
                                                wanted,
                                                listing.offers().stream()
                                                        .map(GpuPlatform.Offer::key)
                                                        .collect(Collectors.joining(", ")))));
    }

    private Stream<String> names() {
        return platforms.stream().map(GpuPlatform::name);
    }
}
