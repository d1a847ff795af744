/// The back end of SLF4J: one line per message on stderr, without further libraries.
@NullMarked
package dev.tessera.cli.log;

import org.jspecify.annotations.NullMarked;
