/// Where the phases of a mixture are: volumes, interfaces and contact angles from fields at nodes.
@org.jspecify.annotations.NullMarked
package dev.tessera.solver.phase;
