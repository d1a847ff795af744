/// Turns a step plan into tables for SIMD processors, with one lane per node: which values are contiguous, for each
/// node class, phase and worker. Tables are plain numbers, independent of pattern and addressing.
@NullMarked
package dev.tessera.kernel.lane;

import org.jspecify.annotations.NullMarked;
