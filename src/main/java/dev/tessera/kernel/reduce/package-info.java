/// Reductions of the flow that do not depend on the order of their terms: exact sums, extrema, percentiles, and
/// values at listed nodes.
@NullMarked
package dev.tessera.kernel.reduce;

import org.jspecify.annotations.NullMarked;
