/// Synthetic geometries, the same on every machine: vessels as closed-form fields that are meshed and written as
/// STL, two-dimensional networks of channels, and flows that start from a formula.
@NullMarked
package dev.tessera.suites.generator;

import org.jspecify.annotations.NullMarked;
