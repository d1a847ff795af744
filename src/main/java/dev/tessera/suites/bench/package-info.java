/// Speed side by side, each row as a fraction of what the machine's memory allows in the same run.
@NullMarked
package dev.tessera.suites.bench;

import org.jspecify.annotations.NullMarked;
