package dev.tessera.solver.plan;

import java.util.List;

/// A connection between two devices, as plain data.
///
/// @param gbPerS 10⁹ bytes per second in each direction
/// @param latencyS time of a message without content
/// @param source of the numbers
public record LinkFacts(String key, double gbPerS, double latencyS, String source) {
    public LinkFacts {
        if (!(gbPerS > 0) || !(latencyS >= 0)) {
            throw new IllegalArgumentException(
                    "a link of %s GB/s and %s s latency cannot be; use a positive rate".formatted(gbPerS, latencyS));
        }
    }

    /// The known links; the first is that between GPUs of one host.
    public static List<LinkFacts> all() {
        return List.of(
                new LinkFacts("nvlink", 395, 4e-6, "measured between H200s of one host"),
                new LinkFacts("pinned-host", 55, 1e-5, "rate measured on an H200's host; latency assumed"),
                new LinkFacts("infiniband", 50, 2e-6, "400 Gbit/s of NDR; latency assumed, without staging"),
                new LinkFacts("memory", 10, 1e-6, "assumed, for threads of one machine"));
    }

    /// A link by its key, or by its numbers: `GB/s:µs`, such as `25:2`.
    /// @throws IllegalArgumentException for anything else
    public static LinkFacts of(String text) {
        for (LinkFacts link : all()) {
            if (link.key.equals(text)) {
                return link;
            }
        }
        try {
            String[] numbers = text.split(":", -1);
            if (numbers.length == 2) {
                return new LinkFacts(
                        text, Double.parseDouble(numbers[0]), 1e-6 * Double.parseDouble(numbers[1]), "given");
            }
        } catch (NumberFormatException notNumbers) {
            // the message below says what is allowed
        }
        throw new IllegalArgumentException("there is no link %s. Known are %s; or give GB/s and µs, such as 25:2"
                .formatted(
                        text,
                        String.join(", ", all().stream().map(LinkFacts::key).toList())));
    }
}
