/// Text to case and back: the YAML format, errors with file, line and column, expressions of place and time
/// parsed into the expression graph. Nobody else parses text.
@NullMarked
package dev.tessera.casefile;

import org.jspecify.annotations.NullMarked;
