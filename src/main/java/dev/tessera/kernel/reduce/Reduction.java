package dev.tessera.kernel.reduce;

import java.util.List;

/// Something that a device computes from the present flow: totals over nodes, values at nodes, totals over cut
/// links. Observed quantities are those of [dev.tessera.kernel.NodeClass#observe]. Compared by identity: devices
/// keep what they prepare for a reduction.
///
/// @param <R> the result
public sealed interface Reduction<R> permits Totals, NodeValues, LinkTotals {
    /// The observed quantities that it uses.
    List<String> quantities();

    /// The result over no nodes, to which devices add.
    R empty();
}
