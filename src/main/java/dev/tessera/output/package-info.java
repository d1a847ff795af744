/// Writers of fields, pictures, plots, time series and summaries. A writer sees snapshots, never
/// populations in place.
@NullMarked
package dev.tessera.output;

import org.jspecify.annotations.NullMarked;
