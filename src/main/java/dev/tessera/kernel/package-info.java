/// Joins the model's rules and a layout into kernels over one expression graph and improves them pass by pass.
/// Kernels are straight-line statements with named values; what the machine is like comes in as plain data.
@NullMarked
package dev.tessera.kernel;

import org.jspecify.annotations.NullMarked;
