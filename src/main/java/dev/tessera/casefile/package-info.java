/// Text to case and back: the YAML format, errors with file, line and column, expressions of place and time
/// parsed into the expression graph. No other package parses case text.
@NullMarked
package dev.tessera.casefile;

import org.jspecify.annotations.NullMarked;
