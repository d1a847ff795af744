/// The device `cpu:interpreter`: no compiler, no vectors, no threads. The reference for the other devices.
@NullMarked
package dev.tessera.device.interpreter;

import org.jspecify.annotations.NullMarked;
