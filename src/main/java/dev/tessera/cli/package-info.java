/// The commands that a user types. Only this package prints: results to stdout, progress and logs to stderr.
@NullMarked
package dev.tessera.cli;

import org.jspecify.annotations.NullMarked;
