/// Turns a step plan into tables for machines that compute consecutive nodes side by side, one lane a node:
/// which values lie next to each other, for each class of nodes, phase and worker. Plain numbers; a device
/// needs to know neither patterns nor addressings.
@NullMarked
package dev.tessera.kernel.lane;

import org.jspecify.annotations.NullMarked;
