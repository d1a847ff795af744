/// Combines the model's rules and a layout to kernels over one expression graph and optimises them by passes. Kernels
/// are straight-line statements with named values; properties of the machine are plain data.
@NullMarked
package dev.tessera.kernel;

import org.jspecify.annotations.NullMarked;
