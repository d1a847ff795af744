/// The file format of checkpoints: chunks of canonical node ranges with their own checksums, written in any order
/// and read by range.
@NullMarked
package dev.tessera.solver.checkpoint;

import org.jspecify.annotations.NullMarked;
