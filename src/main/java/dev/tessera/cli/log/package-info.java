/// The back end of SLF4J: one line a message on stderr, without libraries behind it.
@NullMarked
package dev.tessera.cli.log;

import org.jspecify.annotations.NullMarked;
