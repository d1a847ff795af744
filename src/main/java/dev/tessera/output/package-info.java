/// Writers of fields, pictures, plots, time series and summaries. Writers receive snapshots, never populations.
@NullMarked
package dev.tessera.output;

import org.jspecify.annotations.NullMarked;
