/// The bench and validation suites: speed compared with the limits of the same run, physics with published tables.
@NullMarked
package dev.tessera.suites;

import org.jspecify.annotations.NullMarked;
