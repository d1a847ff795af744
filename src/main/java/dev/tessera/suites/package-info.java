/// The bench and validation suites: speed beside the limits of the same run, physics beside published tables.
@NullMarked
package dev.tessera.suites;

import org.jspecify.annotations.NullMarked;
