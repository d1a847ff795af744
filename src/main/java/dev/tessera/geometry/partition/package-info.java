/// Divides a geometry into parts between tiles, and chooses among several divisions by the time of a step.
@NullMarked
package dev.tessera.geometry.partition;

import org.jspecify.annotations.NullMarked;
