/// The quantities of the flow that results contain: one file each, listed in
/// [dev.tessera.solver.field.ResultFields].
@NullMarked
package dev.tessera.solver.field;

import org.jspecify.annotations.NullMarked;
