/// Synthetic geometries, the same on every machine: vessels as closed-form fields that are meshed and written as STL,
/// and two-dimensional networks of channels.
@NullMarked
package dev.tessera.suites.generator;

import org.jspecify.annotations.NullMarked;
