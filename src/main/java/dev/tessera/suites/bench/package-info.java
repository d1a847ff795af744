/// Speed measurements; each row is also given as a fraction of the memory limit in the same run.
@NullMarked
package dev.tessera.suites.bench;

import org.jspecify.annotations.NullMarked;
